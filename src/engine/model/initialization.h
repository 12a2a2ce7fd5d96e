#pragma once

#include <string>

#include "engine/base/matrix.h"
#include "engine/model/weight_shapes.h"

namespace regard {

/// A weight as drawn where no file gives it. Each number depends on the seed, the weight's name and its own row and
/// column alone, so that it is the same on every machine and survives a change of any other size (the spread of
/// Xavier and Kaiming does depend on the size of the whole matrix: Glorot & Bengio 2010, He et al. 2015).
/// Gains are 1, biases 0, rows of positions and token types standard normal as embedding rows are, whatever the
/// initialization.
/// inputs and outputs of w_a, for Xavier and Kaiming, are d_key and 1: each head's row makes one score. rows and
/// columns as in shape, which must not be 0, `rows` unused; only a position table takes its rows from `rows`.
Matrix drawWeight(const ModelConfig &config, const WeightShape &shape, int rows);

/// The embedding row of a token, 1 × d_model, standard normal, dependent on the seed, the token's text and the column.
Matrix drawEmbeddingRow(const ModelConfig &config, const std::string &token);

} // namespace regard
