#pragma once

#include <QString>

#include "training/run/training_record.h"

namespace regard {

/// A table of the curve (RFC 4180): a row for each step, with what was measured of held-out sentences after it, else
/// empty cells. Throws FileError.
void writeTrainingLog(const QString &path, const TrainingRecord &record);

} // namespace regard
