#include "views/sentence/sentence_figure.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <QCoreApplication>

#include "draw/signed_text.h"
#include "draw/text_width.h"
#include "draw/token_label.h"

namespace regard {

namespace {

constexpr double sentenceMargin = 14;
constexpr double sentenceLabelWidth = 64;
constexpr double wordHeight = 26;
constexpr double sentenceLineHeight = 46;
constexpr double sentencePadding = 5;
constexpr double sentenceFontSize = 16;
constexpr double narrowestWord = 16;
constexpr double narrowestChange = 32; ///< so that its number with a sign fits below it
constexpr double smallestShown = 0.005;

struct SentenceFigureText {
    Q_DECLARE_TR_FUNCTIONS(SentenceFigure)
};

} // namespace

SentenceFigure::SentenceFigure(SentenceData data, QSizeF size, const Theme &theme)
    : m_data(std::move(data)), m_theme(theme)
{
    const double width = std::max(size.width(), 180.0);
    if (m_theme.parts.title.value_or(true))
        m_title = BrokenTitle(m_data.title, width - 2 * sentenceMargin, Theme::font(13, true));
    m_top = m_title.isEmpty() ? sentenceMargin : 44 + m_title.further();
    const double left = sentenceMargin + sentenceLabelWidth;
    const double room = width - left - sentenceMargin;
    double x = left;
    double y = 0;
    for (int i = 0; i < m_data.tokens.size(); ++i) {
        const QString text = visibleToken(m_data.tokens.at(i));
        const double mark = marksWidth(Theme::font(sentenceFontSize), marksOf({}, {}, i, m_data.newTokens));
        const double least = m_data.isDifference ? narrowestChange : narrowestWord;
        const double wide = std::min(
            room, std::max(least, textWidth(text, Theme::font(sentenceFontSize)) + mark + 2 * sentencePadding));
        const bool spaced = std::size_t(i) >= m_data.spaceBefore.size() || m_data.spaceBefore[std::size_t(i)];
        x += i > 0 ? (spaced ? 6 : 1) : 0;
        if (x > left && x + wide > width - sentenceMargin) {
            x = left;
            y += sentenceLineHeight;
        }
        m_words.emplace_back(x, y, wide, wordHeight);
        x += wide;
    }
    m_dropsZero = isAnyNumberWide();
    m_rowHeight = y + sentenceLineHeight + 14;
    const double rows = double(std::max<std::size_t>(1, m_data.heads.size()));
    m_size = QSizeF(width, std::max(size.height(), m_top + rows * m_rowHeight + sentenceMargin));
}

QRectF SentenceFigure::tokenRect(int headRow, int token) const
{
    return m_words.at(std::size_t(token)).translated(0, m_top + headRow * m_rowHeight);
}

std::optional<SentenceHit> SentenceFigure::hit(QPointF point) const
{
    for (int row = 0; row < int(m_data.heads.size()); ++row) {
        for (int token = 0; token < m_data.tokens.size(); ++token)
            if (tokenRect(row, token).contains(point))
                return SentenceHit{row, token};
    }
    return std::nullopt;
}

double SentenceFigure::weight(int headRow, int token) const
{
    const Matrix &weights = *m_data.heads[std::size_t(headRow)].weights;
    if (token >= weights.cols() || weights.rows() == 0)
        return 0;
    if (m_data.query >= 0 && m_data.query < weights.rows())
        return double(weights(m_data.query, token));
    double sum = 0;
    int count = 0;
    for (Eigen::Index query = 0; query < weights.rows(); ++query) {
        const auto weight = double(weights(query, token));
        sum += std::isnan(weight) ? 0 : weight;
        count += std::isnan(weight) ? 0 : 1;
    }
    return count > 0 ? sum / count : std::numeric_limits<double>::quiet_NaN();
}

double SentenceFigure::labelSize() const
{
    return sentenceFontSize;
}

void SentenceFigure::paint(QPainter &painter) const
{
    painter.setRenderHint(QPainter::Antialiasing);
    m_theme.fillPaper(painter, QRectF(QPointF(0, 0), m_size));
    const QRectF clip = painter.hasClipping() ? painter.clipBoundingRect() : QRectF(QPointF(0, 0), m_size);
    m_title.paint(painter, QRectF(sentenceMargin, 8, m_size.width() - 2 * sentenceMargin, 24), m_theme.text);
    for (int row = 0; row < int(m_data.heads.size()); ++row) {
        const int index = m_data.heads[std::size_t(row)].index;
        const double top = m_top + row * m_rowHeight;
        if (row > 0) {
            painter.setPen(QPen(m_theme.border, 1));
            painter.drawLine(QPointF(sentenceMargin, top - 9), QPointF(m_size.width() - sentenceMargin, top - 9));
        }
        painter.setPen(Qt::NoPen);
        painter.setBrush(m_theme.head(index));
        painter.drawRoundedRect(QRectF(sentenceMargin - 8, top + 5, 3, wordHeight - 10), 1.5, 1.5);
        drawToken(painter, QRectF(sentenceMargin, top, sentenceLabelWidth - 4, wordHeight), Qt::AlignLeft,
                  elidedToken(m_data.heads[std::size_t(row)].name, Theme::font(12, true), sentenceLabelWidth - 4),
                  Theme::font(12, true), m_theme.headText(index));
        for (int token = 0; token < m_data.tokens.size(); ++token) {
            // A number is below its word; what a scroll area does not show needs no pixels.
            if (clip.intersects(
                    tokenRect(row, token)
                        .adjusted(-sentenceLineHeight, -sentenceLineHeight, sentenceLineHeight, sentenceLineHeight)))
                paintWord(painter, row, token);
        }
    }
}

void SentenceFigure::paintWord(QPainter &painter, int headRow, int token) const
{
    const QRectF box = tokenRect(headRow, token);
    const double share = weight(headRow, token);
    const QColor head = m_theme.head(m_data.heads[std::size_t(headRow)].index);
    const QColor fill = m_data.isDifference
                            ? QColor::fromRgb(m_theme.diverging(share / m_data.numbers.one))
                            : mixed(m_theme.panel, head, std::clamp(share / m_data.numbers.one, 0.0, 1.0));
    const bool asks = m_data.asksItself && token == m_data.query;
    painter.setPen(asks ? QPen(m_theme.accent, 2) : QPen(Qt::NoPen));
    painter.setBrush(fill);
    painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 5, 5);
    if (m_data.isDifference)
        paintChangeLine(painter, box, share);
    for (const HandLink &link : m_data.byHand)
        if (link.query == m_data.query && link.key == token && link.head == m_data.heads[std::size_t(headRow)].index) {
            const QPointF corner = box.topRight() + QPointF(-1, 1);
            painter.setPen(QPen(m_theme.panel, 1.5));
            painter.setBrush(m_theme.text);
            painter.drawPolygon(QPolygonF{corner, corner + QPointF(-9, 0), corner + QPointF(0, 9)});
        }
    const QFont font = Theme::font(sentenceFontSize);
    const TokenMarks marks = marksOf(m_data.random, m_data.masked, token, m_data.newTokens);
    const QColor text = contrast(m_theme.text, fill) >= 4.5 ? m_theme.text : m_theme.textOn(fill.rgb());
    drawToken(painter, box, Qt::AlignHCenter,
              elidedToken(visibleToken(m_data.tokens.at(token)), font,
                          box.width() - sentencePadding - marksWidth(font, marks)),
              font, text, marks);
    paintNumber(painter, box, token, share);
}

void SentenceFigure::paintNumber(QPainter &painter, const QRectF &word, int token, double share) const
{
    const QRectF below(word.center().x() - 20, word.bottom() + 1, 40, 13);
    const QFont small = Theme::monospace(10);
    if (isMarked(m_data.newTokens, token)) {
        drawToken(painter, below, Qt::AlignHCenter, SentenceFigureText::tr("new"), Theme::font(10), m_theme.muted);
        return;
    }
    if (!(std::abs(share) >= smallestShown * m_data.numbers.one))
        return;
    drawToken(painter, below, Qt::AlignHCenter, numberText(share), small,
              m_data.isDifference ? m_theme.changeText(share) : m_theme.muted);
}

QString SentenceFigure::numberText(double share) const
{
    QString number = m_data.isDifference ? m_data.numbers.changeText(share) : m_data.numbers.text(share);
    if (const qsizetype zero = number.indexOf(QLatin1String("0.")); m_dropsZero && zero >= 0 && zero < 2)
        number.remove(zero, 1);
    return number;
}

bool SentenceFigure::isAnyNumberWide() const
{
    const double widest =
        textWidth(m_data.isDifference ? QStringLiteral("−0.00") : QStringLiteral("0.00"), Theme::monospace(10));
    for (int token = 0; token < int(m_words.size()); ++token) {
        if (widest <= m_words[std::size_t(token)].width() + 2 || isMarked(m_data.newTokens, token))
            continue;
        for (int row = 0; row < int(m_data.heads.size()); ++row)
            if (std::abs(weight(row, token)) >= smallestShown * m_data.numbers.one)
                return true;
    }
    return false;
}

void SentenceFigure::paintChangeLine(QPainter &painter, const QRectF &word, double share) const
{
    if (!(std::abs(share) >= smallestShown * m_data.numbers.one))
        return;
    // Towards the text's colour: on a word that changed most it is drawn over the full colour of its change.
    QPen pen(mixed(m_theme.change(share), m_theme.text, 0.5), 2, share < 0 ? Qt::CustomDashLine : Qt::SolidLine,
             Qt::FlatCap);
    if (share < 0)
        pen.setDashPattern({2, 1.5});
    painter.setPen(pen);
    painter.drawLine(QPointF(word.left() + 3, word.bottom() - 1.5), QPointF(word.right() - 3, word.bottom() - 1.5));
}

} // namespace regard
