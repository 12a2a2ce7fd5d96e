#pragma once

#include "app/model_options.h"

namespace regard {

/// `regard info`: `key = value` a line, on standard output. Throws FileError.
int runInfo(const ModelOptions &options);

/// How many numbers the model's active weights have for a sentence of that many tokens; embedding rows aside.
double parameterCount(const Model &model, int tokens);

} // namespace regard
