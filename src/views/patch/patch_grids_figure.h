#pragma once

#include <optional>
#include <vector>

#include <QString>

#include "draw/figure.h"
#include "draw/theme.h"
#include "views/lens/lens_figure.h"

namespace regard {

/// The rows between the layers of two states, tokens × layers each.
struct PatchGridsData {
    LensData pinned;
    LensData now;
    QString pinnedTitle;
    QString nowTitle;
    std::vector<LensHit> patched; ///< cells of now that come from another pass, which are marked
};

/// A cell of one of the two.
struct PatchGridsHit {
    bool isNow = false;
    LensHit cell{0, 0};

    bool operator==(const PatchGridsHit &) const = default;
};

/// The pinned state's grid above the present one's, as high as they need.
class PatchGridsFigure : public Figure {
public:
    PatchGridsFigure(const PatchGridsData &data, QSizeF size, const Theme &theme);

    QSizeF size() const override { return m_size; }
    double labelSize() const override { return m_now.labelSize(); }
    void paint(QPainter &painter) const override;

    const LensData &data(bool isNow) const { return (isNow ? m_now : m_pinned).data(); }
    std::optional<PatchGridsHit> hit(QPointF point) const;
    QRectF cellRect(const PatchGridsHit &at) const;

private:
    double topOf(bool isNow) const;
    void paintPatched(QPainter &painter) const;
    void paintTitle(QPainter &painter, const QString &title, double top) const;

    Theme m_theme;
    QString m_pinnedTitle;
    QString m_nowTitle;
    std::vector<LensHit> m_patched;
    LensFigure m_pinned;
    LensFigure m_now;
    QSizeF m_size;
};

} // namespace regard
