#pragma once

#include <string>
#include <vector>

#include "document/shown/shown.h"
#include "export/export_options.h"
#include "export/export_outputs.h"
#include "io/project/project.h"

namespace regard {

/// Throws ConfigError where the options ask for something that is computed from weights, and the project's attention is
/// a file's. Names the option.
void checkImportedOptions(const ExportOptions &options, const std::vector<Output> &outputs, const Project &project);

/// Throws ConfigError where a table of numbers would have an empty row in place of numbers that are no weights, or the
/// stage is not in the file.
void checkImportedRows(const ExportOptions &options, const std::vector<Output> &outputs, const ShownState &state);

/// Reads the heads of a file of attention whose numbers the outputs have all of, so that their rows are checked:
/// numbers are copied as they stand.
void checkCopiedRows(const std::vector<Output> &outputs, const ShownState &state);

/// What is wrong with the rows of a project's file of attention that were read so far, a line for each head on standard
/// error, with the file's name before it.
void sayFaults(const std::string &subject, const Project &project);

} // namespace regard
