#pragma once

#include "engine/attention_place.h"
#include "engine/model.h"
#include "engine/sublayer.h"
#include "engine/trace.h"
#include "figures/step_data.h"
#include "widgets/step_terms.h"

namespace regard {

// The stages of one token's row after its attention. `row` counts from 0; `component` as StepChoice says.

/// A component that the row has; −1 becomes the first, or where that is 0 the one of the largest magnitude.
int componentWithin(int component, const StepRow &row);

/// Residual and norm after the attention. The model must have one of them.
Step addNormStep(const Model &model, const Trace &trace, const AttentionPlace &place, int row, int component);

/// The feed-forward of the layer, with its residual and norm. The model must have one.
Step feedForwardStep(const Model &model, const Trace &trace, const AttentionPlace &place, int row, int component);

/// The next token's probabilities: linear and softmax. The trace must have logits; row is one of the decoder's.
Step outputStep(const Model &model, const Trace &trace, int row, int component);

} // namespace regard
