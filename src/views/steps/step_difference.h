#pragma once

#include <vector>

#include "views/steps/step_data.h"

namespace regard {

/// The position before of each token of now, −1 where it is new. Empty: token for token.
struct StepAlignment {
    std::vector<int> queries;
    std::vector<int> keys;
};

/// now − before, number by number, of the same pair and head in two states: strips, bars and matrices hold the
/// differences, with NaN where there was no such number; equations are those of now, with what each result was. A stage
/// that only one of the two has says so and shows no picture. Where both are −∞ so is the difference; one that is
/// no more than float32's rounding is 0.
/// Both must be made with the same choices, `before` with the extract that belongs to now's (StepChoice::extract).
StepsData differenceOf(const StepsData &now, const StepsData &before, const StepAlignment &alignment);

} // namespace regard
