#include "app/presentation/present_menu_bar.h"

#include <QApplication>
#include <QKeyEvent>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>
#include <QTimer>

namespace regard {

PresentMenuBar::PresentMenuBar(QMainWindow *window, QObject *parent)
    : QObject(parent), m_window(window), m_bar(window->menuBar())
{
    m_bar->installEventFilter(this);
    for (const QAction *action : m_bar->actions())
        connect(action->menu(), &QMenu::aboutToHide, this, [this] {
            // With the arrow keys another menu opens in its place.
            QTimer::singleShot(0, this, &PresentMenuBar::hideWhenLeft);
        });
}

void PresentMenuBar::enter()
{
    m_isIn = true;
    m_altAlone = false;
    // Qt does not look at the shortcuts of a hidden menu bar.
    keepShortcuts(m_bar->actions());
    m_bar->hide();
}

void PresentMenuBar::leave()
{
    m_isIn = false;
    for (QAction *action : m_kept)
        m_window->removeAction(action);
    m_kept.clear();
    m_bar->show();
}

void PresentMenuBar::keepShortcuts(const QList<QAction *> &actions)
{
    for (QAction *action : actions) {
        if (action->menu()) {
            keepShortcuts(action->menu()->actions());
        } else if (!action->shortcuts().isEmpty() && !m_window->actions().contains(action)) {
            m_window->addAction(action);
            m_kept.push_back(action);
        }
    }
}

void PresentMenuBar::see(const QKeyEvent &event)
{
    m_altAlone = m_altAlone && event.key() == Qt::Key_Alt;
}

bool PresentMenuBar::takePress(const QKeyEvent &event)
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

bool PresentMenuBar::takeRelease(const QKeyEvent &event)
{
    if (!m_altAlone || event.key() != Qt::Key_Alt)
        return false;
    m_altAlone = false;
    open(m_bar->actions().value(0));
    return true;
}

void PresentMenuBar::open(QAction *menu)
{
    if (!m_bar->isVisible())
        m_focus = m_window->focusWidget();
    m_bar->show();
    m_bar->setActiveAction(menu);
}

bool PresentMenuBar::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_bar && event->type() == QEvent::FocusOut)
        QTimer::singleShot(0, this, &PresentMenuBar::hideWhenLeft);
    return false;
}

void PresentMenuBar::hideWhenLeft()
{
    if (!m_isIn || QApplication::activePopupWidget() || m_bar->hasFocus())
        return;
    m_bar->hide();
    const QWidget *focus = m_window->focusWidget();
    if (m_focus && (!focus || focus == m_bar))
        m_focus->setFocus(Qt::MenuBarFocusReason);
}

} // namespace regard
