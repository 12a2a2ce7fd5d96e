#pragma once

#include <memory>
#include <vector>

#include <QSizeF>

#include "io/project/stored_view.h"
#include "views/heatmap/heatmap_figure.h"

namespace regard {

class Document;

/// A matrix that can be edited as a picture: its numbers in coloured cells, rows and columns named as in the table.
/// A matrix that is split by heads shows the block of the cell's head. At most 12 rows and columns stand around the
/// cell and what the highlight names, presented as many as read well; the title says which they are. `cell` may have no
/// row or column. Null where no matrix has that name.
std::unique_ptr<HeatmapFigure> weightsPicture(const Document &document, const CellRef &cell, QSizeF size,
                                              const Theme &theme);

} // namespace regard
