#pragma once

#include <cstdint>
#include <memory>
#include <random>
#include <string>

#include <QMap>
#include <QString>
#include <QStringList>
#include <QTemporaryDir>

#include "told_work.h"

namespace regard {

class KilledProgram;
class WatchedFolder;

/// What many rounds found out.
struct CrashCounts {
    int recovered = 0;
    int duringSaves = 0;
    int duringExports = 0;
    int duringEdits = 0;
    int refusals = 0;               ///< of sentences, because memory would not do
    std::int64_t longestUnkept = 0; ///< microseconds from an edit until it was kept or saved, at the most
    int late = 0;                   ///< edits that took longer than was allowed
};

/// What the program stands on, and what may give way.
enum class Ground {
    Firm,
    Memory, ///< its address space may hardly grow, as under ulimit -v; not with sanitizers, which take it all
    Disk,   ///< full now and then
};

/// One round: two windows at once, each with a project of its own, in which hands edit, save and export; each is killed
/// at a random moment, and what it leaves is looked at, recovered by the program, saved and looked at again.
class CrashRound {
public:
    /// `delay` is the program's --autosave-delay in milliseconds.
    CrashRound(unsigned seed, int delay, Ground ground, CrashCounts &counts);
    ~CrashRound();

    /// Throws std::runtime_error with what was wrong.
    void run();
    /// Keeps the round's files, and says where they are.
    QString keep();

private:
    /// One of the two windows.
    struct Side {
        QString folder; ///< of its project and its exports
        QString path;   ///< of its project
        WorkState beginning;
        std::unique_ptr<KilledProgram> program;
        std::unique_ptr<WatchedFolder> kept;
        std::int64_t killAt = 0;
        std::int64_t killed = 0;
        bool isTold = false; ///< to end, instead of being killed: then all that is unsaved is kept
        bool isRecoverable = false;
        WorkState recoverable;
    };

    int below(int count) { return int(m_random() % unsigned(count)); }
    QString root() const { return m_home->filePath(QStringLiteral("state/regard/recovery")); }
    QStringList foldersOfRoot() const;
    QMap<QByteArray, QByteArray> environment(const QString &hands, const Side &side, const QString &log);
    void begin(Side &side, const QString &name);
    std::unique_ptr<WatchedFolder> newFolder(const QStringList &before, KilledProgram &program) const;
    void waitForHands(const Side &side);
    void watchUntil(std::int64_t time);
    void kill(Side &side);
    void inspect(Side &side);
    void inspectFile(const Side &side, const ToldWork &told) const;
    void inspectRecovery(Side &side, const ToldWork &told) const;
    void inspectTimes(const Side &side, const ToldWork &told) const;
    void inspectExports(const Side &side) const;
    void recover(int expected);
    void requireNothingLeft() const;

    int m_delay;
    Ground m_ground;
    CrashCounts &m_counts;
    std::mt19937 m_random;
    std::unique_ptr<QTemporaryDir> m_home;
    Side m_sides[2];
    int m_starts = 0;
};

} // namespace regard
