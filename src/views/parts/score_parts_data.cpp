#include <algorithm>
#include <cmath>
#include <utility>

#include <QCoreApplication>

#include "engine/base/errors.h"
#include "views/base/shown_text.h"
#include "views/base/token_names.h"
#include "views/base/view_title.h"
#include "views/parts/part_names.h"
#include "views/parts/parts_data.h"
#include "views/parts/parts_lists.h"
#include "views/why/why_maker.h"

namespace regard {

namespace {

struct ScorePartsText {
    Q_DECLARE_TR_FUNCTIONS(ScoreParts)
};

QString quotedToken(const SideTrace &side, int token)
{
    return ScorePartsText::tr("“%1”").arg(tokenName(labelsOf(side)[std::size_t(token)]));
}

/// "“it” to “cat”: the score is 2.31 above the mean of its 9 keys."
QString totalText(const ShownState &state, const ScoreQuestion &question, double total)
{
    const SideTrace &keys = keysOf(*state.trace(), question.place.attention);
    const QString query = quotedToken(queriesOf(*state.trace(), question.place.attention), question.query);
    const QString key = quotedToken(keys, question.key);
    switch (question.reference) {
    case ScoreReference::Nothing:
        return ScorePartsText::tr("%1 to %2: the scaled score is %3.").arg(query, key, partNumber(total));
    case ScoreReference::Key:
        return ScorePartsText::tr("%1 to %2: the scaled score is %3 beyond that to %4.")
            .arg(query, key, partNumber(total), quotedToken(keys, question.otherKey));
    case ScoreReference::Mean:
        break;
    }
    return ScorePartsText::tr("%1 to %2: the scaled score is %3 beyond the mean over the keys.")
        .arg(query, key, partNumber(total));
}

/// What carries the score, and whether a single head does.
QStringList carriedText(const ScoreParts &parts)
{
    const std::vector<PartGroup> queries = partKinds(parts.queryParts);
    const std::vector<PartGroup> keys = partKinds(parts.keyParts);
    const Eigen::VectorXd ofQuery = parts.ofQueryParts();
    const Eigen::VectorXd ofKey = parts.ofKeyParts();
    const int query = leadingGroup(queries, ofQuery, parts.total);
    const int key = leadingGroup(keys, ofKey, parts.total);
    QStringList sentences;
    if (query >= 0 && key >= 0) {
        const PartGroup &first = queries[std::size_t(query)];
        const PartGroup &second = keys[std::size_t(key)];
        sentences << ScorePartsText::tr("Most comes, in the query, from %1 (%2); in the key, from %3 (%4).")
                         .arg(first.title, partNumber(groupSum(first, ofQuery)), second.title,
                              partNumber(groupSum(second, ofKey)));
    }
    const int queryHead = leadingHead(parts.queryParts, ofQuery, parts.total);
    const int keyHead = leadingHead(parts.keyParts, ofKey, parts.total);
    if (queryHead < 0 && keyHead < 0)
        return sentences << ScorePartsText::tr("No earlier head adds to it.");
    const bool isOfKey = queryHead < 0 || (keyHead >= 0 && std::abs(ofKey(keyHead)) > std::abs(ofQuery(queryHead)));
    const double most = isOfKey ? ofKey(keyHead) : ofQuery(queryHead);
    const QString head =
        partTitle(isOfKey ? parts.keyParts[std::size_t(keyHead)] : parts.queryParts[std::size_t(queryHead)]);
    if (const QString text = cancelledText(isOfKey ? ofKey : ofQuery, parts.total); !text.isEmpty())
        sentences << text;
    const QString text = standsOut(most, isOfKey ? ofKey : ofQuery)
                             ? (isOfKey ? ScorePartsText::tr("One head stands out: %1 in the key (%2).")
                                        : ScorePartsText::tr("One head stands out: %1 in the query (%2)."))
                             : (isOfKey ? ScorePartsText::tr("No single head carries most of it: the most is %1 in the "
                                                             "key (%2).")
                                        : ScorePartsText::tr("No single head carries most of it: the most is %1 in the "
                                                             "query (%2)."));
    return sentences << text.arg(head, partNumber(most));
}

/// The sum over two groups.
double pairSum(const ScoreParts &parts, const PartGroup &query, const PartGroup &key)
{
    double sum = 0;
    for (const int i : query.parts)
        for (const int j : key.parts)
            sum += parts.pairs(i, j);
    return sum;
}

PartsList strongestPairs(const ScoreParts &parts)
{
    struct Pair {
        const PartGroup *query;
        const PartGroup *key;
        double score;
    };
    const std::vector<PartGroup> queries = singleParts(parts.queryParts);
    const std::vector<PartGroup> keys = singleParts(parts.keyParts);
    std::vector<Pair> pairs;
    for (const PartGroup &query : queries)
        for (const PartGroup &key : keys)
            pairs.push_back({&query, &key, pairSum(parts, query, key)});
    std::stable_sort(pairs.begin(), pairs.end(),
                     [](const Pair &a, const Pair &b) { return std::abs(a.score) > std::abs(b.score); });
    pairs.resize(std::min<std::size_t>(pairs.size(), namedParts));
    PartsList list = partsList(ScorePartsText::tr("Strongest pairs: query × key"), ScorePartsText::tr("score"));
    for (const Pair &pair : pairs)
        addRow(list, ScorePartsText::tr("%1 × %2").arg(pair.query->shortTitle, pair.key->shortTitle), pair.score);
    return list;
}

HeatmapData pairMap(const ScoreParts &parts, const std::vector<PartGroup> &queries, const std::vector<PartGroup> &keys)
{
    Matrix sums = Matrix::Zero(Eigen::Index(queries.size()), Eigen::Index(keys.size()));
    HeatmapData map;
    for (std::size_t i = 0; i < queries.size(); ++i) {
        map.queries << queries[i].shortTitle;
        for (std::size_t j = 0; j < keys.size(); ++j)
            sums(Eigen::Index(i), Eigen::Index(j)) = float(pairSum(parts, queries[i], keys[j]));
    }
    for (const PartGroup &group : keys)
        map.keys << group.shortTitle;
    map.values = std::make_shared<const Matrix>(std::move(sums));
    map.isWeights = false;
    map.scale = ColorScale::Stretched; // as many digits in every cell
    map.title = ScorePartsText::tr("Query parts × key parts");
    map.valueLabel = ScorePartsText::tr("score");
    map.queryLabel = ScorePartsText::tr("of the query");
    map.keyLabel = ScorePartsText::tr("of the key");
    return map;
}

} // namespace

QString noScorePartsText(const ShownState &state)
{
    if (const QString none = noAttentionText(state.result); !none.isEmpty())
        return none;
    return QString::fromStdString(reasonForNoScoreParts(state.model(), state.selection.attention));
}

Selection withScorePair(const ShownState &state)
{
    const Selection &within = state.selection;
    const auto &block =
        state.trace()->blocks[std::size_t(blockIndex(state.model().config, within.attention, within.layer))];
    return withWhyPair(state.with(withLinkInFocus(state, block->heads[std::size_t(within.head)].weights)));
}

ScoreQuestion scoreQuestion(const ShownState &state, const PartsQuestion &question)
{
    const Selection pair = withScorePair(state);
    const int keys = int(keysOf(*state.trace(), pair.attention).tokens.size());
    ScoreQuestion score{{pair.attention, pair.layer}, pair.head, pair.query, pair.key, question.reference};
    score.otherKey = std::clamp(question.otherKey, 0, keys - 1);
    return score;
}

PartsData scorePartsData(const ShownState &state, const PartsQuestion &question)
{
    PartsData data;
    data.whyNone = noScorePartsText(state);
    if (!data.whyNone.isEmpty())
        return data;
    const ScoreQuestion score = scoreQuestion(state, question);
    ScoreParts parts;
    try {
        parts = scoreParts(state.model(), *state.trace(), score);
    } catch (const InputError &error) {
        data.whyNone = QString::fromStdString(error.what());
        return data;
    }
    const std::vector<PartGroup> queries = partGroups(parts.queryParts);
    const std::vector<PartGroup> keys = partGroups(parts.keyParts);
    const Eigen::VectorXd ofQuery = parts.ofQueryParts();
    const Eigen::VectorXd ofKey = parts.ofKeyParts();
    data.title = ScorePartsText::tr("Score parts · %1").arg(headTitle(state.model(), state.selection));
    data.sentences << totalText(state, score, parts.total);
    data.sentences << carriedText(parts);
    if (state.model().config.scoreCap > 0)
        data.sentences << ScorePartsText::tr("The sum is the score before its soft cap.");
    if (parts.hasDistance)
        data.sentences << ScorePartsText::tr("How far apart they are adds %1.").arg(partNumber(parts.distance));
    const QString query = quotedToken(queriesOf(*state.trace(), score.place.attention), score.query);
    const QString key = quotedToken(keysOf(*state.trace(), score.place.attention), score.key);
    const auto empty = [](const QString &title) { return partsList(title, ScorePartsText::tr("score")); };
    data.lists = {groupList(empty(ScorePartsText::tr("Of the query %1").arg(query)), queries, ofQuery),
                  groupList(empty(ScorePartsText::tr("Of the key %1").arg(key)), keys, ofKey),
                  strongestList(empty(ScorePartsText::tr("Strongest of the query")), parts.queryParts, ofQuery),
                  strongestList(empty(ScorePartsText::tr("Strongest of the key")), parts.keyParts, ofKey)};
    shareScale(data.lists[0], data.lists[1]);
    shareScale(data.lists[2], data.lists[3]);
    for (const std::size_t list : {1, 3})
        data.lists[list].isOfKey = data.lists[list].isBeside = true;
    data.lists.push_back(strongestPairs(parts));
    data.map = pairMap(parts, queries, keys);
    return data;
}

} // namespace regard
