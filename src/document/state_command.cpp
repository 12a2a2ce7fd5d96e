#include "document/state_command.h"

#include <utility>

#include "document/document.h"

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
    End end{m_document->project(), m_document->matrices().state().opened, m_document->snapshots().state().recalled};
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
    m_document->change(
        [&] {
            m_document->m_snapshots.setRecalled(end.recalled);
            m_document->applyState(end.state, end.opened);
        },
        UndoSteps::Extent::Whole);
}

} // namespace regard
