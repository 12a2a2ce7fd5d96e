#pragma once

#include <functional>

#include <QPainter>

#include "draw/matrix_grid.h"
#include "draw/theme.h"
#include "views/steps/step_data.h"
#include "views/steps/step_layout.h"

namespace regard {

/// Draws the steps where their layout has them.
class StepPainter {
public:
    /// The strongest numbers of a matrix, for the painter's cells; by its place among the layout's matrices.
    using GridOf = std::function<const MatrixGrid &(std::size_t matrix)>;

    /// `revealed`: how many of the layout's items have appeared.
    StepPainter(QPainter &painter, const StepsData &data, const StepLayout &layout, const Theme &theme,
                double revealed);

    /// Paints only what meets the clip.
    void paint(const QRectF &clip, const GridOf &gridOf);

private:
    /// Sets the opacity of a thing that is just appearing; false where nothing of it is seen.
    bool begin(const Appearance &appearance);
    const Step &stepOf(int step) const { return m_data.steps[std::size_t(step)]; }
    /// Writes a number with `digits` of its own where they are not −1.
    QString numberText(double value, int digits = -1, bool isShort = false) const;
    QString barText(double value, int digits) const;

    void paintStrip(const PlacedStrip &placed);
    void paintCells(const PlacedStrip &placed, const StepStrip &strip);
    void paintCellNumber(const QRectF &cell, double value, const QString &text, const QColor &color);
    QColor inkOn(double value, const QColor &cell) const;
    void paintCellTexts(const PlacedStrip &placed, const StepStrip &strip);
    /// Paints the numbers of cells that are too small for them.
    void paintNumbersBeside(const PlacedStrip &placed, const StepStrip &strip);
    /// Whether a name is left out while presenting: one that has no room is not cut, but the marked one always stands.
    bool leavesOut(const QString &name, const QFont &font, double room, bool isMarked) const;
    void paintCellName(const PlacedStrip &placed, const StepStrip &strip, int cell);
    /// Paints a name of a row within `row` while presenting, the marked one whole, where its neighbours give way to it.
    /// `nameOf` and `middleOf` are those of a place of the row.
    template <typename NameOf, typename MiddleOf>
    void paintPresentedName(const QRectF &row, double pitch, int place, int marked, double type, const NameOf &nameOf,
                            const MiddleOf &middleOf);
    void paintFrames(const PlacedStrip &placed, const StepStrip &strip);
    void paintMatrix(const PlacedMatrix &placed, const MatrixGrid &grid);
    void paintMatrixMarks(const PlacedMatrix &placed, const StepMatrix &matrix);
    void paintMatrixNames(const PlacedMatrix &placed, const StepMatrix &matrix);
    void paintBars(const PlacedBars &placed);
    double share(const StepBars &bars, double value) const;
    QColor barColor(bool isMarked, double length) const;
    void paintExactBar(const PlacedBars &placed, const QRectF &bar);
    /// Whether it overlaps the bar of another.
    bool meetsOthers(const PlacedBars &placed, int bar, const QRectF &box) const;
    void paintStandingLabel(const PlacedBars &placed, int bar);
    void paintBarName(const PlacedBars &placed, int bar, double middle, const QColor &color);
    void paintLyingLabel(const PlacedBars &placed, int bar);

    QPainter &m_painter;
    const StepsData &m_data;
    const StepLayout &m_layout;
    const Theme &m_theme;
    double m_revealed;
};

/// How long a bar is, as share of the largest of all of them; of a difference with its sign.
double barShare(const StepBars &bars, double value, bool isDifference = false);

/// A cell's own name, or its number, of which the first is `from`.
QString cellName(const QStringList &names, int cell, int from = 0);

} // namespace regard
