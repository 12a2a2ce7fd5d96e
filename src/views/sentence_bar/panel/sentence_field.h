#pragma once

#include <QLineEdit>

#include "document/sentence/sentence_command.h"

class QHBoxLayout;
class QUndoGroup;

namespace regard {

/// A line of text whose undo is the document's: one history for sentence and weights, in the order of the edits.
class SentenceField : public QLineEdit {
    Q_OBJECT
public:
    explicit SentenceField(QWidget *parent = nullptr);

    void setUndoGroup(QUndoGroup *group) { m_group = group; }
    /// Puts a control inside at the right, after those that are there; the text ends before it.
    void addAtEnd(QWidget *control);
    /// How the text changed since `before`, its value before edited().
    TextEdit editSince(const QString &before) const;

signals:
    /// The user changed the text. While an input method composes in place of a selection, nothing has changed yet.
    void edited();

protected:
    bool event(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void inputMethodEvent(QInputMethodEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;

private:
    void tellHeldBack();
    void keepTextClear();

    QHBoxLayout *m_end;
    QUndoGroup *m_group = nullptr;
    qsizetype m_from = 0; ///< start of the selection, else the caret, before the last event
    bool m_isTyping = false;
    bool m_isComposing = false;
    bool m_isHeldBack = false; ///< a change not emitted yet
};

} // namespace regard
