#include "export/export_selection.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <vector>

#include "export/export_view.h"
#include "io/project/attention_extent.h"
#include "views/path/path_data.h"
#include "views/steps/step_subject.h"

namespace regard {

namespace {

/// The number counted from 0, or an error that names the option and both numbers.
int within(const char *option, int number, int count, const char *what)
{
    if (number < 1 || number > count)
        throw ConfigError("--" + std::string(option) + " " + std::to_string(number) + " is not there: " + what + " " +
                          std::to_string(count));
    return number - 1;
}

std::vector<int> headsOf(const ExportOptions &options, int count)
{
    std::vector<int> heads;
    for (const int head : options.heads)
        heads.push_back(within("head", head, count, "the number of heads is"));
    std::sort(heads.begin(), heads.end());
    if (wantsAllHeads(options))
        for (int head = 0; head < count; ++head)
            heads.push_back(head);
    return heads.empty() ? std::vector<int>{0} : heads;
}

/// The chain that is meant: of the stack that --block names, without it of the sentence's own; nothing: an attention.
std::optional<CellPlace> chainNamed(const ExportOptions &options, const ModelConfig &config)
{
    for (const Stack stack : {Stack::Encoder, Stack::Decoder}) {
        const bool isMeant =
            options.block == stackName(stack) || (options.block.empty() && stack == sourceStack(config));
        if (!isMeant || !isRecurrent(config, stack))
            continue;
        const int layer = within("layer", options.layer, layersOf(config, stack), "the number of layers is");
        if (options.isBackward && directionsOf(config, stack) == 1)
            throw ConfigError("--direction backward is not there: the " + stackName(stack) + " goes forward alone");
        return CellPlace{stack, layer, options.isBackward ? Direction::Backward : Direction::Forward};
    }
    return std::nullopt;
}

/// Returns the selection of --view path; its words are no tokens in focus.
Selection pathSelection(const ExportOptions &options, const ModelConfig &config, const Input &input)
{
    PathPlace place;
    place.chain = chainNamed(options, config);
    if (!place.chain) {
        place.attention = attentionNamed(options.block, config);
        const int layers = layersOf(config, place.attention);
        if (options.layer != 1 && options.layer != layers)
            throw ConfigError("--view path goes through the last layer of an attention, which is " +
                              std::to_string(layers) + ": leave --layer out");
        if (options.isBackward)
            throw ConfigError("--direction names a chain of a recurrent encoder: this is none");
    }
    const bool isOfTarget = !place.chain ? place.attention != Attention::Encoder : place.chain->stack == Stack::Decoder;
    const Attention side = isOfTarget ? Attention::Decoder : Attention::Encoder;
    const AttentionExtent words = extentOf(config, side, countsOf(input));
    const bool crosses = !place.chain && place.attention == Attention::Cross;
    const int keys = crosses ? countsOf(input).source : words.keys;
    if (options.query)
        within("query", *options.query, words.queries, "the number of words is");
    if (options.key)
        within("key", *options.key, keys, "the number of words is");
    return withPathPlace({}, place);
}

/// Returns the selection of --view steps, where it goes through the cell of a chain alone.
Selection chainSelection(const ExportOptions &options, Selection selection, const ModelConfig &config,
                         const Input &input)
{
    if (options.key)
        throw ConfigError("--key names a token that is looked at: the steps of a chain have a --query alone");
    const bool isOfTarget = selection.chain.stack == Stack::Decoder;
    const AttentionExtent words =
        extentOf(config, isOfTarget ? Attention::Decoder : Attention::Encoder, countsOf(input));
    if (options.query)
        selection.state = within("query", *options.query, words.queries, "the number of words is");
    return selection;
}

/// Returns the chain of --direction where --block names none.
CellPlace backwardChain(const Selection &selection, const ModelConfig &config)
{
    if (selection.attention != Attention::Cross || !isRecurrent(config, Stack::Encoder))
        throw ConfigError("--direction names a chain of a recurrent encoder: there is none in this block");
    if (config.directions == 1)
        throw ConfigError("--direction backward is not there: the encoder goes forward alone");
    return {Stack::Encoder, 0, Direction::Backward};
}

/// Returns the selection of --view steps where a chain is named or the model has nothing else. Nothing: it goes through
/// an attention, without a chain or with the first.
std::optional<Selection> selectionOfChain(const ExportOptions &options, const ModelConfig &config)
{
    const std::vector<Attention> attentions = attentionsOf(config);
    if (options.block.empty() && !attentions.empty())
        return std::nullopt;
    const std::optional<CellPlace> chain = chainNamed(options, config);
    if (!chain)
        return std::nullopt;
    Selection selection;
    selection.part = Part::Cells;
    selection.chain = *chain;
    const bool crosses = std::find(attentions.begin(), attentions.end(), Attention::Cross) != attentions.end();
    selection.attention = crosses ? Attention::Cross : attentions.empty() ? Attention::Encoder : attentions.front();
    return selection;
}

} // namespace

Selection selectionOf(const ExportOptions &options, const ModelConfig &config, const Input &input)
{
    if (viewNamed(options.view).id == ViewId::Path)
        return pathSelection(options, config, input);
    Selection selection;
    std::optional<Selection> ofChain;
    if (viewNamed(options.view).id == ViewId::Steps)
        ofChain = selectionOfChain(options, config);
    if (ofChain && isChainAlone(*ofChain, config))
        return chainSelection(options, *ofChain, config, input);
    if (ofChain)
        selection = *ofChain;
    else
        selection.attention = attentionNamed(options.block, config);
    const AttentionExtent extent = extentOf(config, selection.attention, countsOf(input));
    if (!ofChain) {
        selection.layer = within("layer", options.layer, extent.layers, "the number of layers is");
        if (options.isBackward)
            selection.chain = backwardChain(selection, config);
    }
    selection.heads = headsOf(options, extent.heads);
    selection.head = selection.heads.front();
    if (options.query)
        selection.query = within("query", *options.query, extent.queries, "the number of query tokens is");
    if (options.key)
        selection.key = within("key", *options.key, extent.keys, "the number of key tokens is");
    selection.stage = options.stage;
    selection.summary = options.summary;
    if (selection.summary == Summary::Rollout && selection.attention == Attention::Cross)
        throw ConfigError("--summary rollout goes through the layers of self-attention: the block \"cross\" has none");
    return selection;
}

bool wantsGrid(const ExportOptions &options)
{
    const View &view = viewNamed(options.view);
    const bool severalHeads = options.summary == Summary::None && (wantsAllHeads(options) || options.heads.size() > 1);
    return view.multiplies && (options.layers.size() > 1 || (severalHeads && (options.multiples || view.showsOneHead)));
}

Grid gridOf(const ExportOptions &options, const Selection &selection, const ModelConfig &config, bool isPinned)
{
    Grid grid;
    const bool isMap = viewNamed(options.view).id == ViewId::Heads;
    if (isMap ? options.layers.empty() || options.theme.parts.marks.value_or(false) : !wantsGrid(options))
        return grid;
    std::vector<int> heads = selection.heads;
    if (isMap) {
        heads.resize(std::size_t(headsOf(config, selection.attention)));
        std::iota(heads.begin(), heads.end(), 0);
    } else if (selection.summary != Summary::None) {
        heads = {selection.head};
    }
    const int count = layersOf(config, selection.attention);
    std::vector<int> layers = options.layers;
    if (layers.empty())
        layers.push_back(options.layer);
    if (isPinned)
        std::erase_if(layers, [&](int layer) { return layer > count; });
    for (const int layer : layers)
        for (const int head : heads)
            grid.cells.push_back({within("layer", layer, count, "the number of layers is"), head});
    grid.columns = layers.size() > 1 && heads.size() > 1 ? int(heads.size()) : 0;
    return grid;
}

bool wantsAllHeads(const ExportOptions &options)
{
    return options.allHeads || (options.heads.empty() && viewNamed(options.view).showsAllHeads);
}

bool saysWhatIsSeen(const ExportOptions &options)
{
    const ExportOptions left;
    return options.block != left.block || options.summary != left.summary || options.layer != left.layer ||
           options.allHeads || !options.heads.empty() || options.query || options.key || options.stage != left.stage;
}

} // namespace regard
