#pragma once

#include <cstdint>
#include <vector>

#include <sys/types.h>

#include <QByteArray>
#include <QMap>
#include <QString>
#include <QStringList>

namespace regard {

/// Microseconds of the steady clock that all processes share.
std::int64_t steadyTime();

/// The program, started in the background with the hands in its window.
class KilledProgram {
public:
    /// `errors` takes what it says on standard error. Throws std::runtime_error where it cannot be started.
    KilledProgram(const QString &program, const QStringList &arguments, const QMap<QByteArray, QByteArray> &environment,
                  const QString &errors);
    ~KilledProgram(); ///< kills it
    KilledProgram(const KilledProgram &) = delete;
    KilledProgram &operator=(const KilledProgram &) = delete;

    void kill();
    /// Tells it to end (SIGTERM). True where it did so by that signal within so many milliseconds.
    bool terminate(int most);
    /// Its exit code once it has ended by itself; −1 where it did not within so many milliseconds, or ended by a
    /// signal.
    int wait(int most);
    bool hasEnded();

private:
    pid_t m_process = -1; ///< −1: it has ended
    int m_status = 0;
};

/// Sees the recovery files of one process as they are finished.
class WatchedFolder {
public:
    /// A file that appeared under its name whole, and its bytes as they were just after that.
    struct Written {
        std::int64_t time = 0;
        QByteArray bytes;
    };

    explicit WatchedFolder(const QString &folder);
    ~WatchedFolder();
    WatchedFolder(const WatchedFolder &) = delete;
    WatchedFolder &operator=(const WatchedFolder &) = delete;

    const QString &folder() const { return m_folder; }
    int descriptor() const { return m_watch; }
    /// Takes what has happened since the last time, without waiting.
    void look();
    const std::vector<std::int64_t> &times() const { return m_times; } ///< of each
    /// The last one, unless it was removed since; null bytes: none.
    const Written &last() const { return m_last; }

private:
    QString m_folder;
    int m_watch = -1;
    std::vector<std::int64_t> m_times;
    Written m_last;
};

} // namespace regard
