#pragma once

#include <vector>

#include "export/export_options.h"
#include "export/export_outputs.h"

namespace regard {

/// Throws UsageError for options that do not go together, as far as that is known without a file.
void checkUsage(const ExportOptions &options, const std::vector<Output> &outputs);

/// Whether the files show the pinned state too. A view of one state shows only what --patch takes from there.
bool comparesStates(const ExportOptions &options);

/// Whether the steps go into one of the files as numbers.
bool explainsInNumbers(const ExportOptions &options, const std::vector<Output> &outputs);

} // namespace regard
