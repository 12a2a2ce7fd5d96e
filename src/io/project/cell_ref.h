#pragma once

#include <string>

namespace regard {

/// A cell of a matrix by its name ("X" and "X target" included), from 0; row or column −1: all of them.
struct CellRef {
    std::string matrix;
    int row = -1;
    int column = -1;

    bool operator==(const CellRef &) const = default;
};

} // namespace regard
