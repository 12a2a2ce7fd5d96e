#pragma once

#include <QString>
#include <QUndoCommand>

#include "document/snapshots/snapshots.h"

namespace regard {

/// Another list of snapshots: one more, one less, another name or another order. The states themselves are shared.
class SnapshotCommand : public QUndoCommand {
public:
    SnapshotCommand(Snapshots *snapshots, const QString &text, Snapshots::State after)
        : QUndoCommand(text), m_snapshots(snapshots), m_before(snapshots->state()), m_after(std::move(after))
    {
    }

    void undo() override { m_snapshots->apply(m_before); }
    void redo() override { m_snapshots->apply(m_after); }

private:
    Snapshots *m_snapshots;
    Snapshots::State m_before;
    Snapshots::State m_after;
};

} // namespace regard
