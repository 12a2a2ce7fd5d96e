#pragma once

#include <memory>

#include "draw/theme.h"
#include "draw/wrapping_figure.h"

namespace regard {

/// Another figure, all of it larger or smaller.
class ScaledFigure : public WrappingFigure {
public:
    /// `leastType` is what the figure was laid out with (Theme::LeastTypeScope), in its own pixels.
    ScaledFigure(std::unique_ptr<Figure> figure, double scale, double leastType = Theme::leastType())
        : m_figure(std::move(figure)), m_scale(scale), m_leastType(leastType)
    {
    }

    const Figure &wrapped() const override { return *m_figure; }
    QSizeF size() const override { return m_figure->size() * m_scale; }
    void paint(QPainter &painter) const override
    {
        const Theme::LeastTypeScope type(m_leastType);
        painter.save();
        painter.scale(m_scale, m_scale);
        m_figure->paint(painter);
        painter.restore();
    }
    double labelSize() const override { return m_figure->labelSize() * m_scale; }
    bool namesAll() const override { return m_figure->namesAll(); }

private:
    std::unique_ptr<Figure> m_figure;
    double m_scale;
    double m_leastType;
};

} // namespace regard
