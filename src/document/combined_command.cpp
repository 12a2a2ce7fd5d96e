#include "document/combined_command.h"

#include "document/put_back.h"

namespace regard {

CombinedCommand::CombinedCommand(Document *document, const QString &text) : QUndoCommand(text), m_document(document) {}

void CombinedCommand::undo()
{
    const Document::PutBack putBack(*m_document, Document::PutBack::Extent::Whole);
    for (auto command = m_commands.rbegin(); command != m_commands.rend(); ++command)
        (*command)->undo();
    m_isDone = false;
}

void CombinedCommand::redo()
{
    const Document::PutBack putBack(*m_document, Document::PutBack::Extent::Whole);
    if (m_isDone)
        return;
    for (const auto &command : m_commands)
        command->redo();
    m_isDone = true;
}

} // namespace regard
