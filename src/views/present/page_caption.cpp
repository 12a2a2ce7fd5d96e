#include "views/present/page_caption.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <QFontMetricsF>
#include <QRegularExpression>

#include "draw/notation.h"
#include "draw/text_width.h"
#include "draw/theme.h"
#include "views/steps/step_layout.h"

namespace regard {

namespace {

constexpr double captionLine = 1.4;    // of the type
constexpr double captionAround = 0.55; // above and below the lines, of the type
constexpr double captionSide = 0.025;  // of the width, left and right
constexpr double cornerType = 0.62;    // of the caption's

QTextCharFormat formatOf(const CaptionRun &run, const Theme &theme)
{
    QTextCharFormat format;
    format.setForeground(stepRoleColor(theme, run.role));
    if (run.isBold)
        format.setFontWeight(QFont::Bold);
    format.setFontItalic(run.isItalic);
    if (run.isIndex)
        format.setVerticalAlignment(QTextCharFormat::AlignSubScript);
    return format;
}

} // namespace

void addNotation(std::vector<CaptionRun> &runs, const QString &text, CaptionRun look)
{
    for (const NotationPart &part : notationParts(text)) {
        look.text = part.text;
        look.isIndex = part.isIndex;
        runs.push_back(look);
    }
}

std::vector<CaptionRun> captionRuns(const QString &text)
{
    static const QRegularExpression marked(QStringLiteral("\\*(?=\\S)([^*]*[^*\\s])\\*|`([^`]+)`"));
    std::vector<CaptionRun> runs;
    qsizetype from = 0;
    const QString line = text.simplified();
    for (auto found = marked.globalMatch(line); found.hasNext();) {
        const QRegularExpressionMatch match = found.next();
        addNotation(runs, line.mid(from, match.capturedStart() - from), {});
        if (match.capturedStart(1) >= 0)
            addNotation(runs, match.captured(1), {.text = {}, .isItalic = true});
        else
            runs.push_back({match.captured(2)});
        from = match.capturedEnd();
    }
    addNotation(runs, line.mid(from), {});
    std::erase_if(runs, [](const CaptionRun &run) { return run.text.isEmpty(); });
    return runs;
}

PageCaption::PageCaption(std::vector<CaptionRun> runs, QString corner)
    : m_runs(std::move(runs)), m_corner(std::move(corner))
{
    std::erase_if(m_runs, [](const CaptionRun &run) { return run.text.isEmpty(); });
}

QString PageCaption::text() const
{
    QString text;
    for (const CaptionRun &run : m_runs)
        text += run.text;
    return text;
}

/// Between words, or after any letter of a script without spaces, nearest to equal lengths.
std::vector<CaptionRun> PageCaption::partOf(int part, int parts) const
{
    if (parts == 1)
        return m_runs;
    const QString text = this->text();
    const auto border = [&](int number) {
        qsizetype at = text.size() * number / parts;
        const auto breaks = [&](qsizetype place) {
            return place <= 0 || place >= text.size() || text.at(place - 1).isSpace() ||
                   text.at(place - 1).unicode() >= 0x2e80;
        };
        while (!breaks(at))
            --at;
        return at;
    };
    const qsizetype first = border(part);
    const qsizetype end = border(part + 1);
    std::vector<CaptionRun> runs;
    qsizetype at = 0;
    for (CaptionRun run : m_runs) {
        const qsizetype from = std::max(first, at);
        const qsizetype to = std::min(end, at + run.text.size());
        const QString words = from < to ? run.text.mid(from - at, to - from) : QString();
        at += run.text.size();
        run.text = words;
        if (!words.isEmpty())
            runs.push_back(run);
    }
    return runs;
}

double PageCaption::cornerWidth(double type) const
{
    return m_corner.isEmpty() ? 0 : textWidth(m_corner, Theme::font(cornerType * type)) + type;
}

std::unique_ptr<QTextLayout> PageCaption::laidOut(double width, double type, const Theme &theme, int part,
                                                  int parts) const
{
    QString text;
    QList<QTextLayout::FormatRange> formats;
    for (const CaptionRun &run : partOf(part, parts)) {
        formats.append({int(text.size()), int(run.text.size()), formatOf(run, theme)});
        text += run.text;
    }
    QFont font = Theme::font(10);
    font.setPixelSize(std::max(1, int(std::ceil(type - 0.01))));
    auto layout = std::make_unique<QTextLayout>(text, font);
    QTextOption option;
    option.setWrapMode(QTextOption::WordWrap);
    layout->setTextOption(option);
    layout->setFormats(formats);
    layout->beginLayout();
    const double room = width * (1 - 2 * captionSide) - cornerWidth(type);
    double y = 0;
    for (QTextLine line = layout->createLine(); line.isValid(); line = layout->createLine()) {
        line.setLineWidth(std::max(1.0, room));
        line.setPosition({0, y + (captionLine * type - line.height()) / 2});
        y += captionLine * type;
    }
    layout->endLayout();
    return layout;
}

double PageCaption::height(double width, double type, int part, int parts) const
{
    const auto layout = laidOut(width, type, Theme::light(), part, parts);
    for (int i = 0; i < layout->lineCount(); ++i)
        if (layout->lineAt(i).naturalTextWidth() > layout->lineAt(i).width() + 0.5)
            return std::numeric_limits<double>::infinity();
    return (captionLine * layout->lineCount() + 2 * captionAround) * type;
}

void PageCaption::paint(QPainter &painter, const QRectF &band, double type, const Theme &theme, int part,
                        int parts) const
{
    painter.save();
    laidOut(band.width(), type, theme, part, parts)
        ->draw(&painter, band.topLeft() + QPointF(captionSide * band.width(), captionAround * type));
    if (!m_corner.isEmpty()) {
        painter.setPen(theme.muted);
        painter.setFont(Theme::font(cornerType * type));
        painter.drawText(band.adjusted(0, 0, -captionSide * band.width(), -captionAround * type),
                         Qt::AlignRight | Qt::AlignBottom, m_corner);
    }
    painter.restore();
}

} // namespace regard
