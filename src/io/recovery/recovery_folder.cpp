#include "io/recovery/recovery_folder.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>
#include <utility>

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QUuid>

#include "io/base/file_error.h"

namespace regard {

namespace {

constexpr const char *lockName = "lock";

[[noreturn]] void failFolder(const QString &path)
{
    throw FileError(path.toStdString(), std::strerror(errno));
}

/// A file held by this process until the descriptor is closed; −1 where another process holds it or it cannot be made.
int locked(const QString &path, bool waits)
{
    const int file = ::open(QFile::encodeName(path).constData(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (file < 0)
        return -1;
    if (::flock(file, LOCK_EX | (waits ? 0 : LOCK_NB)) == 0)
        return file;
    ::close(file);
    return -1;
}

/// Keeps other processes, while it lives, from making or looking for folders below the root.
class RootLock {
public:
    explicit RootLock(const QString &root) : m_file(locked(QDir(root).filePath(QLatin1String(lockName)), true)) {}
    ~RootLock()
    {
        if (m_file >= 0)
            ::close(m_file);
    }
    RootLock(const RootLock &) = delete;
    RootLock &operator=(const RootLock &) = delete;
    bool isHeld() const { return m_file >= 0; }

private:
    int m_file;
};

} // namespace

std::unique_ptr<RecoveryFolder> RecoveryFolder::held(const QString &folder)
{
    const int lock = locked(QDir(folder).filePath(QLatin1String(lockName)), false);
    return lock < 0 ? nullptr : std::unique_ptr<RecoveryFolder>(new RecoveryFolder(folder, lock));
}

std::unique_ptr<RecoveryFolder> RecoveryFolder::make(const QString &root)
{
    if (!QDir().mkpath(root))
        failFolder(root);
    const RootLock alone(root);
    if (!alone.isHeld())
        failFolder(root);
    const QString folder = QDir(root).filePath(QUuid::createUuid().toString(QUuid::WithoutBraces));
    if (!QDir().mkdir(folder, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner))
        failFolder(folder);
    std::unique_ptr<RecoveryFolder> made = held(folder);
    if (!made)
        failFolder(folder);
    return made;
}

std::vector<std::unique_ptr<RecoveryFolder>> RecoveryFolder::abandoned(const QString &root)
{
    std::vector<std::unique_ptr<RecoveryFolder>> found;
    const QDir all(root);
    if (!all.exists())
        return found;
    const RootLock alone(root);
    if (!alone.isHeld())
        return found;
    for (const QString &name : all.entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Time | QDir::Reversed)) {
        std::unique_ptr<RecoveryFolder> folder = held(all.filePath(name));
        if (!folder)
            continue;
        if (folder->recoveries().isEmpty())
            folder->remove();
        else
            found.push_back(std::move(folder));
    }
    return found;
}

RecoveryFolder::~RecoveryFolder()
{
    ::close(m_lock);
}

QString RecoveryFolder::path(const QString &name) const
{
    return QDir(m_folder).filePath(name);
}

QStringList RecoveryFolder::recoveries() const
{
    QStringList paths;
    for (const QString &name :
         QDir(m_folder).entryList({QLatin1Char('*') + QLatin1String(recoverySuffix)}, QDir::Files, QDir::Name))
        paths.push_back(path(name));
    return paths;
}

void RecoveryFolder::remove()
{
    removeOthers(m_folder, {});
    QDir(m_folder).removeRecursively();
}

void removeOthers(const QString &folder, const QSet<QString> &wanted)
{
    QStringList names = QDir(folder).entryList(QDir::Files | QDir::Hidden);
    std::stable_partition(names.begin(), names.end(),
                          [](const QString &name) { return name.endsWith(QLatin1String(recoverySuffix)); });
    for (const QString &name : names)
        if (name != QLatin1String(lockName) && !wanted.contains(name))
            QFile::remove(QDir(folder).filePath(name));
}

QString recoveryRoot()
{
    const QString state = qEnvironmentVariable("XDG_STATE_HOME");
    const bool isSet = !state.isEmpty() && QDir::isAbsolutePath(state); // a relative one does not count, says XDG
    return QDir(isSet ? state : QDir::home().filePath(QStringLiteral(".local/state")))
        .filePath(QStringLiteral("regard/recovery"));
}

} // namespace regard
