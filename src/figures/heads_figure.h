#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <QImage>
#include <QString>

#include "engine/trace.h"
#include "figures/figure.h"
#include "figures/theme.h"

namespace regard {

struct HeadsData {
    SharedTrace trace; ///< layers are its blocks
    int layer = 0;     ///< selected
    int head = 0;
};

struct HeadHit {
    int layer;
    int head;
};

/// Layers × heads of thumbnails, numbered along both sides, the selected one framed.
class HeadsFigure : public Figure {
public:
    /// Thumbnails take the width at hand, but no less than 14 pixels a side; size() grows downwards and, if need be,
    /// sideways.
    HeadsFigure(HeadsData data, QSizeF size, const Theme &theme);

    QSizeF size() const override { return m_size; }
    /// Vector: cells as rectangles up to 128 tokens, an image beyond.
    void paint(QPainter &painter) const override;
    /// Pixels: one small image a head, only those that meet the painter's clip.
    void paintPixels(QPainter &painter) const override;
    std::optional<HeadHit> hit(QPointF point) const;
    QRectF headRect(int layer, int head) const;

private:
    int layers() const { return m_data.trace ? int(m_data.trace->blocks.size()) : 0; }
    void paintLabels(QPainter &painter) const;
    void paintSelection(QPainter &painter) const;
    void paintHead(QPainter &painter, int layer, int head) const;
    QImage headImage(const Matrix &weights, int side) const;

    HeadsData m_data;
    Theme m_theme;
    QSizeF m_size;
    double m_side = 14; ///< of a thumbnail
    double m_gap = 3;
    int m_heads = 0; ///< of the layer that has most
};

/// A head's weights reduced to at most `side` × `side` cells, by the maximum of what falls together.
Matrix thumbnail(const Matrix &weights, int side);

} // namespace regard
