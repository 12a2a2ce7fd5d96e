#pragma once

#include <QDir>
#include <QString>

namespace regard {

/// The file of that name, which has no folder, in a folder. QDir::filePath() would take `:name` for one of the
/// program's own resources, wherever the folder is.
QString neighbourPath(const QDir &folder, const QString &name);

} // namespace regard
