#include "views/sentence/shown_sentence.h"

#include <utility>

#include <QCoreApplication>

#include "document/sentence/side.h"
#include "engine/model/attention_place.h"
#include "views/base/moved_scale.h"
#include "views/base/picture_title.h"
#include "views/base/shown_matrix.h"
#include "views/base/shown_text.h"
#include "views/base/token_marks.h"
#include "views/base/token_names.h"
#include "views/base/view_title.h"

namespace regard {

namespace {

struct SentenceDataText {
    Q_DECLARE_TR_FUNCTIONS(SentenceData)
};

std::vector<bool> spacesBefore(const SideTrace &side, const Tokens &tokens)
{
    bool same = tokens.tokens.size() == side.tokens.size();
    for (std::size_t i = 0; same && i < side.tokens.size(); ++i)
        same = tokens.tokens[i].text == side.tokens[i];
    std::vector<bool> spaces;
    spaces.reserve(side.tokens.size());
    for (std::size_t i = 0; i < side.tokens.size(); ++i)
        if (i == 0)
            spaces.push_back(false);
        else if (same)
            spaces.push_back(tokens.tokens[i].begin > tokens.tokens[i - 1].end);
        else
            spaces.push_back(!clingsToPrevious(side.tokens[i]));
    return spaces;
}

} // namespace

SentenceData sentenceData(const ShownState &state)
{
    const Model &model = state.model();
    const SharedTrace &trace = state.trace();
    const Selection &within = state.selection;
    const TraceComparison *comparison = state.difference();
    const SideTrace &keys = keysOf(*trace, within.attention);
    const Tokens &tokens = state.tokens(keysSide(model.config, within.attention));
    SentenceData data;
    data.tokens = tokenNames(labelsOf(keys));
    data.spaceBefore = spacesBefore(keys, tokens);
    data.random = randomTokens(model, keys);
    data.masked = maskedTokens(keys);
    if (comparison) {
        data.isDifference = true;
        data.newTokens = newTokens(comparison->keys(within.attention));
    }
    for (ShownMatrix &shown : shownMatrices(model, trace, within, comparison))
        data.heads.push_back({shown.index, std::move(shown.name), std::move(shown.weights)});
    if (within.summary == Summary::None)
        data.byHand = handLinks(model, *trace, within, within.heads);
    data.query = within.query;
    data.numbers = numberScale(state);
    data.asksItself = !hasSides(within);
    const QString what =
        within.query >= 0
            ? (data.numbers.isMoved() ? SentenceDataText::tr("what is moved to “%1”")
                                      : SentenceDataText::tr("“%1” looks at"))
                  .arg(tokenName(labelsOf(queriesOf(*trace, within.attention))[std::size_t(within.query)]))
            : SentenceDataText::tr("mean of what each word receives");
    data.title = viewTitleOf(model, *trace, within, comparison, {}) + QStringLiteral(" · ") + what;
    if (data.numbers.isMoved())
        data.title += QStringLiteral(" · ") + SentenceDataText::tr("full colour is %1").arg(data.numbers.one);
    // What the word looks at is the last part of the title.
    const QString view = viewTitle(model, within, movesByValue(*trace));
    if (state.compared == Compared::Pinned)
        data.title = titledWithState(state, view) + data.title.mid(view.size());
    return data;
}

} // namespace regard
