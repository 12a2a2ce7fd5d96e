#pragma once

#include <cstdint>

#include <QFile>
#include <QList>
#include <QObject>
#include <QString>

#include "action.h"
#include "answers.h"
#include "dice.h"

namespace regard::monkey {

class World;

/// A number of actions one after the other, each in a turn of the event loop of its own. What is done is written down
/// before it is done, so that a process that dies of it has told.
class Session : public QObject {
public:
    /// Actions by chance.
    Session(World *world, std::uint32_t seed, int actions, const QString &journal);
    /// Those given.
    Session(World *world, const QList<Action> &actions, const QString &journal);

    /// Returns once all is done, or something went wrong: told to Failures.
    void run();

private:
    void turn();
    Action next();
    void does(const Action &action);

    World *m_world;
    Answers m_answers;
    Dice m_dice;
    bool m_isReplay;
    QList<Action> m_given;
    int m_count;
    int m_done = 0;
    bool m_isChecked = true;
    QFile m_journal;
};

} // namespace regard::monkey
