#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "io/base/json_value.h"

namespace regard {

/// A tokenizer's JSON file. The long parts are separate, where they take a fraction of a tree's space.
struct TokenizerJsonTree {
    JsonValue root;                                               ///< everything else
    bool hasVocabulary = false;                                   ///< `model.vocab` is an object
    std::vector<std::pair<std::string, std::int64_t>> vocabulary; ///< tokens and ids as the file has them
    bool hasScores = false;                                       ///< `model.vocab` is a list
    std::vector<std::pair<std::string, double>> scores;           ///< its pieces and their scores; ids count from 0
    std::vector<std::pair<std::string, std::string>> merges;      ///< `model.merges`, as texts or as pairs
};

/// Reads a tokenizer.json. Throws FileError(name, …): not JSON, a key twice, an id that is not a whole number, a merge
/// that is not two pieces, an entry of a list of pieces that is not a piece and its score.
TokenizerJsonTree readTokenizerTree(std::string_view text, const std::string &name);

/// Reads a vocab.json: one object of tokens and ids. Throws FileError as readTokenizerTree(), and where it is not an
/// object.
std::vector<std::pair<std::string, std::int64_t>> readVocabularyJson(std::string_view text, const std::string &name);

} // namespace regard
