#pragma once

#include <QPolygonF>

#include "figures/link_figure.h"

namespace regard {

/// The four corners of a link, made at least `thinnest` wide.
QPolygonF bandOutline(const LinkFigure::Band &band, bool horizontal, double thinnest);

} // namespace regard
