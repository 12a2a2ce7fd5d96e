#pragma once

#include "engine/model/step_kind.h"

namespace regard {

/// Decimals of "by hand".
inline constexpr int mostHandDecimals = 3;
/// Digits after the point that a person can ask for.
inline constexpr int mostStepDigits = 8;

/// How the steps are looked at; a project stores it within its `view` as `steps`.
struct StepView {
    StepKind kind = StepKind::Softmax; ///< of a stage that the model does not have, the one before is shown
    bool showsAll = false;             ///< all stages below each other
    bool matrixForm = false;           ///< whole matrices, with the row and column in focus marked
    bool columns = false;              ///< tokens are columns: q = W a, A = Kᵀ Q
    int handDecimals = -1;             ///< "by hand": weights rounded to so many decimals (1 …); −1: exact
    int digits = -1;                   ///< after the point; −1: as many as each number's magnitude needs

    bool operator==(const StepView &) const = default;
};

} // namespace regard
