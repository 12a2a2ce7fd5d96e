#include "document/training/trainer.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <utility>

#include "document/work/background_work.h"
#include "document/work/lower_priority.h"

namespace regard {

namespace {

using TrainerClock = std::chrono::steady_clock;

double trainerSecondsSince(TrainerClock::time_point then)
{
    return std::chrono::duration<double>(TrainerClock::now() - then).count();
}

} // namespace

/// What the window asks of the thread that trains.
struct Trainer::Orders {
    std::atomic<bool> wantsPicture = true;
    std::atomic<bool> givesWay = false; ///< while a picture is shown: the window gets a processor of its own
    std::atomic<bool> ends = false;
    std::mutex mutex;
    std::condition_variable changed;        ///< one of these orders, or the piece was cancelled
    std::optional<TrainingOptions> options; ///< protected by the mutex
    double speed = 0;                       ///< steps a second, 0: no limit; likewise

    /// Ends a wait for the next step's time, so that the thread looks at its orders again.
    void wake()
    {
        // A thread that has looked and does not wait yet holds the mutex.
        const std::lock_guard lock(mutex);
        changed.notify_all();
    }

    std::optional<TrainingOptions> takeOptions()
    {
        const std::lock_guard lock(mutex);
        return std::exchange(options, std::nullopt);
    }
};

/// One run on the thread that trains.
class Trainer::Loop {
public:
    Loop(const TrainingStart &start, Orders &orders, const BackgroundWork::Piece &piece, Take take)
        : m_run(*start.task, *start.model, start.options), m_orders(orders), m_piece(piece), m_take(std::move(take)),
          m_until(start.until), m_measured(start.measured)
    {
        RunState state{m_run.state().weights, {}, start.step};
        if (start.moments)
            state.moments = *start.moments;
        m_run.setState(std::move(state));
    }

    void run()
    {
        while (!m_piece.isCancelled()) {
            const bool ends = m_orders.ends || m_run.divergence() || (m_until && m_run.state().step >= *m_until);
            if (!m_run.divergence())
                measure();
            if (ends) {
                report(true);
                return;
            }
            if (isTimeForStep())
                step();
        }
    }

private:
    /// Waits for the next step's time and reports pictures that are asked for until then. False where something came
    /// in between.
    bool isTimeForStep()
    {
        if (!m_reports.empty() && m_orders.wantsPicture.exchange(false))
            report(false);
        std::unique_lock lock(m_orders.mutex);
        if (m_piece.isCancelled() || m_orders.ends)
            return false;
        if (m_orders.speed <= 0 || !m_began)
            return true;
        const auto pace = std::chrono::duration<double>(1 / m_orders.speed);
        const auto due = *m_began + std::chrono::duration_cast<TrainerClock::duration>(pace);
        if (TrainerClock::now() >= due)
            return true;
        if (!m_orders.wantsPicture || m_reports.empty())
            m_orders.changed.wait_until(lock, due);
        return false;
    }

    void step()
    {
        if (const auto options = m_orders.takeOptions())
            m_run.setOptions(*options);
        m_run.setThreads(m_orders.givesWay ? 1 : 0);
        m_began = TrainerClock::now();
        if (const auto report = m_run.step())
            m_reports.push_back(*report);
        m_seconds += trainerSecondsSince(*m_began);
    }

    /// At the same steps whoever looks on, so that the curve of a run is always the same.
    void measure()
    {
        const long long step = m_run.state().step;
        if (step % measuredEvery != 0 || step <= m_measured)
            return;
        m_measurements.push_back({step, m_run.evaluate(measuredSentences, true)});
        m_measured = step;
    }

    void report(bool isLast)
    {
        auto picture = std::make_shared<TrainingPicture>();
        picture->model = std::make_shared<const Model>(m_run.model());
        picture->moments = std::make_shared<const Moments>(m_run.state().moments);
        picture->step = m_run.state().step;
        picture->reports = std::exchange(m_reports, {});
        picture->measured = std::exchange(m_measurements, {});
        picture->seconds = std::exchange(m_seconds, 0);
        picture->divergence = m_run.divergence();
        picture->isLast = isLast;
        m_orders.givesWay = true;
        m_piece.report([take = m_take, picture] { take(*picture); });
    }

    Run m_run;
    Orders &m_orders;
    const BackgroundWork::Piece &m_piece;
    Take m_take;
    std::optional<long long> m_until;
    long long m_measured;
    std::vector<StepReport> m_reports;
    std::vector<MeasuredStep> m_measurements;
    double m_seconds = 0;
    std::optional<TrainerClock::time_point> m_began; ///< the last step
};

Trainer::Trainer() : m_work(std::make_unique<BackgroundWork>(nullptr, BackgroundWork::Share::OpenMp)) {}

Trainer::~Trainer()
{
    drop();
}

void Trainer::start(TrainingStart start, Take take, Failed failed)
{
    drop();
    m_orders = std::make_shared<Orders>();
    m_orders->speed = m_speed;
    m_work->start(
        [start = std::move(start), orders = m_orders, take = std::move(take)](const BackgroundWork::Piece &piece) {
            giveWay();
            Loop(start, *orders, piece, take).run();
        },
        [failed = std::move(failed)](const QString &problem) {
            if (!problem.isEmpty())
                failed(problem);
        });
}

void Trainer::ask()
{
    goOn();
    if (!m_orders)
        return;
    m_orders->wantsPicture = true;
    m_orders->wake();
}

void Trainer::goOn()
{
    if (m_orders)
        m_orders->givesWay = false;
}

void Trainer::setOptions(const TrainingOptions &options)
{
    if (!m_orders)
        return;
    const std::lock_guard lock(m_orders->mutex);
    m_orders->options = options;
}

void Trainer::setSpeed(double stepsPerSecond)
{
    m_speed = stepsPerSecond;
    if (!m_orders)
        return;
    const std::lock_guard lock(m_orders->mutex);
    m_orders->speed = stepsPerSecond;
    m_orders->changed.notify_all();
}

void Trainer::finish()
{
    if (!m_work->isRunning())
        return;
    m_orders->ends = true;
    m_orders->wake();
    m_work->waitUntilDone();
}

void Trainer::drop()
{
    m_work->cancel();
    if (m_orders)
        m_orders->wake();
}

void Trainer::waitUntilDone()
{
    m_work->waitUntilDone();
}

} // namespace regard
