#pragma once

#include <memory>

#include <QString>

#include "io/checkpoint/checkpoint.h"
#include "io/project/project.h"

namespace regard {

/// The folder to open as a checkpoint: a path that is a folder, or the folder around one of a checkpoint's files such
/// as config.json or model.safetensors. Empty where the path means another file.
QString checkpointFolderOf(const QString &path);

/// A checkpoint as the window first shows it: with a sentence, and with an encoder also a target, that it can read.
Project firstProject(std::shared_ptr<const Checkpoint> checkpoint);

} // namespace regard
