#include "io/base/neighbour_path.h"

namespace regard {

QString neighbourPath(const QDir &folder, const QString &name)
{
    return name.startsWith(QLatin1Char(':')) ? folder.path() + QLatin1Char('/') + name : folder.filePath(name);
}

} // namespace regard
