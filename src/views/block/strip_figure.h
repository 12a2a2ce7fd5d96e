#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <QImage>
#include <QString>
#include <QStringList>

#include "draw/figure.h"
#include "draw/theme.h"
#include "engine/base/matrix.h"

namespace regard {

/// One matrix as a heat strip: a row a token, a column a dimension.
struct Strip {
    QString name;                         ///< "input"
    std::shared_ptr<const Matrix> values; ///< never null
    double limit = 1;                     ///< the largest magnitude; colours run from −limit to limit
    bool isWhole = false;                 ///< all of its numbers are whole ones, and are written so
    QStringList rows;                     ///< names, one a row
    QStringList columns;                  ///< names, one a column; empty: numbered from 0
    std::vector<int> masked;              ///< rows whose names are struck through
    int row = -1;                         ///< in focus, −1 none
    int column = -1;                      ///< in focus, −1 none
};

/// How strips share their space.
struct StripLayout {
    double smallestRow = 15;   ///< CSS pixels; rows share a pixel where this is below 1
    bool showsNumbers = false; ///< columns become as wide as their numbers need; the figure grows sideways

    bool operator==(const StripLayout &) const = default;
};

/// What is at a point. A cell that stands for several rows or columns shows the one of the largest magnitude.
struct StripHit {
    int strip = 0;
    int row = 0;                       ///< of the value that the cell shows
    int column = 0;                    ///< of the value that the cell shows
    std::pair<int, int> rows{0, 0};    ///< first and last that the cell stands for
    std::pair<int, int> columns{0, 0}; ///< first and last that the cell stands for
};

/// Heat strips below each other, each with its name, its shape, names along both sides and its scale. Cells that are
/// large enough hold their numbers. Columns narrower than a pixel share one, and a note under the strip says so.
class StripFigure : public Figure {
public:
    /// size() grows downwards and, where numbers are asked for, sideways.
    StripFigure(std::vector<Strip> strips, QSizeF size, const Theme &theme, StripLayout layout = {});

    QSizeF size() const override { return m_size; }
    /// Vector: cells as rectangles up to 128 × 128 of a strip, an image beyond.
    void paint(QPainter &painter) const override;
    /// Pixels: an image of the cells that meet the painter's clip.
    void paintPixels(QPainter &painter) const override;
    std::optional<StripHit> hit(QPointF point) const;
    /// A row with its name, and one cell.
    QRectF rowRect(int strip, int row) const;
    QRectF cellRect(int strip, int row, int column) const;
    /// Whether the cells of a strip hold their numbers.
    bool showsNumbers(int strip) const { return place(strip).format.digits >= 0; }
    int count() const { return int(m_strips.size()); }

private:
    /// How the numbers of a strip are written: as QString::number() takes it.
    struct NumberFormat {
        char style = 'f';
        int digits = -1; ///< −1: numbers don't fit
    };
    /// Cells as drawn: as many as the matrix has, or fewer where they would be smaller than a pixel.
    struct Place {
        double top = 0; ///< of the name's line
        QRectF cells;
        int rows = 0;
        int columns = 0;
        NumberFormat format;
    };
    struct Cells {
        int firstRow, lastRow, firstColumn, lastColumn; ///< inclusive
    };

    const Place &place(int strip) const { return m_places.at(std::size_t(strip)); }
    const Strip &strip(int index) const { return m_strips.at(std::size_t(index)); }
    double overhead(int index, double width) const;
    double columnWidth(int index, double width) const;
    NumberFormat numberFormat(int index, double width, double height) const;
    double numberWidth(int index, NumberFormat format) const;
    void placeStrips(QSizeF size);
    QRectF drawnCell(int index, int row, int column) const;
    /// The matrix position of the largest magnitude among those that a drawn cell stands for.
    std::pair<int, int> strongest(int index, int row, int column) const;
    /// The value as a share of the strip's limit, −1 to 1.
    double share(int index, int row, int column) const;
    QRgb color(int index, int row, int column) const;
    Cells cellsWithin(int index, const QRectF &clip) const;
    QImage image(int index, const Cells &cells) const;
    void paintImage(QPainter &painter, int index, const Cells &cells) const;
    long long cellCount() const; ///< as drawn, of all strips

    void paintAll(QPainter &painter, bool pixels) const;
    void paintHead(QPainter &painter, int index) const;
    void paintRowNames(QPainter &painter, int index, const Cells &cells) const;
    void paintColumnNames(QPainter &painter, int index, const Cells &cells) const;
    void paintCells(QPainter &painter, int index, const Cells &cells) const;
    void paintSigns(QPainter &painter, int index, const Cells &cells) const;
    void paintNumbers(QPainter &painter, int index, const Cells &cells) const;
    void paintFocus(QPainter &painter, int index) const;
    void paintScale(QPainter &painter, int index) const;
    void paintNote(QPainter &painter, int index) const;

    std::vector<Strip> m_strips;
    Theme m_theme;
    StripLayout m_layout;
    QSizeF m_size;
    double m_names = 0; ///< width of the rows' names
    std::vector<Place> m_places;
};

} // namespace regard
