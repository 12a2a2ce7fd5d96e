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

/// What the part that the value names adds, 0 where it comes later; nothing where the model's scores or logits are no
/// such sum, or the mask hides the key.
std::optional<double> lessonPart(const Model &model, const Trace &trace, const LessonValue &value,
                                 const LessonPlace &place);

/// The output layer's reading of that token and layer; nothing where the model has none.
std::optional<LensCell> lessonLens(const Model &model, const Trace &trace, const LessonValue &value);

} // namespace regard
