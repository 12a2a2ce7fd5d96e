#include "engine/analysis/chain_tangent.h"

#include <cstddef>
#include <string>

#include "engine/kernels/product.h"

namespace regard {

ChainTangent::ChainTangent(const Model &model, const CellTrace &chain, const CellPlace &place, const ModelCell &cell,
                           const std::vector<int> &masked, const Tangent &first)
    : m_model(model), m_chain(chain), m_place(place), m_cell(cell), m_gates(gatesOf(model.config.cell)),
      m_size(chain.states.cols()), m_isBackward(place.direction == Direction::Backward),
      m_isMasked(std::size_t(chain.states.rows())), m_isZero(std::size_t(chain.states.rows())),
      m_first(isStill(first) ? Matrix(Matrix::Zero(1, chain.first.cols())) : first),
      m_read(m_gates.size(), Matrix::Zero(chain.states.rows(), m_size)),
      m_carried(Tangent::Zero(chain.states.rows(), chain.first.cols()))
{
    for (const int position : masked)
        m_isMasked[std::size_t(position)] = true;
    for (const StateRef &state : model.interventions.states)
        if (state.place == place && state.step < int(m_isZero.size()))
            m_isZero[std::size_t(state.step)] = true;
    const auto is = [&](const char *name) { return cell.matrix == cellWeight(place, name); };
    for (std::size_t gate = 0; gate < m_gates.size(); ++gate) {
        if (is(m_gates[gate].input))
            m_part = Part::Input;
        else if (is(m_gates[gate].recurrent))
            m_part = Part::Recurrent;
        else if (is(m_gates[gate].bias))
            m_part = Part::Bias;
        else
            continue;
        m_gate = gate;
        return;
    }
    if (is(candidateStateBias))
        m_part = Part::CandidateState;
}

Matrix ChainTangent::ofGate(const char *GateWeights::*part, std::size_t gate) const
{
    return m_model.weights.at(cellWeight(m_place, m_gates[gate].*part));
}

void ChainTangent::read(const Tangent &input)
{
    for (std::size_t gate = 0; gate < m_gates.size(); ++gate) {
        if (!isStill(input))
            m_read[gate] += product(input, ofGate(&GateWeights::input, gate));
        if (m_part == Part::Input && m_gate == gate)
            m_read[gate].col(m_cell.column) += m_chain.input.col(m_cell.row);
        if (m_part == Part::Bias && m_gate == gate)
            m_read[gate].col(m_cell.column).array() += 1.0F;
    }
}

void ChainTangent::readRow(Eigen::Index token, const Tangent &row)
{
    for (std::size_t gate = 0; gate < m_gates.size(); ++gate) {
        if (!isStill(row))
            m_read[gate].row(token) += product(row, ofGate(&GateWeights::input, gate));
        if (m_part == Part::Input && m_gate == gate)
            m_read[gate](token, m_cell.column) += m_chain.input(token, m_cell.row);
        if (m_part == Part::Bias && m_gate == gate)
            m_read[gate](token, m_cell.column) += 1.0F;
    }
}

/// The tangent of h U for one gate, 1 × size. `before` is the state that the step receives, `moved` its tangent.
Matrix ChainTangent::recurrent(std::size_t gate, const Matrix &before, const Matrix &moved) const
{
    Matrix sum = product(moved.leftCols(m_size), ofGate(&GateWeights::recurrent, gate));
    if (m_part == Part::Recurrent && m_gate == gate)
        sum(0, m_cell.column) += before(0, m_cell.row);
    return sum;
}

/// The tangent of x W + h U + b for one gate, 1 × size.
Matrix ChainTangent::sum(std::size_t gate, Eigen::Index token, const Matrix &before, const Matrix &moved) const
{
    return m_read[gate].row(token) + recurrent(gate, before, moved);
}

Matrix ChainTangent::rnn(Eigen::Index token, const Matrix &before, const Matrix &moved) const
{
    const auto h = m_chain.states.row(token).array();
    return ((1.0F - h.square()) * sum(0, token, before, moved).array()).matrix();
}

/// h' = (1 − z) ∘ c + z ∘ h, with c = tanh(… + r ∘ (h U_c + b_uc)).
Matrix ChainTangent::gru(Eigen::Index token, const Matrix &before, const Matrix &moved) const
{
    const auto r = m_chain.gates[0].row(token).array();
    const auto z = m_chain.gates[1].row(token).array();
    const auto c = m_chain.gates[2].row(token).array();
    const Matrix asked = product(before, ofGate(&GateWeights::recurrent, 2)) +
                         m_model.weights.at(cellWeight(m_place, candidateStateBias)); // h U_c + b_uc
    Matrix askedMoved = recurrent(2, before, moved);
    if (m_part == Part::CandidateState)
        askedMoved(0, m_cell.column) += 1.0F;
    const Matrix movedR = (r * (1.0F - r) * sum(0, token, before, moved).array()).matrix();
    const Matrix movedZ = (z * (1.0F - z) * sum(1, token, before, moved).array()).matrix();
    const Matrix movedC =
        (1.0F - c.square()) * (m_read[2].row(token).array() + movedR.array() * asked.array() + r * askedMoved.array());
    return ((1.0F - z) * movedC.array() - movedZ.array() * c + movedZ.array() * before.array() + z * moved.array())
        .matrix();
}

/// c' = f ∘ c + i ∘ g and h' = o ∘ tanh(c'), side by side: h' first.
Matrix ChainTangent::lstm(Eigen::Index token, const Matrix &before, const Matrix &moved) const
{
    const auto i = m_chain.gates[0].row(token).array();
    const auto f = m_chain.gates[1].row(token).array();
    const auto g = m_chain.gates[2].row(token).array();
    const auto o = m_chain.gates[3].row(token).array();
    const Matrix made = (f * before.rightCols(m_size).array() + i * g).matrix();
    const Matrix active = made.array().tanh().matrix();
    const Matrix movedI = (i * (1.0F - i) * sum(0, token, before, moved).array()).matrix();
    const Matrix movedF = (f * (1.0F - f) * sum(1, token, before, moved).array()).matrix();
    const Matrix movedG = ((1.0F - g.square()) * sum(2, token, before, moved).array()).matrix();
    const Matrix movedO = (o * (1.0F - o) * sum(3, token, before, moved).array()).matrix();
    Matrix both(1, 2 * m_size);
    both.rightCols(m_size) = (movedF.array() * before.rightCols(m_size).array() + f * moved.rightCols(m_size).array() +
                              movedI.array() * g + i * movedG.array())
                                 .matrix();
    both.leftCols(m_size) =
        (movedO.array() * active.array() + o * (1.0F - active.array().square()) * both.rightCols(m_size).array())
            .matrix();
    return both;
}

void ChainTangent::step(Eigen::Index step)
{
    const Eigen::Index token = order(step);
    const Matrix before = carriedBefore(m_chain, m_place.direction, token);
    Matrix moved = carriedAfter(step);
    if (!m_isMasked[std::size_t(token)])
        switch (m_model.config.cell) {
        case Cell::Rnn:
            moved = rnn(token, before, moved);
            break;
        case Cell::Gru:
            moved = gru(token, before, moved);
            break;
        case Cell::Lstm:
            moved = lstm(token, before, moved);
            break;
        }
    if (m_isZero[std::size_t(token)])
        moved.setZero();
    m_carried.row(token) = moved.row(0);
}

Tangent ChainTangent::carriedAfter(Eigen::Index steps) const
{
    return steps == 0 ? m_first : Tangent(m_carried.row(order(steps - 1)));
}

} // namespace regard
