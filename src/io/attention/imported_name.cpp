#include "io/attention/imported_name.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace regard {

namespace {

constexpr std::array ofHeads{"q", "k", "v", "scores", "scaled", "masked", "weights", "head_output"};
constexpr std::array ofBlocks{"joined", "output", "stream"};
constexpr std::array ofFeedForwards{"hidden", "output", "stream"};
constexpr std::array ofTheWhole{"input",  "target_input",        "encoder_output",           "decoder_output",
                                "logits", "decoder.first_state", "decoder.first_cell_state", "decoder.asking"};

template <typename Words>
bool has(const Words &words, std::string_view word)
{
    return std::find(words.begin(), words.end(), word) != words.end();
}

/// What stands before the next dot, and cuts it off.
std::string_view next(std::string_view &name)
{
    const std::size_t dot = std::min(name.find('.'), name.size());
    const std::string_view part = name.substr(0, dot);
    name.remove_prefix(std::min(dot + 1, name.size()));
    return part;
}

/// A layer, counted from 0 and written without zeros before it.
std::optional<int> layerOf(std::string_view text)
{
    int layer = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), layer);
    const bool isPlain = text.size() == 1 || (!text.empty() && text.front() != '0');
    if (error != std::errc() || end != text.data() + text.size() || layer < 0 || layer >= maximumLayers || !isPlain)
        return std::nullopt;
    return layer;
}

} // namespace

bool isOfHeads(const std::string &word)
{
    return has(ofHeads, word);
}

std::optional<ImportedName> importedName(std::string_view name)
{
    if (has(ofTheWhole, name))
        return ImportedName{std::nullopt, std::string(name)};
    const std::string_view stack = next(name);
    if (stack != "encoder" && stack != "decoder")
        return std::nullopt;
    const std::optional<int> layer = layerOf(next(name));
    const std::string_view kind = next(name);
    if (!layer)
        return std::nullopt;
    const std::string word(name);
    const bool isCross = kind == "cross" && stack == "decoder";
    if (kind == "self" || isCross) {
        if (!has(ofHeads, word) && !has(ofBlocks, word))
            return std::nullopt;
        const Attention attention = isCross              ? Attention::Cross
                                    : stack == "decoder" ? Attention::Decoder
                                                         : Attention::Encoder;
        return ImportedName{AttentionPlace{attention, *layer}, word};
    }
    const bool isFeedForward = kind == "ffn" && has(ofFeedForwards, word);
    const bool isCell = (kind == "forward" || kind == "backward") && has(wordsOfCells, word);
    return isFeedForward || isCell ? std::optional(ImportedName{std::nullopt, word}) : std::nullopt;
}

} // namespace regard
