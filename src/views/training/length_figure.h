#pragma once

#include <vector>

#include <QPointF>
#include <QRectF>
#include <QString>

#include "draw/figure.h"
#include "draw/theme.h"
#include "views/training/curve_plot.h"

namespace regard {

/// How much is right in sentences of each length, for several models.
struct LengthData {
    std::vector<CurveLine> models; ///< points: length, share from 0 to 1
    QString title;                 ///< of the shares
    QString lengthTitle;           ///< below
};

/// A curve for each model over the length of sentences, with a dot at each length that was measured.
class LengthFigure : public Figure {
public:
    /// Is as wide as asked, and at least as high as the plot needs.
    LengthFigure(LengthData data, QSizeF space, const Theme &theme);

    QSizeF size() const override { return m_size; }
    void paint(QPainter &painter) const override;
    double labelSize() const override { return curveFontSize; }

    const LengthData &data() const { return m_data; }
    QRectF plotRect() const { return m_plot; }
    /// The place of a length and a share.
    QPointF place(QPointF value) const;

private:
    std::vector<const CurveLine *> lines() const;
    void paintShares(QPainter &painter) const;
    void paintLengths(QPainter &painter) const;

    LengthData m_data;
    Theme m_theme;
    QSizeF m_size;
    QRectF m_plot;
    double m_longest = 1;
};

} // namespace regard
