#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "text/tokenizer_definition.h"

namespace regard {

/// A vocabulary in the order of its ids, added tokens included.
struct OrderedVocabulary {
    std::vector<std::string> pieces;
    std::vector<int> addedOnly; ///< ids of the added tokens that the vocabulary itself lacks
};

/// Sorts tokens and added tokens by their ids. Throws FileError(name, …) where two tokens share an id, where an id has
/// no token, and where one is beyond them all; no allocation depends on an id.
OrderedVocabulary orderedVocabulary(std::vector<std::pair<std::string, std::int64_t>> tokens,
                                    const std::vector<AddedToken> &added, const std::string &name);

/// A token as an error shows it: in quotes, shortened, without control characters.
std::string quotedToken(const std::string &token);

} // namespace regard
