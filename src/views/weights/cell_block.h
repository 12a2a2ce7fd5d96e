#pragma once

#include <optional>

#include <QString>

#include "engine/base/errors.h"
#include "engine/base/matrix.h"

namespace regard {

/// Text that is no block of numbers. what() names the row and column of the bad cell, both from 1.
struct CellBlockError : Error {
    using Error::Error;
};

/// A float32 as people write it: `-0.5`, `−0,5` (Unicode minus, decimal comma), `1e-3`, `+.25`, blanks around it.
/// Nothing for anything else, for numbers beyond float32 and for NaN; what is too small for float32 is 0.
std::optional<float> parseCell(const QString &text);

/// What a comma between two digits is.
enum class CommaRole { Decimal, Separator };

/// The table into which a text is pasted, which decides about commas that may be either.
struct PasteTarget {
    int selectedColumns = 0;       ///< 0: no cell is selected
    int columns = 0;               ///< of the matrix
    bool hasDecimalCommas = false; ///< the locale writes 0,5
};

/// The numbers of a text, and how its commas were read.
struct CellBlock {
    Matrix numbers;
    std::optional<CommaRole> commas{}; ///< nothing where the text has none
    std::optional<Matrix> otherwise{}; ///< by the other role of the commas; nothing where the text has one meaning
};

/// A block as a spreadsheet, a CSV file or a terminal copies it: a line a row; cells between tabs, else semicolons,
/// else commas, else blanks. Or a list of rows in brackets, as Python, NumPy and PyTorch write it. Numbers are read by
/// parseCell.
///
/// Between tabs and semicolons a comma is a decimal one, unless the text has a point. Elsewhere it separates where it
/// has a blank beside it, in brackets, and where the text has a point. What could still be either is decimal in one
/// selected column and separates in two; then it is decimal in a matrix of one column, and as the locale has it. Where
/// that gives no block and the other role does, the other one counts.
/// Throws CellBlockError for a bad or empty cell, for rows of different lengths, and where there is no number.
CellBlock parseCellBlock(const QString &text, const PasteTarget &target = {});

/// The fewest digits that read back as the same float32.
QString cellText(float value);

/// Writes rows as lines, cells between tabs, numbers as cellText; parseCellBlock reads it back bit for bit.
QString cellBlockText(const Matrix &block);

} // namespace regard
