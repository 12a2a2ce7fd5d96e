#pragma once

#include <QPolygonF>

#include "views/links/link_figure.h"

namespace regard {

/// A closed outline of a link as it is drawn, at least `thinnest` wide: for a steep link, the part within its frame.
QPolygonF bandOutline(const LinkFigure::Band &band, bool horizontal, double thinnest);

} // namespace regard
