#include "engine/analysis/cell_jacobian.h"

#include <cstddef>

namespace regard {

CellJacobian::CellJacobian(const Model &model, const CellTrace &chain, const CellPlace &place,
                           const std::vector<int> &masked)
    : m_chain(chain), m_cell(model.config.cell), m_direction(place.direction), m_size(chain.states.cols()),
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
    if (m_cell == Cell::Gru)
        m_stateBias = inDouble(model.weights.at(cellWeight(place, candidateStateBias)));
}

void CellJacobian::throughZero(Eigen::Index token, Jacobian &of) const
{
    if (m_isZero[std::size_t(token)])
        of.resize(0, 0);
}

Jacobian CellJacobian::before(Eigen::Index token, const Jacobian &of, Jacobian *input) const
{
    if (of.size() == 0 || m_isMasked[std::size_t(token)])
        return of;
    switch (m_cell) {
    case Cell::Rnn:
        return rnn(token, of, input);
    case Cell::Gru:
        return gru(token, of, input);
    case Cell::Lstm:
        break;
    }
    return lstm(token, of, input);
}

namespace {

/// Multiplies each column by a number of the slope, which is one row.
Jacobian scaledColumns(const Jacobian &by, const Eigen::ArrayXXd &slope)
{
    return by * Eigen::RowVectorXd(slope.matrix().row(0)).asDiagonal();
}

/// Adds to `by` what goes through the gates' sums, by that which their weights multiply.
Jacobian throughSums(const std::vector<Jacobian> &ofSums, const std::vector<Jacobian> &weights, Jacobian by = {})
{
    for (std::size_t gate = 0; gate < ofSums.size(); ++gate)
        add(by, ofSums[gate] * weights[gate].transpose());
    return by;
}

} // namespace

/// tanh(x W + h U + b), whose slope is 1 − tanh².
Jacobian CellJacobian::rnn(Eigen::Index token, const Jacobian &of, Jacobian *input) const
{
    // The slope is taken at the state that the cell made; zeros that replaced it end the way before this.
    const Jacobian sum = scaledColumns(of, 1 - inDouble(m_chain.states.row(token)).array().square());
    if (input)
        *input = throughSums({sum}, m_inputs);
    return throughSums({sum}, m_recurrents);
}

/// h' = (1 − z) ∘ c + z ∘ h, with c = tanh(… + r ∘ (h U_c + b_uc)).
Jacobian CellJacobian::gru(Eigen::Index token, const Jacobian &of, Jacobian *input) const
{
    const Eigen::RowVectorXd h = carried(token);
    const Eigen::RowVectorXd asked = h * m_recurrents[2] + m_stateBias;
    const Eigen::ArrayXXd r = gate(0, token);
    const Eigen::ArrayXXd z = gate(1, token);
    const Eigen::ArrayXXd c = gate(2, token);
    const Jacobian ofC = scaledColumns(of, (1 - z) * (1 - c.square()));
    const Jacobian ofR = scaledColumns(ofC, asked.array() * r * (1 - r));
    const Jacobian ofZ = scaledColumns(of, (h.array() - c) * z * (1 - z));
    if (input)
        *input = throughSums({ofR, ofZ, ofC}, m_inputs);
    return throughSums({ofR, ofZ, scaledColumns(ofC, r)}, m_recurrents, scaledColumns(of, z));
}

/// c' = f ∘ c + i ∘ g and h' = o ∘ tanh(c').
Jacobian CellJacobian::lstm(Eigen::Index token, const Jacobian &of, Jacobian *input) const
{
    const Eigen::ArrayXXd cell = carried(token).tail(m_size).array();
    const Eigen::ArrayXXd i = gate(0, token);
    const Eigen::ArrayXXd f = gate(1, token);
    const Eigen::ArrayXXd g = gate(2, token);
    const Eigen::ArrayXXd o = gate(3, token);
    const Eigen::ArrayXXd active = (f * cell + i * g).tanh();
    const Jacobian ofState = of.leftCols(m_size);
    const Jacobian ofCell = of.rightCols(m_size) + scaledColumns(ofState, o * (1 - active.square()));
    const std::vector<Jacobian> sums{scaledColumns(ofCell, g * i * (1 - i)), scaledColumns(ofCell, cell * f * (1 - f)),
                                     scaledColumns(ofCell, i * (1 - g.square())),
                                     scaledColumns(ofState, active * o * (1 - o))};
    if (input)
        *input = throughSums(sums, m_inputs);
    Jacobian by(of.rows(), of.cols());
    by.leftCols(m_size) = throughSums(sums, m_recurrents);
    by.rightCols(m_size) = scaledColumns(ofCell, f);
    return by;
}

} // namespace regard
