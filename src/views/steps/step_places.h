#pragma once

#include <QColor>
#include <QFont>
#include <QLineF>
#include <QRectF>
#include <QString>

#include "views/steps/step_data.h"

namespace regard {

/// When a thing appears while the steps are revealed, in items from the first one on; 0 … 0: it is always there.
struct Appearance {
    double from = 0;
    double to = 0;

    /// How much of it is seen once that many items have appeared, 0 … 1.
    double shownAt(double items) const;
    /// The part `index` of `count`, which appear one after the other.
    Appearance part(int index, int count) const;
};

/// A piece of text as placed. Its pointers lead into the data that was laid out.
struct PlacedText {
    QRectF box;
    QString text;
    QFont font;
    QColor color;
    int step = 0;
    Appearance appearance{};
    int key = -1; ///< of its term, as the next two
    int component = -1;
    StepSource cell{};
    const StepTerm *term = nullptr;     ///< of an equation, that it names or has a number of; null: none
    const StepNumber *number = nullptr; ///< that it shows; null: none
    bool isNotation = false;            ///< has indices below the line, as formulas and names of matrices have
};

/// A row of cells: from left to right, or upright from the top downwards.
struct PlacedStrip {
    int step = 0;
    int strip = 0;
    bool upright = false;
    QRectF whole; ///< with name and note
    QRectF name;
    QRectF note;
    QRectF cells;     ///< as long as the strip's length says
    double pitch = 0; ///< from cell to cell
    bool showsNumbers = false;
    bool isShort = false;    ///< its numbers are, see stepShortText
    QRectF beside{};         ///< its numbers, where they are behind cells that are too narrow for them
    bool showsNames = false; ///< of the cells: above them, or left of upright ones
    double namesWidth = 0;   ///< of those left of upright cells
    Appearance appearance{};

    QRectF cell(int index) const;
    int cellAt(QPointF point) const; ///< may lie beyond the last
};

/// Upright bars on a line with their names below, or bars below each other with their names on the left.
struct PlacedBars {
    enum class Labels { Level, Slanted, MarkedOnly };
    int step = 0;
    bool lying = false;
    QRectF plot; ///< the tallest bar is as high, the longest one as wide
    QRectF whole;
    double pitch = 0; ///< from bar to bar
    Labels labels = Labels::Level;
    double slantedRoom = 52;  ///< the longest slanted name
    bool showsValues = false; ///< of every bar, not of the marked one alone
    bool hasExact = false;    ///< with thin bars beside them
    bool isSigned = false;    ///< bars start from a line in the middle, negative ones downwards or to the left
    Appearance appearance{};

    /// The bar of a share 0 … 1 of the largest, −1 … 1 of signed ones; the thin one beside it where `isExact`.
    QRectF bar(int index, double share, bool isExact = false) const;
    /// The line that the bars start from.
    QLineF base() const;
    int barAt(QPointF point) const; ///< may lie beyond the last
};

struct PlacedMatrix {
    int step = 0;
    int line = 0;
    int piece = 0;
    QRectF cells;
    bool showsNumbers = false;
    bool isShort = false;      ///< its numbers are, see stepShortText
    double namesWidth = 0;     ///< of its rows' tokens left of it; 0: they have no room, or its rows are no tokens
    bool namesColumns = false; ///< its columns' tokens stand above it
    Appearance appearance{};
};

} // namespace regard
