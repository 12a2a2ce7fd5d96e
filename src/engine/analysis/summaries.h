#pragma once

#include <vector>

#include "engine/base/matrix.h"
#include "engine/pass/trace.h"

namespace regard {

/// The weights of a block's heads, averaged, and the largest of them in each cell: n × m.
Matrix meanOverHeads(const BlockTrace &block);
Matrix maximumOverHeads(const BlockTrace &block);

/// Attention rollout: A_l = ½ · (mean over the heads of layer l) + ½ · I with rows that sum to 1, multiplied through
/// layers 0 … upToLayer: A_upTo · … · A_0. What a sink takes of a row is left out before it is made to sum to 1. n × n;
/// row i says how much of token i each input token makes up. Throws ShapeError for Cross, which has no identity to add,
/// and where the trace has no such layer. Abnar & Zuidema 2020, equation 1, with the residual of their section 3.
Matrix attentionRollout(const Trace &trace, Attention attention, int upToLayer);
/// Attention rollout of any n × n numbers of each layer, whose rows are first divided by their sums.
Matrix rolloutOf(const std::vector<Matrix> &layers);

/// −Σ p · ln p in nats, of rows that sum to 1 (those of a sink: measuredTrace()), averaged over the rows that are not
/// all zeros; 0 where all are. From 0 (each query attends to one key) to ln m (to all m alike).
double headEntropy(const Matrix &weights);

/// How differently heads attend: the Jensen–Shannon distance of each pair, averaged over rows. heads × heads,
/// symmetric, 0 on the diagonal, from 0 (the same) to 1 (no key in common).
/// It is √(½ KL(p ‖ m) + ½ KL(q ‖ m)) with m = ½ (p + q) and logarithms to base 2. Rows that are zeros in both count 0.
/// Throws ShapeError where the matrices have different sizes. Lin 1991; Endres & Schindelin 2003.
Matrix headDistances(const std::vector<const Matrix *> &weights);

} // namespace regard
