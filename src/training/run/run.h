#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/model/model.h"
#include "training/base/parameters.h"
#include "training/base/workers.h"
#include "training/network/network.h"
#include "training/network/network_pass.h"
#include "training/optimizer/training_options.h"
#include "training/run/model_lengths.h"
#include "training/run/step_report.h"
#include "training/tasks/task.h"

namespace regard {

/// Why a run stopped by itself.
struct Divergence {
    long long step = 0;       ///< in which loss, gradient or weights were no longer finite, from 1
    std::string matrix;       ///< the first, in the order of computation, that is not; empty: the loss alone
    long long keptStep = 0;   ///< whose weights the run went back to: the last with a finite loss and gradient
    std::string text() const; ///< one sentence for the user
};

/// What a model knows of some sentences.
struct Evaluation {
    double loss = 0;              ///< mean cross-entropy of the asked tokens, in nats, without smoothing or dropout
    double accuracy = 0;          ///< share of sentences whose asked tokens are all right
    std::vector<double> measures; ///< as the task's
    std::map<std::string, double> patterns; ///< of each head, by patternMeasure(); only where they were asked for
};

/// The numbers of a run after a step.
struct RunState {
    std::vector<float> weights; ///< as ParameterTable
    Moments moments;
    long long step = 0; ///< taken so far

    bool operator==(const RunState &) const = default;
};

/// A model that is being trained. Model, task, options and calls give the same bits each time and for any number of
/// threads: a batch is divided into shares of a fixed size, whose gradients are summed in their order.
///
/// Used by one thread at a time; a step divides its work among that and threads of its own, which have the priority of
/// the thread that takes the first step.
class Run {
public:
    /// Begins with the model's weights. Throws as trainableModel() and checkOptions().
    Run(Task task, const Model &model, const TrainingOptions &options);
    Run(const Run &) = delete;
    Run &operator=(const Run &) = delete;

    /// Takes one step, or none where the run has stopped by itself: then the weights are the last good ones.
    std::optional<StepReport> step();
    const std::optional<Divergence> &divergence() const { return m_divergence; }

    const Task &task() const { return m_task; }
    const TrainingOptions &options() const { return m_options; }
    /// Sets the options from the next step on; a run that stopped by itself may go on. Throws as checkOptions().
    void setOptions(const TrainingOptions &options);
    /// Sets the threads from the next step on; the numbers stay the same. 0: as many as OpenMP gives.
    void setThreads(int threads) { m_threads = threads; }

    const ParameterTable &parameters() const { return m_table; }
    const RunState &state() const { return m_state; }
    /// Goes on from there, such as back to the start. Throws ShapeError where it is another model's.
    void setState(RunState state);
    /// The numbers of the curve, one a step from the run's first.
    const std::vector<StepReport> &curve() const { return m_curve; }

    /// The model as it is now, everything that training changes given.
    Model model() const;
    /// Goes on with this model's weights and interventions, which a user changed; the moments stay. Throws ShapeError
    /// where its sizes are others.
    void setModel(const Model &model);

    /// Number `number` of the held-out sentences, the same in every run with the seed of the options.
    TrainingSentence heldOut(std::uint64_t number) const;
    /// Evaluates the model on the first so many held-out sentences.
    Evaluation evaluate(int sentences, bool withPatterns = false);
    /// Measures the first so many held-out sentences of each length that the task measures; none where it measures
    /// none.
    std::vector<LengthAccuracy> accuracyByLength(int sentences);
    /// The likeliest token at each row that is asked, and what is right there.
    struct Answer {
        std::vector<int> given;
        std::vector<int> right;
        bool isRight() const { return given == right; }
    };
    Answer answer(const TrainingSentence &sentence);

private:
    /// Some sentences of a batch, one after the other on one thread.
    struct Share {
        std::unique_ptr<NetworkPass<float>> pass;
        std::vector<float> gradient;
        double loss = 0;
    };

    void makeShares();
    double computeGradient();
    void stop(long long step, const std::vector<float> &numbers);
    void inParallel(std::size_t count, const std::function<void(std::size_t)> &work);

    Task m_task;
    TrainingOptions m_options;
    Model m_model; ///< whose sizes and rules it has; its weights are those of the start
    ParameterTable m_table;
    Network m_network;
    RunState m_state;
    RunState m_good; ///< the last whose loss and gradient were finite
    std::vector<StepReport> m_curve;
    std::optional<Divergence> m_divergence;
    std::vector<Share> m_shares;
    std::vector<float> m_gradient;
    int m_threads = 0;
    std::unique_ptr<Workers> m_workers;
};

} // namespace regard
