#pragma once

#include <functional>
#include <memory>

#include <QString>

#include "draw/figure.h"
#include "draw/picture_size.h"
#include "draw/theme.h"

namespace regard {

/// Makes the picture for a space in CSS pixels, without a height where it may be as high as it needs.
using FigureMaker = std::function<std::unique_ptr<Figure>(QSizeF space, const Theme &theme)>;

/// The picture below the title that its parts ask for, at the size that is asked for, laid out so that its tokens'
/// names have the size in points that is asked for; on a page a smaller one, where only so all of them have room. It is
/// as wide as asked where the size has no height; cut to what is drawn, its content fills that width. Null where `make`
/// makes none. Throws PictureError as fitted().
std::unique_ptr<Figure> printedFigure(const FigureMaker &make, const PictureSize &size, const Theme &theme,
                                      bool crops = false);

/// A sentence about names that are smaller than asked, or about other text that is too small to be read on the page;
/// empty where there is neither, or where the size is not one of a page.
QString smallPrintText(const Figure &figure, const PictureSize &size);

} // namespace regard
