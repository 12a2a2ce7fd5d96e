#pragma once

#include <memory>
#include <vector>

#include "draw/caption.h"
#include "draw/theme.h"
#include "draw/wrapping_figure.h"

namespace regard {

/// Figures next to each other, each below a line that says what it shows: two states compared, or one with its caption.
/// Where all captions are empty there is no such line.
class SideBySideFigure : public WrappingFigure {
public:
    struct Side {
        std::shared_ptr<const Figure> figure; ///< never null
        Caption caption;                      ///< on as many lines as it needs
    };

    /// Each figure keeps its size, on a background as high as the highest. Captions of several lines make it higher.
    SideBySideFigure(std::vector<Side> sides, const Theme &theme);
    /// The space that a picture of that size leaves for each of `sides` figures, all equal; without a height where it
    /// has none.
    static QSizeF spaceOfEach(QSizeF size, int sides, bool hasCaptions = true);
    /// The space that figures of those sizes need together.
    static QSizeF spaceFor(const std::vector<QSizeF> &figures, bool hasCaptions = true);

    /// The first one.
    const Figure &wrapped() const override { return *m_sides.front().figure; }
    QSizeF size() const override { return m_size; }
    void paint(QPainter &painter) const override;
    void paintPixels(QPainter &painter) const override;
    /// Each figure within its equal share. Throws PictureError where one could no longer be read there, and says how
    /// large the whole must be.
    std::unique_ptr<Figure> within(QSizeF size) const override;
    /// The smallest label of the figures; captions do not count.
    double labelSize() const override;
    bool namesAll() const override;

private:
    /// Throws PictureError where a figure cannot be read in that space.
    void checkRoom(QSizeF space) const;
    /// What captions take beyond their first lines above figures of those widths.
    double furtherLines(const std::vector<double> &widths) const;
    void paintCaptions(QPainter &painter) const;
    template <typename Paint>
    void paintSides(QPainter &painter, Paint paintFigure) const;

    std::vector<Side> m_sides;
    Theme m_theme;
    bool m_hasCaptions;
    double m_further = 0; ///< of the captions
    QSizeF m_size;
};

} // namespace regard
