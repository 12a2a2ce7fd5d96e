#pragma once

#include <vector>

namespace regard {

/// Which of a head's four matrices is in view.
enum class Stage { Scores, Scaled, Masked, Weights };

/// The one selection. Every view reads this and sets this; all positions count from 0.
struct Selection {
    int layer = 0;
    int head = 0;                   ///< the head of heatmap, editor and tooltips
    std::vector<int> heads;         ///< heads on in the links, sorted; empty: none
    int query = -1;                 ///< token in focus (hovered, else pinned last), −1 none
    int key = -1;                   ///< key token in focus, −1 none
    std::vector<int> pinnedQueries; ///< sorted
    std::vector<int> pinnedKeys;    ///< sorted
    Stage stage = Stage::Weights;

    bool operator==(const Selection &) const = default;
};

} // namespace regard
