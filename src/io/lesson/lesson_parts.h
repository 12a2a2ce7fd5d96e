#pragma once

#include <optional>

#include "engine/analysis/lens.h"
#include "engine/model/model.h"
#include "engine/pass/trace.h"
#include "io/lesson/lesson_value.h"

namespace regard {

/// Whether the value is of a scaled score or a logit as a sum of parts.
bool isOfParts(LessonQuantity quantity);
bool isOfLens(LessonQuantity quantity);

/// Returns what the part that the value names adds, or 0 where that part is computed later. Returns nothing where the
/// model's scores or logits are no such sum, or where the mask hides the key.
std::optional<double> lessonPart(const Model &model, const Trace &trace, const LessonValue &value,
                                 const LessonPlace &place);

/// Returns what the output layer makes of that token after that layer. Returns nothing without an output layer.
std::optional<LensCell> lessonLens(const Model &model, const Trace &trace, const LessonValue &value);

} // namespace regard
