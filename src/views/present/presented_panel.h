#pragma once

#include <memory>
#include <optional>

#include <QRectF>

#include "draw/presented_figure.h"
#include "draw/theme.h"
#include "io/project/stored_view.h"
#include "views/table/view_table.h"
#include "words/panel_word.h"

namespace regard {

class Document;

/// The view of a panel that has a picture to present; nothing for Weights, whose matrix is presented, and for those
/// that are forms and lists.
std::optional<ViewId> presentedView(PanelId panel);

/// Whether a page or a mode that names the panel presents a picture of it.
bool isPresented(PanelId panel);

/// A view's options as the document's look has them: steps, colour scale, direction of the links.
ViewOptions presentedOptions(const Document &document);

/// The panel's picture as it is presented: without a title where the caption says what it is, what the document's
/// highlight names outlined. The document outlives it; what changes there calls for another. Null where isPresented()
/// is not.
std::unique_ptr<PresentedFigure> presentedPanel(PanelId panel, const Document &document, const ViewOptions &options,
                                                const Theme &theme);

struct PresentedCell {
    CellRef cell;
    QRectF place;
};

/// The cell that stands at a point of the matrix presented in that size and type, or without a point the one in view;
/// nothing beside them.
std::optional<PresentedCell> presentedCellAt(const Document &document, std::optional<QPointF> point, QSizeF size,
                                             double type, const Theme &theme);

} // namespace regard
