#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include <QString>

#include "draw/number_scale.h"
#include "draw/pair_parts.h"
#include "draw/theme.h"
#include "engine/model/attention_place.h"
#include "engine/pass/trace.h"
#include "views/heads/head_place.h"
#include "views/heads/head_thumbnails.h"
#include "views/heads/heads_layout.h"
#include "views/heads/heads_picture.h"

namespace regard {

/// What is marked in the map.
struct HeadsMarks {
    /// The pictures of the selected layer: its heads, their mean, or another matrix made of all of them.
    enum class Shown { Heads, Mean, Other };

    HeadPlace selected;  ///< framed
    std::vector<int> on; ///< heads of the selected layer that are on in the links, sorted; underlined
    Shown shown = Shown::Heads;
    std::optional<HeadPlace> cursor{}; ///< where the keyboard cursor is, if not on what is selected

    bool operator==(const HeadsMarks &) const = default;
};

/// The note about a head beside its thumbnail.
struct HeadNote {
    /// A bar under the thumbnail: how much it moved, how much it matters; below 0: no bar. The longest bar is that of
    /// the largest share.
    double share = -1;
    bool isNew = false;          ///< the other state has no such head: "new" in a corner
    bool isOff = false;          ///< its output is replaced: crossed out and faded
    bool isByHand = false;       ///< some of its weights are set, or its links cut: a dot in a corner
    bool hasTemperature = false; ///< its softmax has a temperature other than 1: "T" in a corner
};

struct HeadsData {
    /// Thumbnails are now − before, signed, on the diverging map; NaN stays blank.
    bool isDifference = false;
    std::function<HeadNote(const HeadPlace &)> note{}; ///< null: no notes
    QString shareLabel{};                              ///< what the bars show: "moved"; empty where there are none
    /// If not empty, shows these heads in this order, in lines from left to right, each named "6.12" (layer.head, with
    /// the attention where there are several), instead of the map of layers × heads.
    std::vector<HeadPlace> order{};
    struct Section {
        Attention attention = Attention::Encoder;
        QString title; ///< written where there is more than one section
        std::vector<std::shared_ptr<const BlockTrace>> layers;
    };
    std::vector<Section> sections;
    HeadsMarks marks;
    QString caption{};                        ///< how the tokens are shown, written above; may be empty
    PairParts pair{};                         ///< cells that the filter of a pair does not let through stay blank
    ColorScale scale = ColorScale::ZeroToOne; ///< of weights: one for all heads
    NumberScale numbers{};                    ///< what the weights are
};

/// Layers × heads of thumbnails, a section for each attention, the selected one framed.
class HeadsFigure : public HeadsPicture {
public:
    /// Thumbnails take the available space, but no less than 12 pixels a side; size() grows downwards and, if need be,
    /// sideways. Images are taken from `thumbnails` and left there; null: kept as long as the figure.
    HeadsFigure(HeadsData data, QSizeF size, const Theme &theme, std::shared_ptr<HeadThumbnails> thumbnails = nullptr);

    QSizeF size() const override { return m_layout.size(); }
    double labelSize() const override { return 11; }
    /// Vector: cells as rectangles, or beyond mostVectorCells an exact image a head. Beyond four million of them, and
    /// on a screen beyond 32 tokens, where cells get smaller than half a pixel, the maximum of those that fall
    /// together.
    void paint(QPainter &painter) const override;
    /// Pixels: one small image a head, only those that meet the painter's clip.
    void paintPixels(QPainter &painter) const override;

    /// What the name of a section needs, where there are several.
    static double headingWidth(const QString &title);
    /// The range of all heads, in order or not.
    static ColorRange rangeOf(const HeadsData &data);
    /// A rectangular matrix keeps its shape within a head's square.
    static QRectF thumbnailIn(const QRectF &square, const HeadTraces &heads);
    /// The range of all thumbnails.
    const ColorRange &range() const { return m_range; }
    std::optional<HeadPlace> hit(QPointF point) const override;
    /// The rectangle of a head or label; empty for a label where heads are in an order.
    QRectF placeRect(const HeadPlace &place) const override;
    /// The thumbnail within a head's square: a rectangular matrix keeps its shape.
    QRectF thumbnailRect(const HeadPlace &place) const;
    QRectF namedRect(const HeadPlace &place) const override;
    /// Left and right continue from line to line in an order, and the sections' steps lead to its first and its last
    /// head.
    HeadPlace stepped(const HeadPlace &from, HeadStep step) const override;

private:
    struct Position {
        int section;
        int layer;
    };

    struct Noted {
        HeadPlace place;
        HeadNote note;
    };

    static std::vector<Noted> notesOf(const HeadsData &data);
    bool hasShare() const;
    bool isList() const { return !m_data.order.empty(); }
    int positionOf(const HeadPlace &place) const; ///< in the order; −1: not there
    HeadPlace steppedInList(const HeadPlace &from, HeadStep step) const;
    /// Calls `visit` with each head that is shown: its place, its block and its square.
    template <typename Visit>
    void forEachHead(Visit visit) const;

    int sectionOf(Attention attention) const; ///< −1: none
    const BlockTrace &block(int section, int layer) const;
    int heads(int section, int layer) const;
    HeadPlace placeAt(const Position &position, int head) const;
    HeadPlace steppedDown(const Position &position, int head) const;
    HeadPlace steppedUp(const Position &position, int head) const;
    std::optional<Position> nextRow(const Position &position, int by) const;

    void paintCells(QPainter &painter, const BlockTrace &layer, std::size_t head, const QRectF &square) const;
    long long cellCount() const;
    /// Around a thumbnail of differences, whose unchanged cells look as the panel does.
    /// The hatching of what a difference lost, over the cells in `box`.
    void paintSigns(QPainter &painter, const Matrix &cells, const QRectF &box) const;
    void paintEdge(QPainter &painter, const QRectF &box) const;
    void paintNames(QPainter &painter, const QRectF &clip) const;
    void paintHeadings(QPainter &painter) const;
    QString counts(int section, bool isShort) const; ///< "6 layers × 8 heads" or "6 × 8"
    void paintNumbers(QPainter &painter, int section, int layer, const QRectF &clip) const;
    void paintListNames(QPainter &painter, const QRectF &clip) const;
    void paintLabel(QPainter &painter, int section, int layer) const;
    void paintMarks(QPainter &painter) const;
    void paintNotes(QPainter &painter, const QRectF &clip) const;
    void paintShareLabel(QPainter &painter, const QRectF &line) const;
    void paintOff(QPainter &painter, const QRectF &square) const;

    HeadsData m_data;
    Theme m_theme;
    std::vector<Noted> m_notes; ///< of the heads that have a note
    double m_largestShare = 0;
    HeadsLayout m_layout;
    ColorRange m_range;
    std::shared_ptr<HeadThumbnails> m_thumbnails;
};

} // namespace regard
