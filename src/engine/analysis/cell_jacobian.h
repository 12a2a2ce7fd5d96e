#pragma once

#include <vector>

#include "engine/analysis/jacobian.h"
#include "engine/model/model.h"
#include "engine/model/recurrent.h"
#include "engine/pass/trace.h"

namespace regard {

/// One chain of cells backwards, a step at a time.
class CellJacobian {
public:
    /// masked are positions from 0.
    CellJacobian(const Model &model, const CellTrace &chain, const CellPlace &place, const std::vector<int> &masked);

    /// What a derivative by what a step passes on, where zeros may replace it, is by what the cell made. Its columns
    /// are carriedSizeOf(), as everywhere here.
    void throughZero(Eigen::Index token, Jacobian &of) const;
    /// Takes the derivative by what the cell made at that token to that by what was passed on to it. `input`, where it
    /// is not null, gets that by what the step read.
    Jacobian before(Eigen::Index token, const Jacobian &of, Jacobian *input = nullptr) const;

private:
    Jacobian rnn(Eigen::Index token, const Jacobian &of, Jacobian *input) const;
    Jacobian gru(Eigen::Index token, const Jacobian &of, Jacobian *input) const;
    Jacobian lstm(Eigen::Index token, const Jacobian &of, Jacobian *input) const;
    Eigen::RowVectorXd carried(Eigen::Index token) const
    {
        return inDouble(carriedBefore(m_chain, m_direction, token)).row(0);
    }
    Eigen::ArrayXXd gate(std::size_t index, Eigen::Index token) const
    {
        return inDouble(m_chain.gates[index].row(token)).array();
    }

    const CellTrace &m_chain;
    Cell m_cell;
    Direction m_direction;
    Eigen::Index m_size;
    std::vector<bool> m_isMasked;
    std::vector<bool> m_isZero;
    std::vector<Jacobian> m_inputs;     ///< of each gate inputs × size
    std::vector<Jacobian> m_recurrents; ///< size × size
    Eigen::RowVectorXd m_stateBias;     ///< inside the reset gate's product
};

} // namespace regard
