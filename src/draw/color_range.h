#pragma once

#include <memory>
#include <vector>

#include <QString>

#include "draw/theme.h"
#include "engine/base/matrix.h"
#include "words/color_scale.h"

namespace regard {

/// The colour range of a picture and what colour a value takes; one for the picture, its colour bar and QCPColorMap.
struct ColorRange {
    /// Weights below this, of what is drawn as a weight of 1, have the colour of none on a logarithmic scale.
    static constexpr double leastLogarithmic = 1e-4;

    double lower = 0;
    double upper = 1;
    bool diverging = false;
    ColorScale scale = ColorScale::Stretched; ///< of weights; ZeroToOne and Stretched are linear
    /// The weights above 0 in order, for percentiles. Cells that are masked or 0 have no rank and the colour of none.
    std::shared_ptr<const std::vector<float>> ranked{};

    bool operator==(const ColorRange &other) const;

    /// Weights, or what they move: 0 to the true maximum's next nice number; scores: the finite range, symmetric where
    /// signed.
    static ColorRange of(const Matrix &values, bool isWeights);
    /// Symmetric about 0: the largest magnitude, of weights its next nice number.
    static ColorRange ofDifference(const Matrix &values, bool isWeights);
    /// One scale for all weights of a picture, or for what they move, of which `one` is drawn as a weight of 1; NaN
    /// does not count.
    static ColorRange ofWeights(const std::vector<const Matrix *> &weights, ColorScale scale, double one = 1);

    /// The place on the colour bar, which clamps it: 0 is its beginning, 1 its end. Diverging: −1 … 1, 0 the middle.
    /// Equal values have the same place. NaN for what is not finite.
    double place(double value) const;
    /// The value at `step` of so many equal steps along the bar.
    double valueAt(int step, int steps) const;
    QRgb color(double value, const Theme &theme) const;
    /// The colour at `step` of so many equal steps along the bar.
    QRgb colorAt(int step, int steps, const Theme &theme) const;
};

/// One range for two pictures, which contains both.
ColorRange rangeOfBoth(const ColorRange &a, const ColorRange &b);

/// What the scale is called beside a colour bar: "logarithmic".
QString scaleName(ColorScale scale);

} // namespace regard
