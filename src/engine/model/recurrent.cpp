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

int statePartsOf(Cell cell)
{
    return cell == Cell::Lstm ? 2 : 1;
}

int carriedSizeOf(const ModelConfig &config, Stack stack)
{
    return statePartsOf(config.cell) * stateSizeOf(config, stack);
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

bool isCellWeight(const std::string &name)
{
    return name.find(".forward.") != std::string::npos || name.find(".backward.") != std::string::npos;
}

std::vector<GateWeights> gatesOf(Cell cell)
{
    switch (cell) {
    case Cell::Rnn:
        return {{"w", "u", "b", nullptr}};
    case Cell::Lstm:
        return {{"w_i", "u_i", "b_i", "input_gate"},
                {"w_f", "u_f", "b_f", "forget_gate", 1.0F},
                {"w_g", "u_g", "b_g", "candidate"},
                {"w_o", "u_o", "b_o", "output_gate"}};
    case Cell::Gru:
        break;
    }
    return {{"w_r", "u_r", "b_r", "reset"}, {"w_z", "u_z", "b_z", "update", 1.0F}, {"w_c", "u_c", "b_c", "candidate"}};
}

std::vector<FirstStateWeights> firstStatesOf(Cell cell)
{
    if (statePartsOf(cell) == 1)
        return {firstStateWeights};
    return {firstStateWeights, firstCellWeights};
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
