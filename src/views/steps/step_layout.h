#pragma once

#include <vector>

#include <QColor>
#include <QFont>
#include <QRectF>
#include <QString>

#include "draw/theme.h"
#include "views/steps/step_data.h"
#include "views/steps/step_places.h"

namespace regard {

/// The colour of a role's names and numbers; reads on the panel (contrast 4.5).
QColor stepRoleColor(const Theme &theme, StepRole role);

/// The layout of the steps. In the column convention strips are upright side by side, bars lie below each other beside
/// them, and matrices that say so are drawn transposed.
class StepLayout {
public:
    /// `only` ≥ 0: that step alone, as high as `height` allows where it can choose; −1: all of them, in `columns`
    /// columns side by side. A step alone says which one it is and of what where it is `titled`; all of them always do.
    /// Equations are beside pictures that leave them room, or below them in any case where `areBelow`. What it places
    /// points into `data`, which must outlive it.
    StepLayout(const StepsData &data, const Theme &theme, int only, double width, double height, int columns = 1,
               bool titled = false, bool areBelow = false);

    QSizeF size() const { return m_size; }
    const std::vector<PlacedText> &texts() const { return m_texts; }
    const std::vector<PlacedStrip> &strips() const { return m_strips; }
    const std::vector<PlacedBars> &bars() const { return m_bars; }
    const std::vector<PlacedMatrix> &matrices() const { return m_matrices; }
    /// The rectangle of each step; empty where it is not shown.
    QRectF stepRect(int step) const { return m_steps.at(std::size_t(step)); }
    /// How many strips, bars, pieces of matrices, equations and notes appear one after the other.
    int items() const { return m_items; }

    static QFont nameFont(bool bold = false);
    static QFont numberFont();                 ///< within cells and beside bars
    static QFont labelFont(bool bold = false); ///< of bars and of upright cells
    static QFont edgeFont(bool bold = false);  ///< of tokens at the edges of a matrix
    /// The text of a cell that wide; empty where it does not fit.
    static QString cellText(const QString &number, double width);
    /// A cell's number, where it is short with as many digits as fit.
    static QString cellNumber(const StepsData &data, double value, int digits, bool isShort, double width);

private:
    struct Upright;
    struct MeasuredLine;
    enum class Numbers { Whole, Short, None };

    /// A page's name of a step is above it where it is `titled`.
    double placeStep(int index, QPointF at, double width, double height, bool titled);
    /// The width of pictures beside equations; all of the width where the equations are below them.
    double pictureWidth(int index, double width, double height) const;
    double placeTitle(int index, QPointF at, double width);
    /// Strips, bars or matrices; returns where they end. `height` 0: as they like.
    double placePictures(int index, QPointF at, double width, double height);
    double placeStrips(int index, QPointF at, double width);
    struct StripSides;
    /// What is on both sides of the cells.
    static StripSides stripSides(const Step &step, double width);
    /// How many cells of a difference are too small for what changed.
    int lostNumbers(const Step &step, double width) const;
    /// Chooses whole numbers, else short ones, else those of a weighted strip behind its cells, else only those that
    /// fit.
    void chooseNumbers(const StepStrip &strip, double full, PlacedStrip &placed) const;
    /// Returns their rectangle.
    QRectF placeUprights(int index, QPointF at, double width, double height);
    std::vector<Upright> measureUprights(const Step &step, double room, Numbers numbers = Numbers::Whole) const;
    /// Makes strips as wide as their names want where all of them fit on a line so; returns whether they do.
    static bool fitUprights(std::vector<Upright> &uprights, double width);
    double placeUprightLine(int index, const std::vector<Upright> &uprights, std::size_t first, std::size_t end,
                            QPointF at);
    /// Whether upright strips are wider than that.
    bool areTooWide(int index, double width, double height) const;
    double placeMatrices(int index, QPointF at, double width);
    MeasuredLine measureLine(const StepLine &pieces, Numbers numbers, bool showsShapes, bool showsNames = false) const;
    static bool squeeze(const StepLine &pieces, double width, MeasuredLine &line);
    static double edgeWidth(const StepMatrix &matrix);
    MeasuredLine fitLine(const StepLine &pieces, double width) const;
    /// How much a step's matrices lose in that width: 0 nothing, then more and more.
    int lossOf(const Step &step, double width) const;
    double placePieces(int index, int line, const MeasuredLine &measured, std::size_t first, std::size_t end,
                       QPointF at);
    double placeLine(int index, int line, QPointF at, double width);
    /// Digits that were chosen stay as they are.
    Numbers shown(const StepMatrix &matrix, Numbers numbers) const;
    QSizeF matrixSize(const StepMatrix &matrix, Numbers numbers) const;
    double placeBars(int index, QPointF at, double width, double height);
    /// Places bars below each other, `top` below `at`.
    double placeLyingBars(int index, QPointF at, double width, double height, double top);
    double placeEquations(int index, QPointF at, double width);
    double placeEquation(int index, const StepEquation &equation, QPointF at, double width);
    /// Places words in as many lines as they need.
    double placeWords(int index, const QString &words, const QFont &font, const QColor &color, QPointF at, double width,
                      Appearance appearance = {});
    void placePage(int columns, double width);
    Appearance nextItem();
    /// Whether the number of digits was chosen: those numbers are not shortened.
    bool hasDigits(int own) const { return own >= 0 || m_data.digits >= 0; }
    QString numberText(double value, int digits, Numbers numbers) const;
    double widest(const std::vector<double> &values, int digits = -1, Numbers numbers = Numbers::Whole) const;

    const StepsData &m_data; ///< read only while placing, as the theme
    const Theme &m_theme;
    bool m_areBelow;
    QSizeF m_size;
    int m_items = 0;
    std::vector<QRectF> m_steps;
    std::vector<PlacedText> m_texts;
    std::vector<PlacedStrip> m_strips;
    std::vector<PlacedBars> m_bars;
    std::vector<PlacedMatrix> m_matrices;
};

} // namespace regard
