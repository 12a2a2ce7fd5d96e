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

/// A block as a spreadsheet, a CSV file or a terminal copies it: a line a row; cells between tabs, else semicolons,
/// else commas, else blanks. Numbers are read by parseCell. A comma between digits is a decimal comma where tabs or
/// semicolons separate and where blanks do (`0,5 0,25`); where there are only commas (`1,2`), `decimalComma` decides.
/// Throws CellBlockError for a bad or empty cell, for rows of different lengths, and where there is no number.
Matrix parseCellBlock(const QString &text, bool decimalComma = false);

/// The fewest digits that read back as the same float32.
QString cellText(float value);

/// Rows as lines, cells between tabs, numbers as cellText; what parseCellBlock reads back bit for bit.
QString cellBlockText(const Matrix &block);

} // namespace regard
