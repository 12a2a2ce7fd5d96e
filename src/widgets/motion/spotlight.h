#pragma once

#include <QPainterPath>

#include "document/look/selection.h"
#include "engine/base/matrix.h"
#include "figures/base/theme.h"

class QPainter;
class QRectF;

namespace regard {

class HeatmapFigure;
class LinkFigure;

// A spotlight leaves the token in focus and what it attends to as they are, and dims the rest of a picture.

/// The token's label, its links of at least `least`, and the labels that they lead to; for a pair in focus its link and
/// both labels. Empty where nothing is in focus. `selection` must be of tokens that the figure has.
QPainterPath litLinks(const LinkFigure &figure, const Selection &selection, double least, bool horizontal);

/// The token's row or column, its label and those of the other side with which it has a weight of at least `least`,
/// where the picture shows the cell: not where it is masked, or left out of a pair of sentences; for a pair in focus
/// its cell and both labels. Only what is in view. `weights` are queries × keys: those, or the differences, that the
/// links draw of the head.
QPainterPath litCells(const HeatmapFigure &figure, const Selection &selection, const Matrix &weights, double least);

/// Dims `whole` except what is lit; nothing where nothing is lit.
void paintSpotlight(QPainter &painter, const QRectF &whole, const QPainterPath &lit, const Theme &theme);

} // namespace regard
