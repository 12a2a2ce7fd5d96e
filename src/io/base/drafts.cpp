#include "io/base/drafts.h"

#include <cerrno>
#include <fcntl.h>
#include <mutex>
#include <set>
#include <string>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QUuid>

namespace regard {

namespace {

const QString fileSuffix = QStringLiteral(".draft");
const QString folderSuffix = QStringLiteral(".drafts");

/// Whether the name still leads to the open file: another process may take a draft for abandoned before it is held.
bool isAt(int file, const QByteArray &path)
{
    struct stat open {
    }, named{};
    return ::fstat(file, &open) == 0 && ::stat(path.constData(), &named) == 0 && open.st_ino == named.st_ino &&
           open.st_dev == named.st_dev;
}

void removeIfAbandoned(const QString &draftPath)
{
    const QByteArray path = QFile::encodeName(draftPath);
    const int file = ::open(path.constData(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    if (file < 0)
        return;
    if (::flock(file, LOCK_EX | LOCK_NB) == 0 && isAt(file, path)) {
        QDir(draftsFolderOf(draftPath)).removeRecursively();
        ::unlink(path.constData());
    }
    ::close(file);
}

/// Returns true once for each folder.
bool isNew(const QString &folder)
{
    static std::mutex mutex;
    static std::set<std::string> known;
    const std::lock_guard<std::mutex> lock(mutex);
    return known.insert(QFile::encodeName(folder).toStdString()).second;
}

} // namespace

QString newDraftPath(const QString &folder)
{
    const QString id = QUuid::createUuid().toString(QUuid::Id128);
    return QDir(folder).filePath(QStringLiteral(".regard-") + id + fileSuffix);
}

QString draftsFolderOf(const QString &draftPath)
{
    return draftPath.chopped(fileSuffix.size()) + folderSuffix;
}

int openHeldDraft(const QString &draftPath)
{
    const QByteArray path = QFile::encodeName(draftPath);
    const int file = ::open(path.constData(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file < 0)
        return -1;
    ::flock(file, LOCK_EX);
    if (isAt(file, path))
        return file;
    ::close(file);
    errno = EAGAIN;
    return -1;
}

void removeAbandonedDrafts(const QString &folder)
{
    const QString whole = QFileInfo(folder).absoluteFilePath();
    if (!isNew(whole))
        return;
    const QDir all(whole);
    for (const QString &name :
         all.entryList({QStringLiteral(".regard-*") + fileSuffix}, QDir::Files | QDir::Hidden | QDir::NoSymLinks))
        removeIfAbandoned(all.filePath(name));
}

} // namespace regard
