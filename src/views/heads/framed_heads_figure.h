#pragma once

#include <memory>

#include "draw/broken_title.h"
#include "draw/color_bar.h"
#include "draw/figure.h"
#include "draw/theme.h"
#include "views/heads/heads_figure.h"

namespace regard {

/// The map of heads with what a printed figure needs beside it, each where the theme's parts ask for it: a title, the
/// names of the thumbnails' axes, and one colour bar for all heads.
class FramedHeadsFigure : public Figure {
public:
    FramedHeadsFigure(const HeadsData &data, QSizeF size, const Theme &theme);

    /// Whether the parts ask for any of it.
    static bool isAskedFor(const PictureParts &parts);

    QSizeF size() const override { return m_size; }
    void paint(QPainter &painter) const override { paintAll(painter, &Figure::paint); }
    void paintPixels(QPainter &painter) const override { paintAll(painter, &Figure::paintPixels); }
    double labelSize() const override { return m_heads->labelSize(); }

private:
    void paintAll(QPainter &painter, void (Figure::*paintFigure)(QPainter &) const) const;
    void paintBar(QPainter &painter) const;

    Theme m_theme;
    BrokenTitle m_title;
    QString m_axes;
    QString m_valueName; ///< beside the bar; empty: no bar
    ColorBar m_bar{};
    double m_above = 0;
    QSizeF m_size;
    std::unique_ptr<HeadsFigure> m_heads;
};

} // namespace regard
