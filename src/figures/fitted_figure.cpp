#include "figures/fitted_figure.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <QImage>
#include <QPaintDevice>

namespace regard {

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
    const double ratio = painter.device()->devicePixelRatioF() * m_scale;
    const QSizeF pixels = m_figure->size() * ratio;
    QImage image(std::max(1, int(std::ceil(pixels.width()))), std::max(1, int(std::ceil(pixels.height()))),
                 QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(ratio);
    image.fill(m_background);
    {
        QPainter inner(&image);
        inner.setRenderHints(painter.renderHints());
        m_figure->paintPixels(inner);
    }
    painter.drawImage(QRectF(m_place.topLeft(), QSizeF(image.size()) / painter.device()->devicePixelRatioF()), image);
}

std::unique_ptr<Figure> fitted(std::unique_ptr<Figure> figure, QSizeF size, QColor background)
{
    if (!figure || figure->size() == size)
        return figure;
    return std::make_unique<FittedFigure>(std::move(figure), size, background);
}

} // namespace regard
