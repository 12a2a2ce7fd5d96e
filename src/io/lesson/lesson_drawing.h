#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace regard {

/// What a text can hold beside its words: `{formula …}`, `{boxes …}`, `{matrix …}`.
enum class LessonDrawingKind { Formula, Boxes, Numbers };

/// A formula as a tree. Names are one letter or several, numbers, or words in quotes.
struct LessonFormula {
    enum class Kind {
        Row,      ///< parts beside each other, operators among them
        Product,  ///< factors beside each other
        Name,     ///< text
        Operator, ///< text
        Sum,      ///< Σ; below and above it stands what Script gives
        Fraction, ///< parts: above, below
        Root,     ///< one part
        Group,    ///< one part in parentheses
        Script,   ///< parts: base, below, above; an empty Row is none
    };
    Kind kind = Kind::Row;
    std::string text{};
    std::vector<LessonFormula> parts{};

    bool operator==(const LessonFormula &) const = default;
};

/// Boxes in rows, and arrows between them.
struct LessonBoxes {
    struct Arrow {
        int from = 0; ///< positions in `names`
        int to = 0;
        std::string label{};

        bool operator==(const Arrow &) const = default;
    };
    std::vector<std::vector<int>> rows; ///< positions in `names`; −1 an empty place
    std::vector<std::string> names;
    std::vector<Arrow> arrows;
};

/// Numbers with names for their rows and columns.
struct LessonMatrix {
    struct Row {
        std::string name;               ///< empty: none
        std::vector<std::string> cells; ///< numbers, or the place of a value
    };
    std::string name;                 ///< empty: none
    std::vector<std::string> columns; ///< empty: none are named
    std::vector<Row> rows;
};

/// The most that a drawing holds.
inline constexpr int mostDrawnRows = 32;
inline constexpr int mostDrawnColumns = 32;
inline constexpr int mostDrawnArrows = 64;
inline constexpr int mostFormulaCharacters = 500;

/// What is wrong in a drawing, and how many lines below its brace.
struct DrawingError : std::runtime_error {
    DrawingError(const std::string &sentence, int linesBelow) : std::runtime_error(sentence), line(linesBelow) {}
    int line;
};

/// The word that a drawing begins with.
std::string lessonDrawingWord(LessonDrawingKind kind);
std::optional<LessonDrawingKind> lessonDrawingOfWord(std::string_view word);

/// The word that stands in a drawing's text for its value of that number, and the way back; −1 for another word.
std::string lessonValuePlace(int value);
int lessonValueAt(std::string_view word);

/// The text between a drawing's first word and its closing brace, with places for values. Throw DrawingError.
LessonFormula parseLessonFormula(std::string_view text);
LessonBoxes parseLessonBoxes(std::string_view text);
LessonMatrix parseLessonMatrix(std::string_view text);
/// Any of these, for its errors alone.
void readLessonDrawing(LessonDrawingKind kind, std::string_view text);

} // namespace regard
