#pragma once

#include "views/steps/step_data.h"

namespace regard {

/// Two passes through a model round differently where nothing was changed: float32 keeps seven digits, and sums in
/// another order lose the last of them. A difference up to this share of the largest number beside it is none.
inline constexpr double roundingShare = 1e-6;
/// roundingShare of weights and probabilities: exp amplifies the rounding of the scores.
inline constexpr double weightRoundingShare = 5e-5;

/// now − before; 0 up to `rounding`, −∞ where both are forbidden.
double differenceBeyond(double rounding, double now, double before);

/// The largest difference of two matrices that is rounding.
double roundingOf(const StepMatrix &now, const StepMatrix &before);

/// How much more of the stage's results than of other numbers may be rounding: as often as exp is given 1.
double roundingFactor(const Step &step);

/// The largest change of the equation's result that is rounding of its numbers.
double roundingOf(const StepEquation &equation, double factor);

} // namespace regard
