#pragma once

#include <memory>
#include <string>

#include <QString>

#include "engine/pass/trace.h"
#include "io/attention/attention_file.h"
#include "io/base/json_value.h"
#include "io/project/project.h"

namespace regard {

/// A sentence of a file of attention, from 0, as a project. Throws FileError where what was switched off names what the
/// file does not have.
Project attentionProject(std::shared_ptr<const AttentionFile> file, int sentence = 0);

/// The trace that such a project shows; its heads are read when they are asked for.
SharedTrace attentionTrace(const Project &project);

/// The value of a project's key `attention`, opened: `file`, relative to the project's file, and `hash`. `name` is the
/// project's, which errors name. Throws FileError: a file that is missing or has changed, with both hashes.
std::shared_ptr<const AttentionFile> readAttention(const JsonValue &given, const std::string &name);

/// The key's value as JSON, for a project at `path`. The hash reads the whole file, once as long as it is open. Throws
/// FileError.
std::string attentionText(const std::shared_ptr<const AttentionFile> &file, const QString &path);

} // namespace regard
