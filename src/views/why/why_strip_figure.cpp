#include "views/why/why_strip_figure.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <QPainter>

#include "draw/notation.h"
#include "draw/text_width.h"
#include "draw/token_label.h"
#include "views/steps/step_layout.h"

namespace regard {

namespace {

constexpr double stripNumber = 19;
constexpr double smallestStripNumber = 14;
constexpr double stripCaption = 14;
constexpr double captionLine = 18;
constexpr double numberLine = 26;
constexpr double lineNumber = 16; // of a single line
constexpr double arrowGap = 14;   // on either side
constexpr double columnsGap = 26; // without arrows

QString arrow()
{
    return QStringLiteral("→");
}

bool isStripBold(const WhyRun &run)
{
    return run.look == WhyRun::Look::Result || run.look == WhyRun::Look::Gained || run.look == WhyRun::Look::Lost;
}

/// Whether the captions have a line of their own.
bool hasCaptionLine(const WhyStrip &strip, double height)
{
    return height >= captionLine + numberLine - 4 &&
           std::any_of(strip.columns.begin(), strip.columns.end(),
                       [](const WhyColumn &column) { return !column.caption.empty(); });
}

} // namespace

WhyStripFigure::WhyStripFigure(std::vector<WhyStrip> ways, QSizeF space, const Theme &theme)
    : m_theme(theme), m_size(space)
{
    const bool isTall = !ways.empty() && hasCaptionLine(ways.front(), space.height());
    double width = 0;
    for (const double size : {isTall ? stripNumber : lineNumber, smallestStripNumber})
        for (const WhyStrip &way : ways) {
            width = lay(way, size);
            if (width <= space.width())
                return;
        }
    m_size.setWidth(std::max(space.width(), width));
}

double WhyStripFigure::naturalWidth(const WhyStrip &strip, double height)
{
    return std::ceil(WhyStripFigure({strip}, {1e6, height}, Theme::light())
                         .lay(strip, hasCaptionLine(strip, height) ? stripNumber : lineNumber));
}

double WhyStripFigure::lay(const WhyStrip &strip, double size)
{
    m_strip = strip;
    m_placed.clear();
    const bool hasCaptions = hasCaptionLine(strip, m_size.height());
    const double whole = hasCaptions ? captionLine + numberLine : numberLine;
    const double top = std::max(0.0, std::floor((m_size.height() - whole) / 2));
    const double numbers = hasCaptions ? std::min(top + captionLine, m_size.height() - numberLine + 2) : top;
    const double captionSize = std::min(stripCaption, size);
    double x = 0;
    double end = 0;
    for (std::size_t i = 0; i < strip.columns.size(); ++i) {
        const WhyColumn &column = strip.columns[i];
        if (i > 0 && strip.hasArrows) {
            const double gap = hasCaptions ? arrowGap : arrowGap / 2;
            x = put({{arrow(), StepRole::Plain, WhyRun::Look::Muted}}, end + gap, numbers, numberLine, size) + gap;
        } else if (i > 0) {
            x = end + columnsGap;
        }
        double captionEnd = x;
        if (hasCaptions) {
            captionEnd = put(column.caption, x, top, captionLine, captionSize);
        } else if (i > 0 && !column.caption.empty()) { // "÷ √8 = 5.66", "softmax 0.97"
            const bool isLast = i + 1 == strip.columns.size();
            x = put(column.caption, x, numbers, numberLine, size);
            x = put({{isLast ? QStringLiteral(" ") : QStringLiteral(" = ")}}, x, numbers, numberLine, size);
        }
        end = std::max(put(column.value, x, numbers, numberLine, size), captionEnd);
    }
    return end + 1;
}

double WhyStripFigure::put(const std::vector<WhyRun> &runs, double x, double top, double height, double size)
{
    for (const WhyRun &run : runs) {
        const bool isRemark = run.look == WhyRun::Look::Muted && size > stripCaption && run.text != arrow();
        const QFont font = Theme::font(isRemark ? stripCaption : size, isStripBold(run));
        const double width = run.isToken ? textWidth(run.text, font) : notationWidth(run.text, font);
        const QColor color = run.look == WhyRun::Look::Gained  ? m_theme.changeText(1)
                             : run.look == WhyRun::Look::Lost  ? m_theme.changeText(-1)
                             : run.role != StepRole::Plain     ? stepRoleColor(m_theme, run.role)
                             : run.look == WhyRun::Look::Muted ? m_theme.muted
                                                               : m_theme.text;
        m_placed.push_back({QRectF(x, top, std::ceil(width) + 1, height), run.text, font, color, run.isToken});
        x += width;
    }
    return x;
}

void WhyStripFigure::paint(QPainter &painter) const
{
    m_theme.fillPaper(painter, QRectF(QPointF(), m_size));
    painter.setRenderHint(QPainter::Antialiasing);
    for (const Placed &placed : m_placed) {
        if (placed.isToken)
            drawToken(painter, placed.box, Qt::AlignLeft, placed.text, placed.font, placed.color);
        else
            drawNotation(painter, placed.box, Qt::AlignLeft, placed.text, placed.font, placed.color);
    }
}

QString WhyStripFigure::text() const
{
    const auto joined = [](const std::vector<WhyRun> &runs) {
        QString text;
        for (const WhyRun &run : runs)
            text += run.text;
        return text;
    };
    QStringList parts;
    for (const WhyColumn &column : m_strip.columns)
        parts.append(column.caption.empty() ? joined(column.value)
                                            : joined(column.caption) + QStringLiteral(": ") + joined(column.value));
    return parts.join(m_strip.hasArrows ? QStringLiteral(" → ") : QStringLiteral("   "));
}

} // namespace regard
