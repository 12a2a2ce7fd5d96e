#include "views/lens/lens_figure.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <QCoreApplication>

#include "draw/cell_image.h"
#include "draw/color_bar.h"
#include "draw/left_out.h"
#include "draw/spaced_labels.h"
#include "draw/text_width.h"
#include "draw/token_label.h"

namespace regard {

namespace {

constexpr double lensMargin = 10;
constexpr double lensTitleHeight = 24;
constexpr double lensHeaderHeight = 34; ///< what the columns are, and their names
constexpr double lensGap = 8;
constexpr double lensCellHeight = 38;
constexpr double lensLineHeight = 18; ///< below it a cell has no word
constexpr double widestLensCell = 150;
constexpr double narrowestLensWord = 34;
constexpr double widestLensToken = 130;
constexpr double lensPadding = 5;
constexpr double lensBarWidth = 180;
constexpr double lensBarHeight = 40;

struct LensFigureText {
    Q_DECLARE_TR_FUNCTIONS(LensFigure)
};

QFont lensHeadFont(bool isBold = false)
{
    return Theme::font(12, isBold);
}

} // namespace

QString LensFigure::probabilityText(double probability)
{
    if (!std::isfinite(probability))
        return QStringLiteral("–");
    if (probability > 0 && probability < 0.0005)
        return QString::number(probability, 'g', 1);
    if (probability > 0.9995 && probability < 1)
        return QStringLiteral(">.999");
    return QString::number(probability, 'f', 3);
}

QString LensFigure::numberText(const LensData::Cell &cell) const
{
    if (m_data.chosen.isEmpty() || cell.rank < 1)
        return probabilityText(cell.probability);
    return QStringLiteral("#%1 %2").arg(QString::number(cell.rank), probabilityText(cell.chosen));
}

QFont LensFigure::wordFont() const
{
    return Theme::font(m_theme.parts.inWindow ? 14 : 13);
}

QFont LensFigure::numberFont() const
{
    return Theme::monospace(m_theme.parts.inWindow ? 12 : 11);
}

LensFigure::LensFigure(LensData data, QSizeF size, const Theme &theme) : m_data(std::move(data)), m_theme(theme)
{
    const double width = std::max(size.width(), 200.0);
    if (m_theme.parts.title.value_or(true))
        m_title = BrokenTitle(m_data.title, width - 2 * lensMargin, Theme::font(13, true));
    m_hasBar = m_theme.parts.colorBar.value_or(!m_theme.parts.inWindow && m_theme.leastNumber <= 0);
    const double top = lensMargin + lensHeaderHeight + (m_title.isEmpty() ? 0 : lensTitleHeight + m_title.further());
    double tokenWidth = 24;
    for (const QString &token : std::as_const(m_data.tokens))
        tokenWidth = std::max(tokenWidth, textWidth(visibleToken(token), Theme::font(m_labelType, true)));
    const double left = lensMargin + lensGap + std::min(tokenWidth, std::clamp(width * 0.2, 60.0, widestLensToken));
    const double below = m_hasBar ? lensBarHeight : lensMargin;
    const double roomAcross = width - left - lensMargin;
    const double roomDown = size.height() > 0 ? std::max(1.0, size.height() - top - below) : 0;
    chooseShown(roomAcross, roomDown);
    const bool grows = m_theme.parts.inWindow && m_theme.leastNumber <= 0;
    const double columns = double(std::max<std::size_t>(1, m_columns.size()));
    const double rows = double(std::max<std::size_t>(1, m_rows.size()));
    m_cellWidth = std::clamp(roomAcross / columns, grows ? narrowestWord() : 1.0, widestLensCell);
    m_cellHeight = grows || roomDown <= 0 ? lensCellHeight : std::min(roomDown / rows, lensCellHeight);
    m_cells = QRectF(left, top, columns * m_cellWidth, rows * m_cellHeight);
    m_showsWords = m_cellWidth >= narrowestLensWord && m_cellHeight >= lensLineHeight;
    const double number =
        textWidth(m_data.chosen.isEmpty() ? QStringLiteral("0.000") : QStringLiteral("#9999"), numberFont());
    m_showsNumbers = m_theme.parts.numbers.value_or(true) && m_showsWords && m_theme.shows(numberFont()) &&
                     m_cellHeight >= 2 * lensLineHeight - 4 && m_cellWidth >= number + 4;
    m_labelType = std::clamp(m_cellHeight * 0.8, 9.0, 13.0);
    m_size = QSizeF(std::max(width, m_cells.right() + lensMargin), std::max(size.height(), m_cells.bottom() + below));
}

double LensFigure::narrowestWord() const
{
    LensData::Cell rarest{{}, 0, 0, 0};
    for (const LensData::Cell &cell : m_data.cells)
        rarest.rank = std::max(rarest.rank, cell.rank);
    return std::max(64.0, textWidth(numberText(rarest), numberFont()) + 2 * lensPadding);
}

/// All of them, but of a presented picture tokens around the one in focus and layers in even steps.
void LensFigure::chooseShown(double width, double height)
{
    const int tokens = int(m_data.tokens.size());
    const int places = int(m_data.places.size());
    int first = 0;
    int mostRows = tokens;
    int mostColumns = places;
    if (m_theme.leastNumber > 0 && height > 0) {
        mostRows = std::clamp(int(height / lensCellHeight), 1, std::max(1, tokens));
        mostColumns = std::clamp(int(width / narrowestWord()), 1, std::max(1, places));
        const int kept = m_data.query >= 0 ? m_data.query : tokens - 1;
        first = std::clamp(kept - mostRows / 2, 0, std::max(0, tokens - mostRows));
    }
    for (int token = first; token < std::min(tokens, first + mostRows); ++token)
        m_rows.push_back(token);
    std::vector<int> kept{places - 1};
    if (m_data.place >= 0 && m_data.place < places - 1)
        kept.push_back(m_data.place);
    for (int step = 1; m_columns.empty() || int(m_columns.size()) > mostColumns; ++step) {
        m_columns = spacedLabels(0, places - 1, 1, step, kept);
        if (step > places) // even the kept ones are too many
            m_columns = {places - 1};
    }
}

QRectF LensFigure::cellAt(std::size_t row, std::size_t column) const
{
    return {m_cells.left() + double(column) * m_cellWidth, m_cells.top() + double(row) * m_cellHeight, m_cellWidth,
            m_cellHeight};
}

QRectF LensFigure::cellRect(int token, int place) const
{
    const auto row = std::find(m_rows.begin(), m_rows.end(), token);
    const auto column = std::find(m_columns.begin(), m_columns.end(), place);
    if (row == m_rows.end() || column == m_columns.end())
        return {};
    return cellAt(std::size_t(row - m_rows.begin()), std::size_t(column - m_columns.begin()));
}

QRectF LensFigure::cellWithNames(int token, int place) const
{
    return cellRect(token, place).adjusted(-m_cells.left(), -lensHeaderHeight, 0, 0);
}

std::optional<LensHit> LensFigure::hit(QPointF point) const
{
    if (!m_cells.contains(point) || m_data.cells.empty())
        return std::nullopt;
    const auto row = std::size_t((point.y() - m_cells.top()) / m_cellHeight);
    const auto column = std::size_t((point.x() - m_cells.left()) / m_cellWidth);
    if (row >= m_rows.size() || column >= m_columns.size())
        return std::nullopt;
    return LensHit{m_rows[row], m_columns[column]};
}

double LensFigure::shade(const LensData::Cell &cell) const
{
    const double shown = m_data.chosen.isEmpty() ? cell.probability : cell.chosen;
    return std::isfinite(shown) ? shown : 0;
}

ListTable LensFigure::table() const
{
    ListTable table{{LensFigureText::tr("position"), LensFigureText::tr("token"), LensFigureText::tr("layer"),
                     LensFigureText::tr("word"), LensFigureText::tr("probability")},
                    {}};
    const bool hasChosen = !m_data.chosen.isEmpty();
    if (hasChosen)
        table.headings += {LensFigureText::tr("rank of %1").arg(m_data.chosen),
                           LensFigureText::tr("probability of %1").arg(m_data.chosen)};
    for (int token = 0; token < int(m_data.tokens.size()); ++token)
        for (int place = 0; place < int(m_data.places.size()); ++place) {
            const LensData::Cell &cell = m_data.at(token, place);
            const bool isNumber = !cell.word.isEmpty();
            QStringList row{QString::number(token + 1), m_data.tokens[token], m_data.places[place], cell.word,
                            isNumber ? listedNumber(cell.probability) : QString()};
            if (hasChosen)
                row += {isNumber ? QString::number(cell.rank) : QString(),
                        isNumber ? listedNumber(cell.chosen) : QString()};
            table.rows.push_back(std::move(row));
        }
    return table;
}

void LensFigure::paint(QPainter &painter) const
{
    painter.setRenderHint(QPainter::Antialiasing);
    m_theme.fillPaper(painter, QRectF(QPointF(0, 0), m_size));
    m_title.paint(painter, QRectF(lensMargin, lensMargin - 4, m_size.width() - 2 * lensMargin, lensTitleHeight),
                  m_theme.text);
    if (m_rows.size() < std::size_t(m_data.tokens.size()) || m_columns.size() < std::size_t(m_data.places.size()))
        LeftOut::noteName();
    paintTokens(painter, 0);
    paintPlaces(painter, m_cells.top() - lensHeaderHeight);
    const QRectF clip = painter.hasClipping() ? painter.clipBoundingRect() : QRectF(QPointF(0, 0), m_size);
    const auto color = [this](int row, int column) {
        return m_theme.sequential(shade(m_data.at(m_rows[std::size_t(row)], m_columns[std::size_t(column)])));
    };
    if (!m_showsWords && (long long)(m_rows.size() * m_columns.size()) > mostVectorCells) {
        paintCellImage(painter, m_cells, int(m_rows.size()), int(m_columns.size()), color);
    } else {
        for (std::size_t row = 0; row < m_rows.size(); ++row)
            for (std::size_t column = 0; column < m_columns.size(); ++column)
                if (const QRectF box = cellAt(row, column); box.intersects(clip))
                    paintCell(painter, m_rows[row], m_columns[column], box);
    }
    paintFocus(painter);
    if (m_hasBar)
        paintBar(painter);
}

void LensFigure::paintCell(QPainter &painter, int token, int place, const QRectF &box) const
{
    const LensData::Cell &cell = m_data.at(token, place);
    const QRgb fill = m_theme.sequential(shade(cell));
    const double gap = std::min(m_cellWidth, m_cellHeight) >= 6 ? 1 : 0;
    painter.fillRect(box.adjusted(0, 0, -gap, -gap), QColor(fill));
    if (!m_showsWords)
        return;
    const QColor ink = m_theme.textOn(fill);
    const QRectF inner = box.adjusted(lensPadding - 1, 0, -lensPadding, 0);
    const double line = m_showsNumbers ? m_cellHeight / 2 + 1 : m_cellHeight;
    QFont font = wordFont();
    font.setBold(!m_data.chosen.isEmpty() && cell.rank == 1);
    const QString word = cell.word.isEmpty() ? QStringLiteral("–") : visibleToken(cell.word);
    drawToken(painter, QRectF(inner.left(), box.top(), inner.width(), line), Qt::AlignHCenter,
              elidedToken(word, font, inner.width()), font, ink);
    if (!m_showsNumbers)
        return;
    QString number = numberText(cell);
    if (textWidth(number, numberFont()) > box.width() - 4) // the shade says the probability too
        number = number.section(u' ', 0, 0);
    drawToken(painter, QRectF(box.left(), box.top() + line - 3, box.width(), m_cellHeight - line), Qt::AlignHCenter,
              elidedToken(number, numberFont(), box.width() - 2), numberFont(), ink);
}

void LensFigure::paintTokens(QPainter &painter, double left) const
{
    std::vector<int> kept;
    for (std::size_t row = 0; row < m_rows.size(); ++row)
        if (m_rows[row] == m_data.query)
            kept.push_back(int(row));
    for (const int row : spacedLabels(0, int(m_rows.size()) - 1, m_cellHeight, m_labelType + 1, kept)) {
        const int token = m_rows[std::size_t(row)];
        const QRectF cell = cellAt(std::size_t(row), 0);
        const QFont font = Theme::font(m_labelType, token == m_data.query);
        const QRectF box(left + lensMargin / 2, cell.top(), m_cells.left() - lensGap - lensMargin / 2, cell.height());
        const TokenMarks marks{.masked = isMarked(m_data.masked, token)};
        drawToken(painter, box, Qt::AlignRight,
                  elidedToken(visibleToken(m_data.tokens.at(token)), font, box.width() - marksWidth(font, marks)), font,
                  m_theme.text, marks);
    }
}

void LensFigure::paintPlaces(QPainter &painter, double top) const
{
    const double line = lensHeaderHeight / 2;
    QStringList heads{LensFigureText::tr("after layer")};
    if (!m_data.chosen.isEmpty() && m_showsNumbers)
        heads << LensFigureText::tr("# rank of “%1”").arg(m_data.chosen)
              << LensFigureText::tr("after layer · # rank of “%1” and its probability").arg(m_data.chosen);
    while (heads.size() > 1 && textWidth(heads.last(), lensHeadFont()) > m_cells.width())
        heads.removeLast();
    const QString &what = heads.last();
    drawToken(painter, QRectF(m_cells.left(), top, m_cells.width(), line), Qt::AlignLeft,
              elidedToken(what, lensHeadFont(), m_cells.width()), lensHeadFont(), m_theme.muted);
    double widest = 0; // of the numbers
    for (qsizetype place = 1; place < m_data.places.size(); ++place)
        widest = std::max(widest, textWidth(m_data.places.at(place), lensHeadFont(true)));
    for (const int column :
         spacedLabels(0, int(m_columns.size()) - 1, m_cellWidth, widest + 4, {int(m_columns.size()) - 1})) {
        const int place = m_columns[std::size_t(column)];
        const QFont font = lensHeadFont(place == m_data.place);
        const QRectF cell = cellAt(0, std::size_t(column));
        const QString name = m_data.places.at(place);
        const bool reaches = place == 0 && textWidth(name, font) > m_cellWidth; // over the names of tokens
        const QRectF box(reaches ? 0 : cell.left(), top + line, reaches ? cell.right() : cell.width(), line);
        drawToken(painter, box, reaches ? Qt::AlignRight : Qt::AlignHCenter, name, font, m_theme.text);
    }
}

void LensFigure::paintEdges(QPainter &painter, const QRectF &inView) const
{
    const bool isBelow = inView.top() > m_cells.top() - lensHeaderHeight;
    const QRectF corner(inView.topLeft(), QSizeF(m_cells.left() - lensGap / 2, lensHeaderHeight));
    if (inView.left() > 0) {
        painter.fillRect(QRectF(inView.left(), m_cells.top(), corner.width(), m_cells.height()), m_theme.panel);
        paintTokens(painter, inView.left());
    }
    if (isBelow) {
        painter.fillRect(QRectF(inView.left(), inView.top(), inView.width(), corner.height()), m_theme.panel);
        paintPlaces(painter, inView.top());
        if (inView.left() > 0)
            painter.fillRect(corner, m_theme.panel);
    } else if (inView.left() > 0) {
        painter.fillRect(QRectF(inView.left(), m_cells.top() - lensHeaderHeight, corner.width(), corner.height()),
                         m_theme.panel);
    }
}

void LensFigure::paintFocus(QPainter &painter) const
{
    const QRectF cell = cellRect(m_data.query, m_data.place);
    if (cell.isEmpty())
        return;
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(m_theme.accent, 2));
    painter.drawRect(cell.adjusted(0, 0, -1, -1));
}

void LensFigure::paintBar(QPainter &painter) const
{
    const ColorBar bar{.range = ColorRange()};
    const double width = std::min(lensBarWidth, m_size.width() / 2);
    const QRectF place(m_cells.left(), m_cells.bottom() + 10, width, ColorBar::thickness);
    bar.paintColors(painter, place, m_theme);
    bar.paintTicks(painter, place, m_theme);
    const QString what = m_data.chosen.isEmpty() ? LensFigureText::tr("probability of the most likely word")
                                                 : LensFigureText::tr("probability of “%1”").arg(m_data.chosen);
    const double left = place.right() + 14;
    const double room = m_size.width() - left - lensMargin;
    drawToken(painter, QRectF(left, place.top() - 6, room, 20), Qt::AlignLeft, elidedToken(what, lensHeadFont(), room),
              lensHeadFont(), m_theme.muted);
}

} // namespace regard
