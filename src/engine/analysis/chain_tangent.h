#pragma once

#include <vector>

#include "engine/analysis/model_cell.h"
#include "engine/base/tangent.h"
#include "engine/model/model.h"
#include "engine/model/recurrent.h"
#include "engine/pass/trace.h"

namespace regard {

/// How the states of one chain of cells move with a number of the model, step by step as the pass went.
class ChainTangent {
public:
    /// masked are positions from 0; first is 1 × carriedSizeOf(), or still.
    ChainTangent(const Model &model, const CellTrace &chain, const CellPlace &place, const ModelCell &cell,
                 const std::vector<int> &masked, const Tangent &first);

    /// Whether the chain reads the cell itself.
    bool isReading() const { return m_part != Part::None; }
    /// Sets the tangent of what all steps read, n × cellInputOf(), or still.
    void read(const Tangent &input);
    /// Sets the tangent of what one step reads, 1 × cellInputOf(), or still.
    void readRow(Eigen::Index token, const Tangent &row);
    /// What a step passes on, from what the one before it does.
    void step(Eigen::Index step);
    /// 1 × stateSizeOf(), after that many steps.
    Tangent stateAfter(Eigen::Index steps) const { return carriedAfter(steps).leftCols(m_size); }
    /// n × stateSizeOf().
    Tangent states() const { return m_carried.leftCols(m_size); }
    /// 1 × carriedSizeOf(), after that many steps.
    Tangent carriedAfter(Eigen::Index steps) const;

private:
    enum class Part { None, Input, Recurrent, Bias, CandidateState };

    Eigen::Index order(Eigen::Index step) const { return m_isBackward ? m_carried.rows() - 1 - step : step; }
    Matrix ofGate(const char *GateWeights::*part, std::size_t gate) const;
    Matrix rnn(Eigen::Index token, const Matrix &before, const Matrix &moved) const;
    Matrix gru(Eigen::Index token, const Matrix &before, const Matrix &moved) const;
    Matrix lstm(Eigen::Index token, const Matrix &before, const Matrix &moved) const;
    Matrix sum(std::size_t gate, Eigen::Index token, const Matrix &before, const Matrix &moved) const;
    Matrix recurrent(std::size_t gate, const Matrix &before, const Matrix &moved) const;

    const Model &m_model;
    const CellTrace &m_chain;
    CellPlace m_place;
    ModelCell m_cell;
    std::vector<GateWeights> m_gates;
    Eigen::Index m_size;
    bool m_isBackward;
    Part m_part = Part::None;
    std::size_t m_gate = 0; ///< of the cell's matrix
    std::vector<bool> m_isMasked;
    std::vector<bool> m_isZero;
    Matrix m_first;             ///< 1 × carriedSizeOf()
    std::vector<Matrix> m_read; ///< of each gate n × size
    Tangent m_carried;          ///< n × carriedSizeOf()
};

} // namespace regard
