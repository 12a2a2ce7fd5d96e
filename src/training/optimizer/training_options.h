#pragma once

#include <cstdint>

#include "training/optimizer/adam.h"
#include "training/optimizer/schedule.h"

namespace regard {

/// How a model is trained. May change from one step to the next.
struct TrainingOptions {
    AdamRule adam{};
    RateRule rate{};
    int batch = 64;         ///< sentences a step
    double smoothing = 0;   ///< of labels, in [0, 1)
    double dropout = 0;     ///< in [0, 1), on embeddings, outputs of sublayers and attention weights
    std::uint64_t seed = 1; ///< of sentences and dropout; the model's own seed draws its weights

    bool operator==(const TrainingOptions &) const = default;
};

/// Throws ConfigError that names the option and its value where one is out of range.
void checkOptions(const TrainingOptions &options);

/// Returns the options of Vaswani et al. 2017, sections 5.3 and 5.4, for a model of that width: β 0.9 and 0.98, ε 1e-9,
/// the √-rule with 4000 steps of warm-up, dropout 0.1, smoothing 0.1, no decay and no clipping.
TrainingOptions vaswaniOptions(int dModel);

} // namespace regard
