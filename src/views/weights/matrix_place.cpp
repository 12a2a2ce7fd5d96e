#include "views/weights/matrix_place.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <vector>

namespace regard {

namespace {

constexpr std::array parts{Part::Attention, Part::Input,  Part::AttentionNorm, Part::FeedForward, Part::FeedForwardNorm,
                           Part::FinalNorm, Part::Output, Part::FirstState,    Part::Combine};

template <typename Value>
void bringForward(std::vector<Value> &values, Value first)
{
    std::stable_partition(values.begin(), values.end(), [first](Value value) { return value == first; });
}

bool hasMatrix(const Document &document, const Selection &selection, const std::string &matrix)
{
    const std::vector<std::string> names = document.matrices().editableMatrices(selection);
    return std::find(names.begin(), names.end(), matrix) != names.end();
}

} // namespace

std::optional<Selection> selectionShowing(const Document &document, const std::string &matrix)
{
    Selection selection = document.look().selection();
    const int presentLayer = selection.layer;
    const ModelConfig &config = document.matrices().model()->config;
    for (const Stack stack : {Stack::Encoder, Stack::Decoder})
        for (const CellPlace &place : cellsOf(config, stack))
            if (matrix.starts_with(cellName(place) + ".")) {
                selection.part = Part::Cells;
                selection.chain = place;
                return hasMatrix(document, selection, matrix) ? std::optional(selection) : std::nullopt;
            }
    std::vector<Attention> attentions = attentionsOf(config);
    if (attentions.empty())
        attentions.push_back(selection.attention);
    bringForward(attentions, selection.attention);
    for (const Attention attention : attentions) {
        std::vector<int> layers(std::size_t(std::max(1, layersOf(config, attention))));
        std::iota(layers.begin(), layers.end(), 0);
        bringForward(layers, presentLayer);
        for (const int layer : layers) {
            for (const Part part : parts) {
                selection.attention = attention;
                selection.layer = layer;
                selection.part = part;
                if (hasMatrix(document, selection, matrix))
                    return selection;
            }
        }
    }
    // The rows that a recurrent encoder reads, beside a decoder of attentions.
    selection = document.look().selection();
    selection.part = Part::Input;
    for (const Stack stack : {Stack::Encoder, Stack::Decoder}) {
        selection.chain = {stack, 0, Direction::Forward};
        if (hasMatrix(document, selection, matrix))
            return selection;
    }
    return std::nullopt;
}

} // namespace regard
