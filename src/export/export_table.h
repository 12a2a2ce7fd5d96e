#pragma once

#include <optional>

#include "document/shown/shown.h"
#include "export/export_options.h"
#include "export/export_outputs.h"
#include "io/project/project.h"
#include "io/trace/number_table.h"

namespace regard {

/// Whether the options ask for a list of numbers in place of a head's matrix: --find, --importance, or --view entropy,
/// similarity, matrices, output, path, score-parts or logit-parts beside a file of numbers.
bool wantsTable(const ExportOptions &options, const std::vector<Output> &outputs);

/// The list of what was computed. Throws ConfigError where the model has nothing to list.
NumberTable exportTable(const ExportOptions &options, const Project &project, const Shown &shown);

} // namespace regard
