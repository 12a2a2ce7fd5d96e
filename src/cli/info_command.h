#pragma once

#include "export/model_options.h"

namespace regard {

/// `regard info`: `key = value` a line, on standard output; of a lesson its title and pages. Throws FileError.
int runInfo(const ModelOptions &options);

/// How many numbers the model's active weights have, without embedding rows. A position table that is not given counts
/// for `positions` tokens, an output layer that is not given for `vocabulary` of them.
double parameterCount(const Model &model, int positions, int vocabulary);

} // namespace regard
