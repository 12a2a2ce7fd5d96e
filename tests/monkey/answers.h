#pragma once

#include <optional>

#include <QHash>
#include <QObject>
#include <QPointer>

#include "dice.h"

class QWidget;

namespace regard::monkey {

class World;

/// Answers what waits for a user in an event loop of its own: dialogs, menus, something being dragged. While an
/// action is done, it acts on whichever is in front in each turn of the loop, until it is gone.
class Answers : public QObject {
public:
    explicit Answers(World *world) : m_world(world) {}

    /// From here on it answers, by chance from that seed.
    void begin(std::uint32_t seed);
    void end();
    /// What is in front: a popup or a modal dialog; null: neither.
    static QWidget *inFront();
    /// One thing done to it.
    void act(QWidget *front, Dice &dice);

private:
    void turn();
    void later();
    void actOnMenu(QWidget *menu, Dice &dice);
    void actOnDialog(QWidget *dialog, Dice &dice);
    void chooseFile(QWidget *dialog, Dice &dice);
    void touch(QWidget *dialog, Dice &dice);
    void leave(QWidget *dialog, Dice &dice);
    void drop(Dice &dice);

    World *m_world;
    std::optional<Dice> m_dice;
    int m_round = 0;              ///< a timer of an earlier action does nothing
    QPointer<QWidget> m_busyWith; ///< what is being acted on, further up the stack
    QPointer<QWidget> m_counted;  ///< what was acted on
    int m_acts = 0;               ///< and how often
    int m_ignored = 0;            ///< turns in which it was left alone
    bool m_isDropping = false;
};

} // namespace regard::monkey
