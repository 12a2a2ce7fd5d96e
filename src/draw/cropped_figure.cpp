#include "draw/cropped_figure.h"

#include <algorithm>
#include <cmath>

#include <QImage>

namespace regard {

namespace {

constexpr double croppedEdge = 2;   ///< left around what is drawn, CSS pixels
constexpr double mostPixels = 16e6; ///< of the image that is looked at

/// What is not of the colour of the empty image, in its pixels.
QRect drawnOn(const QImage &image, QRgb empty)
{
    QRect drawn;
    for (int y = 0; y < image.height(); ++y) {
        const auto *line = reinterpret_cast<const QRgb *>(image.constScanLine(y));
        int first = 0;
        while (first < image.width() && line[first] == empty)
            ++first;
        if (first == image.width())
            continue;
        int last = image.width() - 1;
        while (line[last] == empty)
            --last;
        drawn |= QRect(first, y, last - first + 1, 1);
    }
    return drawn;
}

} // namespace

CroppedFigure::CroppedFigure(std::unique_ptr<Figure> figure, QColor paper) : m_figure(std::move(figure))
{
    const QSizeF whole = m_figure->size();
    m_content = QRectF(QPointF(), whole);
    const double scale = std::min(2.0, std::sqrt(mostPixels / (whole.width() * whole.height())));
    QImage image((whole * scale).toSize().expandedTo({1, 1}), QImage::Format_ARGB32_Premultiplied);
    if (image.isNull())
        return;
    image.fill(paper);
    const QRgb empty = reinterpret_cast<const QRgb *>(image.constScanLine(0))[0];
    QPainter painter(&image);
    painter.scale(scale, scale);
    m_figure->paint(painter);
    painter.end();
    const QRectF drawn = drawnOn(image, empty);
    if (drawn.isEmpty())
        return;
    const QRectF content(drawn.topLeft() / scale, drawn.size() / scale);
    m_content = content.adjusted(-croppedEdge, -croppedEdge, croppedEdge, croppedEdge).intersected(m_content);
}

void CroppedFigure::paint(QPainter &painter) const
{
    painter.save();
    painter.translate(-m_content.topLeft());
    m_figure->paint(painter);
    painter.restore();
}

} // namespace regard
