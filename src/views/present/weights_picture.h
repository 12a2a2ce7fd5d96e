#pragma once

#include <memory>
#include <vector>

#include <QSizeF>

#include "io/project/stored_view.h"
#include "views/heatmap/heatmap_figure.h"

namespace regard {

class Document;

/// A matrix that can be edited as a picture: its numbers in coloured cells, rows and columns named as in the table.
/// Null where there is none of that name. Beyond 12 rows or columns, the 12 around the cell, of which the title says
/// which they are. `cell` may have no row or column.
std::unique_ptr<HeatmapFigure> weightsPicture(const Document &document, const CellRef &cell, QSizeF size,
                                              const Theme &theme);

} // namespace regard
