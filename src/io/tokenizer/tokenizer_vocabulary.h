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

/// Brings tokens and added tokens into the order of their ids. Throws FileError(name, …) where two tokens share an
/// id, where an id has no token, and where one lies beyond them all; nothing is allocated by an id.
OrderedVocabulary orderedVocabulary(std::vector<std::pair<std::string, std::int64_t>> tokens,
                                    const std::vector<AddedToken> &added, const std::string &name);

/// A token as an error quotes it: in quotes, of bearable length, without control characters.
std::string quotedToken(const std::string &token);

} // namespace regard
