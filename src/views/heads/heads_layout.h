#pragma once

#include <optional>
#include <utility>
#include <vector>

#include <QRectF>
#include <QSizeF>

namespace regard {

/// The layout of the heads map, in CSS pixels.
///
/// A section is layers × heads of square cells, layer labels left, head numbers on top. Sections are below one another,
/// or beside one another where that makes larger cells. Where there are few layers their heads may continue on further
/// lines, for the same reason. A cell is no smaller than 12 pixels a side: size() then grows beyond the space.
///
/// A list instead is one section of one layer without a label: heads in lines from left to right, each below its name.
class HeadsLayout {
public:
    /// What needs space beside the thumbnails.
    struct Room {
        double top = 0;       ///< a line above everything
        bool hasBars = false; ///< one under each thumbnail
    };
    struct Section {
        int layers = 0;
        int heads = 0;           ///< in a layer
        double headingWidth = 0; ///< of the section's name, where there are several
    };
    /// head −1: the layer's label.
    struct Spot {
        int section = 0;
        int layer = 0;
        int head = 0;
    };

    HeadsLayout(std::vector<Section> sections, QSizeF space, Room room);
    HeadsLayout(std::vector<Section> sections, QSizeF space) : HeadsLayout(std::move(sections), space, Room{}) {}
    /// A list of `heads` heads with names `nameWidth` wide.
    static HeadsLayout list(int heads, double nameWidth, QSizeF space, Room room);

    /// The height at which each layer is one line of cells as large as the width allows, within reason.
    static double naturalHeight(const std::vector<Section> &sections, double width, Room room);

    QSizeF size() const { return m_size; }
    double side() const { return m_side; } ///< of a cell
    double gap() const;                    ///< between cells beside each other
    double markRoom() const;               ///< between a cell and what is below it
    /// The bar's rectangle under a cell, below what marks it; empty where there are no bars.
    QRectF barRect(const QRectF &cell) const;
    /// Heads on one line; fewer than there are where a layer takes several lines.
    int headsPerLine(int section) const;
    bool isWrapped() const { return m_lines > 1 || m_isList; }
    bool isList() const { return m_isList; }
    bool hasLargeCells() const; ///< cells with wide gaps and marks
    QRectF shareRect() const;   ///< of Room::top; empty where it is 0

    QRectF headRect(int section, int layer, int head) const;
    QRectF labelRect(int section, int layer) const;
    QRectF headingRect(int section) const; ///< empty where there is only one section
    /// The number of the head, above the first layer, or above the head itself where lines are wrapped.
    QRectF numberRect(int section, int layer, int head) const;
    std::optional<Spot> at(QPointF point) const;

private:
    struct Arrangement {
        bool isBeside = false;
        int lines = 1;   ///< that a layer takes
        double wide = 0; ///< the cell's side that the width allows
        double high = 0; ///< and the height
    };

    HeadsLayout() = default;
    double markRoomFor(double side) const;
    double sideInHeight(double pitch) const;
    double labelWidth() const;
    double columnPitch() const;
    void arrangeList(QSizeF space);
    Arrangement measured(bool isBeside, int lines, QSizeF space) const;
    Arrangement best(QSizeF space) const;
    void place();
    double fixedHeight(const Section &section, int lines) const;
    double sectionHeight(const Section &section) const;
    double sectionWidth(const Section &section) const;
    double layerTop(int section, int layer) const;
    double linePitch() const;

    std::vector<Section> m_sections;
    Room m_room;
    std::vector<QPointF> m_corners; ///< top left of each section
    QSizeF m_size;
    double m_side = 0;
    bool m_isBeside = false; ///< sections
    int m_lines = 1;
    bool m_isList = false;
    double m_nameWidth = 0; ///< of a list
};

} // namespace regard
