#pragma once

#include <memory>

#include "document/training/training_curve.h"
#include "engine/model/model.h"
#include "training/optimizer/adam.h"
#include "training/optimizer/training_options.h"
#include "training/tasks/task.h"

namespace regard {

/// Another model that learns the document's task beside its own, step by step with it.
struct RunBeside {
    std::shared_ptr<const Task> task; ///< with the model that this one is
    TrainingOptions options;
    std::shared_ptr<const Model> model;
    std::shared_ptr<const Model> first;     ///< with which it began; null: not known, as of one that was trained before
    std::shared_ptr<const Moments> moments; ///< null: they begin anew with the next step
    long long step = 0;                     ///< taken so far
    std::shared_ptr<const TrainingCurve> curve = std::make_shared<TrainingCurve>();
};

} // namespace regard
