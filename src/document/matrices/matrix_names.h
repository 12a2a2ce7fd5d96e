#pragma once

#include <string>

#include "document/sentence/side.h"

namespace regard {

/// The matrix names that stand for the sentences' embedding rows, one row a token.
/// Editing row t edits the embedding of token t, and so every row of the same token, on both sides.
inline constexpr const char *embeddingMatrix = "X";
inline constexpr const char *targetEmbeddingMatrix = "X target";

inline constexpr const char *positionMatrix = "position";
inline constexpr const char *outputWeight = "output.w";
inline constexpr const char *outputBiasName = "output.b";

inline bool isEmbedding(const std::string &name)
{
    return name == embeddingMatrix || name == targetEmbeddingMatrix;
}

inline Side embeddingSide(const std::string &name)
{
    return name == targetEmbeddingMatrix ? Side::Target : Side::Source;
}

/// Whether the columns of a matrix stand for words.
inline bool isOutput(const std::string &name)
{
    return name == outputWeight || name == outputBiasName;
}

} // namespace regard
