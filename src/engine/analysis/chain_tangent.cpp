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
      m_first(isStill(first) ? Matrix(Matrix::Zero(1, m_size)) : first),
      m_read(m_gates.size(), Matrix::Zero(chain.states.rows(), m_size)),
      m_states(Tangent::Zero(chain.states.rows(), m_size))
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

/// Of h U, 1 × size, for one gate: before is the state, moved its tangent.
Matrix ChainTangent::recurrent(std::size_t gate, const Matrix &before, const Matrix &moved) const
{
    Matrix sum = product(moved, ofGate(&GateWeights::recurrent, gate));
    if (m_part == Part::Recurrent && m_gate == gate)
        sum(0, m_cell.column) += before(0, m_cell.row);
    return sum;
}

/// h' = (1 − z) ∘ c + z ∘ h, with c = tanh(… + r ∘ (h U_c + b_uc)).
void ChainTangent::gru(Eigen::Index token, const Matrix &before, const Matrix &moved)
{
    const auto r = m_chain.reset.row(token).array();
    const auto z = m_chain.update.row(token).array();
    const auto c = m_chain.candidate.row(token).array();
    const Matrix asked = product(before, ofGate(&GateWeights::recurrent, 2)) +
                         m_model.weights.at(cellWeight(m_place, candidateStateBias)); // h U_c + b_uc
    Matrix askedMoved = recurrent(2, before, moved);
    if (m_part == Part::CandidateState)
        askedMoved(0, m_cell.column) += 1.0F;
    const Matrix sumR = m_read[0].row(token) + recurrent(0, before, moved);
    const Matrix sumZ = m_read[1].row(token) + recurrent(1, before, moved);
    const Matrix movedR = (r * (1.0F - r) * sumR.array()).matrix();
    const Matrix movedZ = (z * (1.0F - z) * sumZ.array()).matrix();
    const Matrix movedC =
        (1.0F - c.square()) * (m_read[2].row(token).array() + movedR.array() * asked.array() + r * askedMoved.array());
    m_states.row(token) =
        ((1.0F - z) * movedC.array() - movedZ.array() * c + movedZ.array() * before.array() + z * moved.array())
            .matrix();
}

void ChainTangent::step(Eigen::Index step)
{
    const Eigen::Index token = order(step);
    const Matrix before = step == 0 ? m_chain.first : Matrix(m_chain.states.row(order(step - 1)));
    const Matrix moved = step == 0 ? m_first : Matrix(m_states.row(order(step - 1)));
    if (m_isMasked[std::size_t(token)]) {
        m_states.row(token) = moved.row(0);
    } else if (m_model.config.cell == Cell::Gru) {
        gru(token, before, moved);
    } else {
        const auto h = m_chain.states.row(token).array();
        const Matrix sum = m_read[0].row(token) + recurrent(0, before, moved);
        m_states.row(token) = ((1.0F - h.square()) * sum.array()).matrix();
    }
    if (m_isZero[std::size_t(token)])
        m_states.row(token).setZero();
}

Tangent ChainTangent::stateAfter(Eigen::Index steps) const
{
    return steps == 0 ? m_first : Tangent(m_states.row(order(steps - 1)));
}

} // namespace regard
