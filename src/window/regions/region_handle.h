#pragma once

#include <QWidget>

namespace regard {

/// A gap between two regions, which the mouse drags and, in focus, the arrow keys move.
class RegionHandle : public QWidget {
    Q_OBJECT
public:
    /// `orientation` is that of the movement.
    RegionHandle(Qt::Orientation orientation, const QString &name, QWidget *parent);

signals:
    void moved(int pixels); ///< to the right or down, since the last time

protected:
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    int along(QPointF point) const;

    Qt::Orientation m_orientation;
    int m_pressed = 0;
};

} // namespace regard
