#include "document/training/training.h"

#include <algorithm>
#include <utility>

#include "engine/base/errors.h"
#include "io/project/task_project.h"
#include "training/tasks/task_table.h"

// The models that learn the task beside the document's own.

namespace regard {

void Training::setBeside(const QString &text, std::vector<RunBeside> beside)
{
    pause();
    State after = m_state;
    after.beside = std::move(beside);
    pushChange(text, {m_matrices.model(), std::move(after)});
}

void Training::putBeside(const std::string &variant, std::uint64_t seed)
{
    requireFit();
    Task task = *m_state.task;
    RunBeside run;
    run.options = m_state.options;
    task.model = m_matrices.model()->config;
    if (!variant.empty()) {
        std::optional<Task> chosen = withVariant(task, variant);
        if (!chosen)
            throw ConfigError(tr("The task offers no model “%1”.").arg(QString::fromStdString(variant)).toStdString());
        task = *std::move(chosen);
        run.options = task.options;
    }
    run.options.adam.locked.clear();
    run.options.seed = seed;
    run.model = std::make_shared<const Model>(taskProject(task, run.options).model);
    run.first = run.model;
    run.task = std::make_shared<const Task>(std::move(task));
    std::vector<RunBeside> beside = m_state.beside;
    beside.push_back(std::move(run));
    setBeside(tr("Put a model beside"), std::move(beside));
}

void Training::putBeside(const Project &trained)
{
    requireFit();
    if (!trained.task || trained.task->task != m_state.task->name)
        throw ConfigError(
            tr("That model was not trained on “%1”.").arg(QString::fromStdString(m_state.task->title)).toStdString());
    RunBeside run;
    Task task = *m_state.task;
    task.model = trained.model.config;
    run.task = std::make_shared<const Task>(std::move(task));
    run.options = trained.task->options;
    run.model =
        std::make_shared<const Model>(trainableModel(trained.model, m_state.task->vocabulary, m_state.task->lengths));
    run.step = trained.task->step;
    run.curve = std::make_shared<const TrainingCurve>(TrainingCurve{trained.task->curve, trained.task->heldOut, {}});
    std::vector<RunBeside> beside = m_state.beside;
    beside.push_back(std::move(run));
    setBeside(tr("Put a trained model beside"), std::move(beside));
}

void Training::removeBeside(std::size_t index)
{
    std::vector<RunBeside> beside = m_state.beside;
    if (index >= beside.size())
        return;
    beside.erase(beside.begin() + std::ptrdiff_t(index));
    setBeside(tr("Remove a model beside"), std::move(beside));
}

void Training::takeBeside(std::size_t index)
{
    if (index >= m_state.beside.size())
        return;
    requireFit();
    pause();
    const RunBeside taken = m_state.beside[index];
    Task ownTask = *m_state.task;
    ownTask.model = m_matrices.model()->config;
    State after = m_state;
    after.beside[index] = {std::make_shared<const Task>(std::move(ownTask)),
                           m_state.options,
                           m_matrices.model(),
                           m_state.first,
                           m_state.moments,
                           m_state.step,
                           m_state.curve};
    after.task = taken.task;
    after.options = taken.options;
    after.step = taken.step;
    after.moments = taken.moments;
    after.curve = taken.curve;
    after.first = taken.first;
    after.sizes = taken.step > 0 ? std::optional(taken.model->config) : std::nullopt;
    after.record.reset();
    pushChange(tr("Take the model beside"), {taken.model, std::move(after)});
}

void Training::trainAll()
{
    requireFit();
    m_steps->asOneStep(tr("Put the task’s models beside each other"), [this] {
        for (const TaskVariant &variant : std::vector<TaskVariant>(m_state.task->variants)) {
            const auto isIt = [&](const ModelConfig &config) {
                const TaskVariant *present = variantOf(*m_state.task, config);
                return present && present->name == variant.name;
            };
            const auto &beside = m_state.beside;
            if (!isIt(m_matrices.model()->config) &&
                std::none_of(beside.begin(), beside.end(),
                             [&](const RunBeside &run) { return isIt(run.model->config); }))
                putBeside(variant.name, m_state.options.seed);
        }
    });
    if (!m_isRunning)
        go(std::nullopt);
}

double Training::secondsLeft() const
{
    double left = 0; // steps of the one that has most before it
    const auto add = [&](const TrainingOptions &options, long long step) {
        if (options.rate.schedule == Schedule::Cosine)
            left = std::max(left, double(options.rate.steps - step));
    };
    add(m_state.options, m_state.step);
    for (const RunBeside &run : m_state.beside)
        add(run.options, run.step);
    const double rate = m_speed > 0 ? std::min(m_speed, m_stepsPerSecond) : m_stepsPerSecond;
    return rate > 0 ? left / rate : 0;
}

} // namespace regard
