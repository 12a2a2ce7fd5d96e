#include "views/step_parts/cell_context.h"

#include <algorithm>

#include "engine/kernels/product.h"

namespace regard {

namespace {

/// The state before the step of a token: 1 × stateSizeOf().
Matrix stateBefore(const CellTrace &cell, Direction direction, int token)
{
    const int before = direction == Direction::Forward ? token - 1 : token + 1;
    return before < 0 || before >= int(cell.states.rows()) ? cell.first : Matrix(cell.states.row(before));
}

} // namespace

CellContext::CellContext(const Model &ofTrace, const Trace &computed, const Selection &selection,
                         const std::vector<std::string> &names, const StepChoice &chosen, const CellPlace &chain,
                         int token)
    : StepPass(ofTrace, computed, selection, names, chosen, chain.stack), place(chain), cell(cellsAt(computed, chain)),
      input(cell.input.row(token)), before(stateBefore(cell, chain.direction, token)),
      isMasked(std::find(side.masked.begin(), side.masked.end(), token) != side.masked.end()),
      isZero(ofTrace.interventions.states.contains({chain, token}))
{
    query = token;
}

CellContext::Gate CellContext::gate(std::size_t index) const
{
    Gate gate{gatesOf(config.cell).at(index), isGru() && index == 2, {}, {}};
    const ModelWeights &weights = model.weights;
    const Matrix *stateBias = gate.hasStateBias ? &weights.at(weight(candidateStateBias)) : nullptr;
    gate.fromInput =
        affine(input, weights.at(weight(gate.weights.input)), &weights.at(weight(gate.weights.bias))).numbers;
    gate.fromState = affine(before, weights.at(weight(gate.weights.recurrent)), stateBias).numbers;
    return gate;
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
