#include "window/window_shortcuts.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMainWindow>

namespace regard {

namespace {

bool isCellEditor(const QWidget *field)
{
    for (const QWidget *widget = field->parentWidget(); widget; widget = widget->parentWidget())
        if (qobject_cast<const QAbstractItemView *>(widget))
            return true;
    return false;
}

} // namespace

WindowShortcuts::WindowShortcuts(QMainWindow *window) : QObject(window), m_window(window)
{
    qApp->installEventFilter(this);
}

bool WindowShortcuts::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() != QEvent::ShortcutOverride)
        return false;
    const auto *field = qobject_cast<QWidget *>(watched);
    if (!field || field->window() != m_window || isCellEditor(field))
        return false;
    const QKeySequence keys(static_cast<QKeyEvent *>(event)->keyCombination());
    for (const QAction *action : m_actions) {
        if (!action->shortcuts().contains(keys))
            continue;
        event->ignore(); // the field does not get to claim it
        return true;
    }
    return false;
}

} // namespace regard
