#pragma once

#include "cli/train/train_options.h"

namespace regard {

/// `regard train`: what it learned as `key = value` a line, on standard output. Throws UsageError and FileError; where
/// training stops by itself, the last finite weights are written before.
int runTrain(const TrainOptions &options);

} // namespace regard
