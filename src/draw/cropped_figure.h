#pragma once

#include <memory>

#include <QColor>

#include "draw/wrapping_figure.h"

namespace regard {

/// Another figure without the empty space around what it draws.
class CroppedFigure : public WrappingFigure {
public:
    /// `paper` is what empty space looks like; transparent: what is not drawn on.
    CroppedFigure(std::unique_ptr<Figure> figure, QColor paper);

    const Figure &wrapped() const override { return *m_figure; }
    QSizeF size() const override { return m_content.size(); }
    void paint(QPainter &painter) const override;
    double labelSize() const override { return m_figure->labelSize(); }

private:
    std::unique_ptr<Figure> m_figure;
    QRectF m_content;
};

} // namespace regard
