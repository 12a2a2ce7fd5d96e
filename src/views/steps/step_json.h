#pragma once

#include <optional>
#include <string>
#include <vector>

#include "views/steps/step_walk.h"

namespace regard {

/// The steps of a pair as a JSON object: the numbers that the pictures of the stages show, always in row form. `only`
/// leaves one stage (the one before, if the model lacks it). `model` is the trace's own; the trace must have an
/// attention. resources/guide/formats.md describes the members.
std::string stepsJson(const Model &model, const SharedTrace &trace, const Selection &within,
                      const std::vector<std::string> &dimensions, const StepView &view, std::optional<StepKind> only);

/// A number in the fewest digits that read back as the same float32 where it is one, else as the same double; "null"
/// where it is not finite.
std::string stepNumberJson(double value);

} // namespace regard
