#pragma once

#include <vector>

#include <QString>

#include "io/project/project.h"

namespace regard {

/// The name of a snapshot in a list, whose index counts from 0: its own, else "Snapshot 3".
QString snapshotName(const Snapshot &snapshot, int index);

/// The name within a sentence or a caption, with its place: "snapshot 3", "snapshot 3 · sharper". A name that already
/// says the place is not repeated.
QString snapshotCaption(const Snapshot &snapshot, int index);

/// The name of a new one until a user renames it: "Snapshot 4" after three others, or the next number that none of
/// them has. It keeps that name wherever it is moved.
QString freeSnapshotName(const std::vector<Snapshot> &snapshots);

} // namespace regard
