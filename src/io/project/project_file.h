#pragma once

#include <string>
#include <string_view>

#include <QString>

#include "io/base/json_value.h"
#include "io/project/project.h"

namespace regard {

/// Reads a project strictly, and opens the checkpoint that it names. Throws FileError naming the key (and line and
/// column where the JSON is broken); of a checkpoint that is missing or has changed both hashes.
Project readProject(const QString &path);
/// Reads a project from memory; errors name `name`, and a checkpoint's folder is looked for relative to that file.
Project parseProject(std::string_view json, const std::string &name);
/// Reads a project from a parsed document.
Project parseProject(const JsonValue &root, const std::string &name);

/// The project as JSON: given weights and rows only, with a checkpoint only those that differ from its own; numbers
/// read back bit-identical. Masked positions, view entries and dimensions that no longer fit the sentence or the model
/// are left out, so that the file can be read again. `path` is where the file will be, for the path of a checkpoint's
/// folder; empty: absolute. Throws ValueError where a number is not finite, FileError where a checkpoint's folder
/// cannot be read for its hash.
std::string projectJson(const Project &project, const QString &path = QString());
/// Atomic: the old file stays whole until the new one is complete. Throws FileError.
void writeProject(const QString &path, const Project &project);

} // namespace regard
