#include "document/state_command.h"

#include <utility>

#include "document/document.h"

namespace regard {

StateCommand::StateCommand(Document *document, const QString &text, Project after)
    : QUndoCommand(text), m_document(document), m_before(document->project()), m_after(std::move(after)),
      m_openedBefore(document->m_opened), m_openedAfter(std::make_shared<const Model>(m_after.model))
{
}

void StateCommand::undo()
{
    m_document->applyState(m_before, m_openedBefore);
}

void StateCommand::redo()
{
    m_document->applyState(m_after, m_openedAfter);
}

} // namespace regard
