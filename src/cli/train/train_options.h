#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "export/model_options.h"

namespace regard {

/// What `regard train` was asked for.
struct TrainOptions {
    ModelOptions model;
    std::string task;                                         ///< empty: the file's
    std::string variant;                                      ///< of the task's models; empty: its usual one
    std::string data;                                         ///< of a task of one's own; empty: the file's
    std::optional<int> steps;                                 ///< to take now; nothing: those that are left
    std::vector<std::pair<std::string, std::string>> options; ///< of training, key and value, checked
    std::optional<std::uint64_t> seed;
    std::set<std::string> locked;
    std::vector<std::string> outputs;
};

} // namespace regard
