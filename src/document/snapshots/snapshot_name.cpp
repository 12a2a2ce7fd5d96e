#include "document/snapshots/snapshot_name.h"

#include <algorithm>

#include <QCoreApplication>

namespace regard {

namespace {

struct SnapshotNameText {
    Q_DECLARE_TR_FUNCTIONS(Snapshots)
};

QString numbered(int index)
{
    return SnapshotNameText::tr("Snapshot %1").arg(index + 1);
}

} // namespace

QString snapshotName(const Snapshot &snapshot, int index)
{
    return snapshot.name.empty() ? numbered(index) : QString::fromStdString(snapshot.name);
}

QString snapshotCaption(const Snapshot &snapshot, int index)
{
    if (snapshotName(snapshot, index) == numbered(index))
        return SnapshotNameText::tr("snapshot %1").arg(index + 1);
    return SnapshotNameText::tr("snapshot %1 · %2")
        .arg(QString::number(index + 1), QString::fromStdString(snapshot.name));
}

QString freeSnapshotName(const std::vector<Snapshot> &snapshots)
{
    const auto isTaken = [&snapshots](const QString &name) {
        int index = 0;
        return std::any_of(snapshots.begin(), snapshots.end(),
                           [&](const Snapshot &snapshot) { return snapshotName(snapshot, index++) == name; });
    };
    int index = int(snapshots.size());
    while (isTaken(numbered(index)))
        ++index;
    return numbered(index);
}

} // namespace regard
