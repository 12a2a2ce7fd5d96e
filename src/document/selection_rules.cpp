#include "document/selection_rules.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <string>
#include <utility>

namespace regard {

namespace {

constexpr std::array<std::pair<Stage, const char *>, 4> stageNames{
    {{Stage::Scores, "scores"}, {Stage::Scaled, "scaled"}, {Stage::Masked, "masked"}, {Stage::Weights, "weights"}}};

/// Sorted, each once, and none outside 0 … count − 1.
void keepBelow(std::vector<int> &positions, int count)
{
    std::erase_if(positions, [count](int position) { return position < 0 || position >= count; });
    std::sort(positions.begin(), positions.end());
    positions.erase(std::unique(positions.begin(), positions.end()), positions.end());
}

std::vector<int> firstNumbers(int count)
{
    std::vector<int> numbers(static_cast<std::size_t>(count));
    std::iota(numbers.begin(), numbers.end(), 0);
    return numbers;
}

} // namespace

Selection clampedSelection(Selection selection, const ModelConfig &config, int tokens)
{
    selection.layer = std::clamp(selection.layer, 0, std::max(0, config.encoderLayers - 1));
    selection.head = std::clamp(selection.head, 0, std::max(0, config.heads - 1));
    const bool anyOn = !selection.heads.empty();
    keepBelow(selection.heads, config.heads);
    if (anyOn && selection.heads.empty())
        selection.heads = {selection.head};
    if (selection.query < 0 || selection.query >= tokens)
        selection.query = -1;
    if (selection.key < 0 || selection.key >= tokens)
        selection.key = -1;
    keepBelow(selection.pinnedQueries, tokens);
    keepBelow(selection.pinnedKeys, tokens);
    return selection;
}

Selection carriedOver(Selection selection, int headsBefore, const ModelConfig &config, int tokens)
{
    if (config.heads > headsBefore && static_cast<int>(selection.heads.size()) == headsBefore)
        selection.heads = firstNumbers(config.heads);
    return clampedSelection(std::move(selection), config, tokens);
}

Selection selectionOf(const StoredView &view, const ModelConfig &config, int tokens)
{
    Selection selection;
    selection.layer = view.layer;
    selection.head = view.head;
    selection.heads = view.heads.empty() ? firstNumbers(config.heads) : view.heads;
    selection.query = view.query;
    selection.key = view.key;
    for (const auto &[stage, name] : stageNames)
        if (view.stage == name)
            selection.stage = stage;
    return clampedSelection(std::move(selection), config, tokens);
}

StoredView storedView(const Selection &selection, const ModelConfig &config)
{
    StoredView view;
    view.layer = selection.layer;
    view.head = selection.head;
    if (static_cast<int>(selection.heads.size()) < config.heads)
        view.heads = selection.heads;
    view.query = selection.query;
    view.key = selection.key;
    for (const auto &[stage, name] : stageNames)
        if (selection.stage == stage)
            view.stage = name;
    return view;
}

} // namespace regard
