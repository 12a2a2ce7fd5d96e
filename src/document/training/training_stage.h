#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "document/training/run_beside.h"
#include "document/training/training_curve.h"
#include "engine/model/model.h"
#include "training/optimizer/adam.h"
#include "training/optimizer/training_options.h"
#include "training/run/model_lengths.h"
#include "training/tasks/task.h"

namespace regard {

/// What a document is taught, how, and how far it is; the weights are the model's. Cheap to copy: all is shared.
struct TrainingState {
    std::shared_ptr<const Task> task; ///< null: none was chosen, or the file of one's own is not read yet
    TrainingOptions options;
    long long step = 0;                     ///< taken so far
    std::shared_ptr<const Moments> moments; ///< null: they begin anew with the next step
    std::shared_ptr<const TrainingCurve> curve = std::make_shared<TrainingCurve>();
    std::shared_ptr<const std::vector<ModelLengths>> models; ///< as TrainingRecord has them; null: none
    std::shared_ptr<const Model> first; ///< with which the run began; null: not known, as after opening a file
    std::optional<ModelConfig> sizes;   ///< of the model that took the steps; nothing before the first
    std::vector<RunBeside> beside;      ///< in the order in which they were put there; a file does not keep them
    /// The record of the file, as long as nothing changes; also where the task is not there.
    std::shared_ptr<const TrainingRecord> record;
};

/// A model together with the run that it is a stage of: where an undo step of training begins or ends.
struct TrainingStage {
    std::shared_ptr<const Model> model;
    TrainingState state;
};

} // namespace regard
