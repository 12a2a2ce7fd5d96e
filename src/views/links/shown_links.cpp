#include "views/links/shown_links.h"

#include <utility>

#include <QCoreApplication>

#include "engine/model/interventions.h"
#include "views/base/head_switch.h"
#include "views/base/moved_scale.h"
#include "views/base/picture_title.h"
#include "views/base/shown_matrix.h"
#include "views/base/shown_text.h"
#include "views/base/shown_tokens.h"
#include "views/base/token_marks.h"
#include "views/base/token_names.h"
#include "views/base/view_title.h"

namespace regard {

namespace {

struct LinkDataText {
    Q_DECLARE_TR_FUNCTIONS(LinkData)
};

/// The query whose weights are beside the keys, −1: none.
int askingQuery(const Selection &within)
{
    if (within.query >= 0 || within.key >= 0 || within.pinnedQueries.empty())
        return within.query;
    return within.pinnedQueries.back();
}

/// The weight that a query of now had on a key that is gone: the mean over the matrices in view, negative.
double lostWeight(const std::vector<ShownMatrix> &before, int query, int key)
{
    double sum = 0;
    for (const ShownMatrix &matrix : before)
        sum += double((*matrix.weights)(query, key));
    return before.empty() ? 0 : -sum / double(before.size());
}

/// `multiples`: each head has a picture of its own, and no number is of all of them.
std::vector<LinkData::Gone> goneWithWeights(const TraceComparison &comparison, const Selection &within, bool multiples)
{
    const QStringList tokens = goneTokens(comparison, within);
    std::vector<LinkData::Gone> gone;
    gone.reserve(std::size_t(tokens.size()));
    for (const QString &token : tokens)
        gone.push_back({token});
    const int query = askingQuery(within);
    const int queryBefore = query >= 0 ? comparison.queries(within.attention).before[std::size_t(query)] : -1;
    if (gone.empty() || queryBefore < 0)
        return gone;
    Selection then = within;
    std::erase_if(then.heads, [&](int head) { return comparison.isNew({within.attention, within.layer, head}); });
    if (multiples && then.heads.size() > 1)
        return gone;
    const auto matrices = shownMatrices(comparison.modelBefore(), comparison.before(), then);
    const std::vector<int> &after = comparison.keys(within.attention).after;
    std::size_t next = 0;
    for (std::size_t key = 0; key < after.size(); ++key)
        if (after[key] < 0)
            gone[next++].lost = lostWeight(matrices, queryBefore, int(key));
    return gone;
}

} // namespace

LinkData linkData(const ShownState &state, const LinkOptions &options)
{
    const Model &model = state.model();
    const SharedTrace &trace = state.trace();
    const Selection &within = state.selection;
    const TraceComparison *comparison = state.difference();
    const PairParts pair = pairParts(state);
    const SideTrace &queries = queriesOf(*trace, within.attention);
    const SideTrace &keys = keysOf(*trace, within.attention);
    LinkData data;
    nameTokens(data, model, queries, keys, comparison, within.attention);
    data.pair = pair;
    data.maskedQueries = maskedTokens(queries);
    data.maskedKeys = maskedTokens(keys);
    if (options.faintSpecial)
        nameFaint(data, state);
    for (ShownMatrix &shown : shownMatrices(model, trace, within, comparison))
        data.heads.push_back(
            {shown.index, std::move(shown.weights),
             shown.index >= 0 && isSwitchedOff(model.interventions, {within.attention, within.layer, shown.index})});
    if (within.summary == Summary::None)
        data.byHand = handLinks(model, *trace, within, within.heads);
    data.query = within.query;
    data.key = within.key;
    data.pinnedQueries = within.pinnedQueries;
    data.pinnedKeys = within.pinnedKeys;
    data.numbers = numberScale(state);
    data.floor = options.floor * data.numbers.one;
    data.horizontal = options.horizontal;
    data.multiples = options.multiples && within.summary == Summary::None;
    data.curved = options.curved;
    data.strongest = options.strongest;
    if (comparison)
        data.gone = goneWithWeights(*comparison, within, data.multiples);
    data.title = titledWithState(state, viewTitleOf(model, *trace, within, comparison, pair));
    data.queryLabel = hasSides(within) ? LinkDataText::tr("target · query") : LinkDataText::tr("query");
    data.keyLabel = hasSides(within) ? LinkDataText::tr("source · key") : LinkDataText::tr("key");
    return data;
}

} // namespace regard
