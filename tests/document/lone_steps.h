#pragma once

#include <QUndoStack>

#include "document/steps/undo_steps.h"

namespace regard {

/// Undo steps for one part of a document by itself: nothing is put back, and nobody else is there.
class LoneSteps : public UndoSteps {
public:
    QUndoStack stack;

    void push(std::unique_ptr<QUndoCommand> command) override { stack.push(command.release()); }
    void asOneStep(const QString &text, const std::function<void()> &edits) override
    {
        stack.beginMacro(text);
        edits();
        stack.endMacro();
    }
    const QUndoCommand *last() const override { return stack.index() > 0 ? stack.command(stack.index() - 1) : nullptr; }
    qint64 now() const override { return 0; }
    void change(const std::function<void()> &change, Extent) override { change(); }
};

} // namespace regard
