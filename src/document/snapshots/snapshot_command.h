#pragma once

#include <memory>
#include <vector>

#include <QString>
#include <QUndoCommand>

#include "io/project/project.h"

namespace regard {

class Document;

/// Another list of snapshots: one more, one less, another name or another order. The states themselves are shared.
class SnapshotCommand : public QUndoCommand {
public:
    /// `recalled` is the state that was taken or recalled last, null: none.
    SnapshotCommand(Document *document, const QString &text, std::vector<Snapshot> after,
                    std::shared_ptr<const Project> recalled);

    void undo() override;
    void redo() override;

private:
    Document *m_document;
    std::vector<Snapshot> m_before;
    std::vector<Snapshot> m_after;
    std::shared_ptr<const Project> m_recalledBefore;
    std::shared_ptr<const Project> m_recalledAfter;
};

} // namespace regard
