// What stands around the bands of a link picture: tokens, bars, numbers, stripes, headers and the legend.
#include <algorithm>
#include <cmath>

#include <QCoreApplication>

#include "figures/link_figure.h"
#include "figures/token_label.h"

namespace regard {

namespace {

constexpr double slant = 60;

bool contains(const std::vector<int> &list, int value)
{
    return std::find(list.begin(), list.end(), value) != list.end();
}

QString translated(const char *text)
{
    return QCoreApplication::translate("LinkFigure", text);
}

} // namespace

void LinkFigure::paintHeader(QPainter &painter, const LinkPanel &panel) const
{
    const QFont font = Theme::font(11);
    const bool horizontal = m_layout.horizontal;
    if (!panel.title.isEmpty()) {
        const QColor color = m_theme.headText(m_data.heads[std::size_t(panel.heads.front())].index);
        const QRectF box(panel.area.left() + 8, panel.area.top() + 2, panel.area.width() - 16, 18);
        drawToken(painter, box, horizontal ? Qt::AlignLeft : Qt::AlignHCenter, panel.title, Theme::font(12, true),
                  color);
    }
    const bool many = panel.heads.size() > 1;
    const QString mean =
        shownQuery() >= 0 || shownKey() >= 0 ? translated("mean of %1 heads").arg(int(panel.heads.size())) : QString();
    if (horizontal) {
        const double left = panel.area.left() + 14;
        const double width = panel.area.width() - 28;
        drawToken(painter, QRectF(left, panel.queryLabel - 18, width, 16), Qt::AlignLeft, m_data.queryLabel, font,
                  m_theme.muted);
        const QRectF below(left, panel.area.bottom() - 18, width, 16);
        drawToken(painter, below, Qt::AlignLeft, m_data.keyLabel, font, m_theme.muted);
        if (many) {
            drawToken(painter, below, Qt::AlignRight, mean, font, m_theme.muted);
        }
        return;
    }
    const double top = std::max(panel.area.top(), panel.start - 22);
    const double end = panel.queryStripe - (m_layout.panels.front().queryEdge - panel.queryStripe > 6 ? 5 : 0);
    drawToken(painter, QRectF(panel.queryLabel, top, end - panel.queryLabel - 6, 18), Qt::AlignRight, m_data.queryLabel,
              font, m_theme.muted);
    const double outer = panel.keyEnd + m_layout.numberSize;
    drawToken(painter, QRectF(panel.keyLabel + 6, top, outer - panel.keyLabel - 6, 18), Qt::AlignLeft, m_data.keyLabel,
              font, m_theme.muted);
    if (many && !mean.isEmpty()) {
        const bool keys = shownQuery() >= 0;
        const QRectF middle(panel.queryEdge, top, panel.keyEdge - panel.queryEdge, 18);
        if (QFontMetricsF(font).horizontalAdvance(mean) <= middle.width()) {
            drawToken(painter, middle, keys ? Qt::AlignRight : Qt::AlignLeft, mean, font, m_theme.muted);
        }
    }
}

void LinkFigure::paintSide(QPainter &painter, const LinkPanel &panel, LinkHit::Side side) const
{
    const bool isQuery = side == LinkHit::Side::Query;
    const auto &tokens = isQuery ? m_data.queries : m_data.keys;
    const auto &pinned = isQuery ? m_data.pinnedQueries : m_data.pinnedKeys;
    const int focus = isQuery ? m_data.query : m_data.key;
    const int asking = isQuery ? shownKey() : shownQuery();
    for (int token = 0; token < tokens.size(); ++token) {
        const bool strong = token == focus || contains(pinned, token);
        const bool asks = strong && (isQuery || m_data.query < 0 || contains(pinned, token));
        if (asks) {
            const QRectF cell = isQuery ? m_layout.queryCell(panel, token) : m_layout.keyCell(panel, token);
            painter.setPen(Qt::NoPen);
            painter.setBrush(m_theme.queryFocus);
            painter.drawRoundedRect(cell, 4, 4);
        }
        if (asking >= 0) {
            const double weight = isQuery ? meanWeight(panel, token, asking) : meanWeight(panel, asking, token);
            paintBar(painter, panel, side, token, weight);
            paintNumber(painter, panel, side, token, weight);
        }
        paintStripes(painter, panel, side, token);
        paintToken(painter, panel, side, token, strong);
    }
}

void LinkFigure::paintBar(QPainter &painter, const LinkPanel &panel, LinkHit::Side side, int token, double weight) const
{
    const bool isQuery = side == LinkHit::Side::Query;
    const double from = isQuery ? panel.queryLabel + m_layout.queryNumberSize : panel.keyLabel;
    const double full = panel.keyEnd - panel.keyLabel;
    const double length = std::max(1.0, full * std::min(weight, 1.0));
    const double inset = std::min(4.0, m_layout.pitch * 0.16);
    const QRectF bar = m_layout.rect(panel.start + token * m_layout.pitch + inset,
                                     isQuery ? from + full - length : from, m_layout.pitch - 2 * inset, length);
    painter.setPen(Qt::NoPen);
    painter.setBrush(m_theme.keyFocus);
    const double radius = std::min(3.0, length / 2);
    painter.drawRoundedRect(bar, radius, radius);
}

void LinkFigure::paintNumber(QPainter &painter, const LinkPanel &panel, LinkHit::Side side, int token,
                             double weight) const
{
    if (weight < 0.005) {
        return;
    }
    const bool isQuery = side == LinkHit::Side::Query;
    const QString text = QString::number(weight, 'f', 2);
    const double pixels = std::clamp(m_layout.pitch * 0.75, 8.0, 11.0);
    const QFont font = Theme::monospace(pixels);
    const double size = isQuery ? m_layout.queryNumberSize : m_layout.numberSize;
    const double across = isQuery ? panel.queryLabel : panel.keyEnd;
    const QRectF box = m_layout.rect(panel.start + token * m_layout.pitch, across, m_layout.pitch, size);
    if (!m_layout.horizontal) {
        drawToken(painter, box, isQuery ? Qt::AlignLeft : Qt::AlignRight, text, font, m_theme.muted);
    } else if (m_layout.pitch >= 28) {
        drawToken(painter, box, Qt::AlignHCenter, text, font, m_theme.muted);
    } else {
        const QPointF anchor(box.center().x(), isQuery ? box.bottom() - 2 : box.top() + 3);
        drawSlantedToken(painter, anchor, 90, isQuery, text, font, m_theme.muted);
    }
}

void LinkFigure::paintStripes(QPainter &painter, const LinkPanel &panel, LinkHit::Side side, int token) const
{
    const bool isQuery = side == LinkHit::Side::Query;
    const double from = isQuery ? panel.queryStripe : panel.keyStripe;
    const double total = isQuery ? panel.queryEdge - 5 - panel.queryStripe : panel.keyLabel - 5 - panel.keyStripe;
    if (panel.heads.size() < 2 || total < 8) {
        return;
    }
    const QRectF box = m_layout.rect(panel.start + token * m_layout.pitch + 1.5, from, m_layout.pitch - 3, total);
    painter.setPen(Qt::NoPen);
    painter.setBrush(m_theme.control);
    painter.drawRect(box);
    const int asking = isQuery ? shownKey() : shownQuery();
    const double step = box.width() / double(panel.heads.size());
    for (int i = 0; i < int(panel.heads.size()); ++i) {
        const LinkData::Head &head = m_data.heads[std::size_t(panel.heads[std::size_t(i)])];
        const Matrix &weights = *head.weights;
        if (weights.size() == 0) {
            continue;
        }
        double weight = 0;
        if (asking >= 0) {
            weight = double(isQuery ? weights(token, asking) : weights(asking, token));
        } else {
            weight = double(isQuery ? weights.row(token).maxCoeff() : weights.col(token).mean());
        }
        const double height = box.height() * std::clamp(weight, 0.0, 1.0);
        const double gap = step > 4 ? 1 : 0;
        painter.setBrush(m_theme.head(head.index));
        painter.drawRect(QRectF(box.left() + i * step, box.bottom() - height, step - gap, height));
    }
}

void LinkFigure::paintToken(QPainter &painter, const LinkPanel &panel, LinkHit::Side side, int token, bool strong) const
{
    const bool isQuery = side == LinkHit::Side::Query;
    const QString text = visibleToken((isQuery ? m_data.queries : m_data.keys).at(token));
    const auto &random = isQuery ? m_data.randomQueries : m_data.randomKeys;
    const bool dotted = std::size_t(token) < random.size() && random[std::size_t(token)];
    const QFont font = Theme::font(m_layout.fontSize, strong);
    const bool special = text.size() > 2 && text.startsWith(u'[') && text.endsWith(u']');
    const QColor color = strong || !special ? m_theme.text : m_theme.muted;
    QRectF cell = isQuery ? m_layout.queryCell(panel, token) : m_layout.keyCell(panel, token);
    if (!m_layout.horizontal) {
        cell.adjust(isQuery ? m_layout.queryNumberSize + 4 : 6, 0, isQuery ? -6 : -2, 0);
        drawToken(painter, cell, isQuery ? Qt::AlignRight : Qt::AlignLeft, elidedToken(text, font, cell.width()), font,
                  color, dotted);
        return;
    }
    if (isQuery) {
        cell.setTop(cell.top() + m_layout.queryNumberSize);
    }
    if (!m_layout.slanted) {
        drawToken(painter, cell, Qt::AlignHCenter, elidedToken(text, font, m_layout.pitch - 2), font, color, dotted);
        return;
    }
    const double room = (cell.height() - m_layout.fontSize) / std::sin(slant * 3.14159265358979 / 180) + 1;
    const QPointF anchor(cell.center().x(), isQuery ? cell.bottom() - 5 : cell.top() + 6);
    drawSlantedToken(painter, anchor, slant, isQuery, elidedToken(text, font, room), font, color, dotted);
}

void LinkFigure::paintLegend(QPainter &painter) const
{
    const QRectF box = m_layout.legend;
    painter.setPen(QPen(m_theme.border, 1));
    painter.drawLine(QPointF(box.left() + 14, box.top() + 2), QPointF(box.right() - 14, box.top() + 2));
    double top = box.top() + 6;
    if (m_data.heads.size() > 1) {
        paintHeadKey(painter, top);
        top += 20 * std::ceil(double(m_data.heads.size()) / m_layout.headsARow) + 2;
    }
    paintSamples(painter, top);
    const QFont font = Theme::font(11);
    const QString scale = translated("width = weight");
    const QString number = QString::number(m_data.floor, 'g', 3);
    const QString hidden = m_hidden == 1 ? translated("1 link < %1 hidden").arg(number)
                                         : translated("%1 links < %2 hidden").arg(m_hidden).arg(number);
    const double offset = m_layout.narrowLegend ? 42 : 4;
    const Qt::Alignment side = m_layout.narrowLegend ? Qt::AlignLeft : Qt::AlignRight;
    const double left = box.left() + 14;
    const double width = box.width() - 28;
    drawToken(painter, QRectF(left, top + offset, width, 16), side, scale, font, m_theme.muted);
    if (m_data.floor > 0) {
        drawToken(painter, QRectF(left, top + offset + 18, width, 16), side, hidden, font, m_theme.muted);
    }
}

void LinkFigure::paintHeadKey(QPainter &painter, double top) const
{
    for (int i = 0; i < int(m_data.heads.size()); ++i) {
        const int index = m_data.heads[std::size_t(i)].index;
        const double x = 14 + 34.0 * (i % m_layout.headsARow);
        const double y = top + 20.0 * (i / m_layout.headsARow);
        painter.setPen(Qt::NoPen);
        painter.setBrush(m_theme.head(index));
        painter.drawRoundedRect(QRectF(x, y + 4, 10, 10), 2, 2);
        drawToken(painter, QRectF(x + 14, y, 20, 18), Qt::AlignLeft, QString::number(index + 1), Theme::font(11),
                  m_theme.muted);
    }
}

void LinkFigure::paintSamples(QPainter &painter, double top) const
{
    static constexpr double samples[] = {0.05, 0.1, 0.25, 0.5, 1};
    const double step = std::min(42.0, (m_size.width() - 28) / 5);
    double x = m_layout.legend.left() + 14;
    const QColor color = m_data.heads.size() == 1 ? m_theme.link : m_theme.muted;
    for (const double weight : samples) {
        const double height = weight * m_layout.bandWidth;
        painter.fillRect(QRectF(x, top + 12 - height / 2, step - 12, height), color);
        drawToken(painter, QRectF(x, top + 22, step - 12, 14), Qt::AlignHCenter, QString::number(weight),
                  Theme::monospace(10), m_theme.muted);
        x += step;
    }
}

} // namespace regard
