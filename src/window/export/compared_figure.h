#pragma once

#include <memory>

#include <QSizeF>
#include <QString>

#include "document/comparison/pinned_state.h"
#include "window/export/figure_choice.h"

namespace regard {

class Document;

/// One of two states, or their difference, for a space, whatever the window shows and without changing it. Null where
/// there is no result, or nothing is pinned that it would need; throws PictureError where the head in view is new. The
/// choice must be one that compares.
std::unique_ptr<Figure> comparedFigure(const FigureChoice &choice, const Document &document, Compared what, QSizeF size,
                                       const Theme &theme);

/// "heads 3, 4 are new": what a picture of the difference leaves out; empty where it shows all.
QString leftOutText(const FigureChoice &choice, const Document &document);

} // namespace regard
