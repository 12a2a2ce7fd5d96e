#include "views/summaries/bar_list_figure.h"

#include <algorithm>
#include <cmath>

#include "draw/signed_text.h"
#include "draw/text_width.h"
#include "draw/token_label.h"

namespace regard {

namespace {

constexpr double barListMargin = 10;
constexpr double barListRowHeight = 20;
constexpr double barListBarHeight = 9;
constexpr double barListHeaderHeight = 20;
constexpr double barListTitleHeight = 26;
constexpr double barListGap = 8;
constexpr double barListNarrowest = 150;

QFont labelFont(bool bold = false)
{
    return Theme::font(12, bold);
}

/// Takes somewhat smaller type rather than cut a title.
QFont titleFont(const QString &title, double room)
{
    constexpr double smallest = 10;
    double size = 13;
    while (size > smallest && textWidth(title, Theme::font(size, true)) > room)
        size -= 0.5;
    return Theme::font(size, true);
}

QFont detailFont()
{
    return Theme::font(11);
}

QFont numberFont()
{
    return Theme::monospace(11);
}

} // namespace

ListTable tableOf(const BarListData &data)
{
    const bool hasDetails = std::any_of(data.rows.begin(), data.rows.end(),
                                        [](const BarListData::Row &row) { return !row.detail.isEmpty(); });
    ListTable table;
    table.headings = hasDetails ? QStringList{data.labelHeader, data.detailHeader, data.valueHeader}
                                : QStringList{data.labelHeader, data.valueHeader};
    for (const BarListData::Row &row : data.rows)
        table.rows.push_back(hasDetails ? QStringList{row.label, row.detail, listedNumber(row.value)}
                                        : QStringList{row.label, listedNumber(row.value)});
    return table;
}

BarListFigure::BarListFigure(BarListData data, QSizeF size, const Theme &theme)
    : m_data(std::move(data)), m_theme(theme)
{
    if (!m_theme.parts.marks.value_or(true))
        m_data.selected = m_data.current = -1;
    if (m_theme.parts.title.value_or(true)) {
        const double room = std::max(size.width(), barListNarrowest) - 2 * barListMargin;
        m_title = BrokenTitle(m_data.title, room, titleFont(visibleToken(m_data.title), room));
    }
    m_top = barListMargin + barListHeaderHeight + (m_title.isEmpty() ? 0 : barListTitleHeight + m_title.further());
    const QFontMetricsF labels(labelFont(true));
    m_labelWidth = labels.horizontalAdvance(m_data.labelHeader);
    const QFontMetricsF details(detailFont());
    const QFontMetricsF numbers(numberFont());
    m_numberWidth = numbers.horizontalAdvance(numberText(m_data.most));
    for (const BarListData::Row &row : m_data.rows) {
        m_labelWidth = std::max(m_labelWidth, labels.horizontalAdvance(visibleToken(row.label)));
        m_numberWidth = std::max(m_numberWidth, numbers.horizontalAdvance(numberText(row.value)));
        m_detailWidth = std::max(m_detailWidth, details.horizontalAdvance(visibleToken(row.detail)));
    }
    const double width = std::max(size.width(), barListNarrowest);
    m_labelWidth = std::min(m_labelWidth, m_detailWidth > 0 ? width / 3 : width * 0.4);
    if (m_detailWidth > 0)
        m_detailWidth = std::min(std::max(m_detailWidth, details.horizontalAdvance(m_data.detailHeader)), width / 4);
    m_size = QSizeF(width, std::max(size.height(), m_top + count() * barListRowHeight + barListMargin));
}

QString BarListFigure::numberText(double value) const
{
    if (!std::isfinite(value))
        return QStringLiteral("…");
    return m_data.isSigned ? signedText(value, 3) : QString::number(value, 'f', 3);
}

double BarListFigure::barsLeft() const
{
    return barListMargin + m_labelWidth + barListGap + (m_detailWidth > 0 ? m_detailWidth + barListGap : 0);
}

double BarListFigure::barsWidth() const
{
    return std::max(0.0, m_size.width() - barListMargin - m_numberWidth - barListGap - barsLeft());
}

QRectF BarListFigure::rowRect(int row) const
{
    return {barListMargin / 2, m_top + row * barListRowHeight, m_size.width() - barListMargin, barListRowHeight};
}

QRectF BarListFigure::barRect(int row) const
{
    const double value = m_data.rows.at(std::size_t(row)).value;
    const double least = m_data.isSigned ? -1.0 : 0.0;
    const double share = std::isfinite(value) && m_data.most > 0 ? std::clamp(value / m_data.most, least, 1.0) : 0;
    const double full = m_data.isSigned ? barsWidth() / 2 : barsWidth();
    const double start = barsLeft() + (m_data.isSigned ? full : 0) + std::min(0.0, full * share);
    return {start, rowRect(row).center().y() - barListBarHeight / 2, full * std::abs(share), barListBarHeight};
}

std::optional<int> BarListFigure::hit(QPointF point) const
{
    const int row = int(std::floor((point.y() - m_top) / barListRowHeight));
    if (row < 0 || row >= count() || !rowRect(row).contains(point))
        return std::nullopt;
    return row;
}

QString BarListFigure::tipAt(QPointF point) const
{
    return point.y() < m_top ? m_data.valueTip : QString();
}

void BarListFigure::paint(QPainter &painter) const
{
    painter.setRenderHint(QPainter::Antialiasing);
    m_theme.fillPaper(painter, QRectF(QPointF(0, 0), m_size));
    paintHeader(painter);
    const QRectF clip = painter.hasClipping() ? painter.clipBoundingRect() : QRectF(QPointF(0, 0), m_size);
    for (int row = 0; row < count(); ++row)
        if (rowRect(row).intersects(clip))
            paintRow(painter, row);
}

void BarListFigure::paintHeader(QPainter &painter) const
{
    m_title.paint(painter, QRectF(barListMargin, 6, m_size.width() - 2 * barListMargin, 24), m_theme.text);
    const QFont font = Theme::font(11);
    const double top = m_top - barListHeaderHeight;
    drawToken(painter, QRectF(barListMargin, top, m_labelWidth, barListHeaderHeight), Qt::AlignLeft, m_data.labelHeader,
              font, m_theme.muted);
    drawToken(painter, QRectF(barListMargin + m_labelWidth + barListGap, top, m_detailWidth, barListHeaderHeight),
              Qt::AlignLeft, elidedToken(m_data.detailHeader, font, m_detailWidth), font, m_theme.muted);
    // The heading over the bars may begin where the words before it end.
    const QFontMetricsF metrics(font);
    const double left = m_detailWidth > 0 ? barListMargin + m_labelWidth + 2 * barListGap +
                                                std::min(m_detailWidth, metrics.horizontalAdvance(m_data.detailHeader))
                                          : barListMargin + barListGap +
                                                std::min(m_labelWidth, metrics.horizontalAdvance(m_data.labelHeader));
    drawToken(painter, QRectF(left, top, m_size.width() - barListMargin - left, barListHeaderHeight), Qt::AlignRight,
              elidedToken(m_data.valueHeader, font, m_size.width() - barListMargin - left), font, m_theme.muted);
}

void BarListFigure::paintRow(QPainter &painter, int row) const
{
    const BarListData::Row &shown = m_data.rows[std::size_t(row)];
    const QRectF place = rowRect(row);
    const bool isSelected = row == m_data.selected;
    if (isSelected || row == m_data.current) {
        painter.setPen(row == m_data.current ? QPen(m_theme.accent, 1.5) : QPen(Qt::NoPen));
        painter.setBrush(isSelected ? QBrush(m_theme.accentSoft) : QBrush(Qt::NoBrush));
        painter.drawRoundedRect(place.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    }
    const QFont font = labelFont(isSelected);
    drawToken(painter, QRectF(barListMargin, place.top(), m_labelWidth, barListRowHeight), Qt::AlignLeft,
              elidedToken(visibleToken(shown.label), font, m_labelWidth), font, m_theme.text);
    drawToken(painter, QRectF(barListMargin + m_labelWidth + barListGap, place.top(), m_detailWidth, barListRowHeight),
              Qt::AlignLeft, elidedToken(visibleToken(shown.detail), detailFont(), m_detailWidth), detailFont(),
              isSelected ? m_theme.text : m_theme.muted);
    const QRectF bar = barRect(row);
    if (bar.width() > 0) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(m_data.isSigned ? m_theme.change(shown.value) : m_theme.head(shown.head));
        painter.drawRect(bar);
    }
    if (m_data.isSigned)
        painter.fillRect(QRectF(barsLeft() + barsWidth() / 2 - 0.5, place.top(), 1, barListRowHeight), m_theme.hatch);
    drawToken(painter,
              QRectF(m_size.width() - barListMargin - m_numberWidth, place.top(), m_numberWidth, barListRowHeight),
              Qt::AlignRight, numberText(shown.value), numberFont(), isSelected ? m_theme.text : m_theme.muted);
}

} // namespace regard
