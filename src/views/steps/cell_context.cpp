#include "views/steps/cell_context.h"

#include <algorithm>

#include "engine/kernels/product.h"

namespace regard {

CellContext::CellContext(const Model &ofTrace, const Trace &computed, const Selection &selection,
                         const std::vector<std::string> &names, const StepChoice &chosen, const CellPlace &chain,
                         int token)
    : StepPass(ofTrace, computed, selection, names, chosen, chain.stack), place(chain), cell(cellsAt(computed, chain)),
      input(cell.input.row(token)), before(carriedBefore(cell, chain.direction, token)),
      isMasked(std::find(side.masked.begin(), side.masked.end(), token) != side.masked.end()),
      isZero(ofTrace.interventions.states.contains({chain, token}))
{
    query = token;
    const Eigen::Index size = cell.states.cols();
    if (before.cols() > size)
        cellBefore = before.rightCols(size);
    before.conservativeResize(1, size);
}

CellContext::Gate CellContext::gate(std::size_t index) const
{
    Gate gate{gatesOf(config.cell).at(index), config.cell == Cell::Gru && index == 2, {}, {}};
    const ModelWeights &weights = model.weights;
    const Matrix *stateBias = gate.hasStateBias ? &weights.at(weight(candidateStateBias)) : nullptr;
    gate.fromInput =
        affine(input, weights.at(weight(gate.weights.input)), &weights.at(weight(gate.weights.bias))).numbers;
    gate.fromState = affine(before, weights.at(weight(gate.weights.recurrent)), stateBias).numbers;
    return gate;
}

Matrix CellContext::madeCellState() const
{
    return cell.gates[1].row(query).array() * cellBefore.array() +
           cell.gates[0].row(query).array() * cell.gates[2].row(query).array();
}

QString letterOf(const char *weight)
{
    const QString name = QString::fromLatin1(weight);
    return name.startsWith(QLatin1Char('b')) ? name : name.left(1).toUpper() + name.mid(1);
}

StepSourceList CellContext::wordSources() const
{
    return place.layer == 0 ? entry.entry(query) : StepSourceList();
}

} // namespace regard
