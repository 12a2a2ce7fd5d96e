#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <QString>

#include "engine/attention_place.h"
#include "engine/trace.h"
#include "figures/figure.h"
#include "figures/head_thumbnails.h"
#include "figures/heads_layout.h"
#include "figures/theme.h"

namespace regard {

/// A thumbnail in the map, or a layer's label where head is −1.
struct HeadPlace {
    Attention attention = Attention::Encoder;
    int layer = 0;
    int head = 0;

    bool operator==(const HeadPlace &) const = default;
};

/// What is marked in the map.
struct HeadsMarks {
    /// What the pictures show of the selected layer: its heads, their mean, or another matrix made of all of them.
    enum class Shown { Heads, Mean, Other };

    HeadPlace selected;  ///< framed
    std::vector<int> on; ///< heads of the selected layer that are on in the links, sorted; underlined
    Shown shown = Shown::Heads;
    std::optional<HeadPlace> cursor{}; ///< where the keyboard stands, if not on what is selected

    bool operator==(const HeadsMarks &) const = default;
};

struct HeadsData {
    struct Section {
        Attention attention = Attention::Encoder;
        QString title; ///< written where there is more than one section
        std::vector<std::shared_ptr<const BlockTrace>> layers;
    };
    std::vector<Section> sections;
    HeadsMarks marks;
};

/// A step with the keyboard through the map.
enum class HeadStep { Left, Right, Up, Down, RowStart, RowEnd, PreviousSection, NextSection };

/// Layers × heads of thumbnails, a section for each attention, the selected one framed.
class HeadsFigure : public Figure {
public:
    /// Thumbnails take the space at hand, but no less than 14 pixels a side; size() grows downwards and, if need be,
    /// sideways. Images are taken from `thumbnails` and left there; null: kept as long as the figure.
    HeadsFigure(HeadsData data, QSizeF size, const Theme &theme, std::shared_ptr<HeadThumbnails> thumbnails = nullptr);

    QSizeF size() const override { return m_layout.size(); }
    /// Vector: cells as rectangles, never an image. Beyond 32 tokens, where cells get smaller than half a pixel, the
    /// maximum of those that fall together.
    void paint(QPainter &painter) const override;
    /// Pixels: one small image a head, only those that meet the painter's clip.
    void paintPixels(QPainter &painter) const override;

    std::optional<HeadPlace> hit(QPointF point) const;
    /// The square that a head stands in, or the layer's label; empty where there is none.
    QRectF placeRect(const HeadPlace &place) const;
    /// The thumbnail within a head's square: a rectangular matrix keeps its shape.
    QRectF thumbnailRect(const HeadPlace &place) const;
    /// The place together with the names that border on it.
    QRectF namedRect(const HeadPlace &place) const;
    /// Where a step leads. Left of the first head is the layer's label; up and down go on into the next section.
    /// Where there is nothing further, the place itself.
    HeadPlace stepped(const HeadPlace &from, HeadStep step) const;

private:
    struct Position {
        int section;
        int layer;
    };

    int sectionOf(Attention attention) const; ///< −1: none
    const BlockTrace &block(int section, int layer) const;
    int heads(int section, int layer) const;
    HeadPlace placeAt(const Position &position, int head) const;
    HeadPlace steppedDown(const Position &position, int head) const;
    HeadPlace steppedUp(const Position &position, int head) const;
    std::optional<Position> nextRow(const Position &position, int by) const;
    QRectF thumbnailIn(const QRectF &square, const Matrix &weights) const;

    void paintCells(QPainter &painter, const Matrix &weights, const QRectF &square) const;
    void paintNames(QPainter &painter, const QRectF &clip) const;
    void paintHeadings(QPainter &painter) const;
    QString counts(int section, bool isShort) const; ///< "6 layers × 8 heads" or "6 × 8"
    void paintNumbers(QPainter &painter, int section, int layer, const QRectF &clip) const;
    void paintLabel(QPainter &painter, int section, int layer) const;
    void paintMarks(QPainter &painter) const;

    HeadsData m_data;
    Theme m_theme;
    HeadsLayout m_layout;
    std::shared_ptr<HeadThumbnails> m_thumbnails;
};

} // namespace regard
