#pragma once

#include <map>
#include <string>
#include <vector>

#include "cli/train/train_options.h"

namespace CLI {
class App;
}

namespace regard {

/// The raw arguments of `regard train` but FILE, --example and --set, before they are parsed.
struct TrainArguments {
    std::string task;
    std::string variant;
    std::string data;
    std::string steps;
    std::string seed;
    std::map<std::string, std::string> options; ///< by key of trainingKeys()
    std::vector<std::string> locked;
    std::vector<std::string> outputs;
};

void addTrainOptions(CLI::App *command, TrainArguments &arguments);

/// What they mean, without the model. Throws UsageError.
TrainOptions trainOptions(const CLI::App &command, const TrainArguments &arguments);

} // namespace regard
