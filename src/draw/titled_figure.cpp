#include "draw/titled_figure.h"

#include <algorithm>
#include <utility>

#include "draw/fitted_figure.h"
#include "draw/text_width.h"
#include "draw/token_label.h"

namespace regard {

namespace {

constexpr double titledLineHeight = 34;
constexpr double titledMargin = 12;
constexpr double titledGap = 12; // between title and corner

} // namespace

QSizeF TitledFigure::spaceBelow(QSizeF size)
{
    return {size.width(), std::max(smallestPictureSide, size.height() - titledLineHeight)};
}

TitledFigure::TitledFigure(std::unique_ptr<Figure> figure, const QString &title, const QString &corner, QSizeF size,
                           const Theme &theme)
    : m_figure(std::move(figure)), m_title(visibleToken(title)), m_corner(corner), m_theme(theme)
{
    const QSizeF space = spaceBelow(size);
    const QSizeF needed = m_figure->size();
    m_scale = std::min(space.width() / needed.width(), space.height() / needed.height());
    if (m_scale < 1) {
        m_figure = fitted(std::move(m_figure), space, theme.paper);
        m_scale = 1;
    }
    m_size = QSizeF(space.width(), space.height() + titledLineHeight);
}

void TitledFigure::paintLine(QPainter &painter) const
{
    m_theme.fillPaper(painter, QRectF(QPointF(), m_size));
    const QFont font = Theme::font(14, true);
    const QFont quiet = Theme::font(12);
    const QRectF line(titledMargin, 0, m_size.width() - 2 * titledMargin, titledLineHeight);
    const double taken = textWidth(m_corner, quiet) + titledGap;
    const double room = std::max(0.0, line.width() - taken);
    drawToken(painter, QRectF(line.topLeft(), QSizeF(room, titledLineHeight)), Qt::AlignLeft,
              elidedToken(m_title, font, room), font, m_theme.text);
    drawToken(painter, line, Qt::AlignRight, m_corner, quiet, m_theme.muted);
    painter.setPen(QPen(m_theme.border, 1));
    painter.drawLine(QPointF(titledMargin, titledLineHeight - 2.5),
                     QPointF(m_size.width() - titledMargin, titledLineHeight - 2.5));
}

void TitledFigure::paint(QPainter &painter) const
{
    painter.save();
    paintLine(painter);
    painter.translate(0, titledLineHeight);
    painter.scale(m_scale, m_scale);
    m_figure->paint(painter);
    painter.restore();
}

void TitledFigure::paintPixels(QPainter &painter) const
{
    painter.save();
    paintLine(painter);
    painter.translate(0, titledLineHeight);
    painter.scale(m_scale, m_scale);
    m_figure->paintPixels(painter);
    painter.restore();
}

} // namespace regard
