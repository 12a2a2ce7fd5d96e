#pragma once

#include <QPolygonF>

#include "figures/links/link_figure.h"

namespace regard {

/// A closed outline of a link as it is drawn, made at least `thinnest` wide: of a steep one what lies in its frame.
QPolygonF bandOutline(const LinkFigure::Band &band, bool horizontal, double thinnest);

} // namespace regard
