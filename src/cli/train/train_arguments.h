#pragma once

#include <vector>

#include "cli/base/option_rows.h"
#include "cli/train/train_options.h"

namespace regard {

/// The options of `regard train` but FILE, --example and --set, in the order of the help.
const std::vector<OptionRow<TrainOptions>> &trainRows();

} // namespace regard
