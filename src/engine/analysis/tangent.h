#pragma once

#include "engine/base/matrix.h"
#include "engine/model/model_config.h"
#include "engine/pass/attention.h"
#include "engine/pass/trace.h"

namespace regard {

/// How fast a matrix of a pass moves while one number of the model does: the derivative of each of its numbers by that
/// one. Without a number it stands still, which costs nothing to carry on.
///
/// Forward-mode differentiation: each function below takes the pass's own numbers and the tangent of what it reads, and
/// gives the tangent of what it makes. Griewank & Walther 2008, section 3.1.
using Tangent = Matrix;

bool isStill(const Tangent &tangent);

/// to + more; either may stand still.
void accumulate(Tangent &to, Tangent more);

/// Adds rows × 1 numbers to one column of a tangent of rows × columns, which may still stand still.
void accumulateColumn(Tangent &to, Eigen::Index columns, Eigen::Index column, const Matrix &numbers);

/// Of the rows of x, n × d, less their mean and divided by their deviation, times gain, 1 × d. moved is the tangent of
/// x and must not stand still.
Tangent layerNormTangent(const Matrix &x, const Tangent &moved, const Matrix &gain, double epsilon);

/// The same of a root-mean-square norm: the rows of x divided by the root of their mean square, times gain.
Tangent rmsNormTangent(const Matrix &x, const Tangent &moved, const Matrix &gain, double epsilon);

/// The derivative of the activation at each number of x. relu has none at 0, where 0 is taken.
Matrix activationSlope(const Matrix &x, Activation activation);

/// How a head's queries, keys and w_a move: n × d_key, m × d_key, 1 × d_key.
struct ScoreTangents {
    Tangent q;
    Tangent k;
    Tangent additive;
};

/// Of the scores of a head, n × m, before scaling and mask. Of additive scores, only those components of q and k that
/// move cost anything.
Tangent scoreTangent(const HeadTrace &head, const AttentionRule &rule, const ScoreTangents &moved);

/// Of softmax over each row with these weights, n × m, where the scores move so: wᵢⱼ · (dsᵢⱼ − Σ wᵢₗ · dsᵢₗ).
/// A weight of 0, as behind a mask, does not move.
Tangent softmaxTangent(const Matrix &weights, const Tangent &scores);

} // namespace regard
