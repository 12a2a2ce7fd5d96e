#pragma once

#include <vector>

#include "cli/base/option_rows.h"
#include "cli/scan/scan_options.h"

namespace regard {

/// The options of `regard scan` but FILE, --example and --set, in the order of the help.
const std::vector<OptionRow<ScanOptions>> &scanRows();

} // namespace regard
