#include "draw/side_by_side_figure.h"

#include <algorithm>
#include <utility>

#include "draw/broken_title.h"
#include "draw/figure_group.h"
#include "draw/fitted_figure.h"

namespace regard {

namespace {

constexpr double sideBySideLineHeight = 30; // of the captions
constexpr double sideBySideMargin = 12;
constexpr double sideBySideGap = 1; // between figures, which have margins of their own: a line
constexpr double sideBySideFontSize = 13;

BrokenTitle brokenCaption(const Caption &caption, double figureWidth)
{
    return BrokenTitle(caption.text(), std::max(0.0, figureWidth - 2 * sideBySideMargin),
                       Theme::font(sideBySideFontSize, true));
}

/// A shared figure, for callers that need a figure of their own.
class SharedFigure : public Figure {
public:
    explicit SharedFigure(std::shared_ptr<const Figure> figure) : m_figure(std::move(figure)) {}
    QSizeF size() const override { return m_figure->size(); }
    void paint(QPainter &painter) const override { m_figure->paint(painter); }
    void paintPixels(QPainter &painter) const override { m_figure->paintPixels(painter); }
    std::unique_ptr<Figure> within(QSizeF size) const override { return m_figure->within(size); }
    double smallestScale() const override { return m_figure->smallestScale(); }
    double labelSize() const override { return m_figure->labelSize(); }
    bool namesAll() const override { return m_figure->namesAll(); }

private:
    std::shared_ptr<const Figure> m_figure;
};

} // namespace

QSizeF SideBySideFigure::spaceOfEach(QSizeF size, int sides, bool hasCaptions)
{
    const double above = hasCaptions ? sideBySideLineHeight : 0;
    return {std::max(smallestPictureSide, (size.width() - sideBySideGap * (sides - 1)) / sides),
            size.height() > 0 ? std::max(smallestPictureSide, size.height() - above) : 0};
}

QSizeF SideBySideFigure::spaceFor(const std::vector<QSizeF> &figures, bool hasCaptions)
{
    const double above = hasCaptions ? sideBySideLineHeight : 0;
    QSizeF space(sideBySideGap * (double(figures.size()) - 1), 0);
    for (const QSizeF &figure : figures)
        space = QSizeF(space.width() + figure.width(), std::max(space.height(), figure.height() + above));
    return space;
}

SideBySideFigure::SideBySideFigure(std::vector<Side> sides, const Theme &theme)
    : m_sides(std::move(sides)), m_theme(theme),
      m_hasCaptions(
          std::any_of(m_sides.begin(), m_sides.end(), [](const Side &side) { return !side.caption.text().isEmpty(); }))
{
    std::vector<QSizeF> sizes;
    std::vector<double> widths;
    for (const Side &side : m_sides) {
        sizes.push_back(side.figure->size());
        widths.push_back(sizes.back().width());
    }
    m_further = furtherLines(widths);
    m_size = spaceFor(sizes, m_hasCaptions) + QSizeF(0, m_further);
}

double SideBySideFigure::furtherLines(const std::vector<double> &widths) const
{
    double most = 0;
    for (std::size_t i = 0; i < m_sides.size(); ++i)
        most = std::max(most, brokenCaption(m_sides[i].caption, widths[i]).further());
    return most;
}

void SideBySideFigure::checkRoom(QSizeF space) const
{
    QSizeF most;
    bool isReadable = true;
    for (const Side &side : m_sides) {
        const std::unique_ptr<Figure> anew = side.figure->within(space);
        const Figure &figure = anew ? *anew : *side.figure;
        const QSizeF needed = figure.size();
        most = most.expandedTo(needed);
        isReadable &=
            std::min(space.width() / needed.width(), space.height() / needed.height()) >= figure.smallestScale();
    }
    if (!isReadable)
        throw tooSmallFor(spaceFor(std::vector<QSizeF>(m_sides.size(), most), m_hasCaptions));
}

std::unique_ptr<Figure> SideBySideFigure::within(QSizeF size) const
{
    QSizeF space = spaceOfEach(size, int(m_sides.size()), m_hasCaptions);
    if (space.height() > 0)
        space.setHeight(std::max(smallestPictureSide,
                                 space.height() - furtherLines(std::vector<double>(m_sides.size(), space.width()))));
    std::vector<Side> sides;
    checkRoom(space);
    for (const Side &side : m_sides)
        sides.push_back({fitted(std::make_unique<SharedFigure>(side.figure), space, m_theme.paper), side.caption});
    return std::make_unique<SideBySideFigure>(std::move(sides), m_theme);
}

double SideBySideFigure::labelSize() const
{
    double smallest = m_sides.front().figure->labelSize();
    for (const Side &side : m_sides)
        smallest = std::min(smallest, side.figure->labelSize());
    return smallest;
}

bool SideBySideFigure::namesAll() const
{
    return std::all_of(m_sides.begin(), m_sides.end(), [](const Side &side) { return side.figure->namesAll(); });
}

void SideBySideFigure::paintCaptions(QPainter &painter) const
{
    double left = 0;
    for (const Side &side : m_sides) {
        const double width = side.figure->size().width();
        const QRectF line(left + sideBySideMargin, 0, std::max(0.0, width - 2 * sideBySideMargin),
                          sideBySideLineHeight);
        brokenCaption(side.caption, width).paint(painter, line, m_theme.text);
        left += width + sideBySideGap;
        if (&side != &m_sides.back())
            painter.fillRect(QRectF(left - sideBySideGap, 0, sideBySideGap, m_size.height()), m_theme.border);
    }
}

template <typename Paint>
void SideBySideFigure::paintSides(QPainter &painter, Paint paintFigure) const
{
    painter.save();
    m_theme.fillPaper(painter, QRectF(QPointF(), m_size));
    painter.translate(0, (m_hasCaptions ? sideBySideLineHeight : 0) + m_further);
    for (int i = 0; const Side &side : m_sides) {
        const FigureGroup group(painter, "panel", ++i);
        painter.save();
        paintFigure(*side.figure);
        painter.restore();
        painter.translate(side.figure->size().width() + sideBySideGap, 0);
    }
    painter.restore();
    painter.save();
    paintCaptions(painter);
    painter.restore();
}

void SideBySideFigure::paint(QPainter &painter) const
{
    paintSides(painter, [&](const Figure &figure) { figure.paint(painter); });
}

void SideBySideFigure::paintPixels(QPainter &painter) const
{
    paintSides(painter, [&](const Figure &figure) { figure.paintPixels(painter); });
}

} // namespace regard
