#include "figures/training/training_figure.h"

#include <algorithm>
#include <cmath>

#include <QPainter>
#include <QPainterPath>

#include "figures/base/text_width.h"
#include "figures/base/token_label.h"

namespace regard {

namespace {

constexpr double margin = 8;
constexpr double fontSize = 11;
constexpr double lineHeight = 15;
constexpr double axisWidth = 40;   ///< of the numbers at the left
constexpr double stepsHeight = 18; ///< of the numbers below
constexpr double gap = 8;
constexpr double sample = 16; ///< of a line in the legend
constexpr double leastPlots[] = {90, 70, 34};
constexpr double shares[] = {0.46, 0.36, 0.18}; ///< of the height that is left
constexpr double lineWidth = 1.6;

QFont plainFont()
{
    return Theme::font(fontSize);
}

/// About `count` round numbers in a range.
std::vector<double> roundNumbers(double least, double most, int count)
{
    const double raw = (most - least) / std::max(1, count);
    if (!(raw > 0) || !std::isfinite(raw))
        return {};
    const double power = std::pow(10.0, std::floor(std::log10(raw)));
    double step = 10 * power;
    for (const double each : {1.0, 2.0, 5.0})
        if (each * power >= raw) {
            step = each * power;
            break;
        }
    std::vector<double> numbers;
    for (double number = std::ceil(least / step - 1e-9) * step; number <= most + 1e-9 * step; number += step)
        numbers.push_back(std::abs(number) < step / 2 ? 0 : number);
    return numbers;
}

QString numberText(double value)
{
    return QString::number(value, 'g', 3);
}

QStringList brokenText(const QString &text, double width)
{
    QStringList lines;
    QString line;
    for (const QString &word : text.split(QLatin1Char(' '))) {
        const QString longer = line.isEmpty() ? word : line + QLatin1Char(' ') + word;
        if (!line.isEmpty() && textWidth(longer, plainFont()) > width) {
            lines << line;
            line = word;
        } else {
            line = longer;
        }
    }
    return lines << line;
}

} // namespace

TrainingFigure::TrainingFigure(TrainingData data, QSizeF space, const Theme &theme)
    : m_data(std::move(data)), m_theme(theme), m_size(std::max(space.width(), 160.0), space.height())
{
    const double width = m_size.width() - 2 * margin;
    for (std::size_t i = 0; i < m_data.marks.size(); ++i)
        m_sentences << brokenText(QStringLiteral("%1  %2").arg(i + 1).arg(m_data.marks[i].text), width);
    for (const QString &finding : m_data.findings)
        m_sentences << brokenText(finding, width);
    placePlots();
}

void TrainingFigure::placePlots()
{
    double fixed = 2 * margin + stepsHeight + double(m_sentences.size()) * lineHeight + gap;
    double least = fixed;
    for (const Plot plot : {Plot::Loss, Plot::Share, Plot::Rate}) {
        fixed += legendHeight(plot) + gap;
        least += legendHeight(plot) + gap + leastPlots[std::size_t(plot)];
    }
    m_leastHeight = std::ceil(least);
    m_size.setHeight(std::max(m_size.height(), m_leastHeight));
    double top = margin;
    for (const Plot plot : {Plot::Loss, Plot::Share, Plot::Rate}) {
        Axis &axis = m_axes[std::size_t(plot)];
        top += legendHeight(plot);
        const double height =
            std::max(leastPlots[std::size_t(plot)], std::floor((m_size.height() - fixed) * shares[std::size_t(plot)]));
        axis.rect = QRectF(margin + axisWidth, top, m_size.width() - 2 * margin - axisWidth, height);
        top += height + gap;
        axis.isLog = plot == Plot::Loss && m_data.isLog;
        scale(axis, linesOf(plot));
        if (plot == Plot::Share) {
            axis.least = 0;
            axis.most = 1;
            axis.ticks = {0, 0.5, 1};
        }
    }
    m_sentencesTop = top + stepsHeight;
}

void TrainingFigure::scale(Axis &axis, const std::vector<const TrainingData::Line *> &lines) const
{
    double least = axis.isLog ? HUGE_VAL : 0;
    double most = -HUGE_VAL;
    for (const TrainingData::Line *line : lines)
        for (const std::vector<QPointF> *points : {&line->points, &line->raw})
            for (const QPointF &point : *points) {
                if (!std::isfinite(point.y()) || (axis.isLog && !(point.y() > 0)))
                    continue;
                least = std::min(least, point.y());
                most = std::max(most, point.y());
            }
    if (!(most > least)) {
        least = axis.isLog ? 0.1 : 0;
        most = std::max(most, 1.0);
    }
    axis.least = least;
    axis.most = most;
    if (!axis.isLog) {
        axis.ticks = roundNumbers(least, most, axis.rect.height() < 60 ? 1 : 3);
        return;
    }
    for (double power = std::floor(std::log10(least)); power <= std::log10(most); ++power)
        for (const double each : {1.0, 3.0}) {
            const double number = each * std::pow(10.0, power);
            if (number >= least && number <= most)
                axis.ticks.push_back(number);
        }
    while (axis.ticks.size() > 6) { // decades alone, and every other of them
        std::vector<double> fewer;
        for (std::size_t i = 0; i < axis.ticks.size(); i += 2)
            fewer.push_back(axis.ticks[i]);
        axis.ticks = fewer;
    }
}

std::vector<const TrainingData::Line *> TrainingFigure::linesOf(Plot plot) const
{
    if (plot == Plot::Rate)
        return {&m_data.rate};
    std::vector<const TrainingData::Line *> lines;
    for (const TrainingData::Line &line : plot == Plot::Loss ? m_data.losses : m_data.shares)
        lines.push_back(&line);
    return lines;
}

const QString &TrainingFigure::titleOf(Plot plot) const
{
    return plot == Plot::Loss ? m_data.lossTitle : plot == Plot::Share ? m_data.shareTitle : m_data.rateTitle;
}

QRectF TrainingFigure::plotRect(Plot plot) const
{
    return axis(plot).rect;
}

QPointF TrainingFigure::place(Plot plot, QPointF value) const
{
    const Axis &of = axis(plot);
    const auto measured = [&of](double number) { return of.isLog ? std::log(std::max(number, 1e-30)) : number; };
    const double range = measured(of.most) - measured(of.least);
    const double share = range > 0 ? (measured(value.y()) - measured(of.least)) / range : 0;
    return {of.rect.left() + of.rect.width() * value.x() / std::max(1.0, m_data.steps),
            of.rect.bottom() - of.rect.height() * std::clamp(share, 0.0, 1.0)};
}

void TrainingFigure::paint(QPainter &painter) const
{
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(QRectF(QPointF(0, 0), m_size), m_theme.paper);
    for (const Plot plot : {Plot::Loss, Plot::Share, Plot::Rate}) {
        paintLegend(painter, plot);
        paintPlot(painter, plot);
    }
    paintSteps(painter);
    paintSentences(painter);
}

void TrainingFigure::paintPlot(QPainter &painter, Plot plot) const
{
    const QRectF rect = plotRect(plot);
    for (const double tick : axis(plot).ticks) {
        const double y = std::round(place(plot, {0, tick}).y()) + 0.5;
        painter.fillRect(QRectF(rect.left(), y - 0.5, rect.width(), 1), m_theme.border);
        drawToken(painter, QRectF(margin, y - lineHeight / 2, axisWidth - 6, lineHeight), Qt::AlignRight,
                  numberText(tick), Theme::monospace(10), m_theme.muted);
    }
    for (const TrainingData::Line *line : linesOf(plot))
        paintLine(painter, plot, *line);
    paintMarks(painter, plot);
}

void TrainingFigure::paintLine(QPainter &painter, Plot plot, const TrainingData::Line &line) const
{
    const auto drawn = [&](const std::vector<QPointF> &points, const QPen &pen) {
        QPainterPath path;
        bool isOpen = false;
        for (const QPointF &point : points) {
            if (!std::isfinite(point.y())) {
                isOpen = false;
                continue;
            }
            const QPointF at = place(plot, point);
            if (isOpen)
                path.lineTo(at);
            else
                path.moveTo(at);
            isOpen = true;
        }
        painter.strokePath(path, pen);
        if (points.size() == 1 && isOpen) {
            painter.setPen(Qt::NoPen);
            painter.setBrush(pen.color());
            painter.drawEllipse(place(plot, points.front()), 2, 2);
        }
    };
    const QColor color = m_theme.head(line.color);
    if (!line.raw.empty())
        drawn(line.raw, QPen(mixed(m_theme.paper, color, 0.35), 1));
    QPen pen(color, lineWidth);
    pen.setJoinStyle(Qt::RoundJoin);
    if (line.isDashed)
        pen.setDashPattern({4, 2});
    drawn(line.points, pen);
}

double TrainingFigure::legendHeight(Plot plot) const
{
    const double width = m_size.width() - 2 * margin;
    double x = textWidth(titleOf(plot), Theme::font(fontSize, true)) + gap;
    int lines = 1;
    for (const TrainingData::Line *line : linesOf(plot)) {
        const double wide = line->name.isEmpty() ? 0 : sample + 4 + textWidth(line->name, plainFont()) + gap;
        if (x + wide > width && x > 0) {
            ++lines;
            x = 0;
        }
        x += wide;
    }
    return lines * lineHeight + 3;
}

void TrainingFigure::paintLegend(QPainter &painter, Plot plot) const
{
    const double left = margin;
    const double width = m_size.width() - 2 * margin;
    double y = plotRect(plot).top() - legendHeight(plot);
    const QFont bold = Theme::font(fontSize, true);
    double x = textWidth(titleOf(plot), bold) + gap;
    drawToken(painter, QRectF(left, y, width, lineHeight), Qt::AlignLeft, titleOf(plot), bold, m_theme.text);
    for (const TrainingData::Line *line : linesOf(plot)) {
        if (line->name.isEmpty())
            continue;
        const double wide = sample + 4 + textWidth(line->name, plainFont()) + gap;
        if (x + wide > width && x > 0) {
            y += lineHeight;
            x = 0;
        }
        QPen pen(m_theme.head(line->color), lineWidth + 0.4);
        if (line->isDashed)
            pen.setDashPattern({4, 2});
        painter.setPen(pen);
        painter.drawLine(QPointF(left + x, y + lineHeight / 2), QPointF(left + x + sample, y + lineHeight / 2));
        drawToken(painter, QRectF(left + x + sample + 4, y, width - x - sample - 4, lineHeight), Qt::AlignLeft,
                  elidedToken(line->name, plainFont(), width - x - sample - 4), plainFont(), m_theme.text);
        x += wide;
    }
}

void TrainingFigure::paintMarks(QPainter &painter, Plot plot) const
{
    const QRectF rect = plotRect(plot);
    for (std::size_t i = 0; i < m_data.marks.size(); ++i) {
        const double x = std::round(place(plot, {m_data.marks[i].step, 0}).x()) + 0.5;
        QPen pen(m_theme.text, 1);
        pen.setDashPattern({2, 2});
        painter.setPen(pen);
        painter.drawLine(QPointF(x, rect.top()), QPointF(x, rect.bottom()));
        if (plot == Plot::Loss)
            drawToken(painter, QRectF(x + 2, rect.top(), 24, lineHeight), Qt::AlignLeft, QString::number(i + 1),
                      Theme::font(10, true), m_theme.text);
    }
}

void TrainingFigure::paintSteps(QPainter &painter) const
{
    const QRectF rect = plotRect(Plot::Rate);
    const QFont font = Theme::monospace(10);
    const std::vector<double> ticks = roundNumbers(0, m_data.steps, int(rect.width() / 70));
    for (const double tick : ticks) {
        const QString text = QString::number(tick, 'g', 6);
        const double half = textWidth(text, font) / 2;
        const double x = std::clamp(place(Plot::Rate, {tick, 0}).x(), rect.left() + half, rect.right() - half);
        drawToken(painter, QRectF(x - half - 2, rect.bottom() + 3, 2 * half + 4, lineHeight), Qt::AlignHCenter, text,
                  font, m_theme.muted);
    }
    drawToken(painter, QRectF(margin, rect.bottom() + 3, axisWidth - 4, lineHeight), Qt::AlignLeft,
              elidedToken(m_data.stepTitle, plainFont(), axisWidth - 4), plainFont(), m_theme.muted);
}

void TrainingFigure::paintSentences(QPainter &painter) const
{
    double y = m_sentencesTop;
    for (const QString &line : m_sentences) {
        drawToken(painter, QRectF(margin, y, m_size.width() - 2 * margin, lineHeight), Qt::AlignLeft, line, plainFont(),
                  m_theme.text);
        y += lineHeight;
    }
}

} // namespace regard
