#include "views/unrolled/unrolled_figure.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <QPainterPath>

#include "draw/cell_image.h"
#include "draw/sign_hatch.h"
#include "draw/text_width.h"
#include "draw/token_label.h"

namespace regard {

namespace {

constexpr double unrolledMargin = 10;
constexpr double unrolledNarrowest = 260;
constexpr double leastColumn = 16;
constexpr double mostColumn = 130;
constexpr double leastBox = 40; ///< its height
constexpr double mostBox = 90;
constexpr double unrolledRowGap = 18; ///< between rows, for the arrows from one to the next
constexpr double stepShare = 0.34;    ///< of a column: the arrow in time
constexpr double mostStep = 22;
constexpr double unrolledArrow = 3.5;
constexpr double beyond = 3;
constexpr double unrolledSlant = -50; ///< degrees of words that are wider than their column
constexpr double slantedHeight = 46;
constexpr double leastBand = 92;          ///< between both sentences, for the links
constexpr double leastPresentedBand = 44; ///< where the type is as large as it can be
constexpr double mostBand = 180;
constexpr double nameSize = 10;
constexpr double wordSize = 12;
constexpr double unrolledLegendHeight = 22;
constexpr double faint = 0.25;

QFont unrolledWordFont(bool bold = false)
{
    return Theme::font(wordSize, bold);
}

} // namespace

UnrolledFigure::UnrolledFigure(UnrolledData data, QSizeF space, const Theme &theme, std::optional<UnrolledBox> focus)
    : m_data(std::move(data)), m_theme(theme), m_focus(focus)
{
    if (m_focus && !exists(*m_focus))
        m_focus.reset();
    std::size_t columns = 1;
    double widest = 0;
    double names = 0;
    for (const UnrolledData::Sentence &sentence : m_data.sentences) {
        columns = std::max(columns, std::size_t(sentence.words.size()));
        for (const QString &word : sentence.words)
            widest = std::max(widest, textWidth(visibleToken(word), unrolledWordFont(true)));
        for (const UnrolledData::Row &row : sentence.rows) {
            names = std::max(names, textWidth(row.name, Theme::font(nameSize)));
            for (const UnrolledData::State &state : row.states)
                widenRange(state);
        }
    }
    widenRange(m_data.firstState);
    names = std::min(names, 90.0);
    const double firstWidth = hasFirst() ? leastColumn + mostStep : 0;
    m_left = unrolledMargin + names + 8 + firstWidth;
    const double room = std::max(space.width(), unrolledNarrowest) - m_left - unrolledMargin;
    m_column = std::clamp(room / double(columns), leastColumn, mostColumn);
    m_isSlanted = widest > m_column - 2;
    m_wordHeight = m_isSlanted ? slantedHeight : 22;
    double top = unrolledMargin;
    const double width = std::max(m_left + double(columns) * m_column + unrolledMargin, unrolledNarrowest);
    if (m_theme.parts.title.value_or(true) && !m_data.title.isEmpty()) {
        m_title = BrokenTitle(m_data.title, width - 2 * unrolledMargin, Theme::font(13, true));
        top += 24 + m_title.further();
    }
    m_boxHeight = leastBox;
    const double least = m_theme.leastNumber > 0 ? leastPresentedBand : leastBand;
    m_bandHeight = least;
    placeRows(top);
    const auto bottom = [this] { return m_tops.front().front() + m_boxHeight + unrolledRowGap + m_wordHeight; };
    // What is left of the space makes boxes and links higher.
    double rows = 0;
    for (const UnrolledData::Sentence &sentence : m_data.sentences)
        rows += double(sentence.rows.size());
    const double left = std::max(0.0, space.height() - bottom() - unrolledLegendHeight - unrolledMargin);
    m_boxHeight = std::min(leastBox + 0.7 * left / std::max(rows, 1.0), mostBox);
    m_bandHeight = std::min(least + 0.3 * left, mostBand);
    placeRows(top);
    const double below = bottom();
    m_size =
        QSizeF(std::max(width, space.width()), std::max(space.height(), below + unrolledLegendHeight + unrolledMargin));
}

/// Places rows from the top down: the second sentence's words and rows, the links, the first sentence's rows and words.
void UnrolledFigure::placeRows(double top)
{
    m_tops.assign(m_data.sentences.size(), {});
    if (m_data.sentences.size() > 1) {
        top += m_wordHeight + unrolledRowGap;
        for (std::size_t row = 0; row < m_data.sentences[1].rows.size(); ++row) {
            m_tops[1].push_back(top);
            top += m_boxHeight + unrolledRowGap;
        }
        top += m_bandHeight - unrolledRowGap;
    }
    const std::size_t rows = m_data.sentences.front().rows.size();
    m_tops[0].resize(rows);
    for (std::size_t row = rows; row-- > 0;) {
        m_tops[0][row] = top;
        top += m_boxHeight + unrolledRowGap;
    }
}

bool UnrolledFigure::exists(const UnrolledBox &box) const
{
    if (box.sentence < 0 || box.sentence >= int(m_data.sentences.size()))
        return false;
    const UnrolledData::Sentence &sentence = m_data.sentences[std::size_t(box.sentence)];
    return box.row >= 0 && box.row < int(sentence.rows.size()) && box.token >= 0 &&
           box.token < int(sentence.words.size());
}

const UnrolledData::State &UnrolledFigure::stateAt(const UnrolledBox &box) const
{
    return m_data.sentences.at(std::size_t(box.sentence))
        .rows.at(std::size_t(box.row))
        .states.at(std::size_t(box.token));
}

QRectF UnrolledFigure::boxRect(const UnrolledBox &box) const
{
    const double step = std::min(mostStep, stepShare * m_column);
    return {m_left + box.token * m_column + step / 2, m_tops[std::size_t(box.sentence)][std::size_t(box.row)],
            m_column - step, m_boxHeight};
}

QRectF UnrolledFigure::firstRect() const
{
    if (!hasFirst() || m_tops.size() < 2)
        return {};
    return {m_left - mostStep - leastColumn + 4, m_tops[1].back(), leastColumn - 4, m_boxHeight};
}

double UnrolledFigure::wordsTop(int sentence) const
{
    return isDown(sentence) ? m_tops[1].front() - unrolledRowGap - m_wordHeight
                            : m_tops[0].front() + m_boxHeight + unrolledRowGap;
}

std::optional<UnrolledBox> UnrolledFigure::hit(QPointF point) const
{
    for (int sentence = 0; sentence < int(m_data.sentences.size()); ++sentence) {
        const UnrolledData::Sentence &shown = m_data.sentences[std::size_t(sentence)];
        for (int row = 0; row < int(shown.rows.size()); ++row)
            for (int token = 0; token < int(shown.words.size()); ++token)
                if (boxRect({sentence, row, token}).contains(point))
                    return UnrolledBox{sentence, row, token};
    }
    return std::nullopt;
}

std::pair<QPointF, QPointF> UnrolledFigure::linkEnds(const UnrolledData::Link &link) const
{
    const QRectF asks = boxRect({1, int(m_tops[1].size()) - 1, link.query});
    const QRectF asked = boxRect({0, int(m_tops[0].size()) - 1, link.key});
    return {{asks.center().x(), asks.bottom()}, {asked.center().x(), asked.top()}};
}

double UnrolledFigure::shareOf(float number) const
{
    return m_range > 0 ? double(number) / m_range : 0;
}

/// The colours end at its numbers too.
void UnrolledFigure::widenRange(const UnrolledData::State &state)
{
    for (const auto *numbers : {&state.numbers, &state.cellNumbers})
        for (const float number : *numbers)
            m_range = std::max(m_range, double(std::abs(number)));
}

/// The state that a step begins with; nothing where it is the first.
std::optional<UnrolledBox> UnrolledFigure::before(const UnrolledBox &box) const
{
    const UnrolledData::Sentence &sentence = m_data.sentences[std::size_t(box.sentence)];
    const UnrolledData::Row &row = sentence.rows[std::size_t(box.row)];
    const int token = box.token + (row.isBackward ? 1 : -1);
    if (!row.hasSteps || token < 0 || token >= int(sentence.words.size()))
        return std::nullopt;
    return UnrolledBox{box.sentence, box.row, token};
}

/// Whether the box in focus reads it.
bool UnrolledFigure::isSource(const UnrolledBox &box) const
{
    if (!m_focus)
        return false;
    return before(*m_focus) == box;
}

bool UnrolledFigure::isLit(const UnrolledData::Link &link) const
{
    if (!m_focus)
        return false;
    return m_focus->sentence == 1 ? m_focus->token == link.query : m_focus->token == link.key;
}

void UnrolledFigure::paint(QPainter &painter) const
{
    painter.setRenderHint(QPainter::Antialiasing);
    m_theme.fillPaper(painter, QRectF(QPointF(0, 0), m_size));
    if (!m_title.isEmpty())
        m_title.paint(
            painter,
            QRectF(unrolledMargin, unrolledMargin, m_size.width() - 2 * unrolledMargin, BrokenTitle::lineHeight),
            m_theme.text);
    paintLinks(painter);
    for (int sentence = 0; sentence < int(m_data.sentences.size()); ++sentence) {
        paintReads(painter, sentence);
        for (int row = 0; row < int(m_data.sentences[std::size_t(sentence)].rows.size()); ++row) {
            paintStepsOf(painter, sentence, row);
            paintRow(painter, sentence, row);
        }
        paintWords(painter, sentence);
    }
    paintFirst(painter);
    paintColors(painter);
}

void UnrolledFigure::paintWords(QPainter &painter, int sentence) const
{
    const QStringList &words = m_data.sentences[std::size_t(sentence)].words;
    const double top = wordsTop(sentence);
    for (int token = 0; token < int(words.size()); ++token) {
        const bool isFocus = m_focus && m_focus->sentence == sentence && m_focus->token == token;
        const QColor ink = isFocus ? m_theme.text : m_theme.muted;
        const double x = m_left + token * m_column;
        const QString word = visibleToken(words[token]);
        if (!m_isSlanted)
            drawToken(painter, {x, top, m_column, m_wordHeight}, Qt::AlignHCenter, word, unrolledWordFont(isFocus),
                      ink);
        else if (isDown(sentence))
            drawSlantedToken(painter, {x + m_column / 2, top + m_wordHeight - 2}, unrolledSlant, true,
                             elidedToken(word, unrolledWordFont(isFocus), 1.2 * slantedHeight),
                             unrolledWordFont(isFocus), ink);
        else
            drawSlantedToken(painter, {x + m_column / 2 + 4, top + 4}, unrolledSlant, false,
                             elidedToken(word, unrolledWordFont(isFocus), 1.2 * slantedHeight),
                             unrolledWordFont(isFocus), ink);
    }
}

/// Arrows from the words to the first layer, and from each layer to the next; both directions of a layer read the same.
void UnrolledFigure::paintReads(QPainter &painter, int sentence) const
{
    const UnrolledData::Sentence &shown = m_data.sentences[std::size_t(sentence)];
    for (int row = 0; row < int(shown.rows.size()); ++row) {
        if (!shown.rows[std::size_t(row)].hasSteps)
            continue;
        for (int token = 0; token < int(shown.words.size()); ++token) {
            const UnrolledBox box{sentence, row, token};
            const QRectF rect = boxRect(box);
            const bool isDownwards = isDown(sentence);
            const QPointF end(rect.center().x(), isDownwards ? rect.top() : rect.bottom());
            const double toSource = isDownwards ? 2 - unrolledRowGap : unrolledRowGap - 2;
            if (!shown.rows[std::size_t(row)].isBackward) {
                paintArrow(painter, end + QPointF(0, toSource), end, m_focus == box);
                continue;
            }
            // What the row forward reads too, around its box.
            const QRectF beside = boxRect({sentence, row - 1, token});
            const QPointF corner(rect.left() - beyond, end.y() + toSource / 2);
            const QPointF source(corner.x(), (isDownwards ? beside.top() : beside.bottom()) + toSource);
            painter.setPen(QPen(m_focus == box ? m_theme.accent : m_theme.muted, m_focus == box ? 2 : 1));
            painter.drawLine(source, corner);
            paintArrow(painter, corner, QPointF(rect.left() + beyond, end.y()), m_focus == box);
        }
    }
}

void UnrolledFigure::paintArrow(QPainter &painter, QPointF from, QPointF to, bool isLit) const
{
    const QPointF way = to - from;
    const double length = std::hypot(way.x(), way.y());
    if (length < 1)
        return;
    const QPointF along = way / length;
    const QPointF across(-along.y(), along.x());
    const QColor ink = isLit ? m_theme.accent : m_theme.muted;
    painter.setPen(QPen(ink, isLit ? 2 : 1));
    painter.drawLine(from, to - along * unrolledArrow);
    QPainterPath head(to);
    head.lineTo(to - along * 2 * unrolledArrow + across * unrolledArrow);
    head.lineTo(to - along * 2 * unrolledArrow - across * unrolledArrow);
    head.closeSubpath();
    painter.fillPath(head, ink);
}

void UnrolledFigure::paintStepsOf(QPainter &painter, int sentence, int row) const
{
    const UnrolledData::Sentence &shown = m_data.sentences[std::size_t(sentence)];
    for (int token = 0; token < int(shown.words.size()); ++token) {
        const UnrolledBox box{sentence, row, token};
        const std::optional<UnrolledBox> earlier = before(box);
        if (!earlier)
            continue;
        const QRectF from = boxRect(*earlier);
        const QRectF to = boxRect(box);
        const bool isBackward = to.left() < from.left();
        paintArrow(painter, {isBackward ? from.left() : from.right(), from.center().y()},
                   {isBackward ? to.right() : to.left(), to.center().y()}, m_focus == box);
    }
}

void UnrolledFigure::paintRow(QPainter &painter, int sentence, int row) const
{
    const UnrolledData::Sentence &shown = m_data.sentences[std::size_t(sentence)];
    const UnrolledData::Row &chain = shown.rows[std::size_t(row)];
    const double first = hasFirst() ? leastColumn + mostStep : 0;
    painter.setPen(m_theme.muted);
    painter.setFont(Theme::font(nameSize));
    const QRectF name(unrolledMargin, boxRect({sentence, row, 0}).top(), m_left - first - unrolledMargin - 6,
                      m_boxHeight);
    painter.drawText(name, Qt::AlignRight | Qt::AlignVCenter | Qt::TextWordWrap, chain.name);
    for (int token = 0; token < int(shown.words.size()); ++token) {
        const UnrolledBox box{sentence, row, token};
        const UnrolledData::State &state = stateAt(box);
        const QRectF rect = boxRect(box);
        paintStrip(painter, rect, state);
        const bool isLit = m_focus == box || isSource(box);
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(isLit ? m_theme.accent : m_theme.border, isLit ? 2 : 1,
                            state.isMasked ? Qt::DashLine : Qt::SolidLine));
        painter.drawRect(rect);
        if (!state.isOff)
            continue;
        painter.setPen(QPen(m_theme.error, 1.5));
        painter.drawLine(rect.topLeft(), rect.bottomRight());
        painter.drawLine(rect.topRight(), rect.bottomLeft());
    }
}

void UnrolledFigure::paintStrip(QPainter &painter, const QRectF &rect, const UnrolledData::State &state) const
{
    SignHatch signs(m_theme);
    const auto paint = [&](const QRectF &part, const std::vector<float> &numbers) {
        const auto count = int(numbers.size());
        if (count == 0)
            return;
        const auto share = [&](int row) { return shareOf(numbers[std::size_t(row)]); };
        paintCellImage(painter, part, count, 1, [&](int row, int) { return m_theme.diverging(share(row)); });
        const double height = part.height() / count;
        for (int row = 0; row < count; ++row)
            signs.add(QRectF(part.left(), part.top() + row * height, part.width(), height), share(row));
    };
    const QRectF cell = cellPart(rect);
    const bool hasCell = !state.cellNumbers.empty();
    paint(hasCell ? QRectF(rect.topLeft(), cell.bottomLeft()) : rect, state.numbers);
    paint(cell, state.cellNumbers);
    signs.paint(painter);
    if (!hasCell)
        return;
    painter.setPen(QPen(m_theme.border, 1));
    painter.drawLine(cell.topLeft(), cell.bottomLeft());
}

void UnrolledFigure::paintLinks(QPainter &painter) const
{
    for (const UnrolledData::Link &link : m_data.links) {
        const auto [from, to] = linkEnds(link);
        QColor ink = m_theme.head(m_data.linkColor);
        ink.setAlphaF(float(m_focus && !isLit(link) ? faint : 1));
        painter.setPen(QPen(ink, linkWidth(link.weight), Qt::SolidLine, Qt::FlatCap));
        painter.drawLine(from, to);
    }
}

void UnrolledFigure::paintFirst(QPainter &painter) const
{
    const QRectF rect = firstRect();
    if (rect.isEmpty())
        return;
    const bool isLit = m_focus && m_focus->sentence == 1 && m_focus->token == 0;
    paintStrip(painter, rect, m_data.firstState);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(isLit ? m_theme.accent : m_theme.border, isLit ? 2 : 1));
    painter.drawRect(rect);
    for (int row = 0; row < int(m_tops[1].size()); ++row) {
        const QRectF box = boxRect({1, row, 0});
        paintArrow(painter, {rect.right(), row + 1 == int(m_tops[1].size()) ? rect.center().y() : rect.top()},
                   {box.left(), box.center().y()}, m_focus == UnrolledBox{1, row, 0});
    }
    // The arrows start at the last states of the encoder's last layer.
    const std::vector<UnrolledData::Row> &rows = m_data.sentences.front().rows;
    for (int row = int(rows.size()) - 1; row >= 0 && rows[std::size_t(row)].hasSteps; --row) {
        const bool isBackward = rows[std::size_t(row)].isBackward;
        const QRectF last = boxRect({0, row, isBackward ? 0 : int(m_data.sentences.front().words.size()) - 1});
        // Around what stands above.
        const QPointF corner(isBackward ? last.left() : last.right() + beyond,
                             boxRect({0, int(rows.size()) - 1, 0}).top());
        painter.setPen(QPen(isLit ? m_theme.accent : m_theme.muted, isLit ? 2 : 1));
        painter.drawLine(QPointF(corner.x(), last.center().y()), corner);
        paintArrow(painter, corner, {rect.center().x(), rect.bottom() + 1}, isLit);
        if (!isBackward)
            break;
    }
    if (!rows.empty() && !rows.back().hasSteps)
        paintMeanTo(painter, {rect.center().x(), rect.bottom() + 1}, isLit);
    painter.setPen(m_theme.muted);
    painter.setFont(Theme::font(nameSize));
    painter.drawText(QRectF(unrolledMargin, rect.bottom() - 14, rect.left() - unrolledMargin - 4, 14), Qt::AlignRight,
                     m_data.firstName);
}

/// Paints the way from all rows that a stack of attentions leaves: a bracket above them, and an arrow from it.
void UnrolledFigure::paintMeanTo(QPainter &painter, QPointF first, bool isLit) const
{
    const UnrolledData::Sentence &read = m_data.sentences.front();
    const int row = int(read.rows.size()) - 1;
    const QRectF left = boxRect({0, row, 0});
    const QRectF right = boxRect({0, row, int(read.words.size()) - 1});
    const double above = left.top() - beyond;
    painter.setPen(QPen(isLit ? m_theme.accent : m_theme.muted, isLit ? 2 : 1));
    painter.drawLine(QPointF(left.left(), above), QPointF(right.right(), above));
    for (const double end : {left.left(), right.right()})
        painter.drawLine(QPointF(end, above), QPointF(end, left.top() - 1));
    paintArrow(painter, {left.left(), above}, first, isLit);
}

/// What the colours mean.
void UnrolledFigure::paintColors(QPainter &painter) const
{
    constexpr int steps = 60;
    const QRectF bar(m_left, m_size.height() - unrolledMargin - 10, 2.0 * steps, 8);
    const auto share = [](int step) { return 2.0 * step / (steps - 1) - 1; };
    paintCellImage(painter, bar, 1, steps, [&](int, int step) { return m_theme.diverging(share(step)); });
    SignHatch signs(m_theme);
    for (int step = 0; step < steps; ++step)
        signs.add(QRectF(bar.left() + bar.width() * step / steps, bar.top(), bar.width() / steps, bar.height()),
                  share(step));
    signs.paint(painter);
    painter.setPen(m_theme.muted);
    painter.setFont(Theme::monospace(nameSize));
    const QString most = QString::number(m_range, 'g', 3);
    painter.drawText(QRectF(bar.left() - 60, bar.top() - 4, 55, 16), Qt::AlignRight | Qt::AlignVCenter,
                     QStringLiteral("−") + most);
    painter.drawText(QRectF(bar.right() + 5, bar.top() - 4, 60, 16), Qt::AlignLeft | Qt::AlignVCenter, most);
    painter.setFont(Theme::font(nameSize));
    const double left = bar.right() + 60;
    painter.drawText(QRectF(left, bar.top() - 4, m_size.width() - unrolledMargin - left, 16),
                     Qt::AlignLeft | Qt::AlignVCenter, m_data.partsName);
}

} // namespace regard
