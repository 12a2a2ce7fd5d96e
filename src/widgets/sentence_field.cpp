#include "widgets/sentence_field.h"

#include <memory>

#include <QAction>
#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QUndoStack>

namespace regard {

namespace {

bool isUndoOrRedo(const QKeyEvent *event)
{
    return event->matches(QKeySequence::Undo) || event->matches(QKeySequence::Redo);
}

} // namespace

bool SentenceField::event(QEvent *event)
{
    // Claimed here, so that neither the line's own history nor a second shortcut of the window answers.
    if (event->type() == QEvent::ShortcutOverride && isUndoOrRedo(static_cast<QKeyEvent *>(event))) {
        event->accept();
        return true;
    }
    return QLineEdit::event(event);
}

void SentenceField::keyPressEvent(QKeyEvent *event)
{
    if (m_stack != nullptr && isUndoOrRedo(event)) {
        if (event->matches(QKeySequence::Undo)) {
            m_stack->undo();
        } else {
            m_stack->redo();
        }
        event->accept();
        return;
    }
    QLineEdit::keyPressEvent(event);
}

void SentenceField::contextMenuEvent(QContextMenuEvent *event)
{
    const std::unique_ptr<QMenu> menu(createStandardContextMenu());
    // The standard menu begins with the line's own undo and redo.
    const QList<QAction *> standard = menu->actions();
    if (m_stack != nullptr && standard.size() > 2) {
        menu->removeAction(standard[0]);
        menu->removeAction(standard[1]);
        QAction *redo = m_stack->createRedoAction(menu.get());
        QAction *undo = m_stack->createUndoAction(menu.get());
        menu->insertAction(standard[2], undo);
        menu->insertAction(standard[2], redo);
    }
    menu->exec(event->globalPos());
}

} // namespace regard
