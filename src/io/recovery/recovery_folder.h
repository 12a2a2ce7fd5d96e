#pragma once

#include <memory>
#include <vector>

#include <QSet>
#include <QString>
#include <QStringList>

namespace regard {

/// A folder of recovery files that one process holds: a lock that ends with the process, however it ends.
class RecoveryFolder {
public:
    /// Makes a new one below `root`, readable by its owner alone. Throws FileError.
    static std::unique_ptr<RecoveryFolder> make(const QString &root);
    /// Returns the folders below `root` that no process holds and that have recovery files, oldest first; from now on
    /// held by this one. Folders without any are removed. None where the root cannot be read.
    static std::vector<std::unique_ptr<RecoveryFolder>> abandoned(const QString &root);
    ~RecoveryFolder(); ///< lets go; the files stay
    RecoveryFolder(const RecoveryFolder &) = delete;
    RecoveryFolder &operator=(const RecoveryFolder &) = delete;

    const QString &folder() const { return m_folder; }
    QString path(const QString &name) const;
    /// Paths of the recovery files in it, by name.
    QStringList recoveries() const;
    /// Removes the folder with everything in it.
    void remove();

private:
    RecoveryFolder(QString folder, int lock) : m_folder(std::move(folder)), m_lock(lock) {}
    static std::unique_ptr<RecoveryFolder> held(const QString &folder);

    QString m_folder;
    int m_lock; ///< descriptor
};

/// Removes what is not wanted, except the lock. Recovery files go first: what they are relative to is there for as long
/// as they are, whenever the process ends.
void removeOthers(const QString &folder, const QSet<QString> &wanted);

/// Returns where recovery files stand: below XDG_STATE_HOME, else in ~/.local/state.
QString recoveryRoot();

/// What a recovery file's name ends with.
inline constexpr const char *recoverySuffix = ".recovery";

} // namespace regard
