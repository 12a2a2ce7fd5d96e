#include "session.h"

#include <exception>

#include <QApplication>
#include <QTimer>

#include "checks.h"
#include "failures.h"
#include "kind.h"
#include "world.h"

using namespace Qt::Literals::StringLiterals;

namespace regard::monkey {

namespace {

constexpr int picturesEvery = 20;
constexpr int documentEvery = 200;

} // namespace

Session::Session(World *world, std::uint32_t seed, int actions, const QString &journal)
    : m_world(world), m_answers(world), m_dice(seed), m_isReplay(false), m_count(actions), m_journal(journal)
{
}

Session::Session(World *world, const QList<Action> &actions, const QString &journal)
    : m_world(world), m_answers(world), m_dice(0), m_isReplay(true), m_given(actions), m_count(int(actions.size())),
      m_journal(journal)
{
}

void Session::run()
{
    if (!m_journal.open(QIODevice::WriteOnly))
        qFatal("%s cannot be written", qPrintable(m_journal.fileName()));
    QTimer::singleShot(0, this, &Session::turn);
    QApplication::exec();
}

/// In one turn the action, in the next the look at what came of it: in between the event loop does what is its own.
void Session::turn()
{
    m_world->follow();
    m_world->settle();
    if (!std::exchange(m_isChecked, true))
        checkState(*m_world);
    if (!Failures::all().isEmpty() || m_done == m_count) {
        QCoreApplication::exit();
        return;
    }
    const Action action = next();
    m_journal.write(lineOf(action).toUtf8() + '\n');
    m_journal.flush();
    does(action);
    ++m_done;
    m_isChecked = false;
    QTimer::singleShot(0, this, &Session::turn);
}

Action Session::next()
{
    if (m_isReplay)
        return m_given[m_done];
    if ((m_done + 1) % documentEvery == 0)
        return {u"check-document"_s, {}, 0};
    if ((m_done + 1) % picturesEvery == 0)
        return {u"check-pictures"_s, {}, 0};
    return nextAction(*m_world, m_dice);
}

void Session::does(const Action &action)
{
    m_world->pass(40); // milliseconds
    try {
        if (action.kind == "check-document"_L1)
            checkDocument(*m_world);
        else if (action.kind == "check-pictures"_L1)
            checkPictures(*m_world);
        else {
            m_answers.begin(action.seed);
            act(*m_world, action);
            m_answers.end();
        }
    } catch (const std::exception &error) {
        Failures::all().tell(u"exception: "_s + QString::fromUtf8(error.what()));
        m_answers.end();
    }
}

} // namespace regard::monkey
