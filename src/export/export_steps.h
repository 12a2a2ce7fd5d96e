#pragma once

#include <optional>

#include "engine/pass/trace.h"
#include "io/project/project.h"
#include "views/steps/step_walk.h"

namespace regard {

/// What `regard export --view steps` was told beyond the pair; nothing: not given.
struct StepOptions {
    std::optional<StepKind> step; ///< one stage instead of the page of all
    std::optional<bool> matrixForm;
    std::optional<bool> columns;
    std::optional<int> handDecimals; ///< −1: exact
    std::optional<int> digits;       ///< −1: as many as each number needs
    std::optional<WalkScope> walk;

    /// The first option given, as it is typed; null where none is.
    const char *given() const;
    /// The stored view with what was given.
    StepView applied(StepView stored) const;
};

/// Throws ConfigError where the model has no stage of that kind, naming those that it has.
void checkStep(StepKind kind, const Model &model, const SharedTrace &trace, const Selection &selection);

} // namespace regard
