#include "views/output/output_figure.h"

#include <algorithm>
#include <cmath>

#include <QCoreApplication>

#include "draw/left_out.h"
#include "draw/signed_text.h"
#include "draw/text_width.h"
#include "draw/token_label.h"

namespace regard {

namespace {

constexpr double outputMargin = 12;
constexpr double outputRowHeight = 34;
constexpr double outputHeaderHeight = 17;
constexpr double outputTitleHeight = 24;
constexpr double outputAbove = 4; // everything
constexpr double outputArrowWidth = 26;
constexpr double narrowestCell = 84;
constexpr double goodCell = 116;
constexpr double widestOutputCell = 170;
constexpr double outputWidestToken = 130;
constexpr double cellPadding = 7;
constexpr double outputLineHeight = 17; ///< of the word; bar and number are below
constexpr double outputBarHeight = 7;
constexpr double waitingOpacity = 0.45;

struct OutputFigureText {
    Q_DECLARE_TR_FUNCTIONS(OutputFigure)
};

QFont tokenFont(bool bold = false, bool isMasked = false)
{
    QFont font = Theme::font(13, bold);
    font.setStrikeOut(isMasked);
    return font;
}

QFont outputNumberFont()
{
    return Theme::monospace(10);
}

QString probabilityText(double probability)
{
    if (!std::isfinite(probability))
        return QStringLiteral("–");
    if (probability > 0 && probability < 0.0005)
        return QString::number(probability, 'g', 1);
    return QString::number(probability, 'f', 3);
}

bool holdsPosition(const std::vector<int> &positions, int position)
{
    return std::find(positions.begin(), positions.end(), position) != positions.end();
}

} // namespace

QString outputLogitText(const OutputData::Candidate &candidate)
{
    return OutputFigureText::tr(" · logit %1").arg(signedText(candidate.logit, 2));
}

OutputFigure::OutputFigure(OutputData data, QSizeF size, const Theme &theme) : m_data(std::move(data)), m_theme(theme)
{
    if (m_theme.parts.title.value_or(true))
        m_title = BrokenTitle(m_data.title, size.width() - 2 * outputMargin, Theme::font(13, true));
    m_top = outputAbove + outputHeaderHeight + (m_title.isEmpty() ? 0 : outputTitleHeight + m_title.further());
    const QFontMetricsF metrics(tokenFont(true));
    for (const QString &token : m_data.tokens)
        m_tokenWidth = std::max(m_tokenWidth, metrics.horizontalAdvance(visibleToken(token)));
    m_tokenWidth = std::clamp(m_tokenWidth, 24.0, std::clamp(size.width() * 0.18, 60.0, outputWidestToken));
    m_numberWidth = textWidth(QString::number(count()), outputNumberFont());
    const double left = tokenRect(0).right() + outputArrowWidth;
    const double room = size.width() - outputMargin - left;
    // The text's next token may take the last cell, with three others still before it.
    const int least = showsText() ? 4 : 3;
    // One cell more than there are words: the text may go on with a word that is not in the vocabulary.
    const int most = std::max(1, std::min(mostCells, m_data.vocabulary + (showsText() ? 1 : 0)));
    m_columns = std::min(most, std::max(least, int(room / goodCell)));
    m_cellWidth = std::clamp(room / m_columns, narrowestCell, widestOutputCell);
    const double width = std::max(size.width(), left + m_columns * m_cellWidth + outputMargin);
    chooseRows(size.height());
    m_size = QSizeF(width, std::max(size.height(), m_top + (m_end - m_first) * outputRowHeight + outputMargin));
}

void OutputFigure::chooseRows(double height)
{
    m_first = 0;
    m_end = count();
    if (m_theme.leastNumber <= 0 || !(height > 0))
        return;
    const int most = std::max(1, int((height - m_top - outputMargin) / outputRowHeight));
    const int kept = m_data.query >= 0 ? m_data.query : m_data.goesOnAt;
    m_first = std::clamp(kept - most / 2, 0, std::max(0, count() - most));
    m_end = std::min(count(), m_first + most);
}

QRectF OutputFigure::rowRect(int position) const
{
    return {outputMargin / 2, m_top + (position - m_first) * outputRowHeight, m_size.width() - outputMargin,
            outputRowHeight};
}

QRectF OutputFigure::tokenRect(int position) const
{
    return {outputMargin + m_numberWidth + 8, m_top + (position - m_first) * outputRowHeight, m_tokenWidth + 8,
            outputRowHeight};
}

QRectF OutputFigure::cellRect(int position, int cell) const
{
    const double left = tokenRect(position).right() + outputArrowWidth;
    return {left + cell * m_cellWidth, m_top + (position - m_first) * outputRowHeight + 2, m_cellWidth - 4,
            outputRowHeight - 4};
}

double OutputFigure::barRoom() const
{
    const double number = textWidth(probabilityText(1e-5), outputNumberFont());
    return m_cellWidth - 4 - 2 * cellPadding - number - 5;
}

QRectF OutputFigure::barIn(const QRectF &cell, double probability) const
{
    const double share = std::isfinite(probability) ? std::clamp(probability, 0.0, 1.0) : 0;
    return {cell.left() + cellPadding, cell.top() + outputLineHeight + 3, barRoom() * share, outputBarHeight};
}

QRectF OutputFigure::barRect(int position, int cell) const
{
    return barIn(cellRect(position, cell), cells(position).at(std::size_t(cell)).candidate.probability);
}

std::vector<OutputCell> OutputFigure::cells(int position) const
{
    OutputData::Row row = m_data.row(position, m_columns);
    if (m_data.saysReplaced) // below each other in every row, replaced first
        std::sort(row.best.begin(), row.best.end(), [](const auto &a, const auto &b) { return a.index > b.index; });
    std::vector<OutputCell> cells;
    bool showsNext = !row.next;
    for (const OutputData::Candidate &candidate : row.best) {
        cells.push_back({candidate});
        showsNext = showsNext || candidate.isNext;
    }
    if (!showsNext) {
        if (int(cells.size()) >= m_columns)
            cells.resize(std::size_t(m_columns - 1));
        cells.push_back({*row.next, !cells.empty()});
    }
    return cells;
}

std::optional<OutputHit> OutputFigure::hit(QPointF point) const
{
    const int position = m_first + int(std::floor((point.y() - m_top) / outputRowHeight));
    if (position < m_first || position >= m_end || !rowRect(position).contains(point))
        return std::nullopt;
    const int shown = int(cells(position).size());
    for (int cell = 0; cell < shown; ++cell)
        if (cellRect(position, cell).contains(point))
            return OutputHit{position, cell};
    return OutputHit{position, -1};
}

ListTable OutputFigure::table() const
{
    ListTable table{{OutputFigureText::tr("position"), OutputFigureText::tr("token"), OutputFigureText::tr("word"),
                     OutputFigureText::tr("probability")},
                    {}};
    for (int position = 0; position < count(); ++position) {
        const QStringList place{QString::number(position + 1), m_data.tokens[position]};
        if (isPending(position))
            table.rows.push_back(place + QStringList{QString(), QString()});
        else
            for (const OutputCell &cell : cells(position))
                table.rows.push_back(place +
                                     QStringList{cell.candidate.token, listedNumber(cell.candidate.probability)});
    }
    return table;
}

void OutputFigure::paint(QPainter &painter) const
{
    painter.setRenderHint(QPainter::Antialiasing);
    m_theme.fillPaper(painter, QRectF(QPointF(0, 0), m_size));
    paintHeader(painter);
    const QRectF clip = painter.hasClipping() ? painter.clipBoundingRect() : QRectF(QPointF(0, 0), m_size);
    if (m_end - m_first < count())
        LeftOut::noteName();
    for (int position = m_first; position < m_end; ++position)
        if (rowRect(position).intersects(clip))
            paintRow(painter, position);
}

void OutputFigure::paintHeader(QPainter &painter) const
{
    m_title.paint(painter, QRectF(outputMargin, outputAbove, m_size.width() - 2 * outputMargin, outputTitleHeight),
                  m_theme.text);
    const QFont font = Theme::font(11);
    const double top = m_top - outputHeaderHeight;
    const double left = cellRect(0, 0).left() + cellPadding;
    const QRectF over(left, top, m_size.width() - outputMargin - left, outputHeaderHeight);
    const QString words = m_data.saysReplaced  ? OutputFigureText::tr("was the token replaced?")
                          : m_data.namesItsOwn ? OutputFigureText::tr("word in this place, most probable first")
                                               : OutputFigureText::tr("next token, most probable first");
    const QString legend = m_data.namesItsOwn ? OutputFigureText::tr("framed: the actual token")
                                              : OutputFigureText::tr("framed: the token that follows");
    drawToken(painter, over, Qt::AlignLeft, elidedToken(words, font, over.width()), font, m_theme.muted);
    const QFontMetricsF metrics(font);
    const bool hasRoom = metrics.horizontalAdvance(words) + metrics.horizontalAdvance(legend) + 24 < over.width();
    if (showsText() && hasRoom)
        drawToken(painter, over, Qt::AlignRight, legend, font, m_theme.muted);
}

void OutputFigure::paintRow(QPainter &painter, int position) const
{
    const QRectF place = rowRect(position);
    const bool isFocused = position == m_data.query;
    if (isFocused) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(m_theme.queryFocus);
        painter.drawRoundedRect(place, 5, 5);
    } else if (position > 0) {
        painter.setPen(QPen(m_theme.border, 1));
        painter.drawLine(QPointF(outputMargin, place.top()), QPointF(m_size.width() - outputMargin, place.top()));
    }
    drawToken(painter, QRectF(outputMargin, place.top(), m_numberWidth, outputRowHeight), Qt::AlignRight,
              QString::number(position + 1), outputNumberFont(), m_theme.muted);
    const QRectF token = tokenRect(position);
    const bool isMasked = holdsPosition(m_data.masked, position);
    const QFont font = tokenFont(isFocused, isMasked);
    drawToken(painter, token, Qt::AlignRight,
              elidedToken(visibleToken(m_data.tokens.at(position)), font, token.width()), font,
              isMasked ? m_theme.muted : m_theme.text);
    drawToken(painter, QRectF(token.right(), place.top(), outputArrowWidth, outputRowHeight), Qt::AlignHCenter,
              QStringLiteral("→"), Theme::font(13), m_theme.muted);
    const bool isWaiting = isPending(position);
    const std::vector<OutputCell> shown = cells(position);
    if (isWaiting && shown.empty())
        drawToken(painter, cellRect(position, 0).adjusted(cellPadding, 0, 0, 0), Qt::AlignLeft, QStringLiteral("…"),
                  Theme::font(13), m_theme.muted);
    const double opacity = painter.opacity();
    painter.setOpacity(isWaiting ? opacity * waitingOpacity : opacity);
    for (int cell = 0; cell < int(shown.size()); ++cell)
        paintCell(painter, cellRect(position, cell), shown[std::size_t(cell)],
                  position == m_data.goesOnAt && cell == m_data.candidate);
    painter.setOpacity(opacity);
}

void OutputFigure::paintCell(QPainter &painter, const QRectF &box, const OutputCell &cell, bool isCurrent) const
{
    const OutputData::Candidate &candidate = cell.candidate;
    if (candidate.isNext || isCurrent) {
        painter.setPen(QPen(m_theme.accent, isCurrent ? 2 : 1.2));
        painter.setBrush(isCurrent ? QBrush(m_theme.accentSoft) : QBrush(Qt::NoBrush));
        painter.drawRoundedRect(box.adjusted(1, 1, -1, -1), 5, 5);
    }
    const QRectF inner = box.adjusted(cellPadding, 0, -cellPadding, 0);
    const QFont font = tokenFont(candidate.isNext);
    QString word = (cell.isApart ? QStringLiteral("… ") : QString()) + visibleToken(candidate.token);
    const QString more = m_data.saysReplaced ? outputLogitText(candidate) : QString();
    if (textWidth(word + more, font) <= inner.width())
        word += more;
    drawToken(painter, QRectF(inner.left(), box.top() + 1, inner.width(), outputLineHeight), Qt::AlignLeft,
              elidedToken(word, font, inner.width()), font, m_theme.text);
    drawToken(painter, QRectF(inner.left(), box.top() + outputLineHeight, inner.width(), 13), Qt::AlignRight,
              probabilityText(candidate.probability), outputNumberFont(), m_theme.muted);
    painter.setPen(Qt::NoPen);
    painter.setBrush(m_theme.control);
    painter.drawRect(barIn(box, 1));
    painter.setBrush(m_theme.link);
    painter.drawRect(barIn(box, candidate.probability));
}

} // namespace regard
