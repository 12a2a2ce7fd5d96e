#include "document/training/model_trials.h"

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include "document/training/trainer.h"
#include "document/training/training.h"
#include "document/work/background_work.h"
#include "document/work/lower_priority.h"
#include "io/project/task_project.h"
#include "training/run/run.h"
#include "training/tasks/task_table.h"

namespace regard {

namespace {

using ModelTrialsClock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds betweenReports{200};
constexpr long long measuredEvery = 1000; ///< steps
constexpr int fewSentences = 50;          ///< of each length, while a model learns
constexpr int heldOutSentences = 64;

double secondsSince(ModelTrialsClock::time_point then)
{
    return std::chrono::duration<double>(ModelTrialsClock::now() - then).count();
}

} // namespace

/// What the thread tells of one model.
struct ModelTrials::Trial {
    TrialProgress progress;
    std::optional<ModelLengths> lengths; ///< where they were measured
    std::optional<Project> trained;      ///< at its end
};

/// The models one after the other, on the thread.
class ModelTrials::Runs {
public:
    Runs(const Task &task, std::uint64_t seed, const TrialSizes &sizes, const BackgroundWork::Piece &piece,
         std::function<void(const Trial &)> take)
        : m_task(task), m_seed(seed), m_sizes(sizes), m_piece(piece), m_take(std::move(take))
    {
    }

    void run()
    {
        for (const TaskVariant &variant : m_task.variants)
            if (!m_piece.isCancelled())
                train(variant);
    }

private:
    void train(const TaskVariant &variant)
    {
        const Task task = *withVariant(m_task, variant.name);
        TrainingOptions options = task.options;
        options.seed = m_seed;
        options.rate.steps = m_sizes.steps.value_or(options.rate.steps);
        Run run(task, modelFor(task, m_seed), options);
        run.setThreads(int(std::max(1U, std::thread::hardware_concurrency())));
        TrainingRecord record;
        record.task = task.name;
        record.options = options;
        ModelTrialsClock::time_point told = ModelTrialsClock::now();
        long long toldStep = 0;
        tell({{variant.name, 0, options.rate.steps}, {}, {}});
        while (run.state().step < options.rate.steps && !m_piece.isCancelled() && !run.divergence()) {
            const long long step = run.state().step;
            if (step % Trainer::measuredEvery == 0)
                record.heldOut.add(step, run.evaluate(Trainer::measuredSentences), task);
            run.step();
            const bool isMeasured = run.state().step % measuredEvery == 0;
            if (!isMeasured && ModelTrialsClock::now() - told < betweenReports)
                continue;
            const double speed = double(run.state().step - toldStep) / secondsSince(told);
            Trial trial{{variant.name, run.state().step, options.rate.steps, run.curve().back().loss, speed}, {}, {}};
            if (isMeasured)
                trial.lengths = {variant.name, run.state().step, run.accuracyByLength(fewSentences)};
            tell(std::move(trial));
            told = ModelTrialsClock::now();
            toldStep = run.state().step;
        }
        if (!m_piece.isCancelled())
            finish(run, std::move(record));
    }

    void finish(Run &run, TrainingRecord record)
    {
        const TaskVariant &variant = *variantOf(run.task(), run.model().config);
        record.step = run.state().step;
        record.curve = run.curve();
        record.heldOut.add(record.step, run.evaluate(heldOutSentences), run.task());
        record.options.rate.dModel = run.model().config.dModel;
        Project project = taskProject(run.task(), run.options());
        project.model = run.model();
        project.task = std::make_shared<const TrainingRecord>(std::move(record));
        tell({{variant.name, run.state().step, run.options().rate.steps, run.curve().back().loss},
              ModelLengths{variant.name, run.state().step, run.accuracyByLength(m_sizes.sentences)},
              std::move(project)});
    }

    void tell(Trial trial)
    {
        m_piece.report([take = m_take, told = std::make_shared<const Trial>(std::move(trial))] { take(*told); });
    }

    const Task &m_task;
    std::uint64_t m_seed;
    TrialSizes m_sizes;
    const BackgroundWork::Piece &m_piece;
    std::function<void(const Trial &)> m_take;
};

ModelTrials::ModelTrials(Training *training)
    : m_training(training), m_work(std::make_unique<BackgroundWork>(nullptr, BackgroundWork::Share::OpenMp))
{
    connect(training, &Training::stateChanged, this, &ModelTrials::followTask);
}

ModelTrials::~ModelTrials() = default;

bool ModelTrials::isOffered() const
{
    const Task *task = m_training->task();
    return task && task->byLength && task->variants.size() > 1;
}

bool ModelTrials::isRunning() const
{
    return m_work->isRunning();
}

QString ModelTrials::problem() const
{
    return m_problem.isEmpty() || !m_lacksMemory ? m_problem : BackgroundWork::lackOfMemory();
}

void ModelTrials::start(const TrialSizes &sizes)
{
    if (!isOffered() || isRunning())
        return;
    m_training->pause();
    m_task = m_training->state().task;
    m_lengths.clear();
    m_trained.clear();
    m_problem.clear();
    m_progress = {m_task->variants.front().name, 0, m_task->variants.front().options.rate.steps};
    m_work->start(
        [this, task = m_task, seed = m_training->state().options.seed, sizes](const BackgroundWork::Piece &piece) {
            giveWay();
            Runs(*task, seed, sizes, piece, [this](const Trial &trial) { take(trial); }).run();
        },
        [this](const QString &problem) { end(problem); });
    emit changed();
}

void ModelTrials::take(const Trial &trial)
{
    m_progress = trial.progress;
    if (trial.lengths) {
        const auto known = std::find_if(m_lengths.begin(), m_lengths.end(),
                                        [&](const ModelLengths &each) { return each.model == trial.lengths->model; });
        if (known == m_lengths.end())
            m_lengths.push_back(*trial.lengths);
        else
            *known = *trial.lengths;
    }
    if (trial.trained)
        m_trained.emplace_back(trial.progress.model, *trial.trained);
    emit changed();
}

void ModelTrials::stop()
{
    if (!isRunning())
        return;
    m_work->cancel();
    end({});
}

void ModelTrials::end(const QString &problem)
{
    m_problem = problem;
    m_lacksMemory = problem == BackgroundWork::lackOfMemory();
    const Task *task = m_training->task();
    if (task && task->name == m_task->name && !m_lengths.empty())
        m_training->setModels(m_lengths);
    emit changed();
}

/// With another task, these models are of no use.
void ModelTrials::followTask()
{
    const Task *task = m_training->task();
    if (!m_task || (task && task->name == m_task->name))
        return;
    m_work->cancel();
    m_task.reset();
    m_lengths.clear();
    m_trained.clear();
    m_problem.clear();
    emit changed();
}

std::vector<ModelLengths> ModelTrials::lengths() const
{
    if (isRunning())
        return m_lengths;
    const auto &kept = m_training->state().models;
    return kept ? *kept : std::vector<ModelLengths>();
}

std::optional<Project> ModelTrials::trained(const std::string &model) const
{
    const auto found =
        std::find_if(m_trained.begin(), m_trained.end(), [&](const auto &each) { return each.first == model; });
    if (found == m_trained.end())
        return std::nullopt;
    Project project = found->second;
    TrainingRecord record = *project.task;
    record.models = lengths();
    project.task = std::make_shared<const TrainingRecord>(std::move(record));
    return project;
}

void ModelTrials::waitUntilDone()
{
    m_work->waitUntilDone();
}

} // namespace regard
