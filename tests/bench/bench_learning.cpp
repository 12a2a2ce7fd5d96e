#include <benchmark/benchmark.h>

#include <memory>
#include <vector>

#include <QAbstractEventDispatcher>
#include <QApplication>
#include <QElapsedTimer>

#include "document/document.h"
#include "document/training/trainer.h"
#include "io/project/task_project.h"
#include "training/tasks/task_table.h"
#include "window/main_window.h"
#include "window_times.h"

namespace {

constexpr int steps = 1000; // of a round
constexpr const char *taskName = "it";

double millisecondsSince(const QElapsedTimer &timer)
{
    return double(timer.nsecsElapsed()) * 1e-6;
}

/// The first example's sentence and the model that learns it, in the window as it opens.
class LearningWindow {
public:
    LearningWindow()
    {
        m_window.resize(1440, 900);
        m_window.show();
        const regard::Task task = *regard::findTask(taskName);
        m_window.document()->load(regard::taskProject(task, task.options), {});
        m_window.document()->training().choose(taskName);
        m_window.document()->waitForResult();
        settle();
        QObject::connect(&training(), &regard::Training::advanced, [this] { m_hasAdvanced = true; });
        QObject::connect(QAbstractEventDispatcher::instance(), &QAbstractEventDispatcher::awake, &m_window,
                         [this] { noteAwake(); });
    }

    regard::Training &training() { return m_window.document()->training(); }

    /// A round of steps. From the first event that a picture makes until nothing is left to paint, in ms, for each.
    std::vector<double> train()
    {
        std::vector<double> times;
        training().takeSteps(steps);
        while (training().isRunning()) {
            m_hasAdvanced = false;
            m_awake.start();
            QAbstractEventDispatcher::instance()->processEvents(QEventLoop::WaitForMoreEvents);
            if (!m_hasAdvanced)
                continue;
            m_window.document()->waitForResult();
            settle();
            if (training().isRunning()) // what the end of a run changes in the window is another matter
                times.push_back(millisecondsSince(m_awake));
        }
        return times;
    }

private:
    /// A wait for events has ended; what painting a picture itself waits for is later.
    void noteAwake()
    {
        if (!m_hasAdvanced)
            m_awake.start();
    }

    regard::MainWindow m_window;
    QElapsedTimer m_awake;
    bool m_hasAdvanced = false;
};

// While a model learns: from the trainer's picture to the window's new pixels.
void trainingToPixels(benchmark::State &state)
{
    LearningWindow window;
    std::vector<double> times;
    for (auto _ : state) {
        const std::vector<double> round = window.train();
        times.insert(times.end(), round.begin(), round.end());
    }
    state.counters["p50"] = percentile(times, 50);
    state.counters["p99"] = percentile(times, 99);
    state.counters["pictures"] = double(times.size());
}
BENCHMARK(trainingToPixels)->Unit(benchmark::kMillisecond)->UseRealTime()->Iterations(6);

/// A round on a thread that nobody asks for pictures.
double millisecondsAlone()
{
    const auto task = std::make_shared<const regard::Task>(*regard::findTask(taskName));
    const auto model = std::make_shared<const regard::Model>(regard::modelFor(*task, task->options.seed));
    regard::Trainer trainer;
    QElapsedTimer timer;
    timer.start();
    bool isDone = false;
    const auto take = [&](const regard::TrainingPicture &picture) { // the first one comes unasked
        isDone = picture.isLast;
        trainer.goOn();
    };
    trainer.start({task, model, task->options, nullptr, 0, -1, steps}, take, [](const QString &) {});
    while (!isDone)
        QAbstractEventDispatcher::instance()->processEvents(QEventLoop::WaitForMoreEvents);
    return millisecondsSince(timer);
}

// A round in the window beside one alone, in turns.
void trainingShown(benchmark::State &state)
{
    std::vector<double> ratios;
    for (auto _ : state) {
        LearningWindow window;
        const double alone = millisecondsAlone();
        QElapsedTimer timer;
        timer.start();
        window.train();
        ratios.push_back(millisecondsSince(timer) / alone);
    }
    state.counters["part"] = percentile(ratios, 50);
}
BENCHMARK(trainingShown)->Unit(benchmark::kMillisecond)->UseRealTime()->Iterations(5);

} // namespace
