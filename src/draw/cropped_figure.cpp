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

QRectF drawnPart(const Figure &figure, QColor paper)
{
    const QSizeF size = figure.size();
    const QRectF whole(QPointF(), size);
    const double scale = std::min(2.0, std::sqrt(mostPixels / (size.width() * size.height())));
    QImage image((size * scale).toSize().expandedTo({1, 1}), QImage::Format_ARGB32_Premultiplied);
    if (image.isNull())
        return whole;
    image.fill(paper);
    const QRgb empty = reinterpret_cast<const QRgb *>(image.constScanLine(0))[0];
    QPainter painter(&image);
    painter.scale(scale, scale);
    figure.paint(painter);
    painter.end();
    const QRectF drawn = drawnOn(image, empty);
    if (drawn.isEmpty())
        return whole;
    const QRectF content(drawn.topLeft() / scale, drawn.size() / scale);
    return content.adjusted(-croppedEdge, -croppedEdge, croppedEdge, croppedEdge).intersected(whole);
}

CroppedFigure::CroppedFigure(std::unique_ptr<Figure> figure, QColor paper, double width)
    : m_figure(std::move(figure)), m_content(drawnPart(*m_figure, paper))
{
    if (width > 0)
        m_content = QRectF(m_content.center().x() - width / 2, m_content.top(), width, m_content.height());
}

void CroppedFigure::paint(QPainter &painter) const
{
    painter.save();
    painter.translate(-m_content.topLeft());
    m_figure->paint(painter);
    painter.restore();
}

} // namespace regard
