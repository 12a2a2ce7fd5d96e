#include "widgets/importance_run.h"

#include <exception>
#include <new>
#include <optional>
#include <utility>

#include <QCoreApplication>

#include "engine/serial_thread.h"

namespace regard {

ImportanceRun::ImportanceRun(QObject *parent) : QObject(parent)
{
    m_thread.setMaxThreadCount(1);
}

ImportanceRun::~ImportanceRun()
{
    cancel();
    m_thread.waitForDone();
}

void ImportanceRun::cancel()
{
    if (m_cancelled)
        *m_cancelled = true;
    m_cancelled.reset();
}

void ImportanceRun::start(const Result &result, Replacement replacement)
{
    cancel();
    m_cancelled = std::make_shared<std::atomic<bool>>(false);
    m_thread.start([this, result, replacement, cancelled = m_cancelled] {
        computeSerially();
        compute(result, replacement, cancelled);
    });
}

void ImportanceRun::waitUntilDone()
{
    m_thread.waitForDone();
    QCoreApplication::sendPostedEvents(this, QEvent::MetaCall);
}

template <typename Report>
void ImportanceRun::post(const Flag &cancelled, Report report)
{
    QMetaObject::invokeMethod(
        this,
        [this, cancelled, report = std::move(report)] {
            if (cancelled == m_cancelled)
                report();
        },
        Qt::QueuedConnection);
}

void ImportanceRun::compute(const Result &result, Replacement replacement, const Flag &cancelled)
{
    const ImportanceRule rule{
        replacement, [&](int done, int all) { post(cancelled, [this, done, all] { emit progressed(done, all); }); },
        cancelled.get()};
    QString problem;
    std::optional<std::vector<HeadImportance>> importance;
    try {
        importance = headImportance(*result.model, *result.trace, rule);
    } catch (const std::bad_alloc &) {
        problem = tr("The memory does not suffice for the importance of the heads of this sentence.");
    } catch (const std::exception &error) {
        problem = QString::fromUtf8(error.what());
    }
    post(cancelled, [this, problem, importance = std::move(importance)] {
        m_cancelled.reset();
        if (importance)
            emit finished(*importance);
        else
            emit failed(problem);
    });
}

} // namespace regard
