#include "views/block/block_view_figure.h"

#include <algorithm>
#include <utility>

#include "draw/token_label.h"

namespace regard {

namespace {

constexpr double blockViewMargin = 12;
constexpr double blockViewTitleHeight = 26;
constexpr double blockViewNarrowest = 560; // with both side by side
constexpr double diagramShare = 0.34;
constexpr Eigen::Index fewRows = 100; // of all strips together; with more of them they shrink as far as needed
constexpr double readableRow = 6;
constexpr double smallestRow = 0.25;

void paintAt(QPainter &painter, QPointF place, const Figure &figure, bool pixels)
{
    painter.save();
    painter.translate(place);
    if (pixels)
        figure.paintPixels(painter);
    else
        figure.paint(painter);
    painter.restore();
}

} // namespace

BlockViewFigure::BlockViewFigure(BlockViewData data, QSizeF size, const Theme &theme)
    : m_stripName(std::move(data.stripName)), m_theme(theme)
{
    const double width = std::max(size.width(), 200.0);
    const double left = std::clamp(width * diagramShare, 230.0, 360.0);
    const bool isBeside = width >= blockViewNarrowest;
    if (m_theme.parts.title.value_or(true))
        m_title = BrokenTitle(data.title, (isBeside ? left : width - 2 * blockViewMargin) - 8, Theme::font(13, true));
    const double height = size.height() - 2 * blockViewMargin - blockViewTitleHeight - m_title.further();
    Eigen::Index rows = 0;
    for (const Strip &strip : data.strips)
        rows += strip.values->rows();
    const StripLayout layout{rows <= fewRows && m_theme.leastNumber <= 0 ? readableRow : smallestRow, false};
    m_blockAt = QPointF(blockViewMargin, blockViewMargin + blockViewTitleHeight + m_title.further());
    if (isBeside) {
        m_block = std::make_unique<BlockFigure>(std::move(data.block), QSizeF(left, height), theme);
        m_stripsAt = QPointF(blockViewMargin + left + 2 * blockViewMargin, m_blockAt.y());
        m_strips = std::make_unique<StripFigure>(
            std::move(data.strips), QSizeF(width - m_stripsAt.x() - blockViewMargin, height), theme, layout);
    } else {
        m_block = std::make_unique<BlockFigure>(std::move(data.block),
                                                QSizeF(width - 2 * blockViewMargin, height * 0.5), theme);
        m_stripsAt = m_blockAt + QPointF(0, m_block->size().height() + blockViewTitleHeight);
        const double rest = size.height() - m_stripsAt.y() - blockViewMargin;
        m_strips = std::make_unique<StripFigure>(std::move(data.strips), QSizeF(width - 2 * blockViewMargin, rest),
                                                 theme, layout);
    }
    m_size = QSizeF(std::max(width, m_stripsAt.x() + m_strips->size().width() + blockViewMargin),
                    std::max({size.height(), m_blockAt.y() + m_block->size().height() + blockViewMargin,
                              m_stripsAt.y() + m_strips->size().height() + blockViewMargin}));
}

void BlockViewFigure::paintTitles(QPainter &painter) const
{
    painter.setRenderHint(QPainter::Antialiasing);
    m_theme.fillPaper(painter, QRectF(QPointF(0, 0), m_size));
    const QFont font = Theme::font(13, true);
    const auto line = [&](QPointF below, double width, const QString &text) {
        drawToken(painter, QRectF(below.x() + 4, below.y() - blockViewTitleHeight, width, blockViewTitleHeight - 6),
                  Qt::AlignLeft, elidedToken(text, font, width), font, m_theme.text);
    };
    m_title.paint(painter,
                  QRectF(m_blockAt.x() + 4, m_blockAt.y() - blockViewTitleHeight - m_title.further(),
                         m_block->size().width() - 8, blockViewTitleHeight - 6),
                  m_theme.text);
    line(m_stripsAt, m_strips->size().width() - 8, m_stripName);
}

void BlockViewFigure::paint(QPainter &painter) const
{
    paintTitles(painter);
    paintAt(painter, m_blockAt, *m_block, false);
    paintAt(painter, m_stripsAt, *m_strips, false);
}

void BlockViewFigure::paintPixels(QPainter &painter) const
{
    paintTitles(painter);
    paintAt(painter, m_blockAt, *m_block, true);
    paintAt(painter, m_stripsAt, *m_strips, true);
}

} // namespace regard
