#pragma once

#include <memory>
#include <vector>

#include <QSizeF>
#include <QString>

#include "draw/picture_size.h"
#include "window/export/figure_choice.h"

namespace regard {

class Document;

/// How an exported picture shows two states.
enum class FigureVariant {
    AsShown,    ///< what the window shows
    SideBySide, ///< now and pinned
    Difference  ///< now − pinned
};

/// Whether there is more than AsShown to choose from.
bool hasVariants(const FigureChoice &choice, const Document &document);

/// The picture for a space, a caption above it that names the states where it shows another than the present one.
/// AsShown where there are no variants. Null where there is no result; throws PictureError where the picture cannot be
/// made.
std::unique_ptr<Figure> figureVariant(const FigureChoice &choice, const Document &document, FigureVariant variant,
                                      QSizeF size, const Theme &theme);

/// The pinned and the present state, a picture each below its caption, with one scale of colours; empty where there are
/// no variants.
std::vector<std::unique_ptr<Figure>> figuresInTurn(const FigureChoice &choice, const Document &document,
                                                   const PictureSize &size, const Theme &theme);

/// The space in which each state's picture is as large as the panel on the screen.
QSizeF variantSize(const FigureChoice &choice, const Document &document, FigureVariant variant);

/// What such a picture says it is: the title of one's own, else the document's, and which states it shows where there
/// are two.
QString variantTitle(const FigureChoice &choice, const Document &document, FigureVariant variant,
                     const PictureParts &parts = {});
/// Whether such a picture has captions, of states or above itself.
bool hasCaptions(const FigureChoice &choice, const Document &document, FigureVariant variant);

/// "Three inputs by hand · now − pinned": both states, for captions and for numbers.
QString differenceName(const Document &document);

} // namespace regard
