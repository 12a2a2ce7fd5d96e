#pragma once

#include <vector>

#include <QString>

#include "draw/broken_title.h"
#include "draw/figure.h"
#include "draw/theme.h"
#include "views/heatmap/heatmap_figure.h"

namespace regard {

/// What small multiples of heatmaps show: one sentence, each cell below its name (HeatmapData::title).
struct HeatmapGridData {
    std::vector<HeatmapData> cells; ///< of the same tokens; never empty
    int columns = 0;                ///< of cells; 0, or where so many do not fit: as many as fit
    QString title;
};

/// Heatmaps in rows and columns with one scale of colours. Queries are named beside the first column, keys above the
/// first row; beyond mostVectorCells of all together, cells of a file are images.
class HeatmapGridFigure : public Figure {
public:
    HeatmapGridFigure(HeatmapGridData data, QSizeF size, const Theme &theme);

    QSizeF size() const override { return m_size; }
    double labelSize() const override { return m_type; }
    bool namesAll() const override { return m_cells.front().namesAll(); }
    void paint(QPainter &painter) const override;

    int columns() const { return m_columns; }
    const std::vector<HeatmapFigure> &cells() const { return m_cells; }

private:
    int rowsOf(int columns) const { return (int(m_cells.size()) + columns - 1) / columns; }
    /// From token to token, with room for names in that type.
    double pitchFor(int columns, double type) const;
    int fittingColumns() const;
    bool hasSinks() const;
    /// Beside every cell, as much as the one with the widest column of sinks needs.
    double sinkRoom(double pitch) const;
    bool namesSink(int cell) const; ///< the topmost column of sinks has the name
    void place();
    double nameWidth(bool ofQueries, double type) const;
    double left(double type) const;
    double top(double type) const;
    double below() const;

    HeatmapGridData m_data;
    Theme m_theme;
    BrokenTitle m_title;
    QSizeF m_size;
    std::vector<HeatmapFigure> m_cells;
    HeatmapFigure m_frame; ///< around all of them: colour bar and legend
    int m_queries;
    int m_keys;
    int m_columns = 1;
    double m_type = 9;
    bool m_isUpright = false;
};

} // namespace regard
