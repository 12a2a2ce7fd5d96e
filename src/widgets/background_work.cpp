#include "widgets/background_work.h"

#include <exception>
#include <new>
#include <utility>

#include <QCoreApplication>
#include <QMetaObject>

#include "engine/serial_thread.h"

namespace regard {

BackgroundWork::BackgroundWork(QObject *parent) : QObject(parent)
{
    m_thread.setMaxThreadCount(1);
}

BackgroundWork::~BackgroundWork()
{
    m_thread.clear();
    m_thread.waitForDone();
}

void BackgroundWork::start(std::function<void()> work, std::function<void(const QString &problem)> done)
{
    const auto piece = std::make_shared<Piece>();
    m_current = piece;
    m_thread.clear(); // what waits is not wanted any more
    m_thread.start([this, piece, work = std::move(work), done = std::move(done)] {
        computeSerially();
        QString problem;
        try {
            work();
        } catch (const std::bad_alloc &) {
            problem = tr("The memory does not suffice for this.");
        } catch (const std::exception &error) {
            problem = QString::fromUtf8(error.what());
        }
        QMetaObject::invokeMethod(
            this,
            [this, piece, problem, done] {
                if (piece != m_current)
                    return;
                m_current.reset();
                done(problem);
            },
            Qt::QueuedConnection);
    });
}

void BackgroundWork::waitUntilDone()
{
    m_thread.waitForDone();
    QCoreApplication::sendPostedEvents(this, QEvent::MetaCall);
}

} // namespace regard
