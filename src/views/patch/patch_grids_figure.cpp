#include "views/patch/patch_grids_figure.h"

#include <algorithm>

#include "draw/text_width.h"
#include "draw/token_label.h"

namespace regard {

namespace {

constexpr double patchGridsTitleHeight = 20;
constexpr double patchGridsMargin = 10;

} // namespace

PatchGridsFigure::PatchGridsFigure(const PatchGridsData &data, QSizeF size, const Theme &theme)
    : m_theme(theme), m_pinnedTitle(data.pinnedTitle), m_nowTitle(data.nowTitle), m_patched(data.patched),
      m_pinned(data.pinned, QSizeF(size.width(), 0), theme), m_now(data.now, QSizeF(size.width(), 0), theme)
{
    const double needed = topOf(true) + m_now.size().height();
    m_size = QSizeF(std::max(m_pinned.size().width(), m_now.size().width()), std::max(size.height(), needed));
}

double PatchGridsFigure::topOf(bool isNow) const
{
    return isNow ? 2 * patchGridsTitleHeight + m_pinned.size().height() : patchGridsTitleHeight;
}

void PatchGridsFigure::paintTitle(QPainter &painter, const QString &title, double top) const
{
    const QFont font = Theme::font(13, true);
    const double room = m_size.width() - 2 * patchGridsMargin;
    drawToken(painter, QRectF(patchGridsMargin, top, room, patchGridsTitleHeight), Qt::AlignLeft,
              elidedToken(title, font, room), font, m_theme.text);
}

void PatchGridsFigure::paint(QPainter &painter) const
{
    m_theme.fillPaper(painter, QRectF(QPointF(0, 0), m_size));
    for (const bool isNow : {false, true}) {
        painter.save();
        painter.translate(0, topOf(isNow));
        (isNow ? m_now : m_pinned).paint(painter);
        painter.restore();
        paintTitle(painter, isNow ? m_nowTitle : m_pinnedTitle, topOf(isNow) - patchGridsTitleHeight);
    }
    paintPatched(painter);
}

void PatchGridsFigure::paintPatched(QPainter &painter) const
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(m_theme.panel, 1.5));
    painter.setBrush(m_theme.text);
    for (const LensHit &cell : m_patched) {
        const QPointF corner = cellRect({true, cell}).topRight() + QPointF(-1, 0);
        painter.drawPolygon(QPolygonF{corner, corner + QPointF(-10, 0), corner + QPointF(0, 10)});
    }
    painter.restore();
}

std::optional<PatchGridsHit> PatchGridsFigure::hit(QPointF point) const
{
    for (const bool isNow : {false, true})
        if (const auto cell = (isNow ? m_now : m_pinned).hit(point - QPointF(0, topOf(isNow))))
            return PatchGridsHit{isNow, *cell};
    return std::nullopt;
}

QRectF PatchGridsFigure::cellRect(const PatchGridsHit &at) const
{
    return (at.isNow ? m_now : m_pinned).cellRect(at.cell.token, at.cell.place).translated(0, topOf(at.isNow));
}

} // namespace regard
