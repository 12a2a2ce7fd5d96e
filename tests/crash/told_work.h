#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <QString>

namespace regard {

struct Project;

/// What the hands change: one cell and the sentence.
struct WorkState {
    float cell = 0;
    std::string sentence;

    bool operator==(const WorkState &) const = default;
};

WorkState stateOf(const Project &project);
QString textOf(const WorkState &state);

/// What the hands in a window told of their work, up to its end.
struct ToldWork {
    struct Edit {
        std::int64_t time = 0; ///< when it was done, in microseconds of the steady clock
        WorkState state;
    };

    std::vector<Edit> edits; ///< the beginning first
    /// What the last edit shall lead to, where it had begun and not ended.
    std::optional<WorkState> begun;
    WorkState saved;                 ///< as the last save that ended left it
    std::optional<WorkState> saving; ///< what a save that had begun and not ended writes
    std::vector<std::int64_t> saves; ///< when they ended
    bool isExporting = false;
    bool isFull = false;  ///< the disk, at the end
    bool wasFull = false; ///< at any time
    int refusals = 0;     ///< looks at the window that showed a sentence refused for memory
    int offered = -1;     ///< how much was offered to be recovered; −1: nothing was told

    const WorkState &last() const { return edits.back().state; }
    /// The number of the last edit that led there, `edits.size()` for the one that had begun; −1: none did.
    int find(const WorkState &state) const;
};

/// Reads the lines of the hands; `beginning` is what the window opened with. Throws std::runtime_error where a line
/// cannot be read.
ToldWork readToldWork(const QString &path, const WorkState &beginning);

} // namespace regard
