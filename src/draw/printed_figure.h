#pragma once

#include <functional>
#include <memory>

#include <QString>

#include "draw/figure.h"
#include "draw/picture_size.h"
#include "draw/theme.h"

namespace regard {

/// Makes the picture for a space in CSS pixels, without a height where it may be as high as it needs.
using FigureMaker = std::function<std::unique_ptr<Figure>(QSizeF space)>;

/// The picture below the title that its parts ask for, at the size that is asked for, laid out so that its tokens'
/// names have the size in points that is asked for. It is as wide as asked where the size has no height. Null where
/// `make` makes none. Throws PictureError as fitted().
std::unique_ptr<Figure> printedFigure(const FigureMaker &make, const PictureSize &size, const Theme &theme);

/// A sentence about the text that is too small to be read on the page; empty where there is none, or where the size is
/// not one of a page.
QString smallPrintText(const Figure &figure, const PictureSize &size);

} // namespace regard
