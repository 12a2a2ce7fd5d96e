#pragma once

#include <QString>

namespace regard {

/// The folder in which the files of a model stand, where other programs wrap it in folders of their own: the snapshot
/// of refs/main, or the only one, of a folder `models--org--name` of the Hub's cache or of its `snapshots`; and
/// `0_Transformer` of sentence-transformers. Else the path itself.
QString modelFolder(const QString &path);

/// A model's name for a user: its folder's; of a snapshot `name` of `models--org--name`, and of `0_Transformer` that
/// of the folder around it.
QString modelName(const QString &folder);

/// Whether modelFolder() cannot choose: the snapshots are several, and refs/main names none of them.
bool hasSeveralSnapshots(const QString &path);

} // namespace regard
