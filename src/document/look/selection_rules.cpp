#include "document/look/selection_rules.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "document/sentence/side.h"
#include "engine/model/stack.h"
#include "engine/pass/output_layer.h"

namespace regard {

namespace {

/// Whether the model computes the selected part.
bool hasPart(const ModelConfig &config, const Selection &selection)
{
    const Stack stack = stackOf(selection.attention);
    const bool isNormed = hasResidual(config, stack) || normOf(config, stack) != Norm::None;
    switch (selection.part) {
    case Part::AttentionNorm:
        return isNormed;
    case Part::FeedForward:
        return hasFeedForward(config, stack);
    case Part::FeedForwardNorm:
        return hasFeedForward(config, stack) && isNormed;
    case Part::FinalNorm:
        return hasFinalNorm(config, stack);
    case Part::Output:
        return hasOutputLayer(config);
    case Part::Cells: {
        const std::vector<CellPlace> cells = cellsOf(config, selection.chain.stack);
        return std::find(cells.begin(), cells.end(), selection.chain) != cells.end();
    }
    case Part::FirstState:
        return hasFirstState(config);
    case Part::Combine:
        return combinesContext(config);
    case Part::Input:
    case Part::Attention:
        break;
    }
    return true;
}

/// Sorted, each once, and none outside 0 … count − 1.
void keepBelow(std::vector<int> &positions, int count)
{
    std::erase_if(positions, [count](int position) { return position < 0 || position >= count; });
    std::sort(positions.begin(), positions.end());
    positions.erase(std::unique(positions.begin(), positions.end()), positions.end());
}

/// Keeps each pin once and none outside 0 … count − 1, in the order in which they were pinned.
void keepPins(std::vector<int> &pins, int count)
{
    std::vector<int> kept;
    for (const int token : pins)
        if (token >= 0 && token < count && std::find(kept.begin(), kept.end(), token) == kept.end())
            kept.push_back(token);
    pins = std::move(kept);
}

} // namespace

Stack shownStack(const Selection &selection, const ModelConfig &config)
{
    const Stack own = layersOf(config, selection.attention) > 0 ? stackOf(selection.attention) : sourceStack(config);
    const Stack readOut = hasStack(config, Stack::Decoder) ? Stack::Decoder : Stack::Encoder;
    switch (selection.part) {
    case Part::FirstState:
        return hasFirstState(config) ? Stack::Decoder : own;
    case Part::Combine:
        return combinesContext(config) ? Stack::Decoder : own;
    case Part::Output:
        return isRecurrent(config, readOut) ? readOut : own;
    case Part::Cells:
    case Part::Input:
        return isRecurrent(config, selection.chain.stack) ? selection.chain.stack : own;
    default:
        return own;
    }
}

std::vector<int> allHeads(const ModelConfig &config, Attention attention)
{
    std::vector<int> heads(std::size_t(headsOf(config, attention)));
    std::iota(heads.begin(), heads.end(), 0);
    return heads;
}

Selection clampedSelection(Selection selection, const ModelConfig &config, const TokenCounts &tokens)
{
    const std::vector<Attention> attentions = attentionsOf(config);
    if (std::find(attentions.begin(), attentions.end(), selection.attention) == attentions.end())
        selection.attention = attentions.empty() ? Attention::Encoder : attentions.front();
    const AttentionExtent extent = extentOf(config, selection.attention, tokens);
    const int heads = extent.heads;
    selection.layer = std::clamp(selection.layer, 0, std::max(0, extent.layers - 1));
    selection.head = std::clamp(selection.head, 0, std::max(0, heads - 1));
    const bool anyOn = !selection.heads.empty();
    keepBelow(selection.heads, heads);
    if (anyOn && selection.heads.empty())
        selection.heads = {selection.head};
    if (selection.summary == Summary::Rollout && selection.attention == Attention::Cross)
        selection.summary = Summary::None;
    if (!hasPart(config, selection))
        selection.part = Part::Attention;
    if (selection.part == Part::Attention && attentions.empty())
        if (const auto cells = cellsOf(config, sourceStack(config)); !cells.empty()) {
            selection.part = Part::Cells;
            selection.chain = cells.front();
        }
    const bool isOfTarget = sideOf(config, selection.chain.stack) == Side::Target;
    if (selection.state < 0 || selection.state >= (isOfTarget ? tokens.target : tokens.source))
        selection.state = -1;
    const int queries = extent.queries;
    const int keys = extent.keys;
    if (selection.query < 0 || selection.query >= queries)
        selection.query = -1;
    if (selection.key < 0 || selection.key >= keys)
        selection.key = -1;
    keepPins(selection.pinnedQueries, queries);
    keepPins(selection.pinnedKeys, keys);
    return selection;
}

Selection carriedOver(Selection selection, const ModelConfig &before, const ModelConfig &config,
                      const TokenCounts &tokens)
{
    const bool allOn = int(selection.heads.size()) == headsOf(before, selection.attention);
    selection = clampedSelection(std::move(selection), config, tokens);
    if (allOn)
        selection.heads = allHeads(config, selection.attention);
    return selection;
}

Selection selectionOf(const StoredView &view, const ModelConfig &config, const TokenCounts &tokens)
{
    Selection selection;
    selection.attention = viewedAttention(view, config);
    selection.summary = view.summary;
    selection.stage = view.stage;
    selection.layer = view.layer;
    selection.head = view.head;
    selection.heads = view.heads;
    if (selection.heads.empty())
        selection.heads = allHeads(config, selection.attention);
    selection.query = view.query;
    selection.key = view.key;
    return clampedSelection(std::move(selection), config, tokens);
}

StoredView storedView(const Selection &selection, const ModelConfig &config)
{
    StoredView view;
    const std::vector<Attention> attentions = attentionsOf(config);
    if (!attentions.empty() && selection.attention != attentions.front())
        view.block = selection.attention;
    view.summary = selection.summary;
    view.stage = selection.stage;
    view.layer = selection.layer;
    view.head = selection.head;
    if (int(selection.heads.size()) < headsOf(config, selection.attention))
        view.heads = selection.heads;
    view.query = selection.query;
    view.key = selection.key;
    return view;
}

} // namespace regard
