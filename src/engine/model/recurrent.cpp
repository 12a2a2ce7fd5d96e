#include "engine/model/recurrent.h"

#include "engine/model/attention_place.h"

namespace regard {

int directionsOf(const ModelConfig &config, Stack stack)
{
    return stack == Stack::Encoder ? config.directions : 1;
}

std::vector<CellPlace> cellsOf(const ModelConfig &config, Stack stack)
{
    std::vector<CellPlace> cells;
    if (!isRecurrent(config, stack))
        return cells;
    for (int layer = 0; layer < layersOf(config, stack); ++layer)
        for (int direction = 0; direction < directionsOf(config, stack); ++direction)
            cells.push_back({stack, layer, direction == 0 ? Direction::Forward : Direction::Backward});
    return cells;
}

int stateSizeOf(const ModelConfig &config, Stack stack)
{
    return config.dModel / directionsOf(config, stack);
}

int cellInputOf(const ModelConfig &config, const CellPlace &place)
{
    const bool readsContext = place.stack == Stack::Decoder && place.layer == 0 &&
                              config.decoderAttention == DecoderAttention::Bahdanau &&
                              config.architecture == Architecture::EncoderDecoder;
    return config.dModel + (readsContext ? contextSizeOf(config) : 0);
}

int contextSizeOf(const ModelConfig &config)
{
    return config.outputProjection ? config.dModel : config.decoderHeads * config.dValue;
}

std::string cellName(const CellPlace &place)
{
    return stackName(place.stack) + "." + std::to_string(place.layer) +
           (place.direction == Direction::Forward ? ".forward" : ".backward");
}

std::string cellWeight(const CellPlace &place, const char *name)
{
    return cellName(place) + "." + name;
}

std::vector<GateWeights> gatesOf(Cell cell)
{
    switch (cell) {
    case Cell::Rnn:
        return {{"w", "u", "b"}};
    case Cell::Gru:
        break;
    }
    return {{"w_r", "u_r", "b_r"}, {"w_z", "u_z", "b_z"}, {"w_c", "u_c", "b_c"}};
}

std::vector<std::string> weightNamesOf(const CellPlace &place, Cell cell)
{
    std::vector<std::string> names;
    for (const GateWeights &gate : gatesOf(cell))
        for (const char *name : {gate.input, gate.recurrent, gate.bias})
            names.push_back(cellWeight(place, name));
    if (cell == Cell::Gru)
        names.push_back(cellWeight(place, candidateStateBias));
    return names;
}

bool hasFirstState(const ModelConfig &config)
{
    return config.architecture == Architecture::EncoderDecoder && isRecurrent(config, Stack::Decoder);
}

bool combinesContext(const ModelConfig &config)
{
    return isRecurrent(config, Stack::Decoder) && layersOf(config, Attention::Cross) > 0;
}

} // namespace regard
