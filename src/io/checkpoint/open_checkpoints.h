#pragma once

#include <memory>
#include <string>

#include <QString>

#include "io/checkpoint/checkpoint.h"

namespace regard {

// The hash of a checkpoint reads all of its files, which may take seconds; as long as a checkpoint is open, it is made
// once, when it is first asked for.

/// checkpointHash() of the folder that a checkpoint was opened from. From any thread. Throws FileError, also where the
/// folder does not hold what was opened any more.
std::string hashOf(const std::shared_ptr<const Checkpoint> &checkpoint);

/// The checkpoint of that folder and hash: the one that is open already and still as it was, else it is opened. Null
/// where the folder has another hash, which is put in `found` then. Throws FileError.
std::shared_ptr<const Checkpoint> checkpointWithHash(const QString &folder, const std::string &hash,
                                                     std::string &found);

} // namespace regard
