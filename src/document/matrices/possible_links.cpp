#include "document/matrices/possible_links.h"

#include <optional>

#include "engine/pass/attention_block.h"

namespace regard {

namespace {

/// The weights that are set in a head, without those of keys that are forbidden, and without all of a row that cannot
/// sum to 1 with them.
SetWeights possibleWeights(AttentionRule rule, Eigen::Index queries, Eigen::Index keys)
{
    while (const std::optional<SetWeightProblem> problem = setWeightProblem(rule, queries, keys)) {
        const LinkRef &link = problem->link;
        if (rule.setWeights.erase(link) == 0 && rule.cutLinks.erase(link) == 0)
            std::erase_if(rule.setWeights, [&](const auto &set) { return set.first.query == link.query; });
    }
    return rule.setWeights;
}

/// A row as it is for the keys that exist; without numbers where it has none of them.
PatchRow existingRow(const PatchRow &row, int keys)
{
    PatchRow left{{}, {}, row.from};
    for (std::size_t i = 0; i < row.keys.size(); ++i)
        if (row.keys[i] >= 0 && row.keys[i] < keys) {
            left.keys.push_back(row.keys[i]);
            left.numbers.push_back(row.numbers[i]);
        }
    return left;
}

} // namespace

SideLinks linksOfSameSides(SideLinks links, const ModelConfig &before, const ModelConfig &after)
{
    const auto readsOther = [&](Attention attention) {
        return queriesSide(before, attention) != queriesSide(after, attention);
    };
    std::erase_if(links.weights, [&](const auto &head) { return readsOther(head.first.attention); });
    std::erase_if(links.cuts, [&](const Cut &cut) { return readsOther(cut.attention); });
    std::erase_if(links.patches, [&](const auto &patch) { return readsOther(patch.first.attention); });
    return links;
}

SideLinks possibleLinks(const Model &model, SideLinks links, const Tokens &source, const Tokens &target,
                        const SideMasks &masks)
{
    Model with = model;
    const ModelConfig &config = with.config;
    const auto tokensOf = [&](Side side) { return int((side == Side::Source ? source : target).tokens.size()); };
    const auto queriesOf = [&](Attention attention) { return tokensOf(queriesSide(config, attention)); };
    const auto keysOf = [&](Attention attention) { return tokensOf(keysSide(config, attention)); };
    std::erase_if(links.cuts, [&](const Cut &cut) {
        return cut.link.query >= queriesOf(cut.attention) || cut.link.key >= keysOf(cut.attention) ||
               MaskRule(config, {cut.attention, cut.firstLayer}).hides(cut.link.query, cut.link.key);
    });
    for (auto &[place, patch] : links.patches) {
        const Attention attention = place.attention;
        const int tokens = isOfKeys(place.kind) ? keysOf(attention) : queriesOf(attention);
        if (place.kind == PatchKind::Pattern)
            for (auto &[token, row] : patch)
                row = existingRow(row, keysOf(attention));
        std::erase_if(patch, [tokens](const auto &row) { return row.first >= tokens || row.second.numbers.empty(); });
    }
    std::erase_if(links.patches, [](const auto &patch) { return patch.second.empty(); });
    with.interventions.cuts = links.cuts;
    with.interventions.patches = links.patches;
    for (auto &[head, weights] : links.weights) {
        with.interventions.weights = {{head, weights}};
        const bool keysAreSource = keysSide(config, head.attention) == Side::Source;
        weights = possibleWeights(
            ruleOf(with, {head.attention, head.layer}, head.head, keysAreSource ? masks.source : masks.target),
            queriesOf(head.attention), keysOf(head.attention));
    }
    std::erase_if(links.weights, [](const auto &head) { return head.second.empty(); });
    return links;
}

} // namespace regard
