#include "views/steps/step_layout.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QTextBoundaryFinder>

#include "draw/broken_title.h"
#include "draw/notation.h"
#include "draw/text_width.h"
#include "draw/token_label.h"
#include "views/steps/step_sizes.h"
#include "views/steps/step_text.h"

namespace regard {

namespace {

constexpr double stepLayoutMargin = 10;
constexpr double stepLayoutGap = 22; // between pictures and equations, and between columns
constexpr double stepGap = 20;       // below each other
constexpr double stepLayoutHeadHeight = 22;
constexpr double stepLayoutLineHeight = 17;
constexpr double indent = 14;
constexpr double stepLayoutNarrowest = 430; // with pictures and equations side by side
constexpr double usualShare = 0.5;          // of the width that pictures take then
constexpr double largerShare = 0.62;
constexpr double lowPicture = 400;
constexpr double roomForBars = 150; // beside upright strips

QFont equationFont(bool bold = false)
{
    return Theme::monospace(12, bold);
}

struct StepLayoutText {
    Q_DECLARE_TR_FUNCTIONS(StepsFigure)
};

/// Whether it is of a script without spaces between words: from the CJK radicals on.
bool isCjk(QChar c)
{
    return c.isSurrogate() || c.unicode() >= 0x2e80;
}

/// What stays on one line each, with the spaces behind it.
QStringList unbroken(const QString &text)
{
    QStringList parts;
    QTextBoundaryFinder finder(QTextBoundaryFinder::Line, text);
    qsizetype first = 0;
    while (finder.toNextBoundary() > 0) {
        const qsizetype end = finder.position();
        const bool isEnd = end == text.size();
        const QChar before = text.at(end - 1);
        if (isEnd || before == QLatin1Char(' ') || isCjk(before) || isCjk(text.at(end))) {
            parts.push_back(text.mid(first, end - first));
            first = end;
        }
    }
    return parts;
}

QFont noteFont()
{
    return Theme::font(11);
}

QFont stepFontOf(const StepRun &run)
{
    return run.look == StepRun::Look::Muted ? noteFont() : equationFont(run.look == StepRun::Look::Result);
}

/// Whether a run may hold notation. In a term everything but its numbers is a token's name.
bool isNotation(const StepRun &run)
{
    return !run.term && !run.number;
}

double stepWidthOf(const StepRun &run)
{
    const QString text = visibleToken(run.text);
    return isNotation(run) ? notationWidth(text, stepFontOf(run)) : textWidth(text, stepFontOf(run));
}

/// Formulas that are longer than a line, in their parts.
std::vector<StepRun> withinLines(const std::vector<StepRun> &runs, double width)
{
    std::vector<StepRun> parts;
    for (const StepRun &run : runs) {
        if (run.number || run.term || stepWidthOf(run) <= width) {
            parts.push_back(run);
            continue;
        }
        for (const QString &text : unbroken(run.text)) {
            parts.push_back(run);
            parts.back().text = text;
            parts.back().breaks = false;
        }
    }
    return parts;
}

int columnsWithin(const std::vector<double> &heights, double most)
{
    int columns = 1;
    double taken = 0;
    for (const double height : heights) {
        if (taken > 0 && taken + height > most) {
            ++columns;
            taken = 0;
        }
        taken += height;
    }
    return columns;
}

/// The least height of `columns` columns that take all of them in order, to within a few pixels.
double lowestColumns(const std::vector<double> &heights, int columns)
{
    double most = 0;
    for (const double height : heights)
        most = std::max(most, height);
    while (columnsWithin(heights, most) > columns)
        most += 4;
    return most + 1; // rounding may place it a little lower than measured
}

/// The width left for upright strips in a picture that wide.
double besideBars(const Step &step, double width)
{
    return step.bars && !step.strips.empty() ? width - roomForBars - stepLayoutGap : width;
}

} // namespace

QColor stepRoleColor(const Theme &theme, StepRole role)
{
    switch (role) {
    case StepRole::Plain:
        break;
    case StepRole::Query:
        return theme.dark ? QColor(128, 170, 255) : QColor(36, 87, 214);
    case StepRole::Key:
        return theme.dark ? QColor(240, 176, 96) : QColor(158, 80, 0);
    case StepRole::Value:
        return theme.dark ? QColor(84, 206, 178) : QColor(0, 116, 92);
    case StepRole::Score:
        return theme.dark ? QColor(206, 160, 255) : QColor(124, 58, 196);
    }
    return theme.text;
}

QFont StepLayout::nameFont(bool bold)
{
    return Theme::font(12, bold);
}

QFont StepLayout::numberFont()
{
    return Theme::monospace(10);
}

QFont StepLayout::labelFont(bool bold)
{
    return Theme::font(11, bold);
}

StepLayout::StepLayout(const StepsData &data, const Theme &theme, int only, double width, double height, int columns,
                       bool titled, bool areBelow)
    : m_data(data), m_theme(theme), m_areBelow(areBelow), m_steps(data.steps.size())
{
    if (only >= 0) {
        const double top = titled && m_theme.parts.title.value_or(true)
                               ? placeTitle(only, {stepLayoutMargin, stepLayoutMargin}, width - 2 * stepLayoutMargin)
                               : 2;
        const double bottom =
            placeStep(only, {stepLayoutMargin, top}, width - 2 * stepLayoutMargin, height - stepLayoutMargin, false);
        m_size = QSizeF(width, bottom + stepLayoutMargin);
        m_steps[std::size_t(only)] = QRectF(0, 0, width, m_size.height());
        return;
    }
    placePage(columns, width);
}

Appearance StepLayout::nextItem()
{
    const double from = m_items++;
    return {from, from + 1};
}

QString StepLayout::cellText(const QString &number, double width)
{
    return textWidth(number, numberFont()) <= width - 1 ? number : QString();
}

QString StepLayout::cellNumber(const StepsData &data, double value, int digits, bool isShort, double width)
{
    QString text = cellText(pictureNumberText(data, value, digits, isShort), width);
    if (!text.isEmpty() || !isShort)
        return text;
    for (const QString &shorter : shorterNumberTexts(data, value)) {
        text = cellText(shorter, width);
        if (!text.isEmpty())
            break;
    }
    return text;
}

QString StepLayout::numberText(double value, int digits, Numbers numbers) const
{
    return pictureNumberText(m_data, value, digits, numbers == Numbers::Short);
}

double StepLayout::widest(const std::vector<double> &values, int digits, Numbers numbers) const
{
    double width = 0;
    for (const double value : values)
        width = std::max(width, textWidth(numberText(value, digits, numbers), numberFont()));
    return width;
}

double StepLayout::placeTitle(int index, QPointF at, double width)
{
    const Step &step = m_data.steps[std::size_t(index)];
    const QString title =
        (m_data.handDecimals > 0 ? StepLayoutText::tr("%1 — %2 %3, by hand") : StepLayoutText::tr("%1 — %2 %3"))
            .arg(m_data.title, QString::number(index + 1), step.title);
    return placeWords(index, title, Theme::font(14, true), m_theme.text, at, width) + 4;
}

void StepLayout::placePage(int columns, double width)
{
    const QFont font = Theme::font(14, true);
    const QString words = m_data.handDecimals > 0 ? StepLayoutText::tr("%1, by hand").arg(m_data.title) : m_data.title;
    const BrokenTitle title(m_theme.parts.title.value_or(true) ? words : QString(), width - 2 * stepLayoutMargin, font);
    QRectF line(stepLayoutMargin, stepLayoutMargin, width - 2 * stepLayoutMargin, 24);
    for (const QString &text : title.lines()) {
        m_texts.push_back({line, text, font, m_theme.text});
        line.translate(0, BrokenTitle::lineHeight);
    }
    const double top = title.isEmpty() ? stepLayoutMargin : stepLayoutMargin + 34 + title.further();
    const double column = (width - 2 * stepLayoutMargin - (columns - 1) * stepLayoutGap) / columns;
    std::vector<double> heights;
    for (int i = 0; i < int(m_data.steps.size()); ++i) {
        StepLayout alone(m_data, m_theme, i, column + 2 * stepLayoutMargin, 0);
        heights.push_back(alone.size().height() - stepLayoutMargin - 2 + stepLayoutHeadHeight + stepGap);
    }
    const double most = lowestColumns(heights, columns);
    double bottom = top;
    double y = top;
    int place = 0;
    for (int i = 0; i < int(m_data.steps.size()); ++i) {
        if (y > top && y - top + heights[std::size_t(i)] > most) {
            ++place;
            y = top;
        }
        const double left = stepLayoutMargin + place * (column + stepLayoutGap);
        const double end = placeStep(i, {left, y}, column, 0, true);
        m_steps[std::size_t(i)] = QRectF(left, y, column, end - y);
        y = end + stepGap;
        bottom = std::max(bottom, end);
    }
    m_size = QSizeF(width, bottom + stepLayoutMargin);
}

double StepLayout::placeStep(int index, QPointF at, double width, double height, bool titled)
{
    const Step &step = m_data.steps[std::size_t(index)];
    double y = at.y();
    if (titled) {
        const QFont font = Theme::font(13, true);
        const QString title = QStringLiteral("%1 %2").arg(index + 1).arg(step.title);
        m_texts.push_back({{at.x(), y, width, stepLayoutHeadHeight}, title, font, m_theme.accent, index});
        y += stepLayoutHeadHeight;
    }
    if (!step.heading.isEmpty())
        y = placeWords(index, step.heading, Theme::font(12), m_theme.muted, {at.x(), y}, width) + 5;
    const bool hasPictures = !step.matrices.empty() || !step.strips.empty() || step.bars;
    const double tall = height > 0 ? std::max(1.0, height - y) : 0;
    const double pictures = hasPictures ? pictureWidth(index, width, tall) : width;
    const double left = placePictures(index, {at.x(), y}, pictures, tall);
    if (pictures == width)
        return placeEquations(index, {at.x(), hasPictures ? left + 6 : y}, width);
    const double x = at.x() + pictures + stepLayoutGap;
    return std::max(left, placeEquations(index, {x, y}, width - pictures - stepLayoutGap));
}

double StepLayout::pictureWidth(int index, double width, double height) const
{
    if (width < stepLayoutNarrowest || m_areBelow)
        return width;
    const Step &step = m_data.steps[std::size_t(index)];
    const auto wide = [&](double share) { return std::floor(width * share) - stepLayoutGap / 2; };
    if (!step.matrices.empty()) {
        const int loss = lossOf(step, wide(largerShare));
        // Equations in view say more in a low picture than the last digits.
        return loss > (height > 0 && height < lowPicture ? 1 : 0) && lossOf(step, width) < loss ? width
                                                                                                : wide(largerShare);
    }
    const bool isWide = m_data.columns ? areTooWide(index, besideBars(step, wide(usualShare)), height)
                                       : lostNumbers(step, wide(largerShare)) < lostNumbers(step, wide(usualShare));
    return wide(isWide ? largerShare : usualShare);
}

double StepLayout::placePictures(int index, QPointF at, double width, double height)
{
    const Step &step = m_data.steps[std::size_t(index)];
    if (!step.matrices.empty())
        return placeMatrices(index, at, width);
    if (!m_data.columns) {
        const double y = placeStrips(index, at, width);
        return step.bars ? placeBars(index, {at.x(), y}, width, height > 0 ? std::max(1.0, height + at.y() - y) : 0)
                         : y;
    }
    const double forStrips = besideBars(step, width);
    const bool areBeside = !areTooWide(index, forStrips, height);
    const QRectF strips = placeUprights(index, at, areBeside ? forStrips : width, height);
    if (!step.bars)
        return strips.bottom();
    if (step.strips.empty())
        return placeLyingBars(index, at, width, height, 0);
    // Their keys are beside those of the strips.
    const double belowNames = stepSizes::nameHeight + stepSizes::roleMark;
    const double beside = strips.right() + stepLayoutGap;
    if (at.x() + width - beside >= roomForBars)
        return std::max(strips.bottom(),
                        placeLyingBars(index, {beside, at.y()}, at.x() + width - beside, height, belowNames));
    return placeLyingBars(index, {at.x(), strips.bottom()}, width, 0, 0);
}

double StepLayout::placeEquations(int index, QPointF at, double width)
{
    const Step &step = m_data.steps[std::size_t(index)];
    double y = at.y();
    for (const StepEquation &equation : step.equations)
        y = placeEquation(index, equation, {at.x(), y}, width) + 3;
    for (const QString &note : step.notes)
        y = placeWords(index, note, noteFont(), m_theme.muted, {at.x(), y}, width, nextItem()) + 2;
    return y;
}

double StepLayout::placeEquation(int index, const StepEquation &equation, QPointF at, double width)
{
    const std::vector<StepRun> runs = withinLines(equationRuns(equation, m_data.digits), width - indent);
    const Appearance appearance = nextItem();
    double x = at.x();
    double y = at.y();
    for (std::size_t i = 0; i < runs.size(); ++i) {
        if (runs[i].breaks && i > 0) {
            double group = stepWidthOf(runs[i]);
            for (std::size_t j = i + 1; j < runs.size() && !runs[j].breaks; ++j)
                group += stepWidthOf(runs[j]);
            if (x + group > at.x() + width && x > at.x() + indent) {
                x = at.x() + indent;
                y += stepLayoutLineHeight;
            }
        }
        const StepRun &run = runs[i];
        double advance = stepWidthOf(run);
        // A group that is wider than a line breaks wherever it must, but not before a bracket that closes.
        double least = advance;
        for (std::size_t j = i + 1; j < runs.size() && runs[j].text.startsWith(QLatin1Char(')')); ++j)
            least += stepWidthOf(runs[j]);
        if (x + least > at.x() + width && x > at.x() + indent) {
            x = at.x() + indent;
            y += stepLayoutLineHeight;
        }
        const double room = at.x() + width - x;
        QString text = visibleToken(run.text);
        if (advance > room) {
            text = elidedToken(text, stepFontOf(run), room);
            advance = room;
        }
        QColor color = stepRoleColor(m_theme, run.role);
        if (run.look == StepRun::Look::Muted)
            color = m_theme.muted;
        if (!text.isEmpty()) {
            const Appearance part = appearance.part(int(i), int(runs.size()));
            PlacedText placed{
                {x, y, advance, stepLayoutLineHeight}, text, stepFontOf(run), color, index, part, run.key};
            // Signs and the names of functions have nothing to point at.
            if (run.term && (run.number || run.look == StepRun::Look::Muted)) {
                placed.component = run.term->component;
                placed.cell = run.term->cell;
                placed.term = run.term;
            }
            placed.number = run.number;
            placed.isNotation = isNotation(run);
            m_texts.push_back(std::move(placed));
        }
        x += advance;
    }
    return y + stepLayoutLineHeight;
}

double StepLayout::placeWords(int index, const QString &words, const QFont &font, const QColor &color, QPointF at,
                              double width, Appearance appearance)
{
    const QFontMetricsF metrics(font);
    const double height = font.pixelSize() + 4;
    double y = at.y();
    QString line;
    const auto finish = [&] {
        m_texts.push_back(
            {{at.x(), y, width, height}, elidedToken(line.trimmed(), font, width), font, color, index, appearance});
        m_texts.back().isNotation = true;
        y += height;
        line.clear();
    };
    for (const QString &part : unbroken(visibleToken(words))) {
        if (!line.isEmpty() && metrics.horizontalAdvance((line + part).trimmed()) > width)
            finish();
        line += part;
    }
    finish();
    return y;
}

} // namespace regard
