#include "window/hidden_menu_bar.h"

#include <QApplication>
#include <QKeyEvent>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>
#include <QTimer>

namespace regard {

HiddenMenuBar::HiddenMenuBar(QMainWindow *window) : QObject(window), m_window(window), m_bar(window->menuBar())
{
    // Qt does not look at the shortcuts of a hidden menu bar.
    keepShortcuts(m_bar->actions());
    m_bar->hide();
    qApp->installEventFilter(this);
    m_bar->installEventFilter(this);
    for (const QAction *action : m_bar->actions())
        connect(action->menu(), &QMenu::aboutToHide, this, [this] {
            // The arrow keys open another menu in its place.
            QTimer::singleShot(0, this, &HiddenMenuBar::hideWhenLeft);
        });
}

void HiddenMenuBar::keepShortcuts(const QList<QAction *> &actions)
{
    for (QAction *action : actions) {
        if (action->menu()) {
            keepShortcuts(action->menu()->actions());
        } else if (!action->shortcuts().isEmpty() && !m_window->actions().contains(action)) {
            m_window->addAction(action);
        }
    }
}

void HiddenMenuBar::see(const QKeyEvent &event)
{
    m_altAlone = m_altAlone && event.key() == Qt::Key_Alt;
}

bool HiddenMenuBar::takePress(const QKeyEvent &event)
{
    m_altAlone = event.key() == Qt::Key_Alt && event.modifiers() == Qt::AltModifier;
    if (event.key() == Qt::Key_F10 && event.modifiers() == Qt::NoModifier) {
        open(m_bar->actions().value(0));
        return true;
    }
    if (event.modifiers() != Qt::AltModifier || m_altAlone)
        return false;
    const QKeySequence pressed(event.keyCombination());
    for (QAction *action : m_bar->actions()) {
        if (!action->isEnabled() || QKeySequence::mnemonic(action->text()) != pressed)
            continue;
        open(action);
        return true;
    }
    return false;
}

bool HiddenMenuBar::takeRelease(const QKeyEvent &event)
{
    if (!m_altAlone || event.key() != Qt::Key_Alt)
        return false;
    m_altAlone = false;
    open(m_bar->actions().value(0));
    return true;
}

void HiddenMenuBar::open(QAction *menu)
{
    if (!m_bar->isVisible())
        m_focus = m_window->focusWidget();
    m_bar->show();
    m_bar->setActiveAction(menu);
}

bool HiddenMenuBar::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_bar && event->type() == QEvent::FocusOut)
        QTimer::singleShot(0, this, &HiddenMenuBar::hideWhenLeft);
    const bool isKey = event->type() == QEvent::ShortcutOverride || event->type() == QEvent::KeyPress ||
                       event->type() == QEvent::KeyRelease;
    const auto *receiver = isKey ? qobject_cast<QWidget *>(watched) : nullptr;
    const QWidget *focus = m_window->focusWidget();
    if (!receiver || receiver != (focus ? focus : m_window))
        return false; // a key passed up by a widget that did not use it
    const auto &key = *static_cast<QKeyEvent *>(event);
    switch (event->type()) {
    case QEvent::ShortcutOverride:
        see(key); // a shortcut takes its key before it is pressed
        return false;
    case QEvent::KeyPress:
        return takePress(key);
    default:
        return takeRelease(key);
    }
}

void HiddenMenuBar::hideWhenLeft()
{
    if (QApplication::activePopupWidget() || m_bar->hasFocus())
        return;
    m_bar->hide();
    const QWidget *focus = m_window->focusWidget();
    if (m_focus && (!focus || focus == m_bar))
        m_focus->setFocus(Qt::MenuBarFocusReason);
}

} // namespace regard
