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

    /// What a derivative by the state after a step, where zeros may replace it, is by the state that the cell made.
    void throughZero(Eigen::Index token, Jacobian &of) const;
    /// From the derivative by the state that the cell made at that token to that by the state before; where `input` is
    /// not null it gets that by what the step read.
    Jacobian before(Eigen::Index token, const Jacobian &of, Jacobian *input = nullptr) const;

private:
    Jacobian gru(Eigen::Index token, const Jacobian &of, Jacobian *input) const;
    Jacobian rnn(Eigen::Index token, const Jacobian &of, Jacobian *input) const;
    Eigen::RowVectorXd stateBefore(Eigen::Index token) const;

    const CellTrace &m_chain;
    bool m_isGru;
    bool m_isBackward;
    std::vector<bool> m_isMasked;
    std::vector<bool> m_isZero;
    std::vector<Jacobian> m_inputs;     ///< of each gate inputs × size
    std::vector<Jacobian> m_recurrents; ///< size × size
    Eigen::RowVectorXd m_stateBias;     ///< inside the reset gate's product
};

} // namespace regard
