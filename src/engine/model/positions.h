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

/// sin and cos of pos / 10000^(2i/d_model) in columns 2i and 2i+1, n × d_model, pos from `start` on, as below. Vaswani
/// et al. 2017, section 3.5.
Matrix sinusoidalPositions(int n, int dModel, int start = 0);

/// sinusoidalPositions() with all sines first, as Marian arranges them: sin of pos / 10000^(2i/d_model) in column i of
/// the first half, cos in column i of the second, n × d_model; an odd column more in the first.
Matrix sinusoidalHalves(int n, int dModel, int start = 0);

/// As fairseq has them: sin of pos · 10000^(−i/(half − 1)) in column i of the first half, where half is d_model / 2,
/// cos in the second, n × d_model; an odd last column is 0. In float32 as the transformers library computes them.
Matrix sinusoidalFairseq(int n, int dModel, int start = 0);

/// What the configuration's formula adds to n tokens, n × the embedding's width, counted from position_start. The
/// position must be one of the sinusoidal ones.
Matrix formulaPositions(const ModelConfig &config, int n);

/// Whether positions come from a formula.
bool hasPositionFormula(Position position);

} // namespace regard
