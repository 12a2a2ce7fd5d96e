#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <QString>

#include "io/base/json_value.h"
#include "io/project/project.h"

namespace regard {

/// The most snapshots that a project keeps.
inline constexpr std::size_t mostSnapshots = 99;

/// The key `snapshots` of a project's document: complete states, which share every matrix of equal numbers with
/// `project` (read from the same document) and with each other. None where the key is missing. Throws FileError(file,
/// …) naming the snapshot and the key (`snapshots[2].weights.encoder.0.self.w_q`, from 1).
std::vector<Snapshot> readSnapshots(const JsonValue &root, const Project &project, const std::string &file,
                                    std::size_t most = mostSnapshots);

/// The value of that key in a file at `path`: for each snapshot its name and what differs from the project; everything
/// where its checkpoint or its file of attention is another. Matrices that both share are not compared. Throws
/// ValueError where a number is not finite, Error where a file that it names cannot be read.
std::string snapshotsText(const Project &project, const QString &path);

} // namespace regard
