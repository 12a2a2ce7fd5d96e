#pragma once

#include "engine/model/model.h"
#include "engine/pass/trace.h"

namespace regard {

/// What lies between the stream before and after an attention block. n × d_model each (output and added are as wide
/// as the joined heads where a last layer has no output projection).
struct AttentionSteps {
    Matrix input;  ///< what Q reads: the stream, normed where the model norms before
    Matrix output; ///< as in the trace
    Matrix added;  ///< residualSum()
    Matrix normed; ///< the sublayer's result: norm(added) where the model norms after, else the same as added
};

/// The stages of one feed-forward.
struct FeedForwardSteps {
    Matrix input;     ///< n × d_model
    Matrix activated; ///< n × d_ff, after the activation; hidden = activated ∘ gate; empty where nothing is gated
    Matrix gate;      ///< n × d_ff, input · w_3 + b_3; empty where nothing is gated
    Matrix hidden;    ///< n × d_ff, what w_2 reads: after the activation, times the gate where there is one
    Matrix output;
    Matrix added;
    Matrix normed;
};

/// How a sentence becomes what the first layer reads. n × d_model each, or × embedding_size before a projection.
struct EntrySteps {
    Matrix embedded;  ///< as in the trace
    Matrix scaled;    ///< × embeddingFactor(), and by tokenDropout
    Matrix widened;   ///< × embedding_projection where that comes first, else as scaled
    Matrix positions; ///< as in the trace; empty where nothing is added
    Matrix types;     ///< the row of `token_type` of each token; empty where the model has none
    Matrix added;     ///< widened + positions + types
    Matrix normed;
    Matrix input; ///< what the first layer reads: projected where the model does
};

/// Computes the stages again, for the one layer in view, from the model that the trace came from. The layer counts from
/// 0; throws ShapeError where the model has no such block, feed-forward or stack.
AttentionSteps attentionSteps(const Model &model, const Trace &trace, Attention attention, int layer);
FeedForwardSteps feedForwardSteps(const Model &model, const Trace &trace, Stack stack, int layer);
EntrySteps entrySteps(const Model &model, const Trace &trace, Stack stack);

} // namespace regard
