#pragma once

#include <memory>
#include <string>

#include <QString>

#include "engine/model/model.h"
#include "io/base/json_value.h"
#include "io/checkpoint/checkpoint.h"
#include "io/project/project.h"

namespace regard {

/// Returns the folder that a project names, or the one beside the project's file, whichever has a checkpoint. Opens
/// neither.
QString checkpointPlace(const QString &folder, const std::string &file);

/// The value of a project's key `checkpoint`, opened: `folder`, relative to the project's file, and `hash`. `file` is
/// the project's, which errors name. A folder that is missing at an absolute path is looked for beside the project.
/// Throws FileError: an unknown or missing key, and with both hashes a folder that is missing or has changed.
std::shared_ptr<const Checkpoint> readCheckpoint(const JsonValue &given, const std::string &file);

/// Sets what source_language and target_language of a project's keys say. Throws FileError(file, …): a language that
/// the tokenizer of its checkpoint does not mark sentences with.
void readLanguages(const JsonValue &root, const std::string &file, Project &project);

/// The key's value as JSON, for a project at `path`: relative where the folder is below the parent of the project's own
/// folder, else absolute. Throws FileError where the folder cannot be read for its hash.
std::string checkpointText(const std::shared_ptr<const Checkpoint> &checkpoint, const QString &path);

/// The model that a checkpoint gives a project of that configuration before any edit: its own, else the result of
/// reconfigured(). Throws ConfigError.
Model checkpointModel(const Checkpoint &checkpoint, const ModelConfig &config);

/// The given weights of a document that is read relative to a project, where the document does not give them: the
/// project's; in another configuration, with a checkpoint, the checkpoint's. Throws ConfigError.
ModelWeights weightsAgainst(const Project &project, const ModelConfig &config);

} // namespace regard
