#pragma once

#include "figures/steps/step_data.h"

namespace regard {

/// Two passes through a model round differently where nothing was changed: float32 keeps seven digits, and sums in
/// another order lose the last of them. A difference up to such a share of the largest number beside it is none.
inline constexpr double roundingShare = 1e-6;
/// The same of weights and probabilities: exp makes more of what the scores lost.
inline constexpr double weightRoundingShare = 5e-5;

/// now − before; 0 up to `rounding`, −∞ where both are forbidden.
double differenceBeyond(double rounding, double now, double before);

/// The difference of two matrices up to such a magnitude is rounding.
double roundingOf(const StepMatrix &now, const StepMatrix &before);

/// How much more of the stage's results than of other numbers may be rounding: as often as exp is given 1.
double roundingFactor(const Step &step);

/// Up to where a change of the equation's result is the rounding of what it is made of.
double roundingOf(const StepEquation &equation, double factor);

} // namespace regard
