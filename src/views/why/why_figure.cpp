#include "views/why/why_figure.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "draw/broken_title.h"
#include "draw/notation.h"
#include "draw/text_width.h"
#include "draw/token_label.h"
#include "views/steps/step_layout.h"

namespace regard {

namespace {

constexpr double pageMargin = 12; // of a picture with a title; a panel has its own
constexpr double whyLineHeight = 19;
constexpr double whyFontSize = 13;
constexpr double titleSize = 14;
constexpr double whyTitleHeight = 26;
constexpr double whyGap = 14; // between phrases
constexpr double whyLeastWidth = 160;
constexpr int phraseColumns = 3;

bool isBold(const WhyRun &run)
{
    return run.look == WhyRun::Look::Result;
}

double whyWidthOf(const WhyRun &run)
{
    return notationWidth(run.text, Theme::font(whyFontSize, isBold(run)));
}

double whyWidthOf(const WhyPhrase &phrase)
{
    double width = 0;
    for (const WhyRun &run : phrase.runs)
        width += whyWidthOf(run);
    return width;
}

/// Returns where the columns of the table start; zeros where they do not fit beside each other.
std::array<double, phraseColumns> columnStarts(const std::vector<WhyPhrase> &phrases, double width)
{
    std::array<double, phraseColumns> widths{};
    for (const WhyPhrase &phrase : phrases)
        if (phrase.column >= 0)
            widths[std::size_t(phrase.column)] = std::max(widths[std::size_t(phrase.column)], whyWidthOf(phrase));
    std::array<double, phraseColumns> starts{};
    for (std::size_t i = 1; i < phraseColumns; ++i)
        starts[i] = starts[i - 1] + widths[i - 1] + 2 * whyGap;
    return starts.back() + widths.back() <= width ? starts : std::array<double, phraseColumns>{};
}

} // namespace

WhyFigure::WhyFigure(const WhyData &data, QSizeF size, const Theme &theme)
    : m_data(data), m_theme(theme), m_margin(data.title.isEmpty() ? 0 : pageMargin),
      m_size(std::max(size.width(), whyLeastWidth), size.height())
{
    // The first that fits; of those that do not, the one that says least.
    const auto count = int(data.parts.size());
    std::vector<std::pair<int, int>> ways; // parts, explained
    for (int parts = count; parts > 0; --parts)
        for (const int explained : {parts, 1, 0})
            if (explained != parts || parts == count)
                ways.emplace_back(parts, explained);
    if (count == 0)
        ways.emplace_back(0, 0);
    double height = 0;
    for (const auto &[parts, explained] : ways) {
        height = lay(withFewerParts(data, parts), explained);
        if (height <= size.height() || !(size.height() > 0))
            break;
    }
    m_size.setHeight(std::max(height, size.height()));
}

double WhyFigure::lay(const WhyData &data, int explained)
{
    m_placed.clear();
    m_x = m_margin;
    m_y = m_margin;
    layTitle();
    const double width = m_size.width() - 2 * m_margin;
    const std::vector<WhyPhrase> phrases = whyPhrases(data, explained);
    const std::array<double, phraseColumns> starts = columnStarts(phrases, width);
    for (const WhyPhrase &phrase : phrases) {
        const bool isColumn = phrase.column > 0 && starts.back() > 0;
        const bool isFull = !isColumn && m_x > m_margin && m_x + whyGap + whyWidthOf(phrase) > m_margin + width;
        if ((phrase.starts || phrase.column == 0 || isFull) && m_x > m_margin)
            newLine();
        else if (m_x > m_margin)
            m_x += whyGap;
        if (isColumn)
            m_x = m_margin + starts[std::size_t(phrase.column)];
        putPhrase(phrase);
    }
    return m_y + whyLineHeight + m_margin;
}

void WhyFigure::layTitle()
{
    if (m_data.title.isEmpty() || !m_theme.parts.title.value_or(true))
        return;
    const double width = m_size.width() - 2 * m_margin;
    const QFont bold = Theme::font(titleSize, true);
    const BrokenTitle title(m_data.title, width, bold);
    for (const QString &line : title.lines()) {
        const double top = m_y + (m_placed.empty() ? 0 : BrokenTitle::lineHeight * double(m_placed.size()));
        m_placed.push_back({QRectF(m_margin, top, width, whyTitleHeight), line, m_theme.text, true});
    }
    m_y += title.further();
    const double taken = std::ceil(textWidth(title.lines().constLast(), bold)) + 1;
    m_placed.back().box.setWidth(std::min(taken, width));
    const QFont font = Theme::font(whyFontSize);
    const double left = width - taken - whyGap;
    const QString place = visibleToken(m_data.place);
    const bool fits = std::ceil(textWidth(place, font)) <= left;
    if (fits)
        m_placed.push_back({QRectF(m_margin + taken + whyGap, m_y, left, whyTitleHeight), place, m_theme.muted, false});
    m_y += whyTitleHeight;
    if (fits || place.isEmpty())
        return;
    m_placed.push_back(
        {QRectF(m_margin, m_y, width, whyLineHeight), elidedToken(place, font, width), m_theme.muted, false});
    m_y += whyLineHeight;
}

void WhyFigure::newLine()
{
    m_x = m_margin;
    m_y += whyLineHeight;
}

void WhyFigure::put(const WhyRun &run)
{
    const double most = m_size.width() - 2 * m_margin;
    const QFont font = Theme::font(whyFontSize, isBold(run));
    const QString text = elidedToken(visibleToken(run.text), font, most);
    const double width = std::min(std::ceil(notationWidth(text, font)), most);
    m_placed.push_back({QRectF(m_x, m_y, width + 1, whyLineHeight), text, colorOf(run), isBold(run), true});
    m_x += notationWidth(text, font);
}

/// One that is wider than a line goes on in the next, between its words.
void WhyFigure::putPhrase(const WhyPhrase &phrase)
{
    const double right = m_size.width() - m_margin;
    if (m_x + whyWidthOf(phrase) <= right + 0.5) {
        for (const WhyRun &run : phrase.runs)
            put(run);
        return;
    }
    for (const WhyRun &run : phrase.runs) {
        const QStringList words = run.text.split(QLatin1Char(' '));
        WhyRun line{words.front(), run.role, run.look};
        for (int i = 0; i < words.size(); ++i) {
            WhyRun longer = line;
            if (i > 0)
                longer.text += QLatin1Char(' ') + words.at(i);
            if (m_x + whyWidthOf(longer) <= right || (i == 0 && m_x <= m_margin)) {
                line = longer;
                continue;
            }
            if (i > 0)
                put(line);
            newLine();
            line.text = words.at(i);
        }
        put(line);
    }
}

QColor WhyFigure::colorOf(const WhyRun &run) const
{
    return run.role != StepRole::Plain       ? stepRoleColor(m_theme, run.role)
           : run.look == WhyRun::Look::Muted ? m_theme.muted
                                             : m_theme.text;
}

void WhyFigure::paint(QPainter &painter) const
{
    m_theme.fillPaper(painter, QRectF(QPointF(), m_size));
    for (const Placed &placed : m_placed) {
        const bool isTitle = placed.box.height() == whyTitleHeight;
        const QFont font = Theme::font(isTitle && placed.bold ? titleSize : whyFontSize, placed.bold);
        if (placed.isNotation)
            drawNotation(painter, placed.box, Qt::AlignLeft, placed.text, font, placed.color);
        else
            drawToken(painter, placed.box, Qt::AlignLeft, placed.text, font, placed.color);
    }
}

std::unique_ptr<Figure> WhyFigure::within(QSizeF size) const
{
    return std::make_unique<WhyFigure>(m_data, size, m_theme);
}

QString WhyFigure::text() const
{
    QString text;
    double line = 0;
    double right = 0;
    for (const Placed &placed : m_placed) {
        if (!text.isEmpty())
            text += placed.box.top() > line                  ? QStringLiteral("\n")
                    : placed.box.left() > right + whyGap / 2 ? QStringLiteral("  ")
                                                             : QString();
        text += placed.text;
        line = placed.box.top();
        right = placed.box.right();
    }
    return text;
}

} // namespace regard
