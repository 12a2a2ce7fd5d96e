#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "export/model_options.h"

namespace regard {

/// What `regard scan` was asked for.
struct ScanOptions {
    ModelOptions model;
    std::string sources; ///< `-`: standard input; empty: none
    std::string fields;  ///< of .jsonl and .csv; empty: text
    std::optional<int> maximumTokens;
    bool byValue = false;
    std::uint64_t seed = 0;
    std::optional<int> threads;
    std::pair<int, int> shard{1, 1};           ///< which of how many, from 1
    std::optional<std::pair<int, int>> random; ///< tokens that are repeated, sentences
    std::vector<std::string> merged;           ///< parts; empty: a corpus is scanned
    std::vector<std::string> outputs;
    int durableSeconds = 20; ///< between two writes of what is done
};

} // namespace regard
