#include "widgets/find_run.h"

#include <utility>

#include <QCoreApplication>
#include <QEvent>

#include "engine/serial_thread.h"

namespace regard {

namespace {

constexpr double quickCost = 1e6; // numbers read in a few milliseconds

} // namespace

FindRun::FindRun(QObject *parent) : QObject(parent)
{
    m_thread.setMaxThreadCount(1);
}

FindRun::~FindRun()
{
    forget();
    m_thread.waitForDone();
}

void FindRun::forget()
{
    if (m_current)
        *m_current = true;
    m_current.reset();
}

void FindRun::ask(const Result &result, const FindQuestion &question, const Tokens &source, const Tokens &target)
{
    forget();
    if (findCost(*result.trace, question) <= quickCost) {
        emit answered(question, findHeads(*result.model, *result.trace, question, source, target));
        return;
    }
    m_current = std::make_shared<std::atomic<bool>>(false);
    m_thread.start([this, result, question, source, target, isOld = m_current] {
        computeSerially();
        if (*isOld)
            return;
        std::vector<HeadShare> heads = findHeads(*result.model, *result.trace, question, source, target);
        QMetaObject::invokeMethod(
            this,
            [this, question, isOld, heads = std::move(heads)] {
                if (isOld != m_current)
                    return;
                m_current.reset();
                emit answered(question, heads);
            },
            Qt::QueuedConnection);
    });
}

void FindRun::waitUntilDone()
{
    m_thread.waitForDone();
    QCoreApplication::sendPostedEvents(this, QEvent::MetaCall);
}

} // namespace regard
