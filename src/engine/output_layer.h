#pragma once

#include <string>
#include <vector>

#include "engine/input.h"
#include "engine/matrix.h"
#include "engine/model.h"

namespace regard {

/// What each column of the logits stands for: the model's vocabulary where it is given, else the distinct tokens that
/// the model reads (source, then target), in order of first appearance, then `end` where it is not among them.
std::vector<std::string> vocabularyOf(const Model &model, const Input &input);

/// output.w, d_model × vocabularySize: given, else drawn by the model's initialization.
/// Throws InputError naming both numbers where a given one has another number of columns.
Matrix outputWeights(const Model &model, int vocabularySize);

/// output.b, 1 × vocabularySize: given, else zeros, whatever the key `bias` says of the layers. Throws as
/// outputWeights().
Matrix outputBias(const Model &model, int vocabularySize);

/// decoderOutput · output.w + output.b: n × vocabularySize from n × d_model.
Matrix logitsOf(const Model &model, const Matrix &decoderOutput, int vocabularySize);

} // namespace regard
