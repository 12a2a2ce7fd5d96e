#pragma once

#include <string>

#include <QtCore/qnamespace.h>

namespace regard {

class Document;

/// Which rows or columns of a matrix belong to a head: heads are side by side (columns) or one above the other (rows).
struct HeadBands {
    bool exist = false;
    Qt::Orientation along = Qt::Horizontal; ///< Horizontal: columns belong to heads
    int width = 0;                          ///< columns (or rows) per head
    int group = 1;                          ///< heads that read one band: more than 1 where they share keys and values
    int selected = 0;                       ///< the band that the selected head reads
};

/// Returns the bands of a matrix of the present model, none where it is not split by heads.
HeadBands headBandsOf(const Document &document, const std::string &matrix);

} // namespace regard
