#include "touch.h"

#include <algorithm>

#include <QApplication>
#include <QInputMethodEvent>
#include <QPointer>
#include <QTest>
#include <QWheelEvent>
#include <QWidget>
#include <QWindow>

namespace regard::monkey {

namespace {

int timestamp = 0; // milliseconds; far apart, so that only doubleClick() makes one

void send(QWidget *widget, QPoint point, Qt::MouseButtons held, Qt::MouseButton button, QEvent::Type type,
          Qt::KeyboardModifiers keys)
{
    if (!widget || !widget->window()->windowHandle() || !widget->isVisible())
        return;
    const QPoint inWindow = widget->mapTo(widget->window(), point);
    const QPoint global = widget->window()->mapToGlobal(inWindow);
    qt_handleMouseEvent(widget->window()->windowHandle(), inWindow, global, held, button, type, keys, ++timestamp);
    QCoreApplication::processEvents();
}

QWindow *keyboardWindow()
{
    if (QWidget *popup = QApplication::activePopupWidget())
        return popup->windowHandle();
    // The platform without a screen leaves the keyboard to a list that is closed.
    QWindow *window = QGuiApplication::focusWindow();
    return window && window->isVisible() ? window : nullptr;
}

} // namespace

void move(QWidget *widget, QPoint point, Qt::MouseButtons held, Qt::KeyboardModifiers keys)
{
    send(widget, point, held, Qt::NoButton, QEvent::MouseMove, keys);
}

void press(QWidget *widget, QPoint point, Qt::MouseButton button, Qt::KeyboardModifiers keys)
{
    send(widget, point, button, button, QEvent::MouseButtonPress, keys);
}

void release(QWidget *widget, QPoint point, Qt::MouseButton button, Qt::KeyboardModifiers keys)
{
    send(widget, point, Qt::NoButton, button, QEvent::MouseButtonRelease, keys);
    timestamp += 1000;
}

void click(QWidget *widget, QPoint point, Qt::MouseButton button, Qt::KeyboardModifiers keys)
{
    const QPointer<QWidget> there(widget);
    move(widget, point, Qt::NoButton, keys);
    press(there, point, button, keys);
    release(there, point, button, keys);
}

void doubleClick(QWidget *widget, QPoint point, Qt::KeyboardModifiers keys)
{
    const QPointer<QWidget> there(widget);
    click(widget, point, Qt::LeftButton, keys);
    timestamp -= 1000;
    press(there, point, Qt::LeftButton, keys);
    release(there, point, Qt::LeftButton, keys);
}

void drag(QWidget *widget, QPoint from, const QList<QPoint> &way, Qt::KeyboardModifiers keys)
{
    const QPointer<QWidget> there(widget);
    move(widget, from, Qt::NoButton, keys);
    press(there, from, Qt::LeftButton, keys);
    for (const QPoint &point : way)
        move(there, point, Qt::LeftButton, keys);
    release(there, way.isEmpty() ? from : way.last(), Qt::LeftButton, keys);
}

void wheel(QWidget *widget, QPoint point, QPoint angle, Qt::KeyboardModifiers keys)
{
    QWheelEvent event(point, widget->mapToGlobal(point), {}, angle, Qt::NoButton, keys, Qt::NoScrollPhase, false);
    QApplication::sendEvent(widget, &event);
}

void key(Qt::Key key, Qt::KeyboardModifiers keys)
{
    if (QWindow *window = keyboardWindow())
        QTest::keyClick(window, key, keys);
}

void type(const QString &text)
{
    const bool isAscii = std::all_of(text.begin(), text.end(), [](QChar each) { return each.unicode() < 128; });
    if (isAscii && text.size() < 24) {
        for (const QChar each : text)
            if (QWindow *window = keyboardWindow())
                QTest::keyClick(window, each.toLatin1());
        return;
    }
    QObject *focus = QGuiApplication::focusObject();
    if (!focus)
        return;
    const QPointer<QObject> there(focus);
    QInputMethodEvent begun(text.left(1), {});
    QApplication::sendEvent(focus, &begun);
    QInputMethodEvent done;
    done.setCommitString(text);
    if (there)
        QApplication::sendEvent(there, &done);
}

} // namespace regard::monkey
