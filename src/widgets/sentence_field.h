#pragma once

#include <QLineEdit>

class QUndoStack;

namespace regard {

/// A line of text whose undo is the document's: one history for sentence and weights, in the order of the hand.
class SentenceField : public QLineEdit {
    Q_OBJECT
public:
    explicit SentenceField(QWidget *parent = nullptr) : QLineEdit(parent) {}

    void setUndoStack(QUndoStack *stack) { m_stack = stack; }

protected:
    bool event(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;

private:
    QUndoStack *m_stack = nullptr;
};

} // namespace regard
