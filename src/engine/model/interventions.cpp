#include "engine/model/interventions.h"

#include <algorithm>
#include <utility>

#include "engine/model/sentence_means.h"

namespace regard {

namespace {

bool exists(const HeadRef &head, const ModelConfig &config)
{
    return head.layer >= 0 && head.layer < layersOf(config, head.attention) && head.head >= 0 &&
           head.head < headsOf(config, head.attention);
}

bool exists(const Sublayer &sublayer, const ModelConfig &config)
{
    if (sublayer.layer < 0 || sublayer.layer >= layersOf(config, sublayer.stack))
        return false;
    if (sublayer.kind != SublayerKind::FeedForward)
        return sublayer.layer < layersOf(config, attentionOf(sublayer)) &&
               sublayerOf({attentionOf(sublayer), sublayer.layer}) == sublayer;
    return hasFeedForward(config, sublayer.stack);
}

bool exists(const StateRef &state, const ModelConfig &config)
{
    const std::vector<CellPlace> cells = cellsOf(config, state.place.stack);
    return state.step >= 0 && std::find(cells.begin(), cells.end(), state.place) != cells.end();
}

/// Forgets the means of parts in whose place they do not stand.
void keepTakenMeans(Interventions &interventions)
{
    if (!interventions.means)
        return;
    SentenceMeans taken = *interventions.means;
    const auto isLeft = [&](const auto &entry) {
        const Replacement *replacement = replacementOf(interventions, entry.first);
        return !replacement || *replacement != Replacement::MeanOver;
    };
    const auto erased = std::erase_if(taken.heads, isLeft) + std::erase_if(taken.sublayers, isLeft);
    if (!takesMeans(interventions))
        interventions.means = {};
    else if (erased > 0)
        interventions.means = std::make_shared<const SentenceMeans>(std::move(taken));
}

} // namespace

bool takesMeans(const Interventions &interventions)
{
    const auto takes = [](const auto &entry) { return entry.second == Replacement::MeanOver; };
    return std::any_of(interventions.heads.begin(), interventions.heads.end(), takes) ||
           std::any_of(interventions.sublayers.begin(), interventions.sublayers.end(), takes);
}

const Replacement *replacementOf(const Interventions &interventions, const Sublayer &sublayer)
{
    const auto found = interventions.sublayers.find(sublayer);
    return found == interventions.sublayers.end() ? nullptr : &found->second;
}

const Replacement *replacementOf(const Interventions &interventions, const HeadRef &head)
{
    const auto found = interventions.heads.find(head);
    if (found != interventions.heads.end())
        return &found->second;
    const Replacement *whole = replacementOf(interventions, sublayerOf({head.attention, head.layer}));
    return whole && *whole == Replacement::Uniform ? whole : nullptr;
}

float temperatureOf(const Interventions &interventions, const HeadRef &head)
{
    const auto found = interventions.temperatures.find(head);
    return found == interventions.temperatures.end() ? 1.0F : found->second;
}

const SetWeights &setWeightsOf(const Interventions &interventions, const HeadRef &head)
{
    static const SetWeights none;
    const auto found = interventions.weights.find(head);
    return found == interventions.weights.end() ? none : found->second;
}

bool reaches(const Cut &cut, const HeadRef &head)
{
    return cut.attention == head.attention && cut.firstLayer <= head.layer && head.layer <= cut.lastLayer &&
           (cut.heads.empty() || std::binary_search(cut.heads.begin(), cut.heads.end(), head.head));
}

std::set<LinkRef> cutLinksOf(const Interventions &interventions, const HeadRef &head)
{
    std::set<LinkRef> links;
    for (const Cut &cut : interventions.cuts)
        if (reaches(cut, head))
            links.insert(cut.link);
    return links;
}

Interventions withWeight(Interventions interventions, const HeadRef &head, const LinkRef &link,
                         std::optional<float> weight)
{
    if (weight) {
        interventions.weights[head][link] = *weight;
    } else if (const auto found = interventions.weights.find(head); found != interventions.weights.end()) {
        found->second.erase(link);
        if (found->second.empty())
            interventions.weights.erase(found);
    }
    return interventions;
}

Interventions existingInterventions(Interventions interventions, const ModelConfig &config)
{
    const auto isGone = [&](const auto &entry) { return !exists(entry.first, config); };
    std::erase_if(interventions.heads, isGone);
    std::erase_if(interventions.sublayers, isGone);
    std::erase_if(interventions.temperatures, isGone);
    std::erase_if(interventions.states, [&](const StateRef &state) { return !exists(state, config); });
    std::erase_if(interventions.temperatures, [](const auto &entry) { return entry.second == 1.0F; });
    std::erase_if(interventions.weights, [&](const auto &entry) { return isGone(entry) || entry.second.empty(); });
    std::set<Cut> cuts;
    for (Cut cut : interventions.cuts) {
        cut.firstLayer = std::max(cut.firstLayer, 0);
        cut.lastLayer = std::min(cut.lastLayer, layersOf(config, cut.attention) - 1);
        const bool isOfAll = cut.heads.empty();
        std::erase_if(cut.heads, [&](int head) { return !exists({cut.attention, cut.firstLayer, head}, config); });
        if (cut.firstLayer <= cut.lastLayer && (isOfAll || !cut.heads.empty()))
            cuts.insert(std::move(cut));
    }
    interventions.cuts = std::move(cuts);
    std::erase_if(interventions.sublayers, [](const auto &entry) {
        return entry.first.kind == SublayerKind::FeedForward && entry.second == Replacement::Uniform;
    });
    keepTakenMeans(interventions);
    return interventions;
}

} // namespace regard
