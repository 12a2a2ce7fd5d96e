#include <algorithm>
#include <utility>

#include "engine/model/interventions.h"
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

bool exists(const PatchPlace &place, const ModelConfig &config)
{
    const Stack stack = stackOf(place.attention);
    if (!hasStack(config, stack) || isRecurrent(config, stack))
        return false;
    if (isOfHead(place.kind))
        return exists(HeadRef{place.attention, place.layer, place.head}, config);
    if (place.head != -1 || place.layer < 0)
        return false;
    if (place.kind == PatchKind::AttentionOutput)
        return place.layer < layersOf(config, place.attention);
    const bool isOfLayer = place.kind == PatchKind::FeedForwardOutput;
    return place.attention != Attention::Cross && place.layer < layersOf(config, stack) + (isOfLayer ? 0 : 1) &&
           (!isOfLayer || hasFeedForward(config, stack));
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
    for (auto &[place, rows] : interventions.patches)
        std::erase_if(rows, [&, width = widthOf(place, config)](const auto &each) {
            const std::size_t needed = width > 0 ? std::size_t(width) : each.second.keys.size();
            return each.second.numbers.size() != needed || needed == 0;
        });
    std::erase_if(interventions.patches, [&](const auto &entry) { return isGone(entry) || entry.second.empty(); });
    std::erase_if(interventions.sublayers, [](const auto &entry) {
        return entry.first.kind == SublayerKind::FeedForward && entry.second == Replacement::Uniform;
    });
    keepTakenMeans(interventions);
    return interventions;
}

} // namespace regard
