#pragma once

#include <vector>

#include "io/project/stored_view.h"

namespace regard {

/// A cell of the attention in view, from 0; key −1: the whole row of the query, query −1: the whole column.
struct PairRef {
    int query = -1;
    int key = -1;

    bool operator==(const PairRef &) const = default;
};

/// What lights up in the views: the numbers that a pointed-at number was computed from, or those that a lesson is
/// about.
struct Highlight {
    std::vector<CellRef> cells; ///< of the matrices that can be edited
    std::vector<PairRef> pairs;

    bool isEmpty() const { return cells.empty() && pairs.empty(); }
    bool operator==(const Highlight &) const = default;
};

} // namespace regard
