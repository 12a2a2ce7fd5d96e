#pragma once

#include <cstdint>
#include <optional>

#include "document/look/selection.h"
#include "document/training/training_stage.h"
#include "views/heatmap/heatmap_figure.h"

namespace regard {

/// The dropout of attention weights in a step of a run: which of them are 0, and the others greater, is a function of
/// these. The shown sentence counts as the first one of the step's batch.
struct StepDropout {
    double rate = 0; ///< above 0, below 1
    std::uint64_t seed = 0;
    long long step = 1;

    bool operator==(const StepDropout &) const = default;
};

/// Returns the dropout of the run's last step, of the first one before that; nothing where nothing is dropped.
std::optional<StepDropout> stepDropout(const TrainingState &training);

/// The weights of the head in view as that step multiplies v by them: `data.values` must be its weights.
HeatmapData afterDropout(HeatmapData data, const StepDropout &dropout, const Selection &within);

} // namespace regard
