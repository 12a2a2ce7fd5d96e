#pragma once

#include <utility>

#include <QFont>
#include <QSizeF>
#include <QString>

#include "draw/theme.h"
#include "views/heatmap/heatmap_data.h"

namespace regard {

/// Which numbers stand in the cells of a heatmap, and in what type.
///
/// It refers to data and theme, which outlive it; the data have values.
class HeatmapNumbers {
public:
    /// Cells have that size; `queries` and `keys` are the first and the last in view.
    HeatmapNumbers(const HeatmapData &data, const Theme &theme, QSizeF cell, std::pair<int, int> queries,
                   std::pair<int, int> keys);

    /// While presenting, wherever two decimals have room.
    bool areShown() const;
    /// Whether only the large weights are written, without their 0: in the window, in cells too narrow for all digits.
    bool areLargeAlone() const;
    int digits() const; ///< after the point; 0 where each number has its own
    /// Counts the longest number on a screen, else what the digits ask for.
    int characters(int digits) const;
    /// One size for all: smaller than a view's own choice where numbers are asked for in cells that are narrow. On a
    /// screen they are as large as the room lets them be.
    QFont font(QSizeF room, int characters) const;
    QString text(double value, int digits) const;
    /// The text in a cell of that width: "0" where "<0.01" has no room, ">.99" where ">0.999"; in the window empty
    /// where nothing changed.
    QString textIn(double width, double value, int digits, const QFont &font) const;
    /// ".97", without the 0 that there is no room for; empty where it is not large.
    QString largeText(float value) const;
    QFont largeFont(const QString &text) const;
    /// In the sinks' column, whose cells have another size.
    QFont sinkFont(QSizeF room, int digits) const;
    QString sinkText(double share, int digits) const;

private:
    int evenCellDigits() const;

    const HeatmapData &m_data;
    const Theme &m_theme;
    QSizeF m_cell;
    std::pair<int, int> m_queries;
    std::pair<int, int> m_keys;
    bool m_isWide; ///< all digits have room
};

} // namespace regard
