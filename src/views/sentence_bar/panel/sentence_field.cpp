#include "views/sentence_bar/panel/sentence_field.h"

#include <algorithm>
#include <memory>
#include <utility>

#include <QAction>
#include <QContextMenuEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QMenu>
#include <QUndoGroup>

namespace regard {

namespace {

constexpr int atBorder = 3; ///< between a control inside and the field's edge

bool isUndoOrRedo(const QKeyEvent *event)
{
    return event->matches(QKeySequence::Undo) || event->matches(QKeySequence::Redo);
}

/// A key that types a letter, or deletes one at the caret.
bool isTyping(const QKeyEvent *event, bool hasSelection)
{
    if (event->key() == Qt::Key_Backspace || event->key() == Qt::Key_Delete)
        return !hasSelection && !(event->modifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier));
    const QString text = event->text();
    const bool isCommand =
        event->modifiers().testFlag(Qt::ControlModifier) && !event->modifiers().testFlag(Qt::AltModifier);
    return !isCommand && !text.isEmpty() && (text.front().isPrint() || text.front().isSurrogate());
}

} // namespace

SentenceField::SentenceField(QWidget *parent) : QLineEdit(parent), m_end(new QHBoxLayout(this))
{
    setProperty("bar", true); // the style sheet gives it the height of the bar's buttons
    m_end->setContentsMargins(0, 0, atBorder, 0);
    m_end->setSpacing(0);
    m_end->addStretch();
    connect(this, &QLineEdit::textEdited, this, [this] {
        m_isHeldBack = m_isComposing;
        if (!m_isComposing)
            emit edited();
    });
}

void SentenceField::addAtEnd(QWidget *control)
{
    control->setCursor(Qt::ArrowCursor);
    m_end->addWidget(control, 0, Qt::AlignVCenter);
}

void SentenceField::keepTextClear()
{
    const QMargins margins(0, 0, m_end->sizeHint().width() - atBorder, 0);
    if (margins != textMargins())
        setTextMargins(margins);
}

TextEdit SentenceField::editSince(const QString &before) const
{
    // The two texts alone do not tell: if “they” became “t”, the t may be left over or typed over all of it.
    const QString now = text();
    const qsizetype caret = cursorPosition();
    const qsizetype at = std::min(m_from, caret);
    const qsizetype removed = before.size() - (now.size() - caret) - at;
    const bool isIt = removed >= 0 && before.left(at) == now.left(at) && before.mid(at + removed) == now.mid(caret);
    TextEdit edit = isIt ? TextEdit{at, removed, caret - at} : TextEdit::between(before, now);
    edit.isTyping = m_isTyping;
    return edit;
}

bool SentenceField::event(QEvent *event)
{
    m_from = hasSelectedText() ? selectionStart() : cursorPosition();
    if (event->type() == QEvent::LayoutRequest)
        keepTextClear(); // a control inside has another width
    // Accepted here, so that neither the line's own history nor a second shortcut of the window reacts.
    if (event->type() == QEvent::ShortcutOverride && isUndoOrRedo(static_cast<QKeyEvent *>(event))) {
        event->accept();
        return true;
    }
    return QLineEdit::event(event);
}

void SentenceField::keyPressEvent(QKeyEvent *event)
{
    if (m_group != nullptr && isUndoOrRedo(event)) {
        if (event->matches(QKeySequence::Undo))
            m_group->undo();
        else
            m_group->redo();
        event->accept();
        return;
    }
    m_isTyping = isTyping(event, hasSelectedText());
    QLineEdit::keyPressEvent(event);
    m_isTyping = false;
}

void SentenceField::inputMethodEvent(QInputMethodEvent *event)
{
    if (isReadOnly()) { // the line itself would take what was composed
        event->ignore();
        return;
    }
    m_isComposing = !event->preeditString().isEmpty() && event->commitString().isEmpty();
    m_isTyping = true;
    QLineEdit::inputMethodEvent(event);
    if (!m_isComposing)
        tellHeldBack();
    m_isTyping = false;
}

void SentenceField::focusOutEvent(QFocusEvent *event)
{
    QLineEdit::focusOutEvent(event);
    m_isComposing = false;
    tellHeldBack();
}

void SentenceField::tellHeldBack()
{
    if (std::exchange(m_isHeldBack, false))
        emit edited();
}

void SentenceField::contextMenuEvent(QContextMenuEvent *event)
{
    const std::unique_ptr<QMenu> menu(createStandardContextMenu());
    // The standard menu begins with the line's own undo and redo.
    const QList<QAction *> standard = menu->actions();
    if (m_group != nullptr && standard.size() > 2) {
        menu->removeAction(standard[0]);
        menu->removeAction(standard[1]);
        QAction *redo = m_group->createRedoAction(menu.get());
        QAction *undo = m_group->createUndoAction(menu.get());
        menu->insertAction(standard[2], undo);
        menu->insertAction(standard[2], redo);
    }
    menu->exec(event->globalPos());
}

} // namespace regard
