#pragma once

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include <QString>

#include "draw/broken_title.h"
#include "draw/color_bar.h"
#include "draw/color_range.h"
#include "draw/figure.h"
#include "draw/shared_rows.h"
#include "draw/theme.h"
#include "views/heatmap/heatmap_data.h"
#include "views/heatmap/heatmap_numbers.h"

namespace regard {

class HeatmapFigure : public Figure {
public:
    static constexpr double margin = 12; ///< around everything
    static constexpr double slant = 60;  ///< degrees, of the keys' labels
    static constexpr double slantInWindow = 50;
    static constexpr double legendLineHeight = 18;
    /// Numbers around zero, as a share of the range, that would have no colour of their own: in the window their cells
    /// stand out from the panel.
    static constexpr double unseen = 0.004;

    /// Fits everything in `size`: token labels left and slanted on top, cells, colour bar with its range below.
    /// firstQuery … lastKey (inclusive) is the part in view, for zooming.
    HeatmapFigure(HeatmapData data, QSizeF size, const Theme &theme);
    HeatmapFigure(HeatmapData data, QSizeF size, const Theme &theme, std::pair<int, int> queries,
                  std::pair<int, int> keys);

    QSizeF size() const override { return m_size; }
    double labelSize() const override { return std::min(m_queryFont, m_keyFont); }
    bool namesAll() const override { return queryStep() == 1 && keyStep() == 1; }
    void paint(QPainter &painter) const override;
    void paintTexts(QPainter &painter) const override;

    // The pieces, for the window, which lets QCPColorMap paint the cells between them.
    void paintFrame(QPainter &painter) const; ///< labels, colour bar; no background, no cells
    void paintCells(
        QPainter &painter) const; ///< rectangles; one image beyond 128 × 128 visible cells; of marks the signs alone
    /// Paints over the cells: hatch of masked ones, dots of new ones, gaps, numbers in large ones, the borders of a
    /// pair.
    void paintMarks(QPainter &painter) const;
    void paintCrosshair(QPainter &painter) const;
    /// Outlines these cells, a query and a key each, whole rows (key −1) and whole columns (query −1), as far as they
    /// are in view. Over the picture and not part of it.
    void paintLit(QPainter &painter, const std::vector<std::pair<int, int>> &cells) const;
    QRectF cellsRect() const { return m_cells; }
    const QString &title() const { return m_data.title; }
    ColorRange range() const { return m_range; }
    /// Sets another range than the values' own, as two pictures share it.
    void setRange(const ColorRange &range) { m_range = range; }
    std::optional<std::pair<int, int>> hit(QPointF point) const; ///< query, key
    QRectF cellRect(int query, int key) const;
    QRectF sinkRect(int query) const; ///< in the sinks' column
    bool isMasked(int query, int key) const { return m_data.isMasked(query, key); }
    /// Whether the filter of a pair of sentences lets the cell through.
    bool shows(int query, int key) const { return m_data.pair.shows(query, key); }
    /// Whether the other state of a difference has no such cell.
    bool isNew(int query, int key) const { return m_data.isNew(query, key); }
    /// Whether there is no number, and no mask that would be why; false in a difference.
    bool isEmpty(int query, int key) const { return m_data.isEmpty(query, key); }
    /// Rows that another picture has too, which fit between rowsTop() and rowsBottom(); none: as high as there is room.
    void setRows(std::optional<SharedRows> rows);
    double rowsTop() const { return m_rowsTop; }
    double rowsBottom() const { return m_rowsBottom; }
    double mostPitch() const { return m_mostPitch; } ///< from row to row, of cells as wide as there is room
    /// What the colours mean.
    ColorBar colorBar() const;
    // Pieces of small multiples, whose cells stand where their grid says.

    /// How the labels stand, as the grid measured them.
    struct Labels {
        double type;
        bool areKeysUpright;
        bool leavesOut;      ///< some have no room
        long long cellCount; ///< of all multiples
    };
    void placeIn(const QRectF &cells, const Labels &labels);
    /// The width that the sinks' column takes beside cells of that width, with its gap.
    double sinkRoom(double cellWidth) const;
    void paintSinks(QPainter &painter, bool isNamed = true) const;
    /// Labels, or ticks in their place; with both the names of the axes.
    void paintNames(QPainter &painter, bool ofQueries, bool ofKeys) const;
    void paintBelow(QPainter &painter) const; ///< colour bar and legend
    double below() const { return m_below; }  ///< their height
    /// Moves crosshair and bold labels; everything else stays as it is. −1 is none.
    void setFocus(int query, int key);

private:
    void place();
    void placeOnPage();
    /// From one label to the next, across its text.
    double leastQueryPitch() const;
    double leastKeyPitch() const;
    /// Every how manyth token in view has room for its label.
    int queryStep() const;
    int keyStep() const;
    /// The labels that have room, of those in view.
    std::vector<int> shownQueries() const;
    std::vector<int> shownKeys() const;
    /// Places the grid with room for the labels of those tokens.
    void place(const std::vector<int> &queries, const std::vector<int> &keys);
    /// Places it with the keys' labels level above their columns, or slanted.
    void placeWith(const std::vector<int> &queries, const std::vector<int> &keys, bool areKeysLevel);
    double naturalHeight();
    double belowCells() const;
    /// How far slanted labels reach beyond the last column, along themselves.
    double overhang(double cellWidth, double longest, double type) const;
    void paintSigns(QPainter &painter) const; ///< the hatching of cells below 0, in greys
    void paintQueryLabels(QPainter &painter) const;
    void paintKeyLabels(QPainter &painter) const;
    void paintSideLabels(QPainter &painter) const;
    void paintColorBar(QPainter &painter) const;
    void paintLegend(QPainter &painter) const;
    void paintBarNames(QPainter &painter, const QRectF &bar) const;
    double tickReach() const; ///< how far the first tick's text reaches to the left of the bar, with a gap
    void paintNewLegend(QPainter &painter, double top) const;
    void paintGoneLegend(QPainter &painter, double top) const;
    void paintOffLegend(QPainter &painter, double top) const;
    void paintOffFrame(QPainter &painter, const QRectF &around) const;
    QColor offVeil() const;
    void paintDots(QPainter &painter) const;
    void paintDropped(QPainter &painter) const;
    void paintByHand(QPainter &painter) const;
    void paintDotsIn(QPainter &painter, const QRectF &cell) const;
    void paintHatch(QPainter &painter) const;
    void paintGaps(QPainter &painter) const;
    void paintNumbers(QPainter &painter) const;
    /// Those of the cells in view.
    HeatmapNumbers cellNumbers() const;
    void paintLargeNumbers(QPainter &painter) const;
    double labelType(double pitch, double usual) const;
    /// How the keys' labels lean, in degrees: less in the window, where they leave more height to the cells; while
    /// presenting every one is to have room.
    double leaning() const
    {
        return m_isUpright ? 90 : m_theme.parts.inWindow && m_theme.leastNumber <= 0 ? slantInWindow : slant;
    }
    /// Stand for the names that are left out.
    void paintTicks(QPainter &painter, bool ofQueries, bool ofKeys) const;
    QString namedText() const; ///< the legend's text about them; empty where there are none
    double radians() const;
    double edge() const { return m_theme.parts.inWindow ? 2 : margin; } ///< above and below everything
    void paintFiltered(QPainter &painter) const;
    void paintSentenceBorders(QPainter &painter) const;
    QRgb cellColor(int query, int key) const;
    int queryCount() const { return m_queries.second - m_queries.first + 1; }
    int keyCount() const { return m_keys.second - m_keys.first + 1; }

    /// What is above the cells' labels.
    double titleHeight() const { return m_title.isEmpty() ? 0 : 26 + m_title.further(); }
    int legendLines() const;

    HeatmapData m_data;
    Theme m_theme;
    BrokenTitle m_title;
    QSizeF m_size;
    QRectF m_cells;
    double m_below = 0; ///< height of what is below the cells
    std::optional<SharedRows> m_rows;
    double m_rowsTop = 0;
    double m_rowsBottom = 0;
    double m_mostPitch = 0;
    double m_queryFont = 12; ///< pixels
    double m_keyFont = 12;
    bool m_areKeysLevel = false; ///< while presenting, where they are short
    bool m_isUpright = false;    ///< the keys' labels, on a page where they have no room otherwise
    double m_queryType = 0;      ///< what labels are measured in on a page; 0: as usual
    double m_keyType = 0;
    bool m_leavesOut = false; ///< names on a page: the legend has a line for it
    ColorRange m_range;
    long long m_cellCount = 0; ///< of all small multiples
    bool m_hasNew = false;     ///< any new cell, in view or not
    std::pair<int, int> m_queries;
    std::pair<int, int> m_keys;
};

} // namespace regard
