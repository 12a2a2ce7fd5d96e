#include "training/run/training_record.h"

#include <algorithm>

#include "training/run/run.h"

namespace regard {

void HeldOutCurve::add(long long step, const Evaluation &evaluation, const Task &task)
{
    steps.push_back(step);
    loss.push_back(evaluation.loss);
    accuracy.push_back(evaluation.accuracy);
    for (std::size_t i = 0; i < evaluation.measures.size(); ++i)
        measures[task.measures[i].name].push_back(evaluation.measures[i]);
}

TrainingRecord TrainingRecord::upTo(long long earlier) const
{
    TrainingRecord record = *this;
    record.step = earlier;
    std::erase_if(record.curve, [&](const StepReport &report) { return report.step > earlier; });
    const auto kept =
        std::size_t(std::upper_bound(heldOut.steps.begin(), heldOut.steps.end(), earlier) - heldOut.steps.begin());
    record.heldOut.steps.resize(kept);
    record.heldOut.loss.resize(kept);
    record.heldOut.accuracy.resize(kept);
    for (auto &[name, numbers] : record.heldOut.measures)
        numbers.resize(kept);
    return record;
}

} // namespace regard
