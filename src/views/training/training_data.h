#pragma once

#include <vector>

#include "document/training/training_curve.h"
#include "engine/model/model_config.h"
#include "figures/training/training_figure.h"

namespace regard {

/// What the chart shows of a run.
struct TrainingShown {
    TrainingRecord record;
    std::vector<TrainingMark> marks{};
    bool isLog = false; ///< the axis of the loss
};

/// A curve as lines: the loss smoothed, with the raw line behind it; of the patterns of heads those above a half.
TrainingData trainingData(const TrainingShown &shown, const ModelConfig &config);

/// Why there is no chart, and what helps.
QString noCurveText();

/// Which head follows which pattern by more than a half, and since which step, in the order of these: "Layer 2 head 1
/// becomes an induction head at step 430." A head that began so is not named.
QStringList headFindings(const HeldOutCurve &heldOut, const ModelConfig &config);

} // namespace regard
