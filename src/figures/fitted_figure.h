#pragma once

#include <memory>

#include <QColor>
#include <QRectF>

#include "figures/figure.h"

namespace regard {

/// Another figure, made smaller so that it fits a size that was asked for; centred on the background.
class FittedFigure : public Figure {
public:
    FittedFigure(std::unique_ptr<Figure> figure, QSizeF size, QColor background);

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

/// The figure itself where it has that size, else fitted into it. Null stays null.
std::unique_ptr<Figure> fitted(std::unique_ptr<Figure> figure, QSizeF size, QColor background);

} // namespace regard
