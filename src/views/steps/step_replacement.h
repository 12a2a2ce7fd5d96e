#pragma once

#include <QString>

#include "engine/model/interventions.h"
#include "views/steps/step_data.h"
#include "views/steps/step_pass.h"

namespace regard {

// What replaces the output of a head or a sublayer: engine/interventions.h.

/// The query's row of it, and one number of it spelled out.
struct StepReplacement {
    Replacement kind = Replacement::Zero; ///< zeros or a mean
    QString name;                         ///< "output"
    StepRow values;                       ///< the engine's
    StepRole role = StepRole::Plain;
    int component = 0;
    /// The component of each asking token before it is replaced; only for the mean.
    StepRow exact{};
    StepSourceList sources{}; ///< of its numbers; zeros are made of nothing
    int from = 0;             ///< the number of the row's first column
};

/// Adds the replacement's strip, and the equation of the component: Σ ÷ n over the tokens that are not masked out, or
/// the number itself.
void addReplacement(Step &step, const StepPass &pass, StepReplacement replacement);

/// The matrix form: "computed replaced by zeros = output".
StepLine replacedLine(Replacement kind, StepPiece computed, StepPiece output);

} // namespace regard
