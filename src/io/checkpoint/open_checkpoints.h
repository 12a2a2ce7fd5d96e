#pragma once

#include <memory>
#include <string>

#include <QString>

#include "io/checkpoint/checkpoint.h"

namespace regard {

// The hash of a checkpoint reads all of its files, which may take seconds; while a checkpoint is open, it is computed
// once, at the first request.

/// checkpointHash() of the folder that a checkpoint was opened from. From any thread. Throws FileError, also where the
/// folder no longer holds what was opened.
std::string hashOf(const std::shared_ptr<const Checkpoint> &checkpoint);

/// The checkpoint of that folder and hash: the one that is already open and unchanged, else it is opened. Null where
/// the folder has another hash, which is then put in `found`. Throws FileError.
std::shared_ptr<const Checkpoint> checkpointWithHash(const QString &folder, const std::string &hash,
                                                     std::string &found);

} // namespace regard
