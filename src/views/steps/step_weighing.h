#pragma once

#include <QString>

#include "views/steps/step_context.h"
#include "views/steps/step_data.h"

namespace regard {

/// Each weight times its value row, and their sum: the head's output. "By hand" with the rounded weights, the exact sum
/// beside. A long sentence shows the rows of its largest weights one by one, the others as one.
Step weighStep(const StepContext &context);

/// The decimals of "by hand", where none of the values needs more; else −1.
int handDigits(const StepContext &context, const StepRow &values);

/// Says that rows, or columns, are as long as their weights.
QString weighLengthNote(bool columns);

} // namespace regard
