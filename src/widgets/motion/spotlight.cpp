#include "widgets/motion/spotlight.h"

#include <algorithm>
#include <cmath>

#include <QImage>
#include <QPainter>

#include "figures/heatmap/heatmap_figure.h"
#include "figures/links/link_figure.h"
#include "widgets/motion/band_outline.h"

namespace regard {

namespace {

constexpr float dimming = 0.72F; // of what is not lit
constexpr double corner = 4;
constexpr double thinnest = 3; // of a lit link, so that its edges stay as they are

void addLabels(QPainterPath &lit, const LinkFigure &figure, LinkHit::Side side, int token)
{
    for (const QRectF &rect : figure.tokenRects(side, token))
        lit.addRoundedRect(rect, corner, corner);
}

/// All outlines have the same orientation, or overlapping ones would cancel each other.
void addBand(QPainterPath &lit, const LinkFigure::Band &band, bool horizontal)
{
    const QPolygonF outline = bandOutline(band, horizontal, thinnest);
    const QPointF along = band.to - band.from;
    const bool turnsBack = horizontal ? along.y() > 0 : along.x() < 0;
    lit.addPolygon(turnsBack ? QPolygonF(QList<QPointF>(outline.crbegin(), outline.crend())) : outline);
}

} // namespace

QPainterPath litLinks(const LinkFigure &figure, const Selection &selection, double least, bool horizontal)
{
    QPainterPath lit;
    lit.setFillRule(Qt::WindingFill);
    const bool hasQuery = selection.query >= 0;
    const bool hasKey = selection.key >= 0;
    if (!hasQuery && !hasKey)
        return lit;
    if (hasQuery)
        addLabels(lit, figure, LinkHit::Side::Query, selection.query);
    if (hasKey)
        addLabels(lit, figure, LinkHit::Side::Key, selection.key);
    for (const LinkFigure::Band &band : figure.bands()) {
        const bool isOf = (!hasQuery || band.query == selection.query) && (!hasKey || band.key == selection.key);
        if (!isOf || !(std::abs(band.weight) >= least))
            continue;
        addBand(lit, band, horizontal);
        if (!hasQuery)
            addLabels(lit, figure, LinkHit::Side::Query, band.query);
        if (!hasKey)
            addLabels(lit, figure, LinkHit::Side::Key, band.key);
    }
    return lit;
}

QPainterPath litCells(const HeatmapFigure &figure, const Selection &selection, const Matrix &weights, double least)
{
    QPainterPath lit;
    lit.setFillRule(Qt::WindingFill);
    const bool hasQuery = selection.query >= 0;
    const bool hasKey = selection.key >= 0;
    if (!hasQuery && !hasKey)
        return lit;
    const QRectF cells = figure.cellsRect();
    const QRectF cell = figure.cellRect(std::max(0, selection.query), std::max(0, selection.key));
    const QRectF row(cells.left(), cell.top(), cells.width(), cell.height());
    const QRectF column(cell.left(), cells.top(), cell.width(), cells.height());
    lit.addRect((hasQuery && hasKey ? cell : hasQuery ? row : column) & cells);
    const auto isLookedAt = [&](int query, int key) {
        if (hasQuery && hasKey)
            return true;
        const auto weight = double(std::abs(weights(query, key)));
        return weight > 0 && weight >= least && !figure.isMasked(query, key) && figure.shows(query, key);
    };
    const int queries = int(weights.rows());
    const int keys = int(weights.cols());
    for (int query = 0; query < queries; ++query) {
        const double middle = figure.cellRect(query, 0).center().y();
        const bool isIn = middle > cells.top() && middle < cells.bottom();
        if (isIn && (hasQuery ? query == selection.query : isLookedAt(query, selection.key)))
            lit.addRect(figure.queryLabelRect(query));
    }
    for (int key = 0; key < keys; ++key) {
        const double middle = figure.cellRect(0, key).center().x();
        const bool isIn = middle > cells.left() && middle < cells.right();
        if (isIn && (hasKey ? key == selection.key : isLookedAt(selection.query, key)))
            lit.addPolygon(figure.keyLabelArea(key));
    }
    return lit;
}

void paintSpotlight(QPainter &painter, const QRectF &whole, const QPainterPath &lit, const Theme &theme)
{
    if (lit.isEmpty())
        return;
    // Cut out of an image, because subtracting hundreds of outlines from each other takes seconds.
    const double ratio = painter.device()->devicePixelRatioF() * painter.transform().m11();
    QImage veil((whole.size() * ratio).toSize(), QImage::Format_ARGB32_Premultiplied);
    veil.setDevicePixelRatio(ratio);
    QColor color = theme.panel;
    color.setAlphaF(dimming);
    veil.fill(color);
    QPainter hole(&veil);
    hole.setRenderHint(QPainter::Antialiasing);
    hole.setCompositionMode(QPainter::CompositionMode_Clear);
    hole.translate(-whole.topLeft());
    hole.fillPath(lit, Qt::black);
    hole.end();
    painter.drawImage(whole.topLeft(), veil);
}

} // namespace regard
