#pragma once

#include <string>

#include "export/model_options.h"

namespace regard {

/// `regard save-model`: the trained model of a project, or of a folder, as a new folder. Throws FileError.
int runSaveModel(const ModelOptions &options, const std::string &folder);

} // namespace regard
