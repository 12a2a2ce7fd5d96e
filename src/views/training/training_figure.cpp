#include "views/training/training_figure.h"

#include <algorithm>
#include <cmath>

#include <QPainter>

#include "draw/figure_group.h"
#include "draw/text_width.h"
#include "draw/token_label.h"

namespace regard {

namespace {

constexpr double trainingMargin = 8;
constexpr double trainingFontSize = curveFontSize;
constexpr double trainingLineHeight = curveLineHeight;
constexpr double trainingAxisWidth = 40; ///< of the numbers at the left
constexpr double stepsHeight = 36;       ///< of the numbers below and their name
constexpr double tickLength = 4;
constexpr double trainingGap = 8;
constexpr double leastPlots[] = {90, 70, 34};
constexpr double headShares[] = {0.46, 0.36, 0.18}; ///< of the height that is left

QFont trainingPlainFont()
{
    return Theme::font(trainingFontSize);
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
        if (!line.isEmpty() && textWidth(longer, trainingPlainFont()) > width) {
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
    const double width = m_size.width() - 2 * trainingMargin;
    for (std::size_t i = 0; i < m_data.marks.size(); ++i)
        m_sentences << brokenText(QStringLiteral("%1  %2").arg(i + 1).arg(m_data.marks[i].text), width);
    placePlots();
}

void TrainingFigure::placePlots()
{
    double fixed = 2 * trainingMargin + stepsHeight + double(m_sentences.size()) * trainingLineHeight + trainingGap;
    double least = fixed;
    for (const Plot plot : {Plot::Loss, Plot::Share, Plot::Rate}) {
        fixed += heightOfLegend(plot) + trainingGap;
        least += heightOfLegend(plot) + trainingGap + leastPlots[std::size_t(plot)];
    }
    m_leastHeight = std::ceil(least);
    m_size.setHeight(std::max(m_size.height(), m_leastHeight));
    double top = trainingMargin;
    for (const Plot plot : {Plot::Loss, Plot::Share, Plot::Rate}) {
        Axis &axis = m_axes[std::size_t(plot)];
        top += heightOfLegend(plot);
        const double height = std::max(leastPlots[std::size_t(plot)],
                                       std::floor((m_size.height() - fixed) * headShares[std::size_t(plot)]));
        axis.rect = QRectF(trainingMargin + trainingAxisWidth, top,
                           m_size.width() - 2 * trainingMargin - trainingAxisWidth, height);
        top += height + trainingGap;
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
        const FigureGroup group(painter, "plot", int(plot) + 1);
        const double top = plotRect(plot).top() - heightOfLegend(plot);
        paintLegend(painter, titleOf(plot), linesOf(plot),
                    {trainingMargin, top, m_size.width() - 2 * trainingMargin, 0}, m_theme);
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
        drawToken(painter,
                  QRectF(trainingMargin, y - trainingLineHeight / 2, trainingAxisWidth - 7, trainingLineHeight),
                  Qt::AlignRight, numberText(tick), Theme::monospace(10), m_theme.muted);
    }
    paintAxes(painter, plot);
    for (const TrainingData::Line *line : linesOf(plot))
        paintCurve(
            painter, *line, [&](QPointF value) { return place(plot, value); }, m_theme);
    paintMarks(painter, plot);
}

double TrainingFigure::heightOfLegend(Plot plot) const
{
    return legendHeight(titleOf(plot), linesOf(plot), m_size.width() - 2 * trainingMargin);
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
            drawToken(painter, QRectF(x + 2, rect.top(), 24, trainingLineHeight), Qt::AlignLeft, QString::number(i + 1),
                      Theme::font(10, true), m_theme.text);
    }
}

std::vector<double> TrainingFigure::stepTicks() const
{
    return roundNumbers(0, m_data.steps, int(plotRect(Plot::Rate).width() / 70));
}

/// The lines at the left and below, with a tick at each number.
void TrainingFigure::paintAxes(QPainter &painter, Plot plot) const
{
    const QRectF rect = plotRect(plot);
    painter.setPen(QPen(m_theme.muted, 1));
    painter.drawLine(rect.topLeft(), rect.bottomLeft());
    painter.drawLine(rect.bottomLeft(), rect.bottomRight());
    for (const double tick : axis(plot).ticks) {
        const double y = place(plot, {0, tick}).y();
        painter.drawLine(QPointF(rect.left() - tickLength, y), QPointF(rect.left(), y));
    }
    for (const double tick : stepTicks()) {
        const double x = place(plot, {tick, 0}).x();
        painter.drawLine(QPointF(x, rect.bottom()), QPointF(x, rect.bottom() + tickLength));
    }
}

void TrainingFigure::paintSteps(QPainter &painter) const
{
    const QRectF rect = plotRect(Plot::Rate);
    const QFont font = Theme::monospace(10);
    for (const double tick : stepTicks()) {
        const QString text = QString::number(tick, 'g', 6);
        const double half = textWidth(text, font) / 2;
        const double x = std::min(place(Plot::Rate, {tick, 0}).x(), m_size.width() - 2 - half);
        drawToken(painter, QRectF(x - half - 2, rect.bottom() + tickLength + 1, 2 * half + 4, trainingLineHeight),
                  Qt::AlignHCenter, text, font, m_theme.muted);
    }
    const QFont plain = trainingPlainFont();
    drawToken(
        painter,
        QRectF(rect.left(), rect.bottom() + tickLength + 1 + trainingLineHeight, rect.width(), trainingLineHeight),
        Qt::AlignHCenter, elidedToken(m_data.stepTitle, plain, rect.width()), plain, m_theme.muted);
}

void TrainingFigure::paintSentences(QPainter &painter) const
{
    double y = m_sentencesTop;
    for (const QString &line : m_sentences) {
        drawToken(painter, QRectF(trainingMargin, y, m_size.width() - 2 * trainingMargin, trainingLineHeight),
                  Qt::AlignLeft, line, trainingPlainFont(), m_theme.text);
        y += trainingLineHeight;
    }
}

} // namespace regard
