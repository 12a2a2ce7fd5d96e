#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "engine/model/attention_place.h"

namespace regard {

/// What a tensor of a trace is, by its name without a sentence's prefix.
struct ImportedName {
    std::optional<AttentionPlace> place; ///< of a block's tensor; nothing: it is of the whole, or of another sublayer
    std::string word;                    ///< of a block's: `weights`, `scores`, `head_output`
};

/// Nothing for a name that no trace has.
std::optional<ImportedName> importedName(std::string_view name);

/// What a chain of cells may have.
inline constexpr std::array wordsOfCells{"reset",     "update",      "input_gate", "forget_gate",
                                         "candidate", "output_gate", "states",     "cell_states"};

/// Whether a block's tensor has a matrix for each head.
bool isOfHeads(const std::string &word);

} // namespace regard
