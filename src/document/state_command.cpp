#include "document/state_command.h"

#include <utility>

#include "document/put_back.h"

namespace regard {

StateCommand::StateCommand(Document *document, const QString &text, Project after)
    : QUndoCommand(text), m_document(document),
      m_before(present()), m_after{std::move(after), Document::openedModel(m_after.state), nullptr}
{
    if (!m_after.opened)
        m_after.opened = std::make_shared<const Model>(m_after.state.model);
    m_after.state.snapshots.clear();
}

StateCommand::StateCommand(Document *document, const QString &text, std::shared_ptr<const Project> snapshot)
    : QUndoCommand(text), m_document(document), m_before(present()), m_after{*snapshot, m_before.opened, snapshot}
{
    m_after.state.title = m_before.state.title;
    m_after.state.note = m_before.state.note;
}

StateCommand::End StateCommand::present() const
{
    End end{m_document->project(), m_document->m_opened, m_document->m_recalled};
    end.state.snapshots.clear();
    return end;
}

void StateCommand::undo()
{
    show(m_before);
}

void StateCommand::redo()
{
    show(m_after);
}

/// Snapshots that were taken, renamed or removed in between stay so.
void StateCommand::show(const End &end) const
{
    Project state = end.state;
    state.snapshots = m_document->snapshots();
    const Document::PutBack putBack(*m_document, Document::PutBack::Extent::Whole);
    m_document->m_recalled = end.recalled;
    m_document->applyState(state, end.opened);
}

} // namespace regard
