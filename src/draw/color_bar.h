#pragma once

#include <optional>

#include <QPainter>
#include <QRectF>
#include <QString>

#include "draw/color_range.h"
#include "draw/theme.h"

namespace regard {

/// What a picture's colours mean.
struct ColorBar {
    static constexpr double thickness = 9;
    static constexpr double tickRoom = 18; ///< below the bar, for its numbers

    ColorRange range;
    bool isDifference = false;
    std::optional<ColorScale> scale{}; ///< of weights; nothing: none is named

    /// The number at `step` of so many equal steps along the bar.
    QString tickText(int step, int steps) const;
    /// The colours alone.
    void paintColors(QPainter &painter, const QRectF &bar, const Theme &theme) const;
    /// The numbers below, of percentiles the ranks above too.
    void paintTicks(QPainter &painter, const QRectF &bar, const Theme &theme) const;
};

} // namespace regard
