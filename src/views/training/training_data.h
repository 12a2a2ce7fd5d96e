#pragma once

#include <string>
#include <vector>

#include "document/training/training_curve.h"
#include "document/training/training_stage.h"
#include "engine/model/model_config.h"
#include "training/run/model_lengths.h"
#include "views/training/length_figure.h"
#include "views/training/run_curve_figure.h"
#include "views/training/training_figure.h"

namespace regard {

/// What the figure shows of a run.
struct TrainingShown {
    TrainingRecord record;
    std::vector<TrainingMark> marks{};
    bool isLog = false; ///< the axis of the loss
};

/// A curve as lines: the loss smoothed, with the raw line behind it; of the patterns of heads those above a half.
TrainingData trainingData(const TrainingShown &shown, const ModelConfig &config);

/// Loss and share of right answers up to a step, with a mark where a head's pattern crosses a half for good.
RunCurveData runCurveData(const TrainingCurve &curve, long long step, const ModelConfig &config);

/// The model of those that the task offers that is of that kind, whatever its sizes; null: none is.
const TaskVariant *variantLike(const Task &task, const ModelConfig &config);
/// The names of the document's own model and of those beside it, no two of them alike.
QStringList runTitles(const TrainingState &state, const ModelConfig &own);
/// The shares of right answers of all of them, in the same order, each in a colour of its own.
RunCurveData besideCurveData(const TrainingState &state, const ModelConfig &own);

/// Why there is no figure, and what helps.
QString noCurveText();

/// Accuracy over length of the models of a task, each with a colour of its own among those that the task offers.
LengthData lengthData(const std::string &task, const std::vector<ModelLengths> &models);
/// The task's title of one of its models; a name that it does not know as it is.
QString modelTitle(const std::string &task, const std::string &model);
/// Why there is no such figure, and what helps.
QString noLengthsText();

/// Which head follows which pattern by more than a half, and since which step, in the order of these: "Layer 2 head 1
/// becomes an induction head at step 430." A head that began so is not named.
QStringList headFindings(const HeldOutCurve &heldOut, const ModelConfig &config);

} // namespace regard
