#include "views/lens/lens_run.h"

#include <utility>

#include "document/work/background_work.h"

namespace regard {

namespace {

SharedLens lensAnswer(const Result &result, int chosen)
{
    return std::make_shared<const LensAnswer>(
        LensAnswer{result, chosen, *lensOf(*result.model, *result.trace, chosen)});
}

} // namespace

LensRun::LensRun(QObject *parent) : QObject(parent), m_work(new BackgroundWork(this)) {}

bool LensRun::isBusy() const
{
    return m_work->isRunning();
}

void LensRun::stop()
{
    m_work->cancel();
    m_result = {};
    m_known.reset();
}

bool LensRun::isAsked(const Result &result, int chosen) const
{
    return result == m_result && chosen == m_chosen;
}

bool LensRun::isKnown() const
{
    return m_known && m_known->result == m_result && m_known->chosen == m_chosen;
}

void LensRun::ask(const Result &result, int chosen)
{
    m_work->cancel();
    m_problem.clear();
    m_result = result;
    m_chosen = chosen;
}

SharedLens LensRun::wholeOf(const Result &result, int chosen)
{
    if (!isAsked(result, chosen))
        ask(result, chosen);
    if (!isKnown()) {
        m_work->cancel();
        m_known = lensAnswer(result, chosen);
    }
    return m_known;
}

SharedLens LensRun::of(const Result &result, int chosen)
{
    if (isAsked(result, chosen))
        return m_known;
    ask(result, chosen);
    if (lensCost(*result.model, *result.trace) <= immediateCost)
        return wholeOf(result, chosen);
    m_work->start(
        [this, result, chosen](const BackgroundWork::Piece &work) {
            auto lens = lensOf(*result.model, *result.trace, chosen, &work.isCancelled());
            if (!lens)
                return;
            const auto answer = std::make_shared<const LensAnswer>(LensAnswer{result, chosen, std::move(*lens)});
            work.report([this, answer] { m_known = answer; });
        },
        [this](const QString &problem) {
            m_problem = problem;
            emit progressed();
        });
    return m_known;
}

} // namespace regard
