#include "figures/sentence_figure.h"

#include <algorithm>
#include <cmath>

#include "figures/token_label.h"

namespace regard {

namespace {

constexpr double margin = 14;
constexpr double labelWidth = 64;
constexpr double wordHeight = 26;
constexpr double lineHeight = 46;
constexpr double padding = 5;
constexpr double fontSize = 16;

} // namespace

SentenceFigure::SentenceFigure(SentenceData data, QSizeF size, const Theme &theme)
    : m_data(std::move(data)), m_theme(theme), m_top(m_data.title.isEmpty() ? margin : 44)
{
    const double width = std::max(size.width(), 180.0);
    const double left = margin + labelWidth;
    const double room = width - left - margin;
    const QFontMetricsF metrics(Theme::font(fontSize));
    double x = left;
    double y = 0;
    for (int i = 0; i < m_data.tokens.size(); ++i) {
        const QString text = visibleToken(m_data.tokens.at(i));
        const double wide = std::min(room, std::max(16.0, metrics.horizontalAdvance(text) + 2 * padding));
        const bool spaced = std::size_t(i) >= m_data.spaceBefore.size() || m_data.spaceBefore[std::size_t(i)];
        x += i > 0 ? (spaced ? 6 : 1) : 0;
        if (x > left && x + wide > width - margin) {
            x = left;
            y += lineHeight;
        }
        m_words.emplace_back(x, y, wide, wordHeight);
        x += wide;
    }
    m_rowHeight = y + lineHeight + 14;
    const double rows = double(std::max<std::size_t>(1, m_data.heads.size()));
    m_size = QSizeF(width, std::max(size.height(), m_top + rows * m_rowHeight + margin));
}

QRectF SentenceFigure::tokenRect(int headRow, int token) const
{
    return m_words.at(std::size_t(token)).translated(0, m_top + headRow * m_rowHeight);
}

std::optional<SentenceHit> SentenceFigure::hit(QPointF point) const
{
    for (int row = 0; row < int(m_data.heads.size()); ++row) {
        for (int token = 0; token < m_data.tokens.size(); ++token) {
            if (tokenRect(row, token).contains(point)) {
                return SentenceHit{row, token};
            }
        }
    }
    return std::nullopt;
}

double SentenceFigure::weight(int headRow, int token) const
{
    const Matrix &weights = *m_data.heads[std::size_t(headRow)].weights;
    if (token >= weights.cols() || weights.rows() == 0) {
        return 0;
    }
    return m_data.query >= 0 && m_data.query < weights.rows() ? double(weights(m_data.query, token))
                                                              : double(weights.col(token).mean());
}

void SentenceFigure::paint(QPainter &painter) const
{
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(QRectF(QPointF(0, 0), m_size), m_theme.panel);
    if (!m_data.title.isEmpty()) {
        const QFont font = Theme::font(13, true);
        const double room = m_size.width() - 2 * margin;
        drawToken(painter, QRectF(margin, 8, room, 24), Qt::AlignLeft,
                  elidedToken(visibleToken(m_data.title), font, room), font, m_theme.text);
    }
    for (int row = 0; row < int(m_data.heads.size()); ++row) {
        const int index = m_data.heads[std::size_t(row)].index;
        const double top = m_top + row * m_rowHeight;
        if (row > 0) {
            painter.setPen(QPen(m_theme.border, 1));
            painter.drawLine(QPointF(margin, top - 9), QPointF(m_size.width() - margin, top - 9));
        }
        painter.setPen(Qt::NoPen);
        painter.setBrush(m_theme.head(index));
        painter.drawRoundedRect(QRectF(margin - 8, top + 5, 3, wordHeight - 10), 1.5, 1.5);
        drawToken(painter, QRectF(margin, top, labelWidth - 4, wordHeight), Qt::AlignLeft,
                  elidedToken(m_data.heads[std::size_t(row)].name, Theme::font(12, true), labelWidth - 4),
                  Theme::font(12, true), m_theme.headText(index));
        for (int token = 0; token < m_data.tokens.size(); ++token) {
            paintWord(painter, row, token);
        }
    }
}

void SentenceFigure::paintWord(QPainter &painter, int headRow, int token) const
{
    const QRectF box = tokenRect(headRow, token);
    const double share = weight(headRow, token);
    const QColor head = m_theme.head(m_data.heads[std::size_t(headRow)].index);
    const QColor fill = mixed(m_theme.panel, head, std::clamp(share, 0.0, 1.0));
    const bool asks = m_data.asksItself && token == m_data.query;
    painter.setPen(asks ? QPen(m_theme.accent, 2) : QPen(Qt::NoPen));
    painter.setBrush(fill);
    painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 5, 5);
    const QFont font = Theme::font(fontSize);
    const QColor text = contrast(m_theme.text, fill) >= 4.5 ? m_theme.text : m_theme.textOn(fill.rgb());
    drawToken(painter, box, Qt::AlignHCenter,
              elidedToken(visibleToken(m_data.tokens.at(token)), font, box.width() - padding), font, text,
              marksOf(m_data.random, m_data.masked, token));
    if (share >= 0.005) {
        const QRectF below(box.center().x() - 20, box.bottom() + 1, 40, 13);
        const QFont small = Theme::monospace(10);
        QString number = QString::number(share, 'f', 2);
        if (QFontMetricsF(small).horizontalAdvance(number) > box.width() + 2 && number.startsWith(u'0')) {
            number.remove(0, 1); // ".07" under a word of one letter
        }
        drawToken(painter, below, Qt::AlignHCenter, number, small, m_theme.muted);
    }
}

} // namespace regard
