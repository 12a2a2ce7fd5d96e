#pragma once

#include <memory>
#include <string>

#include <QString>

#include "engine/model/model.h"
#include "io/base/json_value.h"
#include "io/checkpoint/checkpoint.h"
#include "io/project/project.h"

namespace regard {

/// The value of a project's key `checkpoint`, opened: `folder`, from where the project's file is, and `hash`.
/// `file` is the project's, which errors name. A folder that is not where an absolute path says is looked for
/// beside the project. Throws FileError: a key that is not known or missing, and with both hashes a folder that is not
/// there or holds something else by now.
std::shared_ptr<const Checkpoint> readCheckpoint(const JsonValue &given, const std::string &file);

/// The same as JSON, for a project at `path`: relative where the folder lies below the parent of the project's own
/// folder, else absolute. Throws FileError where the folder cannot be read for its hash.
std::string checkpointText(const std::shared_ptr<const Checkpoint> &checkpoint, const QString &path);

/// The model that a checkpoint gives a project of that configuration before anything is edited: its own, else what
/// reconfigured() makes of it. Throws ConfigError.
Model checkpointModel(const Checkpoint &checkpoint, const ModelConfig &config);

/// The given weights that a document which is read against a project has where it says nothing: the project's; in
/// another configuration, with a checkpoint, the checkpoint's. Throws ConfigError.
ModelWeights weightsAgainst(const Project &project, const ModelConfig &config);

} // namespace regard
