#pragma once

#include <vector>

#include <QString>

#include "training/run/step_report.h"
#include "training/run/training_record.h"

namespace regard {

/// What a user changed while a model learned.
struct TrainingMark {
    long long step = 0; ///< the last before the change
    QString text;

    bool operator==(const TrainingMark &) const = default;
};

/// The numbers of a run, step by step.
struct TrainingCurve {
    std::vector<StepReport> steps;
    HeldOutCurve heldOut;
    std::vector<TrainingMark> marks;
};

} // namespace regard
