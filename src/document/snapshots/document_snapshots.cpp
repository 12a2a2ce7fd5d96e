#include "document/document.h"

#include <algorithm>
#include <utility>

#include "document/put_back.h"
#include "document/snapshots/snapshot_command.h"
#include "document/snapshots/snapshot_name.h"
#include "document/state_command.h"
#include "document/work/fault.h"
#include "io/project/project_state.h"
#include "io/project/snapshots.h"

namespace regard {

namespace {

bool has(const std::vector<Snapshot> &snapshots, int index)
{
    return index >= 0 && index < static_cast<int>(snapshots.size());
}

} // namespace

bool Document::canTakeSnapshot() const
{
    return snapshots().size() < mostSnapshots;
}

void Document::takeSnapshot()
{
    takeSnapshot(QString());
}

void Document::takeSnapshot(const QString &name)
{
    if (!canTakeSnapshot())
        return;
    Project state = project();
    state.snapshots.clear();
    const auto taken = std::make_shared<const Project>(std::move(state));
    std::vector<Snapshot> after = snapshots();
    const QString given = name.simplified();
    after.push_back({(given.isEmpty() ? freeSnapshotName(after) : given).toStdString(), taken});
    const QString text = tr("Take snapshot %1").arg(after.size());
    push(std::make_unique<SnapshotCommand>(this, text, std::move(after), taken));
}

void Document::recallSnapshot(int index)
{
    if (!has(snapshots(), index))
        return;
    const Snapshot &snapshot = snapshots()[static_cast<std::size_t>(index)];
    if (isAt(*snapshot.state) && project().view == snapshot.state->view) {
        m_recalled = snapshot.state;
        announceSnapshot();
        return;
    }
    push(std::make_unique<StateCommand>(this, tr("Recall %1").arg(snapshotCaption(snapshot, index)), snapshot.state));
}

void Document::renameSnapshot(int index, const QString &name)
{
    std::vector<Snapshot> after = snapshots();
    if (!has(after, index))
        return;
    Snapshot &renamed = after[static_cast<std::size_t>(index)];
    renamed.name = name.simplified().toStdString();
    if (after != snapshots())
        push(std::make_unique<SnapshotCommand>(this, tr("Rename snapshot %1").arg(index + 1), std::move(after),
                                               m_recalled));
}

void Document::moveSnapshot(int from, int to)
{
    std::vector<Snapshot> after = snapshots();
    if (!has(after, from) || !has(after, to) || from == to)
        return;
    const auto first = after.begin() + std::min(from, to);
    const auto last = after.begin() + std::max(from, to) + 1;
    std::rotate(first, from < to ? first + 1 : last - 1, last);
    push(std::make_unique<SnapshotCommand>(this, tr("Move snapshot %1").arg(from + 1), std::move(after), m_recalled));
}

void Document::removeSnapshot(int index)
{
    std::vector<Snapshot> after = snapshots();
    if (!has(after, index))
        return;
    const QString text = tr("Remove %1").arg(snapshotCaption(after[static_cast<std::size_t>(index)], index));
    after.erase(after.begin() + index);
    push(std::make_unique<SnapshotCommand>(this, text, std::move(after), m_recalled));
}

int Document::currentSnapshot() const
{
    const auto found = std::find_if(snapshots().begin(), snapshots().end(),
                                    [this](const Snapshot &snapshot) { return snapshot.state == m_recalled; });
    if (found == snapshots().end() || !isAt(*m_recalled))
        return -1;
    return static_cast<int>(found - snapshots().begin());
}

/// Whether the document is what that state says, however it is looked at and whatever it is called.
bool Document::isAt(const Project &state) const
{
    Project present = project();
    present.title = state.title;
    present.note = state.note;
    return isSameBesidesView(present, state);
}

void Document::applySnapshots(const std::vector<Snapshot> &snapshots, std::shared_ptr<const Project> recalled)
{
    const PutBack putBack(*this);
    m_project.snapshots = snapshots;
    m_recalled = std::move(recalled);
    m_announcedSnapshot = currentSnapshot();
    emit snapshotsChanged();
}

/// After any undo step, which stands whatever a listener throws: says so where another snapshot is current, or none is
/// any more.
void Document::announceSnapshot()
{
    const int current = currentSnapshot();
    if (std::exchange(m_announcedSnapshot, current) != current)
        guarded(this, "snapshotsChanged()", [this] { emit snapshotsChanged(); });
}

} // namespace regard
