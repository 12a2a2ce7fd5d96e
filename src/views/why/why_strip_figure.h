#pragma once

#include <vector>

#include <QColor>
#include <QFont>

#include "draw/figure.h"
#include "draw/theme.h"
#include "views/why/why_strip.h"

namespace regard {

/// A short calculation as one line of columns, captions above their numbers; where there is no height for two lines
/// the captions stand between the numbers.
class WhyStripFigure : public Figure {
public:
    /// Takes the first way to say it that fits, else the last in smaller type.
    WhyStripFigure(std::vector<WhyStrip> ways, QSizeF space, const Theme &theme);

    /// What the fullest way takes, at most.
    static double naturalWidth(const WhyStrip &strip, double height);

    QSizeF size() const override { return m_size; }
    double labelSize() const override { return 14; }
    void paint(QPainter &painter) const override;
    /// What is written, from left to right: "q · k: 4 × 4 = 16 → ÷ √8: 5.66 → softmax: 0.97".
    QString text() const;
    QRectF resultRect() const { return m_placed.empty() ? QRectF() : m_placed.back().box; } ///< of the weight

private:
    struct Placed {
        QRectF box;
        QString text;
        QFont font;
        QColor color;
        bool isToken = false;
    };

    /// Lays the strip out and returns where its line ends.
    double lay(const WhyStrip &strip, double size);
    double put(const std::vector<WhyRun> &runs, double x, double top, double height, double size);

    Theme m_theme;
    QSizeF m_size;
    WhyStrip m_strip; ///< the way that was taken
    std::vector<Placed> m_placed;
};

} // namespace regard
