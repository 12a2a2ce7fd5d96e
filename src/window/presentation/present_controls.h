#pragma once

#include <QFrame>
#include <QTimer>

class QLabel;
class QToolButton;

namespace regard {

/// What the pointer can do in a presentation, at the top edge of the stage, where it goes a moment after the pointer
/// has stopped, or staying elsewhere; every button has a key as well.
class PresentControls : public QFrame {
    Q_OBJECT
public:
    explicit PresentControls(QWidget *parent, bool stays = false);
    /// `place`: "Page 2 of 11"; empty: there is nothing to turn.
    void appear(const QString &place, bool offersPlay, bool offersDifference);

signals:
    void turned(int pages);
    void playAsked();
    void differenceAsked();
    void typeAsked(int steps);
    void blackAsked();
    void endAsked();

private:
    QToolButton *newButton(const QString &text, const QString &name);

    QToolButton *m_back;
    QLabel *m_place;
    QToolButton *m_forward;
    QToolButton *m_play;
    QToolButton *m_difference;
    bool m_stays;
    QTimer m_gone;
};

} // namespace regard
