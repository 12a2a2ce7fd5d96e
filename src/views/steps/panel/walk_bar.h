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

/// Play, pause, step, speed: a bar that goes through the frames of a walk and emits which is to be shown. It knows only
/// their number. With reduced motion a frame appears whole, else it grows while it plays.
class WalkBar : public QWidget {
    Q_OBJECT
public:
    explicit WalkBar(QWidget *parent);

    /// Shows or hides the button to export; the bar is narrower without it.
    void setExports(bool exports);

    /// Another number of frames stops the walk; the frame shown stays, or the nearest that exists. `stages` are the
    /// frames of one token, which Page Up and Page Down skip.
    void setFrames(int count, int stages);
    int frameCount() const { return m_count; }
    /// The frame, from 0, and how much of it is shown, 0 … 1.
    int frame() const { return m_frame; }
    double reveal() const { return m_reveal; }
    bool isPlaying() const;
    WalkScope scope() const;
    void setScope(WalkScope scope);
    double speed() const;
    /// Moves the walk on by that time at speed 1; the clock calls it. Does nothing while the walk does not play.
    void advance(double seconds);

    // Controls, for tests
    QToolButton *backButton() const { return m_back; }
    QToolButton *forthButton() const { return m_forth; }
    QSlider *slider() const { return m_slider; }

    QSize minimumSizeHint() const override;

public slots:
    /// Shows a frame chosen elsewhere, whole. Another than the present one stops the walk. Emits nothing.
    void setCurrent(int frame);
    /// Continues from the present frame; from the beginning where it was the last.
    void play();
    void stop();
    void toggle();

signals:
    /// Asks to show that part (0 … 1) of that frame.
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
    double m_held = 0; ///< seconds that the whole frame has been shown, at speed 1
};

} // namespace regard
