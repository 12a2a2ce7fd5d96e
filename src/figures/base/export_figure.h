#pragma once

#include <QByteArray>
#include <QImage>
#include <QString>

#include "engine/base/errors.h"
#include "figures/base/figure.h"

namespace regard {

enum class PictureFormat { Png, Svg, Pdf };
/// Of a PNG: whether what the figure leaves empty stays transparent.
enum class Backdrop { White, Transparent };

/// A picture that cannot be made: too large, or a font that is missing.
struct PictureError : Error {
    using Error::Error;
};

inline constexpr int largestPictureSide = 16384; ///< pixels

/// The figure in pixels: size × dpi / 96, saying its dpi. Throws PictureError beyond largestPictureSide.
QImage figureImage(const Figure &figure, int dpi, Backdrop backdrop = Backdrop::White);

/// The file's bytes. The same figure gives the same PNG and SVG bytes every time. `title` goes into SVG and PDF.
QByteArray figureBytes(const Figure &figure, PictureFormat format, int dpi, const QString &title,
                       Backdrop backdrop = Backdrop::White);

} // namespace regard
