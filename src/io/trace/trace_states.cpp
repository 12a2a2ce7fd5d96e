#include "io/trace/trace_states.h"

#include <cstddef>

#include "engine/model/recurrent.h"

namespace regard {

std::vector<NamedStates> namedStates(const CellTrace &chain, Cell cell)
{
    std::vector<NamedStates> list;
    const std::vector<GateWeights> gates = gatesOf(cell);
    for (std::size_t gate = 0; gate < chain.gates.size(); ++gate)
        list.push_back({TracePart::Gates, gates[gate].name, chain.gates[gate]});
    list.push_back({TracePart::States, "states", chain.states});
    if (chain.cellStates.size() > 0)
        list.push_back({TracePart::States, "cell_states", chain.cellStates});
    return list;
}

std::vector<NamedStates> namedFirstStates(const Trace &trace, const ModelConfig &config)
{
    if (trace.firstState.size() == 0)
        return {};
    std::vector<NamedStates> list{{TracePart::States, "first_state", Matrix(trace.firstState.leftCols(config.dModel))}};
    if (trace.firstState.cols() > config.dModel)
        list.push_back({TracePart::States, "first_cell_state", Matrix(trace.firstState.rightCols(config.dModel))});
    return list;
}

} // namespace regard
