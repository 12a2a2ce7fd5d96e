#pragma once

#include <memory>
#include <vector>

#include <QString>
#include <QUndoCommand>

#include "document/steps/undo_steps.h"

namespace regard {

/// Makes one step of several commands, already done one after the other: all are undone or done again, or none is.
class CombinedCommand : public QUndoCommand {
public:
    CombinedCommand(UndoSteps *steps, const QString &text) : QUndoCommand(text), m_steps(steps) {}

    void add(std::unique_ptr<QUndoCommand> command) { m_commands.push_back(std::move(command)); }
    bool isEmpty() const { return m_commands.empty(); }
    void undo() override;
    void redo() override;

private:
    UndoSteps *m_steps;
    std::vector<std::unique_ptr<QUndoCommand>> m_commands;
    bool m_isDone = true;
};

} // namespace regard
