#pragma once

#include <optional>

#include <QString>

#include "document/look/selection.h"
#include "engine/analysis/sharpest_head.h"

namespace regard {

class Document;

/// A change of one cell that can be seen at once.
struct CellTry {
    CellRef cell;
    float before = 0;
    float after = 0;
    int query = 0; ///< of the link that it changes
    int key = 0;
};

/// For a link of the head in view (without one the link in focus, else the strongest one of the query in focus, else of
/// the head): the cell of W_Q
/// that adds most to its score, with the opposite sign. Where that changes the weight too little, as in a trained
/// model, whose score is a sum of thousands: a cell that moves the link more than its rivals, as far as a strong link
/// then is a weak one, or a weak one strong; of additive scores one of w a. Nothing where there is no such matrix or
/// nothing is computed yet.
std::optional<CellTry> cellTry(const Document &document, const std::optional<AttentionLink> &link = std::nullopt);
/// Whether it is found in no time, as what follows the pointer must be.
bool isCellTryQuick(const Document &document);

/// "W_Q [pronoun, 0]"
QString cellName(const Document &document, const CellRef &cell);
/// That name with its index below the line, as HTML; a file's name of a row stays as it is.
QString cellNameHtml(const QString &name);
/// "−4", at most four digits.
QString cellValue(float value);

} // namespace regard
