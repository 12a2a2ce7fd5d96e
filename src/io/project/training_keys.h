#pragma once

#include <string>
#include <vector>

#include "training/optimizer/training_options.h"

namespace regard {

/// Every option of a training run but seed and locks, in the order in which FORMATS lists them: the keys of a project's
/// `task.options`, and with hyphens the options of `regard train`.
const std::vector<std::string> &trainingKeys();

/// Whether the value is one of a few words, not a number. Throws ConfigError for an unknown key, as the others do.
bool isTrainingWord(const std::string &key);

/// `a whole number from 1 to 65536`.
std::string trainingKeyTakes(const std::string &key);

/// The value as a file spells it; numbers read back as the same double.
std::string trainingKeyValue(const TrainingOptions &options, const std::string &key);

/// False where the text is not a value of the key; then nothing is changed.
bool setTrainingKey(TrainingOptions &options, const std::string &key, const std::string &value);

} // namespace regard
