#pragma once

#include "engine/model/model.h"
#include "engine/model/sublayer.h"
#include "engine/pass/trace.h"

namespace regard {

/// The stream that a sublayer adds to, n × d_model: what the one before it left in the trace, else the stack's input.
/// The cross-attention of a recurrent decoder reads the states that ask. The sublayers before it must have been
/// computed.
const Matrix &streamBefore(const ModelConfig &config, const Trace &trace, const Sublayer &sublayer);

/// The stream that a sublayer makes its output of: streamBefore(), but of a feed-forward beside its layer's attention
/// the one that the layer begins with.
const Matrix &streamRead(const ModelConfig &config, const Trace &trace, const Sublayer &sublayer);

/// Whether a feed-forward stands beside its layer's attention.
bool isParallel(const ModelConfig &config, const Sublayer &sublayer);

/// The stream that a stack's last sublayer left, or the stack's input where it has none; of a recurrent stack the
/// states of its last layer.
const Matrix &streamAfter(const ModelConfig &config, const Trace &trace, Stack stack);

/// What the sublayer reads of the stream x, n × d_model: x itself, or norm(x) where the model norms before.
Matrix sublayerInput(const Model &model, const Sublayer &sublayer, const Matrix &x);

/// sublayerInput() without a copy of x: `scratch` takes norm(x) where there is one.
const Matrix &sublayerInput(const Model &model, const Sublayer &sublayer, const Matrix &x, Matrix &scratch);

/// x + output, or the output alone where the model has no residual; n × d_model.
Matrix residualSum(const Model &model, const Sublayer &sublayer, const Matrix &x, const Matrix &output);

/// What the next sublayer reads of a sublayer over the stream x that gave `output`, both n × d_model: the residual sum,
/// normed where the model norms after. Throws InputError where numbers leave float32.
Matrix finishedStream(const Model &model, const Sublayer &sublayer, const Matrix &x, const Matrix &output);

} // namespace regard
