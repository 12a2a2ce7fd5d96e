#pragma once

#include <memory>
#include <vector>

#include "draw/broken_title.h"
#include "views/block/block_figure.h"
#include "views/block/strip_figure.h"

namespace regard {

/// What a picture of a layer with the numbers of one of its boxes shows.
struct BlockViewData {
    QString title;     ///< "encoder layer 6"
    QString stripName; ///< "multi-head attention"
    BlockData block;
    std::vector<Strip> strips;
};

/// A layer's diagram with the strips of its selected box beside it, or below it where the picture is narrow.
class BlockViewFigure : public Figure {
public:
    /// Strips shrink until they fit beside the diagram; size() grows downwards.
    BlockViewFigure(BlockViewData data, QSizeF size, const Theme &theme);

    QSizeF size() const override { return m_size; }
    void paint(QPainter &painter) const override;
    void paintPixels(QPainter &painter) const override;

private:
    void paintTitles(QPainter &painter) const;

    BrokenTitle m_title;
    QString m_stripName;
    Theme m_theme;
    QSizeF m_size;
    std::unique_ptr<BlockFigure> m_block;
    std::unique_ptr<StripFigure> m_strips;
    QPointF m_blockAt;
    QPointF m_stripsAt;
};

} // namespace regard
