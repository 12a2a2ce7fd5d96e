#pragma once

#include <string>
#include <vector>

#include "document/look/selection.h"
#include "engine/model/model.h"
#include "engine/pass/trace.h"
#include "views/steps/step_choice.h"
#include "views/steps/step_data.h"

namespace regard {

/// The stages of the selected query, key, head and layer, in the order of computation; stages that the model does not
/// have are left out. Where no query or no key is in focus, pairInFocus() takes one.
/// The numbers are the trace's own where it keeps them, else computed again by the engine for the row in view.
/// `model` is the trace's own; the trace must have an attention. `dimensions` are names of the d_model columns, or
/// empty.
StepsData stepsData(const Model &model, const SharedTrace &trace, const Selection &within,
                    const std::vector<std::string> &dimensions, StepChoice choice = {});

} // namespace regard
