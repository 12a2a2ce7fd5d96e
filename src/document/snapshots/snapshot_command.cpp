#include "document/snapshots/snapshot_command.h"

#include <utility>

#include "document/document.h"

namespace regard {

SnapshotCommand::SnapshotCommand(Document *document, const QString &text, std::vector<Snapshot> after,
                                 std::shared_ptr<const Project> recalled)
    : QUndoCommand(text), m_document(document), m_before(document->snapshots()), m_after(std::move(after)),
      m_recalledBefore(document->m_recalled), m_recalledAfter(std::move(recalled))
{
}

void SnapshotCommand::undo()
{
    m_document->applySnapshots(m_before, m_recalledBefore);
}

void SnapshotCommand::redo()
{
    m_document->applySnapshots(m_after, m_recalledAfter);
}

} // namespace regard
