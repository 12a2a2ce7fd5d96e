#include "document/state_command.h"

#include <utility>

#include "document/document.h"

namespace regard {

StateCommand::StateCommand(Document *document, const QString &text, Project after)
    : QUndoCommand(text), m_document(document), m_before(document->project()), m_after(std::move(after))
{
}

void StateCommand::undo()
{
    m_document->applyState(m_before);
}

void StateCommand::redo()
{
    m_document->applyState(m_after);
}

} // namespace regard
