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

} // namespace

SideLinks possibleLinks(const Model &model, SideLinks links, const Tokens &source, const Tokens &target,
                        const SideMasks &masks)
{
    Model with = model;
    const ModelConfig &config = with.config;
    std::erase_if(links.cuts, [&](const Cut &cut) {
        return MaskRule(config, {cut.attention, cut.firstLayer}).hides(cut.link.query, cut.link.key);
    });
    with.interventions.cuts = links.cuts;
    with.interventions.patches = links.patches;
    for (auto &[head, weights] : links.weights) {
        with.interventions.weights = {{head, weights}};
        const bool asksSource = queriesSide(config, head.attention) == Side::Source;
        const bool keysAreSource = keysSide(config, head.attention) == Side::Source;
        weights = possibleWeights(
            ruleOf(with, {head.attention, head.layer}, head.head, keysAreSource ? masks.source : masks.target),
            Eigen::Index((asksSource ? source : target).tokens.size()),
            Eigen::Index((keysAreSource ? source : target).tokens.size()));
    }
    std::erase_if(links.weights, [](const auto &head) { return head.second.empty(); });
    return links;
}

} // namespace regard
