#pragma once

#include <QString>

namespace regard {

// A draft is what is written before it gets its name: the file `.regard-ID.draft` beside the file to come or, of
// several files, the folder `.regard-ID.drafts` beside a lock of that other name. Whoever writes it holds a lock
// (flock) that ends with the process, however it ends: a draft that nobody holds was left behind by a process that was
// killed.

/// A path in the folder for a new draft file.
QString newDraftPath(const QString &folder);
/// The folder of drafts that belongs to the lock at `draftPath`.
QString draftsFolderOf(const QString &draftPath);

/// Makes the file at `draftPath`, open for reading and writing and held. −1 where it cannot be made (errno says why).
int openHeldDraft(const QString &draftPath);

/// Removes the drafts in the folder that nobody holds: once for each folder in the life of a process, because it reads
/// the whole folder. Never throws.
void removeAbandonedDrafts(const QString &folder);

} // namespace regard
