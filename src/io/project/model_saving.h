#pragma once

#include <QString>

#include "io/project/project.h"

namespace regard {

/// Writes the trained model of a project as a folder that the transformers library opens, with the weights and rows as
/// they are now (io/checkpoint/changed_checkpoint.h). Throws FileError with the reason: the project has no trained
/// model; something is switched off, set by hand, cut or at a temperature; a key of the model, its vocabulary or a
/// number differs in a way that the folder's files cannot say; and as writeChangedCheckpoint().
void saveModelFolder(const Project &project, const QString &folder);

} // namespace regard
