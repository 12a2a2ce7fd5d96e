#include "views/parts/parts_run.h"

#include <utility>

#include "document/work/background_work.h"

namespace regard {

PartsRun::PartsRun(Make make, QObject *parent)
    : QObject(parent), m_make(std::move(make)), m_work(new BackgroundWork(this))
{
}

bool PartsRun::isBusy() const
{
    return m_work->isRunning();
}

void PartsRun::stop()
{
    m_work->cancel();
    if (!m_isKnown)
        m_result = {};
}

bool PartsRun::isOf(const ShownState &state, const PartsQuestion &question) const
{
    return state.result == m_result && state.selection == m_selection && question == m_question;
}

std::shared_ptr<const PartsData> PartsRun::wholeOf(const ShownState &state, const PartsQuestion &question)
{
    if (m_isKnown && isOf(state, question))
        return m_known;
    return std::make_shared<const PartsData>(m_make(state, question));
}

std::shared_ptr<const PartsData> PartsRun::of(const ShownState &state, const PartsQuestion &question)
{
    if (isOf(state, question))
        return m_known;
    if (!(state.result == m_result))
        m_known.reset();
    m_result = state.result;
    m_selection = state.selection;
    m_question = question;
    m_isKnown = false;
    m_problem.clear();
    m_work->start(
        [this, make = m_make, state, question](const BackgroundWork::Piece &work) {
            auto made = std::make_shared<const PartsData>(make(state, question));
            work.report([this, made] {
                m_known = made;
                m_isKnown = true;
                emit progressed();
            });
        },
        [this](const QString &problem) {
            m_problem = problem;
            emit progressed();
        });
    return m_known;
}

} // namespace regard
