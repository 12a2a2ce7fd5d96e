#pragma once

#include "engine/base/matrix.h"
#include "engine/model/attention_place.h"
#include "engine/model/model_config.h"

namespace regard {

/// Whether the queries and keys of an attention are rotated: those of self-attentions, where positions are rotary.
bool isRotated(const ModelConfig &config, Attention attention);

/// The cosine and sine by which columns c and c + d_key / 2 of a position are rotated.
struct Rotation {
    float angle = 0; ///< in radians, position · theta^(−2c / d_key)
    float cosine = 1;
    float sine = 0;
};

/// The rotation of one pair of columns; position and column (below d_key / 2) count from 0. Frequency and angle are
/// rounded to float32, as in the programs that trained such models. Su et al. 2021, equation 34.
Rotation rotationOf(int position, int column, int dKey, double theta);

/// Rotates every row by its own position: in each group of d_key columns (a head), column c becomes x(c) · cos − x(c +
/// d_key / 2) · sin and column c + d_key / 2 becomes x(c + d_key / 2) · cos + x(c) · sin. x is n × heads · d_key, with
/// row i at position i; d_key is even. Being linear, it rotates a derivative too.
void rotate(Matrix &x, int dKey, double theta);

} // namespace regard
