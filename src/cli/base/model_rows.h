#pragma once

#include <vector>

#include "cli/base/option_rows.h"
#include "export/model_options.h"

namespace regard {

/// What a model begins with: a file or an example, and changes of its sizes and rules.
const std::vector<OptionRow<ModelOptions>> &startRows();
/// startRows(), and the sentences that the model reads.
const std::vector<OptionRow<ModelOptions>> &modelRows();

} // namespace regard
