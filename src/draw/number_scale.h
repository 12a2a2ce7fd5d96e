#pragma once

#include <QString>

namespace regard {

/// What the numbers between tokens are, and how large they are drawn.
struct NumberScale {
    double one = 1;   ///< what is drawn as a weight of 1 is
    QString name{};   ///< "‖α v W_O‖", of what is moved; empty: weights, or other shares of a row
    QString shares{}; ///< what such shares are called: "weight ÷ what the sink leaves"; empty: weights

    bool isMoved() const { return !name.isEmpty(); }
    /// Two significant digits of what is moved, which has no bounds; of a weight two after the point.
    QString text(double number) const;
    /// A change with its sign, as many digits as text().
    QString changeText(double change) const;
    /// What a link's extent is where it is no weight: "width = ‖α v W_O‖, no share: 0.5 is drawn as weight 1"; else
    /// nothing.
    QString extentText(bool isHeight) const;
    bool operator==(const NumberScale &) const = default;
};

/// The least of 1, 2, 5 · 10^k that is not below the largest number; 1 where it is 0.
double niceScale(double largest);

} // namespace regard
