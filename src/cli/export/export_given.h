#pragma once

#include <vector>

#include "cli/export/export_options.h"
#include "cli/export/export_outputs.h"
#include "document/shown/shown.h"
#include "io/project/project.h"

namespace regard {

/// Throws ConfigError where the options ask for something that is computed from weights, and the project's attention is
/// a file's. Names the option.
void checkGivenOptions(const ExportOptions &options, const std::vector<Output> &outputs, const Project &project);

/// What is wrong with the rows that the outputs show, a line each on standard error. Throws ConfigError where a table
/// of numbers would have an empty row in place of numbers that are no weights, or the stage is not in the file.
void sayFaults(const ExportOptions &options, const std::vector<Output> &outputs, const ShownState &state);

} // namespace regard
