#pragma once

namespace regard {

/// Rows at the same heights in two pictures side by side, in one picture's coordinates.
struct SharedRows {
    double start = 0; ///< where the first row begins
    double pitch = 0; ///< from one to the next

    bool operator==(const SharedRows &) const = default;
};

} // namespace regard
