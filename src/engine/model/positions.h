#pragma once

#include <string>

#include "engine/base/matrix.h"
#include "engine/model/stack.h"

namespace regard {

/// The table for every stack without its own.
inline constexpr const char *barePosition = "position";

/// `encoder.position` or `decoder.position`: the table that is a stack's own, where the model has one.
std::string positionName(Stack stack);

/// Whether the rows that are added are weights.
bool hasPositionTable(Position position);

/// Whether anything is added to the embedding.
bool addsPositions(Position position);

/// What embedding rows are multiplied by: √d_model, a number that the model has, or both.
float embeddingFactor(const ModelConfig &config);

/// How many columns of each head rotary positions rotate.
int rotaryWidthOf(const ModelConfig &config);

/// sin and cos of pos / 10000^(2i/d_model) in columns 2i and 2i+1, n × d_model. Vaswani et al. 2017, section 3.5.
Matrix sinusoidalPositions(int n, int dModel);

/// sinusoidalPositions() with all sines first, as Marian arranges them: sin of pos / 10000^(2i/d_model) in column i of
/// the first half, cos in column i of the second, n × d_model; an odd column more in the first.
Matrix sinusoidalHalves(int n, int dModel);

} // namespace regard
