#include "training/run/training_record.h"

#include <algorithm>

namespace regard {

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
