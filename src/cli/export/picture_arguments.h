#pragma once

#include <vector>

#include "cli/base/option_rows.h"
#include "export/export_options.h"

namespace regard {

/// The options of how a picture looks. The theme is read before what changes its colours and parts.
const std::vector<OptionRow<ExportOptions>> &pictureRows();

} // namespace regard
