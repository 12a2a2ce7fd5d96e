#pragma once

#include <vector>

#include <QString>

#include "io/project/project.h"

namespace regard {

/// What stands for a snapshot in a list, whose index counts from 0: its name, else "Snapshot 3".
QString snapshotName(const Snapshot &snapshot, int index);

/// The same within a sentence or a caption, with its place: "snapshot 3", "snapshot 3 · sharper". A name that says the
/// place already is not said twice.
QString snapshotCaption(const Snapshot &snapshot, int index);

/// What a new one is called until a person names it: "Snapshot 4" after three others, or the next number that none of
/// them bears. It keeps that name wherever it is moved.
QString freeSnapshotName(const std::vector<Snapshot> &snapshots);

} // namespace regard
