#include "document/steps/combined_command.h"

namespace regard {

void CombinedCommand::undo()
{
    m_steps->change(
        [this] {
            for (auto command = m_commands.rbegin(); command != m_commands.rend(); ++command)
                (*command)->undo();
            m_isDone = false;
        },
        UndoSteps::Extent::Whole);
}

void CombinedCommand::redo()
{
    m_steps->change(
        [this] {
            if (m_isDone)
                return;
            for (const auto &command : m_commands)
                command->redo();
            m_isDone = true;
        },
        UndoSteps::Extent::Whole);
}

} // namespace regard
