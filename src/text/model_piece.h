#pragma once

#include <cstddef>

namespace regard {

/// A token that a model made of a word's characters from `begin` up to `end`.
struct ModelPiece {
    int id = 0;
    std::size_t begin = 0;
    std::size_t end = 0;
};

} // namespace regard
