#pragma once

#include <QPoint>
#include <QString>
#include <Qt>

class QWidget;

namespace regard::monkey {

// What fingers do, as events of the window system: they go where a user's would, and grabs, popups and modal dialogs
// count. Points are the widget's; where it is not on a window, nothing happens.

void move(QWidget *widget, QPoint point, Qt::MouseButtons held = Qt::NoButton, Qt::KeyboardModifiers keys = {});
void press(QWidget *widget, QPoint point, Qt::MouseButton button = Qt::LeftButton, Qt::KeyboardModifiers keys = {});
void release(QWidget *widget, QPoint point, Qt::MouseButton button = Qt::LeftButton, Qt::KeyboardModifiers keys = {});
void click(QWidget *widget, QPoint point, Qt::MouseButton button = Qt::LeftButton, Qt::KeyboardModifiers keys = {});
void doubleClick(QWidget *widget, QPoint point, Qt::KeyboardModifiers keys = {});
/// From one point to others, with the left button held.
void drag(QWidget *widget, QPoint from, const QList<QPoint> &way, Qt::KeyboardModifiers keys = {});
void wheel(QWidget *widget, QPoint point, QPoint angle, Qt::KeyboardModifiers keys = {});

/// To whatever has the keyboard.
void key(Qt::Key key, Qt::KeyboardModifiers keys = {});
/// By keys where the text is of ASCII, else as an input method does.
void type(const QString &text);

} // namespace regard::monkey
