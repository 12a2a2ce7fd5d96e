#pragma once

#include <vector>

#include <QColor>
#include <QFont>
#include <QRectF>
#include <QString>

#include "figures/step_data.h"
#include "figures/theme.h"

namespace regard {

/// The colour of a role's names and numbers; reads on the panel (contrast 4.5).
QColor stepRoleColor(const Theme &theme, StepRole role);

/// A piece of text as it stands.
struct PlacedText {
    QRectF box;
    QString text;
    QFont font;
    QColor color;
    int step = 0;
    int key = -1;
};

struct PlacedStrip {
    int step = 0;
    int strip = 0;
    QRectF row;   ///< with name and note
    QRectF cells; ///< as long as the strip's length says
    double cellWidth = 0;
    double full = 0; ///< width of length 1
    bool showsNumbers = false;
    bool showsNames = false; ///< of the cells, above them
};

struct PlacedBars {
    enum class Labels { Level, Slanted, MarkedOnly };
    int step = 0;
    QRectF plot; ///< the tallest bar is as high
    double pitch = 0;
    Labels labels = Labels::Level;
    bool showsValues = false; ///< of every bar, not of the marked one alone
};

struct PlacedMatrix {
    int step = 0;
    int line = 0;
    int piece = 0;
    QRectF cells;
    bool showsNumbers = false;
};

/// Where everything of the steps stands.
class StepLayout {
public:
    /// `only` ≥ 0: that step alone, as high as `height` allows where it can choose; −1: all of them, in so many columns
    /// side by side.
    StepLayout(const StepsData &data, const Theme &theme, int only, double width, double height, int columns = 1);

    QSizeF size() const { return m_size; }
    const std::vector<PlacedText> &texts() const { return m_texts; }
    const std::vector<PlacedStrip> &strips() const { return m_strips; }
    const std::vector<PlacedBars> &bars() const { return m_bars; }
    const std::vector<PlacedMatrix> &matrices() const { return m_matrices; }
    /// What each step takes; empty where it is not shown.
    QRectF stepRect(int step) const { return m_steps.at(static_cast<std::size_t>(step)); }

    static QFont nameFont(bool bold = false);
    static QFont numberFont(); ///< within cells and above bars

private:
    double placeStep(int index, QPointF at, double width, double height, bool titled);
    double placeStrips(int index, QPointF at, double width);
    double placeMatrices(int index, QPointF at, double width);
    double placeLine(int index, int line, QPointF at, double width);
    double placeBars(int index, QPointF at, double width, double height);
    double placeEquations(int index, QPointF at, double width);
    double placeEquation(int index, const StepEquation &equation, QPointF at, double width);
    /// Muted words, in as many lines as they need.
    double placeWords(int index, const QString &words, const QFont &font, QPointF at, double width);
    void placePage(int columns, double width);

    const StepsData &m_data; ///< read while placing alone, as the theme
    const Theme &m_theme;
    QSizeF m_size;
    std::vector<QRectF> m_steps;
    std::vector<PlacedText> m_texts;
    std::vector<PlacedStrip> m_strips;
    std::vector<PlacedBars> m_bars;
    std::vector<PlacedMatrix> m_matrices;
};

} // namespace regard
