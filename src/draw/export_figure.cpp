#include "draw/export_figure.h"

#include <algorithm>
#include <cmath>

#include <QBuffer>

#include "draw/film_writer.h"
#include "draw/pdf_pages.h"
#include "draw/svg_writer.h"
#include "draw/token_label.h"
#include "engine/base/message.h"

namespace regard {

namespace {

constexpr double exportCssDpi = 96;

QByteArray pngBytes(const Figure &figure, int dpi, const PictureOrigin &origin, Backdrop backdrop)
{
    QImage image = figureImage(figure, dpi, backdrop);
    if (!origin.program.isEmpty()) {
        image.setText(QStringLiteral("Title"), visibleToken(origin.title));
        image.setText(QStringLiteral("Software"), origin.program);
        image.setText(QString::fromLatin1(pngCommandKey), origin.commandText());
    }
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    if (!image.save(&buffer, "PNG"))
        throw PictureError(Message::tr("the picture cannot be written as PNG; is there enough memory?"));
    return bytes;
}

QByteArray svgBytes(const Figure &figure, const PictureOrigin &origin)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    {
        SvgWriter svg(&buffer, figure.size(), origin);
        QPainter painter(&svg);
        figure.paint(painter);
    } // which writes the rest
    return bytes;
}

QByteArray pdfBytes(const Figure &figure, const PictureOrigin &origin)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    PdfPages pages(&buffer, origin);
    pages.add(figure);
    pages.finish();
    return bytes;
}

QByteArray webpBytes(const Figure &figure, int dpi, const PictureOrigin &origin, Backdrop backdrop)
{
    FilmWriter film({}); // of one frame: a still picture
    film.add(figureImage(figure, dpi, backdrop));
    return film.finish({visibleToken(origin.title), origin.program, origin.command});
}

} // namespace

QImage figureImage(const Figure &figure, int dpi, Backdrop backdrop)
{
    const double ratio = dpi / exportCssDpi;
    // Rounding errors of a fraction must not add a row of pixels.
    const double width = std::ceil(figure.size().width() * ratio - 1e-6);
    const double height = std::ceil(figure.size().height() * ratio - 1e-6);
    if (!(width >= 1) || !(height >= 1) || width > largestPictureSide || height > largestPictureSide) {
        throw PictureError(Message::tr(
            "the picture would be %1 × %2 pixels, but a side may have 1 to %3; choose a "
            "smaller size or resolution",
            {std::to_string((long long)width), std::to_string((long long)height), std::to_string(largestPictureSide)}));
    }
    // QPainter takes no device pixel ratio below 1: a coarser picture is painted at 1 and made smaller.
    const double painted = std::max(1.0, ratio);
    const double grown = painted / ratio;
    const bool isClear = backdrop == Backdrop::Transparent;
    QImage image(int(std::ceil(width * grown)), int(std::ceil(height * grown)),
                 isClear ? QImage::Format_ARGB32_Premultiplied : QImage::Format_RGB32);
    if (image.isNull()) {
        throw PictureError(Message::tr(
            "there is not enough memory for a picture of %1 × %2 pixels; choose a smaller size or resolution",
            {std::to_string(int(width)), std::to_string(int(height))}));
    }
    image.setDevicePixelRatio(painted);
    image.fill(isClear ? Qt::transparent : Qt::white);
    QPainter painter(&image);
    if (isClear)
        figure.paint(painter); // painting pixels counts on an opaque background
    else
        figure.paintPixels(painter);
    painter.end();
    image.setDevicePixelRatio(1);
    if (grown > 1)
        image = image.scaled(int(width), int(height), Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
    const int dotsPerMeter = int(std::lround(dpi / 0.0254));
    image.setDotsPerMeterX(dotsPerMeter);
    image.setDotsPerMeterY(dotsPerMeter);
    return image;
}

QByteArray figureBytes(const Figure &figure, PictureFormat format, int dpi, const PictureOrigin &origin,
                       Backdrop backdrop)
{
    switch (format) {
    case PictureFormat::Png:
        return pngBytes(figure, dpi, origin, backdrop);
    case PictureFormat::Svg:
        return svgBytes(figure, origin);
    case PictureFormat::Webp:
        return webpBytes(figure, dpi, origin, backdrop);
    case PictureFormat::Pdf:
        return pdfBytes(figure, origin);
    }
    throw PictureError(Message::tr("this picture format is unknown"));
}

QByteArray filmBytes(const std::vector<std::unique_ptr<Figure>> &frames, const FilmPace &pace, int dpi,
                     const PictureOrigin &origin, Backdrop backdrop)
{
    QSizeF largest;
    for (const std::unique_ptr<Figure> &frame : frames)
        largest = largest.expandedTo(frame->size());
    const double ratio = dpi / exportCssDpi;
    FilmWriter film(pace,
                    {int(std::ceil(largest.width() * ratio - 1e-6)), int(std::ceil(largest.height() * ratio - 1e-6))});
    for (const std::unique_ptr<Figure> &frame : frames)
        film.add(figureImage(*frame, dpi, backdrop));
    return film.finish({visibleToken(origin.title), origin.program, origin.command});
}

} // namespace regard
