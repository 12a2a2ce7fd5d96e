#pragma once

#include <memory>

#include <QString>

#include "draw/figure.h"
#include "draw/theme.h"

namespace regard {

/// A page: another figure below one line of text, its size whatever the figure needs.
class TitledFigure : public Figure {
public:
    /// The figure is drawn as large as it fits into spaceBelow(size). `title` is left, `corner` ("3 / 24") right.
    TitledFigure(std::unique_ptr<Figure> figure, const QString &title, const QString &corner, QSizeF size,
                 const Theme &theme);
    /// The space that a page of that size leaves for its figure.
    static QSizeF spaceBelow(QSizeF size);

    QSizeF size() const override { return m_size; }
    void paint(QPainter &painter) const override;
    void paintPixels(QPainter &painter) const override;

private:
    void paintLine(QPainter &painter) const;

    std::unique_ptr<Figure> m_figure;
    QString m_title;
    QString m_corner;
    QSizeF m_size;
    double m_scale; ///< at least 1: a figure that is too large is made smaller before
    Theme m_theme;
};

} // namespace regard
