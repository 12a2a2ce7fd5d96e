#pragma once

#include <functional>
#include <vector>

#include <QPointF>
#include <QRectF>
#include <QString>

#include "draw/theme.h"

class QPainter;

namespace regard {

/// A line of a plot and its name.
struct CurveLine {
    QString name;                ///< empty: it is not in the legend
    std::vector<QPointF> points; ///< a gap where a number is not finite
    std::vector<QPointF> raw{};  ///< behind it, faint, where the line is smoothed
    int color = 0;               ///< as of a head
    bool isDashed = false;
};

// What plots of curves have in common. `place` says where a value stands.
using CurvePlace = std::function<QPointF(QPointF)>;
void paintCurve(QPainter &painter, const CurveLine &line, const CurvePlace &place, const Theme &theme);

/// The title and the names of lines in rows as wide as `area`, from its top down.
double legendHeight(const QString &title, const std::vector<const CurveLine *> &lines, double width);
void paintLegend(QPainter &painter, const QString &title, const std::vector<const CurveLine *> &lines,
                 const QRectF &area, const Theme &theme);

/// About `count` round numbers in a range.
std::vector<double> roundNumbers(double least, double most, int count);

inline constexpr double curveFontSize = 11;
inline constexpr double curveLineHeight = 15; ///< of text

} // namespace regard
