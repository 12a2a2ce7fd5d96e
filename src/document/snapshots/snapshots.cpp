#include "document/snapshots/snapshots.h"

#include <algorithm>
#include <utility>

#include "document/snapshots/snapshot_name.h"
#include "document/steps/change_command.h"
#include "document/work/fault.h"
#include "io/project/project_state.h"
#include "io/project/snapshots.h"

namespace regard {

namespace {

bool has(const std::vector<Snapshot> &snapshots, int index)
{
    return index >= 0 && index < int(snapshots.size());
}

} // namespace

bool Snapshots::canTake() const
{
    return m_state.list.size() < mostSnapshots;
}

void Snapshots::take(const QString &name)
{
    if (!canTake())
        return;
    Project state = m_subject->project();
    state.snapshots.clear();
    const auto taken = std::make_shared<const Project>(std::move(state));
    std::vector<Snapshot> after = m_state.list;
    const QString given = name.simplified();
    after.push_back({(given.isEmpty() ? freeSnapshotName(after) : given).toStdString(), taken});
    const QString text = tr("Take snapshot %1").arg(after.size());
    push(text, {std::move(after), taken});
}

void Snapshots::recall(int index)
{
    if (!has(m_state.list, index))
        return;
    const Snapshot &snapshot = m_state.list[std::size_t(index)];
    if (isCurrent(*snapshot.state) && m_subject->project().view == snapshot.state->view) {
        m_state.recalled = snapshot.state;
        announce();
        return;
    }
    m_subject->recall(tr("Recall %1").arg(snapshotCaption(snapshot, index)), snapshot.state);
}

void Snapshots::rename(int index, const QString &name)
{
    std::vector<Snapshot> after = m_state.list;
    if (!has(after, index))
        return;
    Snapshot &renamed = after[std::size_t(index)];
    renamed.name = name.simplified().toStdString();
    if (after != m_state.list)
        push(tr("Rename snapshot %1").arg(index + 1), {std::move(after), m_state.recalled});
}

void Snapshots::move(int from, int to)
{
    std::vector<Snapshot> after = m_state.list;
    if (!has(after, from) || !has(after, to) || from == to)
        return;
    const auto first = after.begin() + std::min(from, to);
    const auto last = after.begin() + std::max(from, to) + 1;
    std::rotate(first, from < to ? first + 1 : last - 1, last);
    push(tr("Move snapshot %1").arg(from + 1), {std::move(after), m_state.recalled});
}

void Snapshots::remove(int index)
{
    std::vector<Snapshot> after = m_state.list;
    if (!has(after, index))
        return;
    const QString text = tr("Remove %1").arg(snapshotCaption(after[std::size_t(index)], index));
    after.erase(after.begin() + index);
    push(text, {std::move(after), m_state.recalled});
}

void Snapshots::push(const QString &text, State after)
{
    m_steps->push(std::make_unique<ChangeCommand>(
        text, [this, after = std::move(after)] { apply(after); }, [this, before = m_state] { apply(before); }));
}

int Snapshots::current() const
{
    const std::vector<Snapshot> &list = m_state.list;
    const auto found = std::find_if(list.begin(), list.end(),
                                    [this](const Snapshot &snapshot) { return snapshot.state == m_state.recalled; });
    return found == list.end() || !isCurrent(*m_state.recalled) ? -1 : int(found - list.begin());
}

/// Whether the document equals that state, apart from view and name.
bool Snapshots::isCurrent(const Project &state) const
{
    Project present = m_subject->project();
    present.title = state.title;
    present.note = state.note;
    return isSameBesidesView(present, state);
}

void Snapshots::apply(const State &state)
{
    m_steps->change([&] {
        m_state = state;
        m_announced = current();
        emit snapshotsChanged();
    });
}

void Snapshots::read(std::vector<Snapshot> list)
{
    m_state = {std::move(list), nullptr};
    m_announced = -1;
}

void Snapshots::announce()
{
    const int now = current();
    if (std::exchange(m_announced, now) != now)
        guarded(this, "snapshotsChanged()", [this] { emit snapshotsChanged(); });
}

} // namespace regard
