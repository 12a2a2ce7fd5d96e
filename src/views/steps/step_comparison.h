#pragma once

#include <string>
#include <vector>

#include <QString>

#include "document/shown/shown.h"
#include "engine/analysis/trace_comparison.h"
#include "views/steps/step_data.h"
#include "views/steps/step_maker.h"

namespace regard {

/// Steps, or one sentence that says why there are none.
struct ComparedSteps {
    StepsData data;
    QString message; ///< empty where there are steps
};

/// The differences of the pair that stepsData() would show of now; a sentence where the query, the key or the head is
/// new. Both traces must have an attention.
ComparedSteps comparedSteps(const TraceComparison &comparison, const Selection &selection,
                            const std::vector<std::string> &dimensions, const StepChoice &choice = {});

/// What the steps show of the state that is shown: its steps, or the differences. Neither steps nor a sentence where
/// there is no attention.
ComparedSteps shownSteps(const ShownState &state, const std::vector<std::string> &dimensions, StepChoice choice);

} // namespace regard
