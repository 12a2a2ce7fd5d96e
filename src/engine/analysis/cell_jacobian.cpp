#include "engine/analysis/cell_jacobian.h"

#include <cstddef>

namespace regard {

CellJacobian::CellJacobian(const Model &model, const CellTrace &chain, const CellPlace &place,
                           const std::vector<int> &masked)
    : m_chain(chain), m_isGru(model.config.cell == Cell::Gru), m_isBackward(place.direction == Direction::Backward),
      m_isMasked(std::size_t(chain.states.rows())), m_isZero(std::size_t(chain.states.rows()))
{
    for (const int position : masked)
        m_isMasked[std::size_t(position)] = true;
    for (const StateRef &state : model.interventions.states)
        if (state.place == place && state.step < int(m_isZero.size()))
            m_isZero[std::size_t(state.step)] = true;
    for (const GateWeights &gate : gatesOf(model.config.cell)) {
        m_inputs.push_back(inDouble(model.weights.at(cellWeight(place, gate.input))));
        m_recurrents.push_back(inDouble(model.weights.at(cellWeight(place, gate.recurrent))));
    }
    if (m_isGru)
        m_stateBias = inDouble(model.weights.at(cellWeight(place, candidateStateBias)));
}

void CellJacobian::throughZero(Eigen::Index token, Jacobian &of) const
{
    if (m_isZero[std::size_t(token)])
        of.resize(0, 0);
}

Eigen::RowVectorXd CellJacobian::stateBefore(Eigen::Index token) const
{
    const Eigen::Index before = m_isBackward ? token + 1 : token - 1;
    const bool isFirst = before < 0 || before >= m_chain.states.rows();
    return isFirst ? inDouble(m_chain.first).row(0) : inDouble(m_chain.states.row(before)).row(0);
}

Jacobian CellJacobian::before(Eigen::Index token, const Jacobian &of, Jacobian *input) const
{
    if (of.size() == 0 || m_isMasked[std::size_t(token)])
        return of;
    return m_isGru ? gru(token, of, input) : rnn(token, of, input);
}

/// tanh(x W + h U + b), whose slope is 1 − tanh².
Jacobian CellJacobian::rnn(Eigen::Index token, const Jacobian &of, Jacobian *input) const
{
    // Of the very state that the cell made; zeros that replaced it end the way before this.
    const Eigen::RowVectorXd slope = 1 - inDouble(m_chain.states.row(token)).row(0).array().square();
    const Jacobian sum = of * slope.asDiagonal();
    if (input)
        *input = sum * m_inputs[0].transpose();
    return sum * m_recurrents[0].transpose();
}

/// h' = (1 − z) ∘ c + z ∘ h, with c = tanh(… + r ∘ (h U_c + b_uc)).
Jacobian CellJacobian::gru(Eigen::Index token, const Jacobian &of, Jacobian *input) const
{
    const Eigen::RowVectorXd h = stateBefore(token);
    const Eigen::RowVectorXd asked = h * m_recurrents[2] + m_stateBias;
    const Eigen::ArrayXXd r = inDouble(m_chain.reset.row(token)).array();
    const Eigen::ArrayXXd z = inDouble(m_chain.update.row(token)).array();
    const Eigen::ArrayXXd c = inDouble(m_chain.candidate.row(token)).array();
    const auto scaled = [](const Jacobian &by, const Eigen::ArrayXXd &slope) {
        return Jacobian(by * Eigen::RowVectorXd(slope.matrix().row(0)).asDiagonal());
    };
    const Jacobian ofC = scaled(of, (1 - z) * (1 - c.square()));
    const Jacobian ofR = scaled(ofC, asked.array() * r * (1 - r));
    const Jacobian ofZ = scaled(of, (h.array() - c) * z * (1 - z));
    if (input)
        *input = ofR * m_inputs[0].transpose() + ofZ * m_inputs[1].transpose() + ofC * m_inputs[2].transpose();
    Jacobian by = scaled(of, z);
    by += ofR * m_recurrents[0].transpose();
    by += ofZ * m_recurrents[1].transpose();
    by += scaled(ofC, r) * m_recurrents[2].transpose();
    return by;
}

} // namespace regard
