#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <QStringList>

#include "draw/figure.h"
#include "draw/theme.h"
#include "engine/base/matrix.h"

namespace regard {

/// The effect of one number of the model on each pair of tokens.
struct DerivativeData {
    QStringList queries;
    QStringList keys;
    std::shared_ptr<const Matrix> values; ///< queries × keys, change for each unit
    bool isCausal = false;                ///< keys after the query are masked
    int window = 0;                       ///< as MaskRule has it; 0: none
    std::vector<bool> maskedKeys{};       ///< of each key, whether it is masked for every query; may be empty
    int digits = -1;                      ///< of the numbers, as stepNumberText() takes them

    bool isMasked(int query, int key) const;
    /// The largest size among the values that no mask hides: the ends of the colours.
    float largest() const;
};

/// Such a matrix as a small picture: orange down, blue up, 0 the neutral middle, masked cells struck through. Tokens
/// and numbers where cells are large enough for them, a scale below.
class DerivativeFigure : public Figure {
public:
    /// Is as wide as asked and as high as its queries need, but no higher than `space`.
    DerivativeFigure(DerivativeData data, QSizeF space, const Theme &theme);

    /// The height of the picture where space is unlimited.
    static double wantedHeight(int queries);

    QSizeF size() const override { return m_size; }
    void paint(QPainter &painter) const override;
    /// The frame around a pair.
    void paintFocus(QPainter &painter, int query, int key) const;
    std::optional<std::pair<int, int>> hit(QPointF point) const; ///< query, key
    QRectF cellRect(int query, int key) const;
    double share(int query, int key) const; ///< of the largest, −1 to 1
    QRgb cellColor(int query, int key) const;
    void paintSigns(QPainter &painter) const;

private:
    void paintCells(QPainter &painter) const;
    void paintNumber(QPainter &painter, int query, int key, const QFont &font) const;
    void paintLabels(QPainter &painter) const;
    void paintScale(QPainter &painter) const;
    int queryCount() const { return int(m_data.queries.size()); }
    int keyCount() const { return int(m_data.keys.size()); }

    DerivativeData m_data;
    Theme m_theme;
    QSizeF m_size;
    QRectF m_cells;
    float m_largest = 0;
    bool m_namesQueries = false;
    bool m_namesKeys = false;
};

} // namespace regard
