#include "window/base/staying_menu.h"

#include <QAction>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>

namespace regard {

namespace {

class StayingMenu : public QObject {
public:
    explicit StayingMenu(QMenu *menu) : QObject(menu), m_menu(menu) { menu->installEventFilter(this); }

protected:
    bool eventFilter(QObject *watched, QEvent *event) override
    {
        QAction *action = watched == m_menu ? chosenBy(event) : nullptr;
        if (!action || !action->isCheckable() || !action->isEnabled())
            return false;
        action->trigger();
        return true;
    }

private:
    QAction *chosenBy(const QEvent *event) const
    {
        if (event->type() == QEvent::MouseButtonRelease)
            return m_menu->actionAt(static_cast<const QMouseEvent *>(event)->position().toPoint());
        if (event->type() != QEvent::KeyPress)
            return nullptr;
        const int key = static_cast<const QKeyEvent *>(event)->key();
        const bool chooses = key == Qt::Key_Space || key == Qt::Key_Return || key == Qt::Key_Enter;
        return chooses ? m_menu->activeAction() : nullptr;
    }

    QMenu *m_menu;
};

} // namespace

void keepOpen(QMenu *menu)
{
    new StayingMenu(menu);
}

} // namespace regard
