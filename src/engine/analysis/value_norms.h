#pragma once

#include "engine/base/matrix.h"
#include "engine/model/attention_place.h"
#include "engine/model/model.h"
#include "engine/pass/trace.h"

namespace regard {

// What attention moves: ‖α (x W_V + b_V) W_O‖, the norm of the vector that a key adds to a query, before b_O.
// Kobayashi et al. 2020, equation 4. Without an output projection it is ‖α v‖. A head that is off, or whose sublayer
// is, moves nothing.

/// What a weight of 1 of the head moves from each key: m numbers. A weight moves that many times as much.
Eigen::RowVectorXf movedByOne(const Model &model, const HeadRef &head, const HeadTrace &computed);

/// What all heads together move, the norm of the sum of their vectors: n × m. The block must be computed.
Matrix movedTogether(const Model &model, const AttentionPlace &place, const BlockTrace &block);

/// Whether both models make the same of the same block of a trace.
bool movesAlike(const Model &a, const Model &b, const AttentionPlace &place);

} // namespace regard
