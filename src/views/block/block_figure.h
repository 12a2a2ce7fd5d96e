#pragma once

#include <optional>
#include <vector>

#include <QString>

#include "draw/figure.h"
#include "draw/theme.h"

namespace regard {

/// The way in which a box's state goes from one word to the next.
enum class StateWay { None, Forward, Backward };

/// One box of a layer's diagram.
struct BlockBox {
    QString name;                     ///< "Multi-head attention"
    QString shape;                    ///< "12 heads × 32"
    bool isFramed = true;             ///< false: words beside the wire, such as where the stream goes next
    QString off{};                    ///< "off: zeros": crossed out, with these words in place of the shape; empty: on
    bool isPartlyOff = false;         ///< a broken frame; the shape says what is off or patched
    bool isBeside = false;            ///< stands in the row of the box before it, to its right
    bool isStart = false;             ///< no wire reaches or leaves it: the cells beside it begin with it
    StateWay states = StateWay::None; ///< arrows from the state before and to the next

    bool operator==(const BlockBox &) const = default;
};

/// A way around a sublayer: what leaves box `from` is added in box `to`, or is read there in the next step where that
/// is lower; both are positions in BlockData::boxes.
struct BlockResidual {
    int from = 0;
    int to = 0;
    int lane = 0; ///< 1: farther to the right than 0

    bool operator==(const BlockResidual &) const = default;
};

/// A layer as the field draws it.
struct BlockData {
    std::vector<BlockBox> boxes; ///< rows from bottom to top, each reads the output of the one below
    std::vector<BlockResidual> residuals;
    int secondReader = -1; ///< the box that also reads `second`, −1 none
    BlockBox second;       ///< "encoder output"
    int selected = -1;     ///< −1 none

    bool operator==(const BlockData &) const = default;
};

/// Boxes with name and shape from bottom to top, wires between them, residuals along the right side.
class BlockFigure : public Figure {
public:
    /// Boxes take the available height within limits; size() grows downwards.
    BlockFigure(BlockData data, QSizeF size, const Theme &theme);

    QSizeF size() const override { return m_size; }
    void paint(QPainter &painter) const override;
    /// The box under the point; the second input counts as the position after the last box.
    std::optional<int> hit(QPointF point) const;
    QRectF boxRect(int box) const { return m_boxes.at(std::size_t(box)); }
    /// The rectangle of the second input's words; empty where there is none.
    QRectF secondRect() const { return m_second; }
    /// The height of the boxes with a margin.
    double contentHeight() const { return m_contentHeight; }
    const BlockData &data() const { return m_data; }

private:
    void place(double width, double height);
    void paintWires(QPainter &painter, std::size_t lower) const;
    void paintWire(QPainter &painter, const QRectF &from, const QRectF &to) const;
    void paintStates(QPainter &painter, int box) const;
    void paintResidual(QPainter &painter, const BlockResidual &residual) const;
    void paintBox(QPainter &painter, int box) const;
    void paintFrame(QPainter &painter, const BlockBox &box, const QRectF &place, bool isSelected) const;
    void paintSecond(QPainter &painter) const;
    void paintArrow(QPainter &painter, QPointF tip, QPointF back) const;

    BlockData m_data;
    Theme m_theme;
    QSizeF m_size;
    std::vector<std::vector<int>> m_rows; ///< positions of the boxes, from bottom to top
    std::vector<QRectF> m_boxes;
    QRectF m_second;
    double m_contentHeight = 0;
};

} // namespace regard
