#pragma once

#include <memory>
#include <vector>

#include "engine/model/model.h"
#include "engine/model/recurrent.h"
#include "engine/pass/trace.h"

namespace regard {

/// One chain of cells while it goes through a sentence of n tokens, a step a token. Step i is of the token order(i).
class CellRun {
public:
    /// masked are positions from 0; first is 1 × carriedSizeOf().
    CellRun(const Model &model, const CellPlace &place, Eigen::Index n, const std::vector<int> &masked, Matrix first);

    Eigen::Index order(Eigen::Index step) const { return m_isBackward ? m_n - 1 - step : step; }

    /// Takes over the first steps from an earlier chain of the same weights that read the same there, as many as
    /// commonSteps() says.
    void keep(const CellTrace &before, Eigen::Index steps);
    /// What all steps from `from` on read, n × cellInputOf().
    void read(const Matrix &input, Eigen::Index from);
    /// What one step reads, 1 × cellInputOf().
    void readRow(Eigen::Index token, const Matrix &row);
    /// Computes the next step from what the one before it passes on. Throws Overflow where numbers leave float32.
    void step(Eigen::Index step);

    /// 1 × stateSizeOf(), h after the steps so far.
    Matrix state() const { return m_carried.leftCols(m_size); }
    std::shared_ptr<CellTrace> take() { return std::move(m_trace); }

private:
    void rnn(Eigen::Index token);
    void gru(Eigen::Index token);
    void lstm(Eigen::Index token);

    const Model &m_model;
    CellPlace m_place;
    Eigen::Index m_n;
    Eigen::Index m_size;
    bool m_isBackward;
    std::vector<bool> m_isMasked;
    std::vector<bool> m_isZero;
    Matrix m_inputWeights;     ///< the gates' side by side, cellInputOf() × gates · size
    Matrix m_recurrentWeights; ///< size × gates · size
    Matrix m_inputBias;        ///< 1 × gates · size
    Matrix m_recurrentBias;    ///< 1 × gates · size; zeros but for the candidate of a gru
    Matrix m_read;             ///< n × gates · size, input · weights + bias
    Matrix m_recurrent;        ///< 1 × gates · size, of the running step
    Matrix m_carried;          ///< 1 × carriedSizeOf(), passed on by the steps so far
    std::shared_ptr<CellTrace> m_trace;
};

/// How many steps from the beginning of a chain read the same in both passes and are left as they were: the same rows
/// of input, the same masks and the same states put to zero. Weights are not compared.
Eigen::Index commonSteps(const CellPlace &place, const Matrix &input, const Matrix &before, const SideTrace &side,
                         const SideTrace &sideBefore, const Interventions &now, const Interventions &then);

} // namespace regard
