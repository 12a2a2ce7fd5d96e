#pragma once

#include <memory>

#include <QColor>
#include <QRectF>

#include "draw/figure.h"
#include "draw/picture_error.h"
#include "draw/wrapping_figure.h"

namespace regard {

/// Another figure, made smaller so that it fits a size that was asked for; centred on the background.
class FittedFigure : public WrappingFigure {
public:
    FittedFigure(std::unique_ptr<Figure> figure, QSizeF size, QColor background);

    const Figure &wrapped() const override { return *m_figure; }
    QSizeF size() const override { return m_size; }
    void paint(QPainter &painter) const override;
    void paintPixels(QPainter &painter) const override;

private:
    std::unique_ptr<Figure> m_figure;
    QSizeF m_size;
    QColor m_background;
    double m_scale;
    QRectF m_place; ///< of the figure within this one
};

inline constexpr double smallestPictureSide = 16; ///< CSS pixels

/// The error for a picture that cannot be read below that size.
PictureError tooSmallFor(QSizeF needed);

/// The figure itself where it has that size, else laid out again for it where the figure can be, else drawn smaller.
/// Null stays null. Throws PictureError where the size is too small: below smallestPictureSide, or below what the
/// figure needs to be read.
std::unique_ptr<Figure> fitted(std::unique_ptr<Figure> figure, QSizeF size, QColor background);

} // namespace regard
