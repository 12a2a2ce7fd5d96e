#pragma once

#include <cstdint>
#include <optional>

#include <QString>

namespace regard {

/// What distinguishes a file from one that replaces it: its identity, its length, and when it was last written to.
struct FileState {
    std::uint64_t device = 0;
    std::uint64_t inode = 0;
    std::int64_t bytes = 0;
    std::int64_t seconds = 0; ///< of the last write
    std::int64_t nanoseconds = 0;

    bool operator==(const FileState &) const = default;
};

/// Returns the state of the file at a path, or no value if the file is missing or out of reach.
std::optional<FileState> fileStateAt(const QString &path);
/// The state of an open file.
std::optional<FileState> fileStateOf(int descriptor);

/// Throws FileError that names the file and the remedy where `now` is not the state in which it was opened.
void requireSameFile(const QString &path, const FileState &opened, const std::optional<FileState> &now);

} // namespace regard
