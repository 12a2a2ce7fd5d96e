#include "views/path/path_figure.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "draw/left_out.h"
#include "draw/text_width.h"
#include "draw/token_label.h"

namespace regard {

namespace {

constexpr double pathMargin = 10;
constexpr double pathRowHeight = 22;
constexpr double lowestPathRow = 13;
constexpr double pathBarHeight = 9;
constexpr double pathHeaderHeight = 22;
constexpr double pathGap = 8;
constexpr double gutter = 48; ///< for the arrows
constexpr double pathNarrowest = 220;
constexpr double pathArrow = 4;
constexpr double sentenceSize = 12;

QFont wordFont(bool bold = false)
{
    return Theme::font(13, bold);
}

QFont pathNumberFont()
{
    return Theme::monospace(11);
}

/// Room for the longest of some words and their heading.
double columnWidth(const QString &header, const QStringList &words, double most)
{
    double width = textWidth(header, Theme::font(11));
    for (const QString &word : words)
        width = std::max(width, textWidth(visibleToken(word), wordFont(true)) + 2 * pathArrow);
    return std::min(width, most);
}

} // namespace

QString PathFigure::numberText(double number)
{
    if (!std::isfinite(number))
        return QStringLiteral("…");
    const bool isSmall = number != 0 && std::abs(number) < 1e-3;
    QString text = isSmall ? QString::number(number, 'e', 2) : QString::number(number, 'g', 4);
    return text.replace(u'-', u'−');
}

PathFigure::PathFigure(PathData data, QSizeF size, const Theme &theme) : m_data(std::move(data)), m_theme(theme)
{
    const double width = std::max(size.width(), pathNarrowest);
    const double room = width - 2 * pathMargin;
    m_top = pathMargin;
    if (m_theme.parts.title.value_or(true) && !m_data.title.isEmpty()) {
        m_title = BrokenTitle(m_data.title, room, Theme::font(13, true));
        m_top += 24 + m_title.further();
    }
    for (const QString &sentence : std::as_const(m_data.sentences)) {
        m_sentences.emplace_back(sentence, room, Theme::font(sentenceSize));
        m_top += BrokenTitle::lineHeight + m_sentences.back().further() + 2;
    }
    const double rows = double(std::max<std::size_t>(m_data.words.size(), std::size_t(m_data.askers.size())));
    if (m_theme.leastNumber > 0 && size.height() > 0 &&
        m_top + pathHeaderHeight + rows * lowestPathRow + pathMargin > size.height() && !m_sentences.empty()) {
        LeftOut::noteName(); // the page's caption says what the picture has no room for
        m_sentences.clear();
        m_top = pathMargin + (m_title.isEmpty() ? 0 : 24 + m_title.further());
    }
    m_top += pathHeaderHeight;
    QStringList words;
    for (const PathData::Word &word : m_data.words) {
        words.append(word.text);
        m_numberWidth = std::max(m_numberWidth, textWidth(numberText(word.left), pathNumberFont()));
        m_most = std::max(m_most, std::isfinite(word.left) ? word.left : 0.0);
    }
    if (!m_data.askers.isEmpty())
        m_askerWidth = columnWidth(m_data.askerHeader, m_data.askers, room / 4);
    m_wordWidth = columnWidth(m_data.wordHeader, words, room / 3);
    m_rowHeight = pathRowHeight;
    if (m_theme.leastNumber > 0 && rows > 0)
        m_rowHeight = std::clamp((size.height() - m_top - pathMargin) / rows, lowestPathRow, pathRowHeight);
    m_size = QSizeF(width, std::max(size.height(), m_top + rows * m_rowHeight + pathMargin));
}

ListTable PathFigure::table() const
{
    ListTable table{{m_data.wordHeader, m_data.valueHeader}, {}};
    for (const PathData::Word &word : m_data.words)
        table.rows.push_back({word.text, listedNumber(word.left)});
    return table;
}

double PathFigure::wordsLeft() const
{
    return pathMargin + (m_askerWidth > 0 ? m_askerWidth + pathGap : 0) + gutter;
}

double PathFigure::barsLeft() const
{
    return wordsLeft() + m_wordWidth + pathGap;
}

QRectF PathFigure::rowRect(PathHit hit) const
{
    const double top = m_top + hit.row * m_rowHeight;
    if (hit.asks)
        return {pathMargin / 2, top, m_askerWidth + pathGap, m_rowHeight};
    return {wordsLeft() - pathGap / 2, top, m_size.width() - wordsLeft() + pathGap / 2 - pathMargin / 2, m_rowHeight};
}

QRectF PathFigure::barRect(int word) const
{
    const double value = m_data.words.at(std::size_t(word)).left;
    const double full = std::max(0.0, m_size.width() - pathMargin - m_numberWidth - pathGap - barsLeft());
    const double share = std::isfinite(value) && m_most > 0 ? value / m_most : 0;
    return {barsLeft(), rowRect({false, word}).center().y() - pathBarHeight / 2, full * share, pathBarHeight};
}

std::optional<PathHit> PathFigure::hit(QPointF point) const
{
    const int row = int(std::floor((point.y() - m_top) / m_rowHeight));
    if (row < 0)
        return std::nullopt;
    for (const bool asks : {false, true}) {
        const int count = asks ? int(m_data.askers.size()) : int(m_data.words.size());
        if (row < count && rowRect({asks, row}).contains(point))
            return PathHit{asks, row};
    }
    return std::nullopt;
}

int PathFigure::steps() const
{
    const int touched = int(m_data.way.size());
    return m_data.askers.isEmpty() ? std::max(0, touched - 1) : std::min(touched, 1);
}

std::pair<QPointF, QPointF> PathFigure::stepEnds(int step) const
{
    const double left = wordsLeft() - pathGap / 2 - 2;
    const auto beside = [&](int word) { return QPointF(left, rowRect({false, word}).center().y()); };
    const int from = m_data.way.at(std::size_t(step));
    if (!m_data.askers.isEmpty())
        return {beside(from), {pathMargin + m_askerWidth + pathGap, rowRect({true, m_data.to}).center().y()}};
    // An arrow ends a little above or below where the next begins.
    const int to = m_data.way.at(std::size_t(step) + 1);
    const double shift = to > from ? 3 : to < from ? -3 : 5;
    return {beside(from) + QPointF(0, shift), beside(to) - QPointF(0, shift)};
}

QPainterPath PathFigure::stepLine(int step) const
{
    const auto [begin, end] = stepEnds(step);
    QPainterPath line(begin);
    if (!m_data.askers.isEmpty()) {
        line.lineTo(end);
        return line;
    }
    const double bulge = std::clamp(10 + std::abs(end.y() - begin.y()) / 4, 16.0, gutter * 1.1);
    line.cubicTo(begin - QPointF(bulge, 0), end - QPointF(bulge, 0), end);
    return line;
}

void PathFigure::paint(QPainter &painter) const
{
    painter.setRenderHint(QPainter::Antialiasing);
    m_theme.fillPaper(painter, QRectF(QPointF(0, 0), m_size));
    const QRectF clip = painter.hasClipping() ? painter.clipBoundingRect() : QRectF(QPointF(0, 0), m_size);
    paintHeaders(painter);
    for (const bool asks : {true, false}) {
        const int count = asks ? int(m_data.askers.size()) : int(m_data.words.size());
        for (int row = 0; row < count; ++row)
            if (rowRect({asks, row}).intersects(clip))
                paintRow(painter, {asks, row});
    }
    paintSteps(painter);
}

void PathFigure::paintHeaders(QPainter &painter) const
{
    const double room = m_size.width() - 2 * pathMargin;
    double top = pathMargin - 4;
    m_title.paint(painter, QRectF(pathMargin, top, room, 24), m_theme.text);
    top += m_title.isEmpty() ? 0 : 24 + m_title.further();
    for (const BrokenTitle &sentence : m_sentences) {
        sentence.paint(painter, QRectF(pathMargin, top + 4, room, BrokenTitle::lineHeight), m_theme.text);
        top += BrokenTitle::lineHeight + sentence.further() + 2;
    }
    const QFont font = Theme::font(11);
    const double line = m_top - pathHeaderHeight;
    const auto header = [&](double left, double width, Qt::Alignment alignment, const QString &text) {
        drawToken(painter, QRectF(left, line, width, pathHeaderHeight), alignment, elidedToken(text, font, width), font,
                  m_theme.muted);
    };
    if (m_askerWidth > 0)
        header(pathMargin, m_askerWidth + gutter / 2, Qt::AlignLeft, m_data.askerHeader);
    header(wordsLeft(), m_wordWidth, Qt::AlignLeft, m_data.wordHeader);
    header(barsLeft(), m_size.width() - pathMargin - barsLeft(), Qt::AlignRight, m_data.valueHeader);
}

void PathFigure::paintRow(QPainter &painter, PathHit row) const
{
    const QRectF place = rowRect(row);
    const bool leads = m_data.askers.isEmpty() || row.asks;
    const bool isChosen = (!row.asks && row.row == m_data.from) || (leads && row.row == m_data.to);
    const bool isCurrent = row.row == m_data.current && row.asks == m_data.currentAsks;
    if (isChosen || isCurrent) {
        painter.setPen(isCurrent ? QPen(m_theme.accent, 1.5) : QPen(Qt::NoPen));
        painter.setBrush(isChosen ? QBrush(m_theme.accentSoft) : QBrush(Qt::NoBrush));
        painter.drawRoundedRect(place.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    }
    const QFont font = wordFont(isChosen);
    const auto name = [&](double left, double width, const QString &text, bool isMasked) {
        const TokenMarks marks{.masked = isMasked};
        drawToken(painter, QRectF(left, place.top(), width, m_rowHeight), Qt::AlignLeft,
                  elidedToken(visibleToken(text), font, width - marksWidth(font, marks)), font, m_theme.text, marks);
    };
    if (row.asks)
        return name(pathMargin, m_askerWidth, m_data.askers.at(row.row), false);
    const PathData::Word &word = m_data.words[std::size_t(row.row)];
    name(wordsLeft(), m_wordWidth, word.text, word.isMasked);
    if (const QRectF bar = barRect(row.row); bar.width() > 0)
        painter.fillRect(bar, m_theme.head(0));
    drawToken(painter, QRectF(m_size.width() - pathMargin - m_numberWidth, place.top(), m_numberWidth, m_rowHeight),
              Qt::AlignRight, numberText(word.left), pathNumberFont(), isChosen ? m_theme.text : m_theme.muted);
}

void PathFigure::paintSteps(QPainter &painter) const
{
    for (int step = 0; step < steps(); ++step) {
        painter.setPen(QPen(m_theme.accent, 1.6));
        painter.setBrush(Qt::NoBrush);
        const QPainterPath line = stepLine(step);
        painter.drawPath(line);
        const QPointF end = line.currentPosition();
        const double angle = m_data.askers.isEmpty() ? 0 : -line.angleAtPercent(1) * std::numbers::pi / 180;
        const QPointF along(std::cos(angle) * 1.5 * pathArrow, std::sin(angle) * 1.5 * pathArrow);
        const QPointF across = QPointF(-along.y(), along.x()) / 1.5;
        painter.setPen(Qt::NoPen);
        painter.setBrush(m_theme.accent);
        painter.drawPolygon(QPolygonF({end, end - along + across, end - along - across}));
    }
}

} // namespace regard
