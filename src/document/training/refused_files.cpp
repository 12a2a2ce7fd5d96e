#include "document/training/refused_files.h"

namespace regard {

RefusedFiles &RefusedFiles::all()
{
    static RefusedFiles files;
    return files;
}

void RefusedFiles::refuse(const QString &path)
{
    if (!m_paths.contains(path))
        m_paths.append(path);
}

void RefusedFiles::allow(const QString &path)
{
    m_paths.removeAll(path);
}

} // namespace regard
