#include "io/base/draft_folder.h"

#include <cerrno>
#include <cstdio>
#include <sys/stat.h>
#include <unistd.h>

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include "engine/base/message.h"
#include "io/base/drafts.h"
#include "io/base/file_error.h"

namespace regard {

DraftFolder::DraftFolder(const QString &path) : m_path(QDir::cleanPath(QFileInfo(path).absoluteFilePath()))
{
    const QFileInfo before(m_path);
    const bool isEmptyFolder =
        !before.isSymLink() && before.isDir() &&
        QDir(m_path).isEmpty(QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot);
    if ((before.exists() || before.isSymLink()) && !isEmptyFolder)
        throw FileError(m_path.toStdString(), Message::tr("is there already; give the name of a new folder"));
    const QFileInfo around(before.absolutePath());
    if (!around.isDir())
        fail(QString::fromStdString(Message::tr("the folder %1 does not exist", {around.filePath().toStdString()})));
    removeAbandonedDrafts(around.filePath());
    m_lock = newDraftPath(around.filePath());
    m_held = openHeldDraft(m_lock);
    if (m_held < 0)
        fail(qt_error_string(errno));
    const QString draft = draftsFolderOf(m_lock);
    if (::mkdir(QFile::encodeName(draft).constData(), 0777) != 0) {
        const int error = errno;
        QFile::remove(m_lock);
        ::close(m_held);
        fail(qt_error_string(error));
    }
    m_draft = draft;
}

DraftFolder::~DraftFolder()
{
    if (!m_draft.isEmpty())
        QDir(m_draft).removeRecursively();
    QFile::remove(m_lock);
    ::close(m_held);
}

QString DraftFolder::filePath(const QString &name) const
{
    return QDir(m_draft).filePath(name);
}

void DraftFolder::commit()
{
    // The system lets a folder take the place of an empty one alone.
    if (::rename(QFile::encodeName(m_draft).constData(), QFile::encodeName(m_path).constData()) != 0)
        fail(qt_error_string(errno));
    m_draft.clear();
}

void DraftFolder::fail(const QString &reason) const
{
    throw FileError(m_path.toStdString(), Message::tr("cannot be written: %1", {reason.toStdString()}));
}

} // namespace regard
