#pragma once

#include "cli/base/model_options.h"

namespace regard {

/// `regard info`: `key = value` a line, on standard output; of a lesson its title and pages. Throws FileError.
int runInfo(const ModelOptions &options);

/// How many numbers the model's active weights have; embedding rows aside. A position table that nobody gave counts for
/// `positions` tokens, an output layer that nobody gave for `vocabulary` of them.
double parameterCount(const Model &model, int positions, int vocabulary);

} // namespace regard
