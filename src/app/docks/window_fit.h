#pragma once

#include <functional>

#include <QMargins>
#include <QObject>
#include <QRect>

class QMainWindow;
class QSplitter;
class QTimer;

namespace regard {

/// A window's place without its frame, moved and made smaller until it lies on the screen together with the frame.
QRect placeOnScreen(QRect window, const QMargins &frame, const QRect &screen);

/// The least that is left for the middle of a window that is so wide, and for the pictures in it in one that is so
/// high.
int leastMiddleWidth(int window, int pictures);
int leastPictureHeight(int window);

/// Makes docks around the middle smaller where they leave less for it than that, and gives each of the pictures in it a
/// share that can be read. False where nothing had to be done.
bool makeRoomForMiddle(QMainWindow *window, QSplitter *pictures);

/// Keeps a window on its screen and its middle readable, whatever a layout has made of them that was stored in a larger
/// window, or on another screen. Looks when the window is first seen, and when it became smaller; at the screen only
/// where nobody gave it that size: at first, and when it is no longer maximised.
class WindowFit : public QObject {
    Q_OBJECT
public:
    /// Looks nowhere while `rests` says so.
    WindowFit(QMainWindow *window, QSplitter *pictures, std::function<bool()> rests);

    /// Looks once the layout has followed: what is shown around the pictures has changed.
    void lookSoon();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void look();
    void lookAtScreen() const;

    QMainWindow *m_window;
    QSplitter *m_pictures;
    std::function<bool()> m_rests;
    QTimer *m_soon;
    QSize m_size;    ///< that it began with
    int m_turns = 0; ///< of making docks smaller, since the window has its size
    bool m_isFirst = true;
    bool m_wasWhole = false; ///< maximised until now
};

} // namespace regard
