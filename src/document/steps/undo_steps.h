#pragma once

#include <functional>
#include <memory>

#include <QString>
#include <QUndoCommand>

namespace regard {

/// The interface through which the parts of a document make their changes.
class UndoSteps {
public:
    enum class Extent {
        Edit, ///< text, masked tokens, model, snapshots
        Whole ///< everything that a document holds
    };

    virtual ~UndoSteps() = default;

    /// Does a command and hands it to the undo stack, or to the step being gathered.
    virtual void push(std::unique_ptr<QUndoCommand> command) = 0;
    /// Makes one undo step of all that `edits` changes. Where it throws, nothing is changed.
    virtual void asOneStep(const QString &text, const std::function<void()> &edits) = 0;
    /// The step into which the next one can still merge; null: none.
    virtual const QUndoCommand *last() const = 0;
    /// Milliseconds that never go back: after a pause merging begins a new step.
    virtual qint64 now() const = 0;
    /// Does what a command does. Where it or a listener throws, rethrows, and every part of the document is put back to
    /// what it was; `extent` says which parts then notify their listeners.
    virtual void change(const std::function<void()> &change, Extent extent = Extent::Edit) = 0;
};

} // namespace regard
