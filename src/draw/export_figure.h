#pragma once

#include <memory>
#include <vector>

#include <QByteArray>
#include <QImage>
#include <QString>

#include "draw/figure.h"
#include "draw/film_writer.h"
#include "draw/picture_error.h"
#include "draw/picture_origin.h"

namespace regard {

enum class PictureFormat { Png, Svg, Pdf, Webp };
/// Whether what the figure leaves empty stays transparent in a PNG.
enum class Backdrop { White, Transparent };

inline constexpr int largestPictureSide = 16384; ///< pixels

/// The figure in pixels: size × dpi / 96, saying its dpi. Throws PictureError beyond largestPictureSide.
QImage figureImage(const Figure &figure, int dpi, Backdrop backdrop = Backdrop::White);

/// The file's bytes. A figure gives the same bytes every time, as a PDF only where Qt's hashes have a fixed seed.
/// Throws PictureError.
QByteArray figureBytes(const Figure &figure, PictureFormat format, int dpi, const PictureOrigin &origin,
                       Backdrop backdrop = Backdrop::White);

/// A film of them, each on a canvas that holds the largest. Throws PictureError.
QByteArray filmBytes(const std::vector<std::unique_ptr<Figure>> &frames, const FilmPace &pace, int dpi,
                     const PictureOrigin &origin, Backdrop backdrop = Backdrop::White);

} // namespace regard
