#pragma once

#include <vector>

#include <QString>

#include "draw/figure.h"
#include "draw/theme.h"

namespace regard {

/// An arrow between two boxes.
struct BoxArrow {
    int from = 0; ///< positions in BoxesData::names
    int to = 0;
    QString label{};
};

/// Named boxes in rows, and arrows between them.
struct BoxesData {
    std::vector<QString> names;
    std::vector<std::vector<int>> rows; ///< from top to bottom, positions in `names`; −1 an empty place
    std::vector<BoxArrow> arrows;
};

/// Boxes as wide as their names; arrows go straight to the next row or neighbour, and beside the boxes to rows further
/// away.
class BoxesFigure : public Figure {
public:
    BoxesFigure(BoxesData data, const Theme &theme);

    QSizeF size() const override { return m_size; }
    void paint(QPainter &painter) const override;
    QRectF boxRect(int box) const { return m_boxes.at(std::size_t(box)); }
    /// An arrow's corners from its beginning to its tip.
    const std::vector<QPointF> &path(int arrow) const { return m_paths.at(std::size_t(arrow)); }

private:
    void placeBoxes();
    void placeArrows();
    double placeLane(int arrow, double lane);
    double portOf(int arrow, bool atTip) const;
    bool isDetour(const BoxArrow &arrow) const;
    void paintName(QPainter &painter, const QRectF &box, const QString &name) const;
    void paintArrow(QPainter &painter, int arrow) const;
    void paintLabel(QPainter &painter, int arrow) const;

    BoxesData m_data;
    Theme m_theme;
    QSizeF m_size;
    std::vector<QRectF> m_boxes;
    std::vector<int> m_rowOf; ///< of each box
    std::vector<int> m_placeOf;
    std::vector<std::vector<QPointF>> m_paths;
};

} // namespace regard
