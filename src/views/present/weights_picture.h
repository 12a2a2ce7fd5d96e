#pragma once

#include <memory>
#include <vector>

#include <QSizeF>

#include "io/project/stored_view.h"
#include "views/heatmap/heatmap_figure.h"

namespace regard {

class Document;

/// A matrix that can be edited as a picture: its numbers in coloured cells, rows and columns named as in the table.
/// Null where there is none of that name. Of a matrix that is split by heads the block of the cell's head; of many rows
/// or columns those around the cell and what the highlight names, 12 at most, and presented as many as read well, of
/// which the title says which they are. `cell` may have no row or column.
std::unique_ptr<HeatmapFigure> weightsPicture(const Document &document, const CellRef &cell, QSizeF size,
                                              const Theme &theme);

} // namespace regard
