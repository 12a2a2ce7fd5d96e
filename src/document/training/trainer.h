#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include <QString>

#include "engine/model/model.h"
#include "training/optimizer/training_options.h"
#include "training/run/run.h"
#include "training/tasks/task.h"

namespace regard {

class BackgroundWork;

/// The state from which a model goes on learning, and how far.
struct LearnerStart {
    std::shared_ptr<const Task> task;
    std::shared_ptr<const Model> model;
    TrainingOptions options;
    std::shared_ptr<const Moments> moments; ///< null: they begin anew
    long long step = 0;                     ///< taken so far
    long long measured = -1;                ///< the last step after which held-out sentences were measured
    std::optional<long long> until;         ///< the step to end with; nothing: none
};

/// Models that learn together, of one task.
struct TrainingStart {
    LearnerStart own;                 ///< the document's
    std::vector<LearnerStart> beside; ///< those beside it
    int lengthSentences = 0;          ///< of each length, at the end of each run; 0: lengths are not measured
};

/// What the model knows of the held-out sentences after a step.
struct MeasuredStep {
    long long step = 0;
    Evaluation evaluation;
};

/// What one model has become since the picture before.
struct LearnerPicture {
    std::shared_ptr<const Model> model;
    std::shared_ptr<const Moments> moments;
    long long step = 0;
    std::vector<StepReport> reports;
    std::vector<MeasuredStep> measured;
    std::vector<LengthAccuracy> lengths; ///< empty: they were not measured
    std::optional<Divergence> divergence;
};

/// What all models have become since the picture before.
struct TrainingPicture {
    LearnerPicture own;
    std::vector<LearnerPicture> beside;
    double seconds = 0; ///< that the steps took, in which the first of them came so far:
    long long steps = 0;
    bool isLast = false;
};

/// Trains a model, and others beside it, on a thread of its own, as fast as it can or as it is told. They step in turn:
/// one that is behind catches up first, and from then on all have taken as many steps. A picture of them comes only
/// when it is asked for, and at the end: so nobody is given more of them than they show.
class Trainer {
public:
    using Take = std::function<void(const TrainingPicture &)>;
    using Failed = std::function<void(const QString &problem)>;

    Trainer();
    ~Trainer();

    /// `take` gets every picture, on this thread; `failed` the reason where there will be none.
    void start(TrainingStart start, Take take, Failed failed);
    void ask();                                      ///< for a picture, after the step that is running
    void goOn();                                     ///< with all processors: the picture has been shown
    void setOptions(const TrainingOptions &options); ///< from the next step on; they were checked
    /// Allows so many steps a second at most, from the next step on and in runs to come; 0: as fast as it can.
    void setSpeed(double stepsPerSecond);
    void finish();        ///< ends after the step that is running, and waits for its picture
    void drop();          ///< no picture comes any more
    void waitUntilDone(); ///< until a run with an end has come to it

    /// Held-out sentences that are measured every so many steps.
    static constexpr int measuredSentences = 64;
    static constexpr long long measuredEvery = 20;

private:
    struct Orders;
    class Loop;

    std::shared_ptr<Orders> m_orders; ///< for the run that was started last
    double m_speed = 0;               ///< steps a second; 0: no limit
    std::unique_ptr<BackgroundWork> m_work;
};

} // namespace regard
