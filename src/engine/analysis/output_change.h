#pragma once

#include <vector>

#include "engine/base/matrix.h"
#include "engine/model/model.h"
#include "engine/model/stack.h"
#include "engine/model/sublayer.h"
#include "engine/pass/trace.h"

namespace regard {

/// How a token's vector differs from what it was.
struct VectorChange {
    double relative = 0; ///< ‖now − before‖ ÷ ‖before‖; 0 where nothing changed, ∞ where `before` alone is zeros
    double ratio = 1;   ///< ‖now‖ ÷ ‖before‖; 1 where both are zeros, ∞ where `before` alone is
    double degrees = 0; ///< angle between the two, 0 … 180; NaN where one of them is zeros
};

/// Row by row; both n × d. Throws ShapeError that names both sizes where they differ.
std::vector<VectorChange> rowChanges(const Matrix &now, const Matrix &before);

/// Total variation of the next-token probabilities softmax(logits), row by row: ½ · Σ |now − before|, 0 … 1.
/// Both are logits, n × vocabulary. Throws ShapeError where their sizes differ.
std::vector<double> totalVariations(const Matrix &now, const Matrix &before);

/// totalVariations() of two passes of the same sentence, whose logits need not be kept: a number for each token that
/// the output layer reads. Each trace is of its model.
std::vector<double> outputVariations(const Model &modelNow, const Trace &now, const Model &modelBefore,
                                     const Trace &before);

/// A word's probability as the next token, in two passes.
struct ProbabilityChange {
    int column = 0; ///< of the vocabulary
    double now = 0;
    double before = 0;

    double change() const { return now - before; }
};

/// The `count` largest changes of a row's probabilities, whatever their sign, the largest first and equal ones by
/// column; words whose probability did not change are left out. `row` counts from 0.
/// Throws ShapeError where the sizes differ or there is no such row.
std::vector<ProbabilityChange> largestProbabilityChanges(const Matrix &now, const Matrix &before, int row, int count);

/// A stack's output: Trace::encoderOutput or Trace::decoderOutput.
const Matrix &stackOutput(const Trace &trace, Stack stack);

/// The stack whose output is the model's: the decoder where there is one.
Stack lastStack(const ModelConfig &config);

/// The output of a sublayer in a trace of a model with that configuration, before residual and norm, n × d_model.
/// Throws ShapeError where there is none.
const Matrix &sublayerOutput(const ModelConfig &config, const Trace &trace, const Sublayer &sublayer);

} // namespace regard
