// The legend of a link picture: whose colour is whose, what a width means, what is hidden.
#include <algorithm>
#include <cmath>

#include <QCoreApplication>
#include <QFontMetricsF>

#include "draw/figure_group.h"
#include "draw/signed_text.h"
#include "draw/spaced_labels.h"
#include "draw/token_label.h"
#include "views/links/band_path.h"
#include "views/links/link_figure.h"

namespace regard {

namespace {

constexpr double highestSample = 22; ///< a line of the legend

struct LinkLegendText {
    Q_DECLARE_TR_FUNCTIONS(LinkFigure)
};

} // namespace

void LinkFigure::paintLegend(QPainter &painter) const
{
    const FigureGroup group(painter, "legend");
    const QRectF box = m_layout.legend;
    painter.setPen(QPen(m_theme.border, 1));
    painter.drawLine(QPointF(box.left() + 14, box.top() + 2), QPointF(box.right() - 14, box.top() + 2));
    double top = box.top() + 6;
    if (m_layout.keySize > 0 && m_data.isDifference)
        paintTogether(painter, top);
    else if (m_layout.keySize > 0)
        paintHeadKey(painter, top);
    top += m_layout.keySize;
    if (m_data.isDifference)
        paintChangeSamples(painter, top);
    else
        paintSamples(painter, top);
    if (!m_data.sparse)
        paintLegendTexts(painter, top);
}

void LinkFigure::paintLegendTexts(QPainter &painter, double top) const
{
    const QRectF box = m_layout.legend;
    const QFont font = Theme::font(m_theme.parts.inWindow ? 14 : 11);
    const bool isHeight = m_data.curved && !m_layout.horizontal; // what an extent along the tokens is called
    const QString change = isHeight ? LinkLegendText::tr("height = change") : LinkLegendText::tr("width = change");
    const QString weight = isHeight ? LinkLegendText::tr("height = weight") : LinkLegendText::tr("width = weight");
    const QString extent = m_data.numbers.extentText(isHeight);
    const QString scale = !extent.isEmpty() ? extent : m_data.isDifference ? change : weight;
    const double offset = m_layout.narrowLegend ? m_layout.samplesHeight : 4;
    const Qt::Alignment side = m_layout.narrowLegend ? Qt::AlignLeft : Qt::AlignRight;
    const double left = box.left() + 14;
    const double width = box.width() - 28;
    // The first line with room for it says that near-uniform rows are paler.
    bool saysNearUniform = !hasNearUniformRows();
    const auto write = [&](double below, const QString &text) {
        const double room = m_layout.narrowLegend ? width : width - samplesWidth();
        const QString withNearUniform = LinkLegendText::tr("%1 · near-uniform rows drawn paler").arg(text);
        const bool tells = !saysNearUniform && QFontMetricsF(font).horizontalAdvance(withNearUniform) <= room;
        saysNearUniform |= tells;
        drawToken(painter, QRectF(left, top + offset + below, width, 16), side, tells ? withNearUniform : text, font,
                  m_theme.muted);
    };
    write(0, scale);
    if (m_floor > 0)
        write(18, hiddenText());
    // Lines are placed from below: each is above those that follow.
    double line = box.bottom() - 4;
    const auto next = [&](double height) {
        line -= height;
        return QRectF(left, line, width, 16);
    };
    const auto draw = [&](const QRectF &place, const QString &text, const TokenMarks &marks = {}) {
        const double room = width - marksWidth(font, marks);
        drawToken(painter, place, Qt::AlignLeft, QFontMetricsF(font).elidedText(text, Qt::ElideRight, room), font,
                  m_theme.muted, marks);
    };
    if (m_layout.strongestHeight > 0) {
        const QStringList wordings = strongestTexts();
        const QFontMetricsF metrics(font);
        const auto found = std::find_if(wordings.begin(), wordings.end(), [&](const QString &wording) {
            return metrics.horizontalAdvance(wording) <= width;
        });
        draw(next(m_layout.strongestHeight), found == wordings.end() ? wordings.back() : *found);
    }
    if (m_layout.offHeight > 0)
        draw(next(m_layout.offHeight), offText());
    if (m_layout.goneHeight > 0)
        draw(next(m_layout.goneHeight), goneText());
    if (m_layout.newHeight > 0) {
        TokenMarks mark;
        mark.isNew = true;
        draw(next(m_layout.newHeight), LinkLegendText::tr("new: not in the pinned sentence"), mark);
    }
    if (m_layout.filteredHeight > 0)
        draw(next(m_layout.filteredHeight), filteredText());
    if (m_layout.namesHeight > 0)
        draw(next(m_layout.namesHeight), LinkLegendText::tr("names: %1").arg(everyText(m_layout.labelStep)));
}

QString LinkFigure::offText() const
{
    QStringList numbers;
    for (const LinkData::Head &head : m_data.heads)
        if (head.isOff)
            numbers.append(QString::number(head.index + 1));
    const QString heads = numbers.size() == 1
                              ? LinkLegendText::tr("head %1 switched off").arg(numbers.front())
                              : LinkLegendText::tr("heads %1 switched off").arg(numbers.join(QStringLiteral(", ")));
    return m_data.isDifference ? LinkLegendText::tr("faint: %1").arg(heads)
                               : LinkLegendText::tr("dashed: %1").arg(heads);
}

QStringList LinkFigure::strongestTexts() const
{
    return {LinkLegendText::tr(
                "each link by its strongest head, numbered · thin lines beside: other heads · near-uniform rows "
                "drawn paler"),
            LinkLegendText::tr("each link by its strongest head · thin lines: others · near-uniform rows drawn paler"),
            LinkLegendText::tr("each link by its strongest head · near-uniform rows drawn paler"),
            LinkLegendText::tr("each link by its strongest head")};
}

QString LinkFigure::filteredText() const
{
    const QString shown = m_data.pair.text();
    if (shown.isEmpty())
        return {};
    return m_filtered == 1 ? LinkLegendText::tr("%1 alone · 1 other link left out").arg(shown)
                           : LinkLegendText::tr("%1 alone · %2 other links left out").arg(shown).arg(m_filtered);
}

void LinkFigure::paintSentenceBorders(QPainter &painter, const LinkPanel &panel) const
{
    const auto [query, key] = m_data.pair.borders();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(m_theme.text, 1.2, Qt::DashLine));
    const auto draw = [&](int token, double from, double to) {
        if (token < 0)
            return;
        const double along = panel.start + token * m_layout.pitch;
        painter.drawLine(m_layout.point(along, from), m_layout.point(along, to));
    };
    draw(query, panel.queryLabel, panel.queryEdge);
    draw(key, panel.keyEdge, panel.keyEnd);
    painter.setPen(Qt::NoPen);
}

QString LinkFigure::goneText() const
{
    constexpr double smallestShown = 0.005;
    QStringList words;
    for (const LinkData::Gone &gone : m_data.gone) {
        const QString word = visibleToken(gone.token);
        words.append(std::abs(gone.lost) >= smallestShown * m_data.numbers.one
                         ? word + QLatin1Char(' ') + m_data.numbers.changeText(gone.lost)
                         : word);
    }
    return LinkLegendText::tr("gone: %1").arg(words.join(QStringLiteral(", ")));
}

void LinkFigure::paintTogether(QPainter &painter, double top) const
{
    QStringList numbers;
    for (const LinkData::Head &head : m_data.heads)
        numbers.append(QString::number(head.index + 1));
    const QFont font = Theme::font(11);
    const double width = m_layout.legend.width() - 28;
    const QStringList wordings{
        LinkLegendText::tr("heads %1 together · side by side shows them apart").arg(numbers.join(QStringLiteral(", "))),
        LinkLegendText::tr("%1 heads together · side by side shows them apart").arg(numbers.size()),
        LinkLegendText::tr("heads %1 together").arg(numbers.join(QStringLiteral(", "))),
        LinkLegendText::tr("%1 heads together").arg(numbers.size())};
    const QFontMetricsF metrics(font);
    const auto found = std::find_if(wordings.begin(), wordings.end(), [&](const QString &wording) {
        return metrics.horizontalAdvance(wording) <= width;
    });
    drawToken(painter, QRectF(m_layout.legend.left() + 14, top - 1, width, 16), Qt::AlignLeft,
              found == wordings.end() ? wordings.back() : *found, font, m_theme.muted);
}

QString LinkFigure::hiddenText() const
{
    const QString number = QString::number(m_floor, 'g', 3);
    if (m_data.isDifference) {
        return m_hidden == 1 ? LinkLegendText::tr("1 change < %1 hidden").arg(number)
                             : LinkLegendText::tr("%1 changes < %2 hidden").arg(m_hidden).arg(number);
    }
    return m_hidden == 1 ? LinkLegendText::tr("1 link < %1 hidden").arg(number)
                         : LinkLegendText::tr("%1 links < %2 hidden").arg(m_hidden).arg(number);
}

void LinkFigure::paintHeadKey(QPainter &painter, double top) const
{
    for (int i = 0; i < int(m_data.heads.size()); ++i) {
        const int index = m_data.heads[std::size_t(i)].index;
        const double x = 14 + m_layout.headKeyWidth * (i % m_layout.headsARow);
        const double y = top + m_layout.headKeyHeight * (i / m_layout.headsARow);
        const double height = m_layout.headKeyHeight - 2;
        const double side = std::min(10.0, height - 4);
        const QRectF square(x, y + (height - side) / 2, side, side);
        const bool isOff = m_data.heads[std::size_t(i)].isOff;
        painter.setPen(isOff ? QPen(m_theme.head(index), 1.5) : QPen(Qt::NoPen));
        painter.setBrush(isOff ? QBrush(Qt::NoBrush) : QBrush(m_theme.head(index)));
        painter.drawRoundedRect(isOff ? square.adjusted(0.75, 0.75, -0.75, -0.75) : square, 2, 2);
        drawToken(painter, QRectF(x + side + 4, y, 20, height), Qt::AlignLeft, QString::number(index + 1),
                  Theme::font(std::min(11.0, height - 2)), m_theme.muted);
    }
}

double LinkFigure::samplesWidth() const
{
    return std::min(5 * 42.0, m_size.width() - 28);
}

bool LinkFigure::hasNearUniformRows() const
{
    if (!m_strongest || showsStrongest()) // of several heads there is a line that says so
        return false;
    for (int query = 0; query < m_data.heads.front().weights->rows(); ++query)
        if (m_strongest->isNearUniform(0, query))
            return true;
    return false;
}

void LinkFigure::paintSamples(QPainter &painter, double top) const
{
    static constexpr double samples[] = {0.05, 0.1, 0.25, 0.5, 1};
    const double step = samplesWidth() / 5;
    double x = m_layout.legend.left() + 14;
    constexpr int dashesOfOff = 3; // of a sample
    const bool isOne = m_data.heads.size() == 1;
    const QColor color = isOne ? m_theme.head(m_data.heads.front().index) : m_theme.muted;
    const int dashes = isOne && m_data.heads.front().isOff ? dashesOfOff : 0;
    for (const double share : samples) {
        const double weight = share * m_data.numbers.one;
        if (weight * m_layout.bandWidth > highestSample)
            break;
        const double width = std::max(weight * m_layout.bandWidth, m_theme.leastLine);
        painter.fillPath(bandPath({x, top + 12}, {x + step - 12, top + 12}, width, dashes, false), color);
        drawToken(painter, QRectF(x, top + 22, step - 12, 14), Qt::AlignHCenter, QString::number(weight, 'g', 3),
                  Theme::monospace(10), m_theme.muted);
        x += step;
    }
}

void LinkFigure::paintChangeSamples(QPainter &painter, double top) const
{
    static constexpr double samples[] = {-0.5, -0.1, 0.1, 0.5};
    constexpr int dashes = 3; // of a sample
    const double step = std::min(42.0, (m_size.width() - 28) / 4);
    const double start = m_layout.legend.left() + 14;
    double x = start;
    painter.setPen(Qt::NoPen);
    for (const double share : samples) {
        const double change = share * m_data.numbers.one;
        painter.setBrush(m_theme.change(change));
        painter.drawPath(bandPath({x, top + 12}, {x + step - 12, top + 12}, std::abs(change) * m_layout.bandWidth,
                                  change < 0 ? dashes : 0, false));
        painter.setBrush(Qt::NoBrush);
        drawToken(painter, QRectF(x - 4, top + 22, step - 4, 14), Qt::AlignHCenter,
                  m_data.numbers.isMoved() ? m_data.numbers.changeText(change) : signedText(change, 1),
                  Theme::monospace(10), m_theme.changeText(change));
        painter.setPen(Qt::NoPen);
        x += step;
    }
    const QFont font = Theme::font(11);
    drawToken(painter, QRectF(start, top + 36, 2 * step - 12, 14), Qt::AlignHCenter, LinkLegendText::tr("lost"), font,
              m_theme.changeText(-1));
    drawToken(painter, QRectF(start + 2 * step, top + 36, 2 * step - 12, 14), Qt::AlignHCenter,
              LinkLegendText::tr("gained"), font, m_theme.changeText(1));
}

} // namespace regard
