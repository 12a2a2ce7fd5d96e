#include "views/heads/framed_heads_figure.h"

#include <algorithm>

#include <QCoreApplication>

#include "draw/text_width.h"
#include "draw/token_label.h"

namespace regard {

namespace {

constexpr double framedHeadsMargin = 12;
constexpr double framedHeadsTitleHeight = 30;
constexpr double axesHeight = 18;
constexpr double framedHeadsBarHeight = 48;
constexpr double barTop = 18; ///< of its room, for the ranks of percentiles
constexpr double framedHeadsWidestBar = 320;
constexpr double smallestMap = 40;

struct FramedHeadsFigureText {
    Q_DECLARE_TR_FUNCTIONS(FramedHeadsFigure)
};

} // namespace

bool FramedHeadsFigure::isAskedFor(const PictureParts &parts)
{
    return parts.title.value_or(false) || parts.axes.value_or(false) || parts.colorBar.value_or(false);
}

FramedHeadsFigure::FramedHeadsFigure(const HeadsData &data, QSizeF size, const Theme &theme) : m_theme(theme)
{
    const PictureParts &parts = theme.parts;
    if (parts.title.value_or(false))
        m_title = BrokenTitle(data.isDifference        ? FramedHeadsFigureText::tr("Changes of every head’s weights")
                              : data.numbers.isMoved() ? FramedHeadsFigureText::tr("What every head moves")
                                                       : FramedHeadsFigureText::tr("Weights of every head"),
                              size.width() - 2 * framedHeadsMargin, Theme::font(13, true));
    if (parts.axes.value_or(false))
        m_axes = FramedHeadsFigureText::tr("layers ↓ · heads → · in each: query ↓ · key →");
    if (parts.colorBar.value_or(false))
        m_valueName = data.isDifference                ? FramedHeadsFigureText::tr("change")
                      : data.numbers.isMoved()         ? data.numbers.name
                      : !data.numbers.shares.isEmpty() ? data.numbers.shares
                                                       : FramedHeadsFigureText::tr("weight");
    m_above =
        (m_title.isEmpty() ? 0 : framedHeadsTitleHeight + m_title.further()) + (m_axes.isEmpty() ? 0 : axesHeight);
    const double below = m_valueName.isEmpty() ? 0 : framedHeadsBarHeight;
    const double left = size.height() > 0 ? std::max(smallestMap, size.height() - m_above - below) : 0;
    m_heads = std::make_unique<HeadsFigure>(data, QSizeF(size.width(), left), theme);
    m_bar = {m_heads->range(), data.isDifference,
             data.isDifference ? std::nullopt : std::optional<ColorScale>(data.scale)};
    m_size = m_heads->size() + QSizeF(0, m_above + below);
}

void FramedHeadsFigure::paintAll(QPainter &painter, void (Figure::*paintFigure)(QPainter &) const) const
{
    m_theme.fillPaper(painter, QRectF(QPointF(), m_size));
    painter.setRenderHint(QPainter::Antialiasing);
    m_title.paint(painter, QRectF(framedHeadsMargin, 6, m_size.width() - 2 * framedHeadsMargin, 24), m_theme.text);
    if (!m_axes.isEmpty()) {
        const QRectF line(framedHeadsMargin, m_above - axesHeight, m_size.width() - 2 * framedHeadsMargin, axesHeight);
        const QFont font = Theme::font(11);
        drawToken(painter, line, Qt::AlignLeft, elidedToken(m_axes, font, line.width()), font, m_theme.muted);
    }
    painter.save();
    painter.translate(0, m_above);
    (m_heads.get()->*paintFigure)(painter);
    painter.restore();
    if (!m_valueName.isEmpty())
        paintBar(painter);
}

void FramedHeadsFigure::paintBar(QPainter &painter) const
{
    const QFont font = Theme::font(11);
    const QString scale = m_bar.scale ? scaleName(*m_bar.scale) : QString();
    const QString name = scale.isEmpty() ? m_valueName : m_valueName + QStringLiteral(", ") + scale;
    const double named = std::min(textWidth(name, font) + 2, m_size.width() / 2);
    const double start = framedHeadsMargin + named + 10;
    const QRectF bar(start, m_size.height() - framedHeadsBarHeight + barTop,
                     std::clamp(m_size.width() - start - 3 * framedHeadsMargin, 40.0, framedHeadsWidestBar),
                     ColorBar::thickness);
    drawToken(painter, QRectF(framedHeadsMargin, bar.top() - 3, named, 15), Qt::AlignLeft,
              elidedToken(name, font, named), font, m_theme.muted);
    m_bar.paintColors(painter, bar, m_theme);
    m_bar.paintTicks(painter, bar, m_theme);
}

} // namespace regard
