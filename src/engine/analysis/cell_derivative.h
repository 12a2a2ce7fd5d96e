#pragma once

#include <atomic>
#include <optional>

#include "engine/analysis/model_cell.h"
#include "engine/model/attention_place.h"
#include "engine/model/model.h"
#include "engine/pass/trace.h"

namespace regard {

/// What one number of the model does to one head, n × m each: the derivative by it, so the change per unit that the
/// number grows, for small growth.
struct HeadDerivative {
    Matrix scores;        ///< of q · k or the additive score, before scaling; masked scores move too
    Matrix scaled;        ///< of scores / √d_key where the model scales, plus the bias of a distance
    Matrix weights;       ///< of the attention weights; 0 behind a mask
    bool reaches = false; ///< false: the head does not depend on the number, and all of the above is 0
};

/// The exact derivative of a head's scores and weights by a cell, at the numbers of the trace, through every layer
/// between the two: forward-mode differentiation in float32, the norms in double. What comes before the cell is
/// ignored. relu counts as flat at 0; what is replaced from outside moves as its replacement. The model must be the
/// trace's own; head counts from 0. Nothing where it was cancelled. Throws ConfigError where
/// reasonForNoDerivative() says so, ShapeError where the model has no such cell, block or head.
std::optional<HeadDerivative> headDerivative(const Model &model, const Trace &trace, const ModelCell &cell,
                                             const AttentionPlace &place, int head,
                                             const std::atomic<bool> *cancelled = nullptr);

/// About how many multiplications headDerivative() takes, to decide on which thread it runs. Throws as
/// headDerivative().
double derivativeCost(const Model &model, const Trace &trace, const ModelCell &cell, const AttentionPlace &place);

} // namespace regard
