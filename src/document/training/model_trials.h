#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <QObject>
#include <QString>

#include "io/project/project.h"
#include "training/run/model_lengths.h"
#include "training/tasks/task.h"

namespace regard {

class BackgroundWork;
class Training;

/// How far the training of a task's models is.
struct TrialProgress {
    std::string model; ///< that is trained now
    long long step = 0;
    long long steps = 0;       ///< of its run
    double loss = 0;           ///< of the last step
    double stepsPerSecond = 0; ///< 0 before the first
};

/// How long each model learns and is measured.
struct TrialSizes {
    std::optional<int> steps{}; ///< in place of its own
    int sentences = 500;        ///< of each length, at its end
};

/// Trains each of the models that a task offers, one after the other from new weights, on the same sentences, each with
/// its own options. It runs on a thread of its own; the document's model stays as it is. What each knows of sentences
/// of each length becomes a part of the document's training at the end, as an undo step.
class ModelTrials : public QObject {
    Q_OBJECT
public:
    explicit ModelTrials(Training *training);
    ~ModelTrials() override;

    bool isOffered() const; ///< the document's task has several models and its accuracy is a matter of length
    bool isRunning() const;
    /// Stops the document's own run first. Nothing where it is not offered.
    void start(const TrialSizes &sizes = {});
    void stop(); ///< what the models know by then stays
    const TrialProgress &progress() const { return m_progress; }
    QString problem() const; ///< why the last ones ended; empty: they were done, or were stopped

    /// What the models know: of those that are trained now, else what the document has.
    std::vector<ModelLengths> lengths() const;
    /// One that was trained here and is one of the document's task, with its run; nothing where there is none.
    std::optional<Project> trained(const std::string &model) const;

    void waitUntilDone(); ///< for tests

signals:
    void changed();

private:
    struct Trial;
    class Runs;

    void followTask();
    void take(const Trial &trial);
    void end(const QString &problem);

    Training *m_training;
    std::unique_ptr<BackgroundWork> m_work;
    std::shared_ptr<const Task> m_task; ///< whose models were trained last
    std::vector<ModelLengths> m_lengths;
    std::vector<std::pair<std::string, Project>> m_trained;
    TrialProgress m_progress;
    QString m_problem;
    bool m_lacksMemory = false; ///< which is said in the language of the moment
};

} // namespace regard
