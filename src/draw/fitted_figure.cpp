#include "draw/fitted_figure.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include <QImage>
#include <QPaintDevice>

#include "engine/base/message.h"

namespace regard {

namespace {

std::string sizeText(QSizeF size)
{
    return std::to_string(std::lround(std::ceil(size.width()))) + " × " +
           std::to_string(std::lround(std::ceil(size.height())));
}

} // namespace

FittedFigure::FittedFigure(std::unique_ptr<Figure> figure, QSizeF size, QColor background)
    : m_figure(std::move(figure)), m_size(size), m_background(background),
      m_scale(std::min({1.0, size.width() / m_figure->size().width(), size.height() / m_figure->size().height()}))
{
    const QSizeF scaled = m_figure->size() * m_scale;
    m_place = QRectF(QPointF((size.width() - scaled.width()) / 2, (size.height() - scaled.height()) / 2), scaled);
}

void FittedFigure::paint(QPainter &painter) const
{
    painter.fillRect(QRectF(QPointF(), m_size), m_background);
    painter.save();
    painter.translate(m_place.topLeft());
    painter.scale(m_scale, m_scale);
    m_figure->paint(painter);
    painter.restore();
}

void FittedFigure::paintPixels(QPainter &painter) const
{
    painter.fillRect(QRectF(QPointF(), m_size), m_background);
    constexpr double largestSide = 32000; // the largest device that QPainter draws into
    // QPainter takes no device pixel ratio below 1: the figure is painted large enough and drawn smaller.
    const double ratio = std::max(1.0, painter.device()->devicePixelRatioF() * m_scale);
    const QSizeF pixels = m_figure->size() * ratio;
    if (std::max(pixels.width(), pixels.height()) > largestSide) {
        paint(painter);
        return;
    }
    QImage image(std::max(1, int(std::ceil(pixels.width()))), std::max(1, int(std::ceil(pixels.height()))),
                 QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(ratio);
    image.fill(m_background);
    {
        QPainter inner(&image);
        inner.setRenderHints(painter.renderHints());
        m_figure->paintPixels(inner);
    }
    // Scaled here and not by the painter, which would leave out what falls between its samples.
    const QSizeF place = m_place.size() * painter.device()->devicePixelRatioF();
    image = image.scaled(std::max(1, int(std::lround(place.width()))), std::max(1, int(std::lround(place.height()))),
                         Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
    image.setDevicePixelRatio(1);
    painter.drawImage(m_place, image);
}

PictureError tooSmallFor(QSizeF needed)
{
    return PictureError(
        Message::tr("the sentence needs %1; make the picture larger or shorten the sentence", {sizeText(needed)}));
}

std::unique_ptr<Figure> fitted(std::unique_ptr<Figure> figure, QSizeF size, QColor background)
{
    if (!figure)
        return figure;
    if (std::min(size.width(), size.height()) < smallestPictureSide)
        throw PictureError(Message::tr("a picture of %1 is too small to show anything; take at least %2",
                                       {sizeText(size), sizeText({smallestPictureSide, smallestPictureSide})}));
    if (figure->size() == size)
        return figure;
    if (std::unique_ptr<Figure> anew = figure->within(size))
        figure = std::move(anew);
    if (figure->size() == size)
        return figure;
    const QSizeF needed = figure->size();
    if (std::min(size.width() / needed.width(), size.height() / needed.height()) < figure->smallestScale())
        throw tooSmallFor(needed);
    return std::make_unique<FittedFigure>(std::move(figure), size, background);
}

} // namespace regard
