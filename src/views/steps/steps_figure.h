#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "draw/figure.h"
#include "draw/matrix_grid.h"
#include "draw/theme.h"
#include "views/steps/step_data.h"
#include "views/steps/step_layout.h"

namespace regard {

/// What is at a point.
struct StepHit {
    int step = 0;
    int key = -1;                     ///< the key token that a bar, a cell, a row or a term stands for, −1 none
    int component = -1;               ///< of the stage's result, where a cell or bar can be chosen, −1 none
    QString note{};                   ///< the value there, with its name
    std::vector<StepSource> inputs{}; ///< what the number there was made of, with fixed rows and columns
    StepSource cell{};                ///< the cell of a weight that a click chooses; matrix empty: none
    QRectF box{};                     ///< where it is in the picture
};

/// One stage of the computation, or all of them below each other: strips of numbers, bars and equations.
class StepsFigure : public Figure {
public:
    static constexpr int allSteps = -1;

    /// size() grows downwards where a step needs more. `only` is the position of the one step, or allSteps.
    StepsFigure(StepsData data, int only, QSizeF size, const Theme &theme);
    /// One step, with a title that says which step it is and of what. `areBelow`: its equations, as in StepLayout.
    static std::unique_ptr<StepsFigure> stage(StepsData data, int only, QSizeF size, const Theme &theme,
                                              bool areBelow = false);
    /// All steps as a page, in as many columns as make them largest within that size; size() has about its proportions
    /// and may be larger.
    static std::unique_ptr<StepsFigure> page(StepsData data, QSizeF size, const Theme &theme);

    QSizeF size() const override { return m_size; }
    /// Draws only the steps that meet the painter's clip, where it has one.
    void paint(QPainter &painter) const override;
    void paintTexts(QPainter &painter) const override;
    /// Returns what is at a point, or no value if nothing has appeared there yet.
    std::optional<StepHit> hit(QPointF point) const;
    /// How much is shown, 0 … 1, at first all: strips, then bars or the pieces of the matrices, then equations and
    /// notes appear one after the other, where the whole picture has them.
    void setReveal(double share);
    const StepsData &data() const { return *m_data; }
    QRectF stepRect(int step) const { return m_layout.stepRect(step); }
    QRectF cellRect(int step, int strip, int cell) const;
    QRectF barRect(int step, int bar) const;
    /// Row and column of the matrix as it is stored.
    QRectF matrixCellRect(int step, int line, int piece, int row, int column) const;
    const StepLayout &layout() const { return m_layout; }
    /// Whether it has matrices, and they are as large and show as much as those of the other figure.
    bool hasMatricesOf(const StepsFigure &other) const;
    /// Whether its strips have the numbers and names of the other figure's, and its bars their names.
    bool hasStripsOf(const StepsFigure &other) const;

private:
    StepsFigure(std::shared_ptr<const StepsData> data, StepLayout layout, QSizeF size, const Theme &theme);

    void noteWhatIsMissing() const;
    const StepStrip &stripOf(const PlacedStrip &placed) const;
    const StepBars &barsOf(const PlacedBars &placed) const;
    const StepMatrix &matrixOf(const PlacedMatrix &placed) const;
    QRectF cellOf(const PlacedMatrix &placed, int row, int column) const;
    /// Writes a number with `digits` of its own where they are not −1.
    QString numberText(double value, int digits = -1) const;
    double revealedItems() const;
    const MatrixGrid &gridOf(std::size_t place) const;
    std::optional<StepHit> hitMatrix(const PlacedMatrix &placed, QPointF point) const;
    std::optional<StepHit> hitStrip(const PlacedStrip &placed, QPointF point) const;
    std::optional<StepHit> hitBars(const PlacedBars &placed, QPointF point) const;
    std::optional<StepHit> hitText(const PlacedText &placed, QPointF point) const;

    std::shared_ptr<const StepsData> m_data; ///< the layout refers to it
    Theme m_theme;
    StepLayout m_layout;
    QSizeF m_size;
    double m_reveal = 1;
    mutable std::vector<std::shared_ptr<const MatrixGrid>> m_grids; ///< made when painted; by one thread at a time
};

} // namespace regard
