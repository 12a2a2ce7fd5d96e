#include "views/steps/step_comparison.h"

#include <algorithm>

#include <QCoreApplication>

#include "views/base/change_text.h"
#include "views/base/no_model_text.h"
#include "views/base/shown_text.h"
#include "views/base/shown_tokens.h"
#include "views/base/token_names.h"
#include "views/steps/step_difference.h"
#include "views/steps/step_subject.h"
#include "views/steps/step_walk.h"

namespace regard {

namespace {

struct StepComparisonText {
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
    return StepComparisonText::tr("“%1” is new: the pinned state does not have it.").arg(tokenNames({token}).front());
}

/// Why a chain's stages cannot be compared; empty if they can, or the stages are not those of a chain alone.
QString newChainText(const TraceComparison &comparison, const Selection &within)
{
    return hasSameChain(within, comparison.model().config, comparison.modelBefore().config)
               ? QString()
               : StepComparisonText::tr("The pinned state has no such chain of cells.");
}

/// Why the pinned state cannot be compared; empty if it can.
QString newSubjectText(const TraceComparison &comparison, const Selection &within)
{
    return isChainAlone(within, comparison.model().config) ? newChainText(comparison, within)
                                                           : newHeadText(comparison, within);
}

/// Leaves out the cell of another chain, which has nothing in common with this one's.
void leaveOtherChainOut(StepsData &before, const StepsData &now)
{
    if (before.chain != now.chain)
        std::erase_if(before.steps, [](const Step &step) { return isOfCell(step.kind); });
}

bool hasSteps(const ShownState &state)
{
    return state.hasResult() || (state.trace() && isChainAlone(state.selection, state.model().config));
}

} // namespace

ComparedSteps comparedSteps(const TraceComparison &comparison, const Selection &selection,
                            const std::vector<std::string> &dimensions, const StepChoice &choice)
{
    Selection within = selection;
    within.summary = Summary::None;
    if (const QString sentence = newSubjectText(comparison, within); !sentence.isEmpty())
        return {{}, sentence};
    const StepsData now = stepsData(comparison.model(), comparison.now(), within, dimensions, choice);
    const Attention sentences = sentencesOfSteps(within, comparison.model().config);
    const StepAlignment alignment{comparison.queries(sentences).before, comparison.keys(sentences).before};
    const int query = alignment.queries.at(std::size_t(now.query));
    const int key = now.key < 0 ? now.key : alignment.keys.at(std::size_t(now.key));
    const auto token = [](const SideTrace &side, int position) { return labelsOf(side).at(std::size_t(position)); };
    if (query < 0)
        return {{}, newTokenText(token(queriesOf(*comparison.now(), sentences), now.query))};
    if (key < 0 && now.key >= 0)
        return {{}, newTokenText(token(keysOf(*comparison.now(), sentences), now.key))};
    StepChoice same = choice;
    same.extract = extractBefore(now.extract, comparison, alignment.keys);
    const Selection there = withTokensOf(within, {query, key});
    StepsData before = stepsData(comparison.modelBefore(), comparison.before(), there, dimensions, same);
    leaveOtherChainOut(before, now);
    return {differenceOf(now, before, alignment), {}};
}

ComparedSteps shownSteps(const ShownState &state, const std::vector<std::string> &dimensions, StepChoice choice)
{
    if (!state.isComputed())
        return {{}, noModelText(PanelId::Steps)};
    if (!hasSteps(state))
        return {};
    if (const QString patched = patchedText(state); !patched.isEmpty())
        return {{}, patched};
    choice.hidden = hiddenTokens(state);
    if (const TraceComparison *comparison = state.difference())
        return comparedSteps(*comparison, state.selection, dimensions, choice);
    Selection head = state.asked;
    head.summary = Summary::None;
    if (state.comparison && state.compared != Compared::Now)
        if (const QString sentence = newSubjectText(*state.comparison, head); !sentence.isEmpty())
            return {{}, sentence};
    ComparedSteps steps{stepsData(state.model(), state.trace(), state.selection, dimensions, choice), {}};
    steps.data.title = titledWithState(state, steps.data.title);
    return steps;
}

} // namespace regard
