#pragma once

#include "cli/train/train_options.h"
#include "io/project/project.h"
#include "training/run/training_record.h"
#include "training/tasks/task.h"

namespace regard {

/// What a run begins with.
struct TrainStart {
    Task task;
    Project project;       ///< prepared for the task; its model has the weights to go on from
    TrainingRecord record; ///< of what was trained before, with the options of this run
    int steps = 0;         ///< to take
};

/// Throws UsageError and FileError, whose file is the options' subject.
TrainStart trainStart(const TrainOptions &options);

} // namespace regard
