#pragma once

#include <vector>

#include "io/checkpoint/family.h"

namespace regard {

/// Vaswani's encoder as BERT has it: norms after, biases everywhere, learned positions.
ModelConfig encoderBase();

/// GPT-2's decoder: norms before and at the end, biases everywhere, learned positions.
ModelConfig decoderBase();

/// The rows of the table of families (families.cpp) that are encoders alone, and those of GPT-2's kind.
///@{
std::vector<Family> encoderFamilies();
std::vector<Family> decoderFamilies();
///@}

// Reasons of harmless keys
inline constexpr const char *dropout = "dropout, which only training has";
inline constexpr const char *twoStacks = "read where an encoder and a decoder are put together of two models";
inline constexpr const char *oneVector = "a head that gives a whole text one vector";

} // namespace regard
