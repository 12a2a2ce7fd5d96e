#pragma once

#include <QMargins>
#include <QObject>
#include <QRect>

class QWidget;

namespace regard {

/// A window's place without its frame, moved and made smaller until it lies on the screen together with the frame.
QRect placeOnScreen(QRect window, const QMargins &frame, const QRect &screen);

/// Moves a window onto its screen where the user did not choose its size: when it is first shown, and when it is no
/// longer maximised.
class WindowPlace : public QObject {
public:
    explicit WindowPlace(QWidget *window);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void lookAtScreen() const;

    QWidget *m_window;
    QSize m_size; ///< its size before it was shown
    bool m_isFirst = true;
};

} // namespace regard
