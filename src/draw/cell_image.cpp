#include "draw/cell_image.h"

#include <algorithm>
#include <unordered_map>

#include <QPaintEngine>

namespace regard {

namespace {

constexpr int cellImageLargestSide = 32000; ///< of an image in a file

/// Gives the picture a table of its colours where they are few: it takes a quarter of the bytes before they are packed.
QImage withColorTable(const QImage &image)
{
    QImage indexed(image.size(), QImage::Format_Indexed8);
    std::unordered_map<QRgb, int> places;
    QList<QRgb> colors;
    for (int y = 0; y < image.height(); ++y) {
        const auto *from = reinterpret_cast<const QRgb *>(image.constScanLine(y));
        uchar *to = indexed.scanLine(y);
        for (int x = 0; x < image.width(); ++x) {
            const auto [place, isNew] = places.try_emplace(from[x], int(places.size()));
            if (isNew && colors.size() == 256)
                return image;
            if (isNew)
                colors.append(from[x]);
            to[x] = uchar(place->second);
        }
    }
    indexed.setColorTable(colors);
    return indexed;
}

} // namespace

bool paintsVectors(const QPainter &painter)
{
    const QPaintEngine *engine = painter.paintEngine();
    return engine && (engine->type() == QPaintEngine::SVG || engine->type() == QPaintEngine::Pdf);
}

void paintCellImage(QPainter &painter, const QRectF &box, int rows, int columns,
                    const std::function<QRgb(int row, int column)> &colorAt, int mostPixelsOfCell)
{
    QImage image(columns, rows, QImage::Format_RGB32);
    for (int row = 0; row < rows; ++row) {
        auto *line = reinterpret_cast<QRgb *>(image.scanLine(row));
        for (int column = 0; column < columns; ++column)
            line[column] = colorAt(row, column);
    }
    if (!paintsVectors(painter)) {
        painter.setRenderHint(QPainter::SmoothPixmapTransform, box.width() < columns);
        painter.drawImage(box, image);
        return;
    }
    const int enlarged =
        std::clamp(cellImageLargestSide / std::max({rows, columns, 1}), 1, std::clamp(mostPixelsOfCell, 1, 8));
    image = withColorTable(image).scaled(image.size() * enlarged, Qt::IgnoreAspectRatio, Qt::FastTransformation);
    painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
    painter.drawImage(box, image);
}

} // namespace regard
