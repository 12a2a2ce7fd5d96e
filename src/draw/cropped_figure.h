#pragma once

#include <memory>

#include <QColor>

#include "draw/wrapping_figure.h"

namespace regard {

/// The part of a figure that is drawn on, with a little around it. `paper` is what empty space looks like; transparent:
/// what is not drawn on.
QRectF drawnPart(const Figure &figure, QColor paper);

/// Another figure without the empty space around what it draws.
class CroppedFigure : public WrappingFigure {
public:
    /// It is as wide as its drawn part, or as asked, with that part in the middle.
    CroppedFigure(std::unique_ptr<Figure> figure, QColor paper, double width = 0);

    const Figure &wrapped() const override { return *m_figure; }
    QSizeF size() const override { return m_content.size(); }
    void paint(QPainter &painter) const override;
    double labelSize() const override { return m_figure->labelSize(); }
    bool namesAll() const override { return m_figure->namesAll(); }

private:
    std::unique_ptr<Figure> m_figure;
    QRectF m_content;
};

} // namespace regard
