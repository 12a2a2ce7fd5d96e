#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/model/model_config.h"
#include "io/attention/imported_tensor.h"
#include "text/imported_tokens.h"

namespace regard {

/// One sentence of a file of attention.
struct AttentionSentence {
    std::string prefix; ///< before the names of its tensors; empty where the file has one sentence
    std::string title;
    std::shared_ptr<const ImportedTokens> tokens; ///< never null
    std::vector<int> masked;                      ///< positions of the source that no query may attend to
    std::vector<int> maskedTarget;
    /// Stacks, layers, heads and masks; nothing else of it says anything.
    ModelConfig config;
    std::vector<std::shared_ptr<const ImportedTensor>> tensors{}; ///< in the order of the file
    std::vector<std::string> vocabulary{};                        ///< of the logits' columns
    bool hasAveragedHeads = false;                                ///< its one head is the mean of the model's
    // JSON as the file has it; empty: it does not
    std::string grouped{}; ///< what its tokens are groups of
    /// The keys of a project that say what was done from outside while it was computed, and their JSON.
    std::vector<std::pair<std::string, std::string>> interventions{};

    /// Null where there is none.
    std::shared_ptr<const ImportedTensor> find(const std::string &name) const;
};

} // namespace regard
