#pragma once

#include <functional>
#include <memory>

#include <QString>
#include <QUndoCommand>

namespace regard {

/// Where the parts of a document make their changes.
class UndoSteps {
public:
    enum class Extent {
        Edit, ///< text, masked tokens, model, snapshots
        Whole ///< everything that a document holds
    };

    virtual ~UndoSteps() = default;

    /// Does a command and hands it to the undo stack, or to the step that is being gathered.
    virtual void push(std::unique_ptr<QUndoCommand> command) = 0;
    /// Makes one undo step of all that `edits` changes. Where it throws, nothing is changed.
    virtual void asOneStep(const QString &text, const std::function<void()> &edits) = 0;
    /// The step that the next one can still become a part of; null: none.
    virtual const QUndoCommand *last() const = 0;
    /// Milliseconds that never go back: after a pause what merges begins a step of its own.
    virtual qint64 now() const = 0;
    /// Does what a command does. Where that throws, or somebody who is told of it, it throws on, and every part of the
    /// document is put back to what it was; `extent` says who is told of that.
    virtual void change(const std::function<void()> &change, Extent extent = Extent::Edit) = 0;
};

} // namespace regard
