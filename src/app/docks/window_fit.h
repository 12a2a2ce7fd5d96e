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

/// The least width to be left for the middle of a window of that width, and the least height for the pictures in one of
/// that height.
int leastMiddleWidth(int window, int pictures);
int leastPictureHeight(int window);

/// Makes docks around the middle smaller where they leave less than that for it, and gives each of the pictures in it a
/// readable share. False where nothing had to be done.
bool makeRoomForMiddle(QMainWindow *window, QSplitter *pictures);

/// Keeps a window on its screen and its middle readable, whatever a layout stored in a larger window or on another
/// screen made of them. Checks when the window is first shown, and when it became smaller; checks the screen only where
/// the user did not choose that size: at first, and when it is no longer maximised.
class WindowFit : public QObject {
    Q_OBJECT
public:
    /// Does not check while `rests` is true.
    WindowFit(QMainWindow *window, QSplitter *pictures, std::function<bool()> rests);

    /// Checks once the layout has followed: what is shown around the pictures has changed.
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
    QSize m_size;    ///< its size before
    int m_turns = 0; ///< rounds of making docks smaller, since the window got its size
    bool m_isFirst = true;
    bool m_wasWhole = false; ///< maximised until now
};

} // namespace regard
