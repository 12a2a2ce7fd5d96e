#pragma once

#include <map>
#include <string>
#include <vector>

#include "training/optimizer/training_options.h"
#include "training/run/model_lengths.h"
#include "training/run/step_report.h"

namespace regard {

struct Evaluation;
struct Task;

/// What was measured of held-out sentences after some of the steps; all lists are as long as `steps`.
struct HeldOutCurve {
    /// Adds what was measured after that step, which is later than the last; measures by the names of the task.
    void add(long long step, const Evaluation &evaluation, const Task &task);

    std::vector<long long> steps; ///< in rising order; 0: the first weights
    std::vector<double> loss;     ///< as Evaluation
    std::vector<double> accuracy;
    std::map<std::string, std::vector<double>> measures; ///< by name: the task's, or any other

    bool operator==(const HeldOutCurve &) const = default;
};

/// What a project keeps of its training. The optimiser's moments are not among it: going on begins them anew.
struct TrainingRecord {
    std::string task; ///< its name
    std::string data; ///< the file of a task of one's own, absolute where the project's is known; else empty
    TrainingOptions options;
    long long step = 0;            ///< taken so far
    std::vector<StepReport> curve; ///< of steps in rising order, none after `step`
    HeldOutCurve heldOut;
    /// The other models that the task offers, where they were trained one after the other, each by its own run.
    std::vector<ModelLengths> models{};

    bool operator==(const TrainingRecord &) const = default;

    /// Returns the record as it was after an earlier step.
    TrainingRecord upTo(long long earlier) const;
};

} // namespace regard
