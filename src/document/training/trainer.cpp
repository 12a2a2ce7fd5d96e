#include "document/training/trainer.h"

#include <algorithm>
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
    double speed = 0;                       ///< steps a second, 0: no limit

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

namespace {

/// Lengths that are measured while a model learns: after so many steps, by so many sentences of each.
constexpr long long lengthsEvery = 1000;
constexpr int fewSentences = 50;

/// One model on the thread that trains.
class Learner {
public:
    Learner(const LearnerStart &start, int lengthSentences)
        : m_run(*start.task, *start.model, start.options), m_until(start.until), m_measured(start.measured),
          m_lengthSentences(lengthSentences)
    {
        RunState state{m_run.state().weights, {}, start.step};
        if (start.moments)
            state.moments = *start.moments;
        m_run.setState(std::move(state));
        m_isMeasuredAtEnd = isDone(); // it was when it came there
    }

    Run &run() { return m_run; }
    long long step() const { return m_run.state().step; }
    bool isDone() const { return m_run.divergence() || (m_until && step() >= *m_until); }

    void takeStep()
    {
        if (const auto report = m_run.step())
            m_reports.push_back(*report);
    }

    /// Measures at the same steps whoever looks on, so that the curve of a run is always the same.
    void measure()
    {
        if (m_run.divergence())
            return;
        if (step() % Trainer::measuredEvery == 0 && step() > m_measured) {
            m_measurements.push_back({step(), m_run.evaluate(Trainer::measuredSentences, true)});
            m_measured = step();
            if (m_lengthSentences > 0 && step() > 0 && step() % lengthsEvery == 0)
                m_lengths = m_run.accuracyByLength(fewSentences);
        }
        const bool isAtItsEnd = m_run.options().rate.steps == step();
        if (isDone() && !std::exchange(m_isMeasuredAtEnd, true) && m_lengthSentences > 0 && isAtItsEnd)
            m_lengths = m_run.accuracyByLength(m_lengthSentences);
    }

    LearnerPicture picture()
    {
        LearnerPicture picture;
        picture.model = std::make_shared<const Model>(m_run.model());
        picture.moments = std::make_shared<const Moments>(m_run.state().moments);
        picture.step = step();
        picture.reports = std::exchange(m_reports, {});
        picture.measured = std::exchange(m_measurements, {});
        picture.lengths = std::exchange(m_lengths, {});
        picture.divergence = m_run.divergence();
        return picture;
    }

private:
    Run m_run;
    std::optional<long long> m_until;
    long long m_measured;
    int m_lengthSentences;
    bool m_isMeasuredAtEnd = false;
    std::vector<StepReport> m_reports;
    std::vector<MeasuredStep> m_measurements;
    std::vector<LengthAccuracy> m_lengths;
};

} // namespace

/// The runs on the thread that trains.
class Trainer::Loop {
public:
    Loop(const TrainingStart &start, Orders &orders, const BackgroundWork::Piece &piece, Take take)
        : m_orders(orders), m_piece(piece), m_take(std::move(take))
    {
        m_learners.push_back(std::make_unique<Learner>(start.own, start.lengthSentences));
        for (const LearnerStart &beside : start.beside)
            m_learners.push_back(std::make_unique<Learner>(beside, start.lengthSentences));
        m_shown = front();
    }

    void run()
    {
        while (!m_piece.isCancelled()) {
            for (const auto &learner : m_learners)
                learner->measure();
            Learner *next = mostBehind();
            // One model has taken a step in between that another has not.
            const bool isBetween = next && front() - next->step() == 1;
            if (!next || (m_orders.ends && !isBetween)) {
                report(true);
                return;
            }
            if (isBetween || isTimeForStep(next->step() < front()))
                step(*next);
        }
    }

private:
    /// The steps of the one that has taken most.
    long long front() const
    {
        long long most = 0;
        for (const auto &learner : m_learners)
            most = std::max(most, learner->step());
        return most;
    }

    /// The run that has taken the fewest steps; null where none goes on.
    Learner *mostBehind() const
    {
        Learner *behind = nullptr;
        for (const auto &learner : m_learners)
            if (!learner->isDone() && (!behind || learner->step() < behind->step()))
                behind = learner.get();
        return behind;
    }

    /// Waits for the next step's time, unless a model catches up, and reports pictures that are asked for until then.
    /// False where something came in between.
    bool isTimeForStep(bool catchesUp)
    {
        if (m_hasNews && m_orders.wantsPicture.exchange(false))
            report(false);
        std::unique_lock lock(m_orders.mutex);
        if (m_piece.isCancelled() || m_orders.ends)
            return false;
        if (m_orders.speed <= 0 || !m_began || catchesUp)
            return true;
        const auto pace = std::chrono::duration<double>(1 / m_orders.speed);
        const auto due = *m_began + std::chrono::duration_cast<TrainerClock::duration>(pace);
        if (TrainerClock::now() >= due)
            return true;
        if (!m_orders.wantsPicture || !m_hasNews)
            m_orders.changed.wait_until(lock, due);
        return false;
    }

    void step(Learner &learner)
    {
        if (const auto options = m_orders.takeOptions())
            m_learners.front()->run().setOptions(*options);
        learner.run().setThreads(m_orders.givesWay ? 1 : 0);
        const TrainerClock::time_point begin = TrainerClock::now();
        if (learner.step() == front())
            m_began = begin;
        learner.takeStep();
        m_seconds += trainerSecondsSince(begin);
        m_hasNews = true;
    }

    void report(bool isLast)
    {
        auto picture = std::make_shared<TrainingPicture>();
        picture->own = m_learners.front()->picture();
        for (std::size_t i = 1; i < m_learners.size(); ++i)
            picture->beside.push_back(m_learners[i]->picture());
        picture->seconds = std::exchange(m_seconds, 0);
        picture->steps = front() - std::exchange(m_shown, front());
        picture->isLast = isLast;
        m_hasNews = false;
        m_orders.givesWay = true;
        m_piece.report([take = m_take, picture] { take(*picture); });
    }

    std::vector<std::unique_ptr<Learner>> m_learners; ///< the document's own first
    Orders &m_orders;
    const BackgroundWork::Piece &m_piece;
    Take m_take;
    double m_seconds = 0;
    long long m_shown = 0;                           ///< the steps of the one in front in the last picture
    bool m_hasNews = false;                          ///< a step was taken since the last picture
    std::optional<TrainerClock::time_point> m_began; ///< the last step of the one in front
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
