#include "views/training/curve_plot.h"

#include <algorithm>
#include <cmath>

#include <QPainter>
#include <QPainterPath>

#include "draw/figure_group.h"
#include "draw/text_width.h"
#include "draw/token_label.h"

namespace regard {

namespace {

constexpr double curvePlotGap = 8;
constexpr double sample = 16; ///< of a line in the legend
constexpr double lineWidth = 1.6;

QFont plainFont()
{
    return Theme::font(curveFontSize);
}

QFont boldFont()
{
    return Theme::font(curveFontSize, true);
}

double legendWidth(const CurveLine &line)
{
    return line.name.isEmpty() ? 0 : sample + 4 + textWidth(line.name, plainFont()) + curvePlotGap;
}

QPen penOf(const CurveLine &line, const Theme &theme, double width)
{
    QPen pen(theme.head(line.color), width);
    if (line.isDashed)
        pen.setDashPattern({4, 2});
    return pen;
}

} // namespace

std::vector<double> roundNumbers(double least, double most, int count)
{
    const double raw = (most - least) / std::max(1, count);
    if (!(raw > 0) || !std::isfinite(raw))
        return {};
    const double power = std::pow(10.0, std::floor(std::log10(raw)));
    double step = 10 * power;
    for (const double each : {1.0, 2.0, 5.0})
        if (each * power >= raw) {
            step = each * power;
            break;
        }
    std::vector<double> numbers;
    for (double number = std::ceil(least / step - 1e-9) * step; number <= most + 1e-9 * step; number += step)
        numbers.push_back(std::abs(number) < step / 2 ? 0 : number);
    return numbers;
}

void paintCurve(QPainter &painter, const CurveLine &line, const CurvePlace &place, const Theme &theme)
{
    const auto drawn = [&](const std::vector<QPointF> &points, const QPen &pen) {
        QPainterPath path;
        bool isOpen = false;
        for (const QPointF &point : points) {
            if (!std::isfinite(point.y())) {
                isOpen = false;
                continue;
            }
            const QPointF at = place(point);
            if (isOpen)
                path.lineTo(at);
            else
                path.moveTo(at);
            isOpen = true;
        }
        painter.strokePath(path, pen);
        if (points.size() == 1 && isOpen) {
            painter.setPen(Qt::NoPen);
            painter.setBrush(pen.color());
            painter.drawEllipse(place(points.front()), 2, 2);
        }
    };
    if (!line.raw.empty())
        drawn(line.raw, QPen(mixed(theme.paper, theme.head(line.color), 0.35), 1));
    QPen pen = penOf(line, theme, lineWidth);
    pen.setJoinStyle(Qt::RoundJoin);
    drawn(line.points, pen);
}

double legendHeight(const QString &title, const std::vector<const CurveLine *> &lines, double width)
{
    double x = textWidth(title, boldFont()) + curvePlotGap;
    int rows = 1;
    for (const CurveLine *line : lines) {
        const double wide = legendWidth(*line);
        if (x + wide > width && x > 0) {
            ++rows;
            x = 0;
        }
        x += wide;
    }
    return rows * curveLineHeight + 3;
}

void paintLegend(QPainter &painter, const QString &title, const std::vector<const CurveLine *> &lines,
                 const QRectF &area, const Theme &theme)
{
    const FigureGroup group(painter, "legend");
    const double left = area.left();
    const double width = area.width();
    double y = area.top();
    double x = textWidth(title, boldFont()) + curvePlotGap;
    drawToken(painter, QRectF(left, y, width, curveLineHeight), Qt::AlignLeft, title, boldFont(), theme.text);
    for (const CurveLine *line : lines) {
        if (line->name.isEmpty())
            continue;
        const double wide = legendWidth(*line);
        if (x + wide > width && x > 0) {
            y += curveLineHeight;
            x = 0;
        }
        painter.setPen(penOf(*line, theme, lineWidth + 0.4));
        painter.drawLine(QPointF(left + x, y + curveLineHeight / 2),
                         QPointF(left + x + sample, y + curveLineHeight / 2));
        const double names = width - x - sample - 4;
        drawToken(painter, QRectF(left + x + sample + 4, y, names, curveLineHeight), Qt::AlignLeft,
                  elidedToken(line->name, plainFont(), names), plainFont(), theme.text);
        x += wide;
    }
}

} // namespace regard
