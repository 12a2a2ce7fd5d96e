#pragma once

#include <functional>
#include <memory>

#include <QSizeF>
#include <QString>

#include "document/comparison/pinned_state.h"
#include "figures/base/figure.h"
#include "figures/base/theme.h"

class QWidget;

namespace regard {

class Document;

/// Draws one of two states, or their difference, for a space. Null where there is no result, or nothing is pinned that
/// it would need; throws PictureError where the head in view is new.
using ComparedFigureMaker = std::function<std::unique_ptr<Figure>(Compared what, QSizeF size, const Theme &theme)>;

/// What draws a panel's picture of either state, whatever the window shows and without changing it. Empty for a panel
/// that compares nothing. `document` is the panel's; both outlive what is given.
ComparedFigureMaker comparedFigureMaker(const Document *document, const QWidget *panel);

/// "heads 3, 4 are new": what a panel's picture of the difference leaves out; empty where it shows all.
QString leftOutText(const Document &document, const QWidget *panel);

} // namespace regard
