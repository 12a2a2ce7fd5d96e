#pragma once

#include <vector>

#include "cli/base/option_rows.h"
#include "export/export_options.h"

namespace regard {

/// The options of `regard export` but those of the model, in the order of the help.
const std::vector<OptionRow<ExportOptions>> &exportRows();

/// What the command was given, without its model and its own words. Throws UsageError.
ExportOptions exportOptions(const CLI::App &command);

} // namespace regard
