#pragma once

namespace regard {

/// One step, as the curve shows it.
struct StepReport {
    long long step = 0;      ///< from 1
    double loss = 0;         ///< mean cross-entropy of the batch's asked tokens, in nats, before the step
    double rate = 0;         ///< learning rate
    double gradientNorm = 0; ///< before clipping

    bool operator==(const StepReport &) const = default;
};

} // namespace regard
