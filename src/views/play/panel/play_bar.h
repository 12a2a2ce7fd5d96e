#pragma once

#include <memory>

#include <QElapsedTimer>
#include <QWidget>

#include "controls/app_theme.h"
#include "views/play/play_data.h"

class QLabel;
class QPushButton;
class QTimer;

namespace regard {

class PlaySlider;

/// Plays a play: a button, the scenes with a slider, and the clock. Where motion is not wanted, scenes change at once.
class PlayBar : public QWidget {
    Q_OBJECT
public:
    PlayBar(AppTheme *theme, QWidget *parent);

    /// Shows another play; at its end it stays at the end. Null: there is none.
    void setPlay(std::shared_ptr<const PlayData> made);
    /// The size of its type, in pixels.
    void setType(double type);
    /// The moment in view.
    double seconds() const { return m_seconds; }
    bool isPlaying() const;
    /// Moves on by that time; the clock calls it. Does nothing while the play does not run.
    void advance(double seconds);

    QPushButton *button() const { return m_button; } ///< for tests, as what follows
    PlaySlider *slider() const { return m_slider; }
    QLabel *clock() const { return m_clockLabel; }

public slots:
    /// Plays from the moment in view; from the beginning where that is the end.
    void play();
    void stop();
    void toggle();
    /// Goes there, and stops.
    void goTo(double seconds);
    /// Goes to the beginning of the next scene, or the end of the last; backwards to the beginning of this scene, or of
    /// the one before. Stops.
    void goByScene(int scenes);

signals:
    void momentChanged(double seconds);

private:
    void show(double seconds);
    /// The moment that stands for the scene at a time, where there is no motion.
    double stillAt(double seconds) const;
    void refresh();

    AppTheme *m_theme;
    QPushButton *m_button;
    PlaySlider *m_slider;
    QLabel *m_clockLabel;
    QTimer *m_timer;
    QElapsedTimer m_clock; ///< since the last tick
    std::shared_ptr<const PlayData> m_data;
    double m_seconds = 0;
    double m_held = 0; ///< that a scene without motion has been shown
};

} // namespace regard
