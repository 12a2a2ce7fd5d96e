#pragma once

#include <memory>
#include <vector>

#include "engine/analysis/jacobian.h"
#include "engine/functions/rotary.h"
#include "engine/functions/score.h"
#include "engine/model/attention_place.h"
#include "engine/model/model.h"
#include "engine/pass/trace.h"

namespace regard {

/// One attention backwards: from derivatives by rows of its output to those by the rows that its queries and keys are
/// made of, without residual and norm. What is kept of an output row does not grow with the keys times d_model.
class AttentionJacobian {
public:
    /// byKeys: the derivative by keys is asked for too.
    AttentionJacobian(const Model &model, const Trace &trace, const AttentionPlace &place, bool byKeys);

    /// Adds the derivative by one row of the output; not empty.
    void add(Eigen::Index row, const Jacobian &of);
    /// Forgets all that was added.
    void clear();
    /// The derivative by what W_Q reads in a row; empty where it is zero.
    Jacobian query(Eigen::Index row) const;
    /// The derivative by what W_K and W_V read in a row; empty where it is zero.
    Jacobian key(Eigen::Index token) const;

private:
    /// A derivative by rows of a head's output, which several rows may share.
    struct Output {
        Jacobian byWeights; ///< · vᵀ, a column for each key
        Jacobian byRows;    ///< · W_Vᵀ, d_model columns; where keys are asked for
    };
    struct Asked {
        Eigen::Index row;
        std::shared_ptr<const Output> output;
        Eigen::VectorXd mean; ///< byWeights over the row's weights
    };
    struct Head {
        bool isZero = false;
        bool isMean = false;
        bool isUniform = false;
        double divisor = 1; ///< of scores, with the temperature
        ScoreRule rule;
        Jacobian general; ///< W_g
        Jacobian q;
        Jacobian k;
        Jacobian v;
        Jacobian weights;
        Eigen::VectorXd sinks; ///< what a sink takes of each row
        Jacobian slopes;       ///< of capped scores, n × m; empty without a cap
        Jacobian movable;      ///< of movableWeights(), which the scores move; empty: all weights
        int keyHead = 0;
        Jacobian fromQueries; ///< the head's columns of W_Q
        Jacobian fromKeys;
        Jacobian fromValues;
        Jacobian toOutput; ///< its rows of W_O; empty without one
        std::vector<Asked> asked{};
    };

    Head headOf(const Model &model, const BlockTrace &block, int head) const;
    void addRow(Eigen::Index row, const std::vector<std::shared_ptr<const Output>> &outputs);
    std::vector<std::shared_ptr<const Output>> outputsOf(const Jacobian &of) const;
    std::vector<Eigen::Index> meanRows() const;
    Eigen::RowVectorXd keySlope(const Head &head, Eigen::Index row, Eigen::Index token) const;
    Jacobian querySlopes(const Head &head, Eigen::Index row) const;
    void rotateBack(Jacobian &by, Eigen::Index position) const;
    Jacobian throughProjection(char letter, int head, Eigen::Index row, Jacobian by) const;

    const ModelConfig &m_config;
    AttentionPlace m_place;
    bool m_byKeys;
    Rotary m_rotary;
    bool m_isZero = false; ///< of the whole sublayer's output
    bool m_isMean = false;
    std::vector<bool> m_isMasked; ///< of the queries
    std::vector<Head> m_heads;
    const Model &m_model;
    Matrix m_plainQ; ///< of all heads side by side, before they are normed; empty where they are not
    Matrix m_plainK;
};

} // namespace regard
