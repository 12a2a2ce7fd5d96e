#pragma once

#include <memory>

#include "draw/wrapping_figure.h"

namespace regard {

/// Another figure, all of it larger or smaller.
class ScaledFigure : public WrappingFigure {
public:
    ScaledFigure(std::unique_ptr<Figure> figure, double scale) : m_figure(std::move(figure)), m_scale(scale) {}

    const Figure &wrapped() const override { return *m_figure; }
    QSizeF size() const override { return m_figure->size() * m_scale; }
    void paint(QPainter &painter) const override
    {
        painter.save();
        painter.scale(m_scale, m_scale);
        m_figure->paint(painter);
        painter.restore();
    }
    double labelSize() const override { return m_figure->labelSize() * m_scale; }

private:
    std::unique_ptr<Figure> m_figure;
    double m_scale;
};

} // namespace regard
