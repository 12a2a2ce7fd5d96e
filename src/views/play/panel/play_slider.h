#pragma once

#include <memory>

#include <QSlider>

#include "controls/app_theme.h"
#include "views/play/play_track.h"

namespace regard {

/// The scenes of a play as a slider, in tenths of a second. Arrow keys go by half a second, Page Up and Page Down by
/// scenes.
class PlaySlider : public QSlider {
    Q_OBJECT
public:
    static constexpr int parts = 10; ///< of a second

    PlaySlider(AppTheme *theme, QWidget *parent);

    void setPlay(std::shared_ptr<const PlayData> made);
    void setType(double type);
    /// Shows it without a signal.
    void setSeconds(double seconds);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    /// The place of a moment in the widget.
    double placeOf(double seconds) const { return track().placeOf(seconds); }

signals:
    void sceneStepped(int scenes);

protected:
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    PlayTrack track() const;

    AppTheme *m_theme;
    std::shared_ptr<const PlayData> m_data;
    double m_type = 14;
    double m_seconds = 0;
};

} // namespace regard
