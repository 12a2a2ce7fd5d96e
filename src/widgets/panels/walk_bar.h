#pragma once

#include <QElapsedTimer>
#include <QWidget>

#include "views/steps/step_walk.h"

class QBoxLayout;
class QComboBox;
class QLabel;
class QSlider;
class QTimer;
class QToolButton;

namespace regard {

/// Play, pause, step, speed: a bar that goes through the frames of a walk and says which is to be shown. It knows their
/// number alone. Where motion is reduced a frame comes whole, else it grows while it plays.
class WalkBar : public QWidget {
    Q_OBJECT
public:
    explicit WalkBar(QWidget *parent);

    /// Another number of frames stops the walk; what was shown stays as near as there is. `stages` are the frames of
    /// one token, which Page Up and Page Down go over.
    void setFrames(int count, int stages);
    int frameCount() const { return m_count; }
    /// From 0, and how much of it is shown, 0 … 1.
    int frame() const { return m_frame; }
    double reveal() const { return m_reveal; }
    bool isPlaying() const;
    WalkScope scope() const;
    void setScope(WalkScope scope);
    double speed() const;
    /// What the clock does while the walk plays: goes on by so much time at speed 1. Nothing where it does not play.
    void advance(double seconds);

    // Controls, for tests
    QToolButton *backButton() const { return m_back; }
    QToolButton *forthButton() const { return m_forth; }
    QSlider *slider() const { return m_slider; }

    QSize minimumSizeHint() const override;

public slots:
    /// Somebody else shows that frame, whole. Another than the present one stops the walk. Emits nothing.
    void setCurrent(int frame);
    /// Goes on from the present frame; from the beginning where it was the last.
    void play();
    void stop();
    void toggle();

signals:
    /// Show that frame, that much of it (0 … 1).
    void frameChosen(int frame, double reveal);
    void scopeChosen(regard::WalkScope scope);
    void exportAsked();

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void buildControls();
    void connectControls();
    void showFrame(int frame, double reveal);
    void goTo(int frame);
    void takeSlider(int value);
    void refresh();

    QBoxLayout *m_rows;
    QToolButton *m_back = nullptr;
    QToolButton *m_play = nullptr;
    QToolButton *m_forth = nullptr;
    QSlider *m_slider = nullptr;
    QLabel *m_place = nullptr;
    QComboBox *m_speed = nullptr;
    QComboBox *m_scope = nullptr;
    QToolButton *m_export = nullptr;
    QTimer *m_timer;
    QElapsedTimer m_clock; ///< since the last tick
    int m_count = 0;
    int m_stages = 1;
    int m_frame = 0;
    double m_reveal = 1;
    double m_held = 0; ///< seconds that the whole frame has stood, at speed 1
};

} // namespace regard
