#pragma once

#include <string>
#include <vector>

#include "engine/base/matrix.h"
#include "engine/model/attention_place.h"
#include "engine/model/model.h"
#include "engine/pass/norm_rows.h"
#include "engine/pass/sublayer_place.h"

namespace regard {

/// The sublayers of a stack in the order of computation; none where the architecture has no such stack.
std::vector<Sublayer> sublayersOf(const ModelConfig &config, Stack stack);

/// The sublayer of an attention block, and the attention of a sublayer that is not a feed-forward.
Sublayer sublayerOf(const AttentionPlace &place);
Attention attentionOf(const Sublayer &sublayer);

/// The name of the sublayer's norm, `decoder.0.norm_2`, with `.gain` and `.bias` to follow.
std::string normName(const Sublayer &sublayer);

/// Every weight that the sublayer and its norm read, active or not.
std::vector<std::string> weightNamesOf(const Sublayer &sublayer);

/// What the sublayer reads of the stream x, n × d_model: x itself, or norm(x) where the model norms before.
Matrix sublayerInput(const Model &model, const Sublayer &sublayer, const Matrix &x);

/// The same without a copy of x: `room` takes norm(x) where there is one.
const Matrix &sublayerInput(const Model &model, const Sublayer &sublayer, const Matrix &x, Matrix &room);

/// x + output, or the output alone where the model has no residual; n × d_model.
Matrix residualSum(const Model &model, const Matrix &x, const Matrix &output);

/// What the next sublayer reads of a sublayer over the stream x that gave `output`: the residual sum, normed where the
/// model norms after; n × d_model.
Normed sublayerStream(const Model &model, const Sublayer &sublayer, const Matrix &x, const Matrix &output);

} // namespace regard
