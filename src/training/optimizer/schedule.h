#pragma once

namespace regard {

/// How the learning rate moves from step to step.
enum class Schedule {
    Constant,    ///< after the warm-up, as it is
    Cosine,      ///< from the whole rate to 0 at the last step along half a cosine (Loshchilov & Hutter 2017)
    InverseRoot, ///< d_model^−0.5 · min(step^−0.5, step · warm-up^−1.5) · rate (Vaswani et al. 2017, section 5.3)
};

struct RateRule {
    Schedule schedule = Schedule::Cosine;
    double rate = 1e-3; ///< the largest; with InverseRoot a factor, 1 in the paper
    int warmUp = 50;    ///< steps in which it grows evenly from 0
    int steps = 1000;   ///< of the whole run; for Cosine
    int dModel = 512;   ///< for InverseRoot

    bool operator==(const RateRule &) const = default;
};

/// The learning rate of a step, from 1. Beyond the last step a cosine stays at 0.
double rateAt(const RateRule &rule, long long step);

} // namespace regard
