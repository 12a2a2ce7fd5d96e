#include "document/work/background_work.h"

#include <new>
#include <utility>

#include <QCoreApplication>
#include <QEvent>
#include <QPointer>

#include "document/work/fault.h"
#include "engine/base/errors.h"
#include "engine/kernels/serial_thread.h"

namespace regard {

namespace {

QEvent::Type wakeType()
{
    static const auto type = static_cast<QEvent::Type>(QEvent::registerEventType());
    return type;
}

} // namespace

void BackgroundWork::Piece::report(std::function<void()> report) const
{
    const std::lock_guard lock(m_owner->m_mutex);
    if (!m_cancelled)
        m_owner->post({m_owner->m_running, std::move(report), {}});
}

BackgroundWork::BackgroundWork(QObject *parent, Share share) : QObject(parent), m_share(share)
{
    if (share == Share::OpenMp)
        computeSerially();
}

BackgroundWork::~BackgroundWork()
{
    cancel();
    {
        const std::lock_guard lock(m_mutex);
        m_isEnding = true;
    }
    m_changed.notify_all();
    if (m_thread.joinable())
        m_thread.join();
}

void BackgroundWork::start(Work work, Done done)
{
    cancel();
    m_current = SharedPiece(new Piece(this));
    m_done = std::move(done);
    {
        const std::lock_guard lock(m_mutex);
        m_waiting = m_current;
        m_waitingWork = std::move(work);
        if (!m_thread.joinable())
            m_thread = std::thread([this] { run(); });
    }
    m_changed.notify_all();
}

void BackgroundWork::cancel()
{
    if (!m_current)
        return;
    m_current->m_cancelled = true;
    m_current.reset();
    const Done done = std::exchange(m_done, nullptr); // what it holds may be large: freed outside the lock
    Work work;
    std::vector<Report> reports;
    const std::lock_guard lock(m_mutex);
    m_waiting.reset();
    work.swap(m_waitingWork);
    reports.swap(m_reports);
}

void BackgroundWork::waitUntilDone()
{
    {
        std::unique_lock lock(m_mutex);
        m_changed.wait(lock, [this] { return !m_waiting && !m_running; });
    }
    deliver();
}

bool BackgroundWork::event(QEvent *event)
{
    if (event->type() != wakeType())
        return QObject::event(event);
    deliver();
    return true;
}

/// The mutex must be held. The event is posted under it too: its handler has seen all that was written before.
void BackgroundWork::post(Report report)
{
    m_reports.push_back(std::move(report));
    if (m_reports.size() == 1)
        QCoreApplication::postEvent(this, new QEvent(wakeType()));
}

void BackgroundWork::deliver()
{
    std::vector<Report> reports;
    {
        const std::lock_guard lock(m_mutex);
        reports.swap(m_reports);
    }
    const QPointer<BackgroundWork> still(this); // a listener may delete this object
    for (const Report &report : reports) {
        if (!still || report.piece != m_current)
            continue;
        if (report.tell) {
            report.tell();
            continue;
        }
        m_current.reset();
        const Done done = std::exchange(m_done, nullptr);
        done(report.lacksMemory ? lackOfMemory() : QString::fromStdString(report.problem));
    }
}

void BackgroundWork::run()
{
    if (m_share == Share::Nothing)
        computeSerially();
    std::unique_lock lock(m_mutex);
    for (;;) {
        m_changed.wait(lock, [this] { return m_isEnding || m_waiting; });
        if (m_isEnding)
            return;
        m_running = std::exchange(m_waiting, nullptr);
        Work work = std::exchange(m_waitingWork, nullptr);
        lock.unlock();
        Report end{m_running, nullptr, {}};
        try {
            work(*end.piece);
        } catch (const std::bad_alloc &) {
            end.lacksMemory = true;
        } catch (const Error &error) {
            end.problem = error.what();
        } catch (...) {
            Faults::all().report(nullptr, QStringLiteral("work in the background"));
            end.problem = currentFault().sentence.toStdString();
        }
        work = nullptr; // what it holds is freed here
        lock.lock();
        m_running.reset();
        if (!end.piece->m_cancelled)
            post(std::move(end));
        m_changed.notify_all();
    }
}

} // namespace regard
