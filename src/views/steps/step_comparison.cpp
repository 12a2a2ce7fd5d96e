#include "views/steps/step_comparison.h"

#include <algorithm>

#include <QCoreApplication>

#include "views/data/figure_data.h"
#include "views/steps/step_difference.h"
#include "views/text/change_text.h"
#include "views/text/shown_text.h"
#include "views/tokens/shown_tokens.h"
#include "views/tokens/token_focus.h"
#include "views/tokens/token_names.h"

namespace regard {

namespace {

struct Text {
    Q_DECLARE_TR_FUNCTIONS(StepDifference)
};

/// The positions of the same words in the earlier vocabulary.
std::vector<int> wordsBefore(const std::vector<int> &words, const TraceComparison &comparison)
{
    const std::vector<std::string> &before = comparison.before()->vocabulary;
    std::vector<int> places;
    for (const int word : words) {
        const std::string &name = comparison.now()->vocabulary.at(std::size_t(word));
        if (const auto found = std::find(before.begin(), before.end(), name); found != before.end())
            places.push_back(int(found - before.begin()));
    }
    return places;
}

/// What the earlier steps must show to be compared with these.
StepExtract extractBefore(StepExtract now, const TraceComparison &comparison, const std::vector<int> &keys)
{
    if (const auto word = now.components.find(StepDetail::Word); word != now.components.end()) {
        const std::vector<int> place = wordsBefore({word->second}, comparison);
        if (place.empty())
            now.components.erase(word);
        else
            word->second = place.front();
    }
    now.words = wordsBefore(now.words, comparison);
    std::vector<int> weighed;
    for (const int key : now.weighedKeys)
        if (const int before = keys.at(std::size_t(key)); before >= 0)
            weighed.push_back(before);
    now.weighedKeys = std::move(weighed);
    return now;
}

QString newTokenText(const std::string &token)
{
    return Text::tr("“%1” is new: the pinned state does not have it.").arg(tokenNames({token}).front());
}

} // namespace

ComparedSteps comparedSteps(const TraceComparison &comparison, const Selection &selection,
                            const std::vector<std::string> &dimensions, const StepChoice &choice)
{
    Selection within = selection;
    within.summary = Summary::None;
    if (const QString sentence = newHeadText(comparison, within); !sentence.isEmpty())
        return {{}, sentence};
    const StepsData now = stepsData(comparison.model(), comparison.now(), within, dimensions, choice);
    const StepAlignment alignment{comparison.queries(within.attention).before,
                                  comparison.keys(within.attention).before};
    const int query = alignment.queries.at(std::size_t(now.query));
    const int key = alignment.keys.at(std::size_t(now.key));
    const auto token = [](const SideTrace &side, int position) { return labelsOf(side).at(std::size_t(position)); };
    if (query < 0)
        return {{}, newTokenText(token(queriesOf(*comparison.now(), within.attention), now.query))};
    if (key < 0)
        return {{}, newTokenText(token(keysOf(*comparison.now(), within.attention), now.key))};
    StepChoice same = choice;
    same.extract = extractBefore(now.extract, comparison, alignment.keys);
    const StepsData before =
        stepsData(comparison.modelBefore(), comparison.before(), focusedOnPair(within, query, key), dimensions, same);
    return {differenceOf(now, before, alignment), {}};
}

ComparedSteps shownSteps(const ShownState &state, const std::vector<std::string> &dimensions, StepChoice choice)
{
    if (!state.hasResult())
        return {};
    choice.hidden = hiddenTokens(state);
    if (const TraceComparison *comparison = state.difference())
        return comparedSteps(*comparison, state.selection, dimensions, choice);
    Selection head = state.asked;
    head.summary = Summary::None;
    if (const QString sentence = missingHeadText(state.with(head)); !sentence.isEmpty())
        return {{}, sentence};
    ComparedSteps steps{stepsData(state.model(), state.trace(), state.selection, dimensions, choice), {}};
    steps.data.title = titledWithState(state, steps.data.title);
    return steps;
}

} // namespace regard
