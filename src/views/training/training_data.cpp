#include "views/training/training_data.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string>

#include <QCoreApplication>

#include "document/look/layer_title.h"
#include "training/run/followed_patterns.h"
#include "training/tasks/task_table.h"

namespace regard {

namespace {

struct TrainingDataText {
    Q_DECLARE_TR_FUNCTIONS(TrainingChart)
};

constexpr double half = 0.5;
constexpr std::size_t mostPoints = 400; ///< of a line: more cannot be told apart
constexpr std::size_t mostPatterns = 6;

QString capital(QString text)
{
    if (!text.isEmpty())
        text[0] = text[0].toUpper();
    return text;
}

QString trainedHeadName(const ModelConfig &config, const HeadRef &head)
{
    return TrainingDataText::tr("%1 head %2").arg(layerTitle(config, head.attention, head.layer)).arg(head.head + 1);
}

QString findingText(HeadPattern pattern)
{
    switch (pattern) {
    case HeadPattern::Previous:
        return TrainingDataText::tr("%1 becomes a previous-token head at step %2.");
    case HeadPattern::Next:
        return TrainingDataText::tr("%1 becomes a next-token head at step %2.");
    case HeadPattern::SameWord:
        return TrainingDataText::tr("%1 becomes a same-word head at step %2.");
    case HeadPattern::First:
        return TrainingDataText::tr("%1 becomes a first-token head at step %2.");
    case HeadPattern::Induction:
        return TrainingDataText::tr("%1 becomes an induction head at step %2.");
    case HeadPattern::Separator:
    case HeadPattern::Punctuation:
    case HeadPattern::Sink:
    case HeadPattern::Broad:
        break;
    }
    return {};
}

QString shortPatternName(HeadPattern pattern)
{
    switch (pattern) {
    case HeadPattern::Previous:
        return TrainingDataText::tr("previous token");
    case HeadPattern::Next:
        return TrainingDataText::tr("next token");
    case HeadPattern::SameWord:
        return TrainingDataText::tr("same word");
    case HeadPattern::First:
        return TrainingDataText::tr("first token");
    case HeadPattern::Induction:
        return TrainingDataText::tr("induction");
    case HeadPattern::Separator:
    case HeadPattern::Punctuation:
    case HeadPattern::Sink:
    case HeadPattern::Broad:
        break;
    }
    return {};
}

/// The measured step since which the numbers have been above a half; nothing where they are not now, or always were.
std::optional<long long> crossing(const std::vector<long long> &steps, const std::vector<double> &numbers)
{
    if (numbers.empty() || numbers.size() != steps.size() || numbers.back() < half)
        return std::nullopt;
    std::size_t first = numbers.size() - 1;
    while (first > 0 && numbers[first - 1] >= half)
        --first;
    return first == 0 ? std::nullopt : std::optional(steps[first]);
}

std::vector<QPointF> pointsOf(const std::vector<long long> &steps, const std::vector<double> &numbers)
{
    std::vector<QPointF> points;
    for (std::size_t i = 0; i < steps.size() && i < numbers.size(); ++i)
        points.emplace_back(double(steps[i]), numbers[i]);
    return points;
}

/// The means of as many neighbours each as leave few enough points.
std::vector<QPointF> thinned(const std::vector<QPointF> &points)
{
    const std::size_t of = (points.size() + mostPoints - 1) / mostPoints;
    if (of <= 1)
        return points;
    std::vector<QPointF> few;
    for (std::size_t first = 0; first < points.size(); first += of) {
        const std::size_t end = std::min(points.size(), first + of);
        QPointF sum;
        for (std::size_t i = first; i < end; ++i)
            sum += points[i];
        few.push_back(sum / double(end - first));
    }
    return few;
}

/// The mean over a fiftieth of the line on either side.
std::vector<QPointF> smoothed(const std::vector<QPointF> &points)
{
    const std::size_t reach = points.size() / 50;
    std::vector<double> sums(points.size() + 1, 0);
    for (std::size_t i = 0; i < points.size(); ++i)
        sums[i + 1] = sums[i] + points[i].y();
    std::vector<QPointF> smooth;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const std::size_t first = i - std::min(i, reach);
        const std::size_t end = std::min(points.size(), i + reach + 1);
        smooth.emplace_back(points[i].x(), (sums[end] - sums[first]) / double(end - first));
    }
    return smooth;
}

/// Returns the patterns that some head follows by more than a half at some time, the strongest at the end first.
std::vector<TrainingData::Line> patternLines(const HeldOutCurve &heldOut, const ModelConfig &config)
{
    std::vector<std::pair<double, TrainingData::Line>> lines;
    for (const auto &[name, numbers] : heldOut.measures) {
        const auto measured = measuredPattern(name);
        if (!measured || numbers.empty() || *std::max_element(numbers.begin(), numbers.end()) < half)
            continue;
        TrainingData::Line line{
            QStringLiteral("%1: %2").arg(trainedHeadName(config, measured->first), shortPatternName(measured->second)),
            thinned(pointsOf(heldOut.steps, numbers))};
        line.color = measured->first.head;
        line.isDashed = measured->first.layer % 2 == 0;
        lines.emplace_back(numbers.back(), std::move(line));
    }
    std::stable_sort(lines.begin(), lines.end(), [](const auto &a, const auto &b) { return a.first > b.first; });
    std::vector<TrainingData::Line> few;
    for (std::size_t i = 0; i < lines.size() && i < mostPatterns; ++i)
        few.push_back(std::move(lines[i].second));
    return few;
}

QString measureName(const std::string &name)
{
    return QString::fromStdString(name).replace(QLatin1Char('_'), QLatin1Char(' '));
}

} // namespace

LengthData lengthData(const std::string &task, const std::vector<ModelLengths> &models)
{
    LengthData data;
    data.title = TrainingDataText::tr("Share of sentences right");
    data.lengthTitle = TrainingDataText::tr("length of the sentence, tokens");
    const std::optional<Task> known = findTask(task);
    for (const ModelLengths &model : models) {
        CurveLine &line = data.models.emplace_back();
        line.name = modelTitle(task, model.model);
        line.color = int(data.models.size()) - 1;
        for (std::size_t i = 0; known && i < known->variants.size(); ++i)
            if (known->variants[i].name == model.model)
                line.color = int(i);
        for (const LengthAccuracy &each : model.lengths)
            line.points.emplace_back(each.length, each.accuracy);
    }
    return data;
}

QString modelTitle(const std::string &task, const std::string &model)
{
    if (const std::optional<Task> known = findTask(task))
        for (const TaskVariant &variant : known->variants)
            if (variant.name == model)
                return QString::fromStdString(variant.title);
    return QString::fromStdString(model);
}

QString noLengthsText()
{
    return TrainingDataText::tr(
        "How much is right of each length was not measured here. Choose the task “reverse, long” in Training; there, "
        "+ Model has “Train all”.");
}

QString noCurveText()
{
    return TrainingDataText::tr("There is no curve yet: the model was not trained here. Choose a task and train it.");
}

namespace {

/// A measure that has been above a half since a step.
struct Finding {
    QString name; ///< short
    QString sentence;
    int head = 0; ///< whose colour it has
};

std::multimap<long long, Finding> findings(const HeldOutCurve &heldOut, const ModelConfig &config)
{
    std::multimap<long long, Finding> found;
    for (const auto &[name, numbers] : heldOut.measures) {
        const std::optional<long long> step = crossing(heldOut.steps, numbers);
        if (!step)
            continue;
        if (const auto measured = measuredPattern(name)) {
            const auto &[head, pattern] = *measured;
            found.emplace(
                *step,
                Finding{
                    QStringLiteral("%1·%2 %3").arg(head.layer + 1).arg(head.head + 1).arg(shortPatternName(pattern)),
                    findingText(pattern).arg(capital(trainedHeadName(config, head))).arg(*step), head.head});
        } else {
            found.emplace(*step,
                          Finding{measureName(name), TrainingDataText::tr("“%1” of the task passes a half at step %2.")
                                                         .arg(measureName(name))
                                                         .arg(*step)});
        }
    }
    return found;
}

} // namespace

QStringList headFindings(const HeldOutCurve &heldOut, const ModelConfig &config)
{
    QStringList sentences;
    for (const auto &[step, finding] : findings(heldOut, config))
        sentences << finding.sentence;
    return sentences;
}

RunCurveData runCurveData(const TrainingCurve &curve, long long step, const ModelConfig &config)
{
    using Ink = RunCurveData::Ink;
    RunCurveData data;
    data.step = double(step);
    data.stepsUnit = TrainingDataText::tr("steps");
    std::vector<QPointF> losses;
    for (const StepReport &report : curve.steps)
        if (report.step <= step)
            losses.emplace_back(double(report.step), report.loss);
    std::vector<QPointF> right;
    for (const QPointF &point : pointsOf(curve.heldOut.steps, curve.heldOut.accuracy))
        if (point.x() <= double(step))
            right.push_back(point);
    data.lines.push_back({TrainingDataText::tr("loss"), thinned(losses), Ink::Loss});
    data.lines.push_back({TrainingDataText::tr("right"), thinned(right), Ink::Right});
    for (const auto &[at, finding] : findings(curve.heldOut, config))
        if (at <= step)
            data.marks.push_back({double(at), finding.name, finding.sentence, finding.head});
    return data;
}

const TaskVariant *variantLike(const Task &task, const ModelConfig &config)
{
    for (const TaskVariant &variant : task.variants)
        if (variant.model.architecture == config.architecture && variant.model.encoderKind == config.encoderKind &&
            variant.model.decoderKind == config.decoderKind &&
            variant.model.decoderAttention == config.decoderAttention)
            return &variant;
    return nullptr;
}

QStringList runTitles(const TrainingState &state, const ModelConfig &own)
{
    const std::optional<Task> known = state.task ? findTask(state.task->name) : std::nullopt;
    const auto titleOf = [&](const ModelConfig &config) {
        const TaskVariant *variant = known ? variantLike(*known, config) : nullptr;
        return variant ? QString::fromStdString(variant->title) : TrainingDataText::tr("Model");
    };
    QStringList titles{titleOf(own)};
    std::vector<std::uint64_t> seeds{state.options.seed};
    for (const RunBeside &run : state.beside) {
        titles << titleOf(run.model->config);
        seeds.push_back(run.options.seed);
    }
    QStringList distinct;
    for (qsizetype i = 0; i < titles.size(); ++i)
        distinct << (titles.count(titles[i]) > 1
                         ? TrainingDataText::tr("%1, seed %2").arg(titles[i]).arg(seeds[std::size_t(i)])
                         : titles[i]);
    for (qsizetype i = 1; i < distinct.size(); ++i)
        if (distinct.mid(0, i).contains(distinct[i]))
            distinct[i] = TrainingDataText::tr("%1 (%2)").arg(distinct[i]).arg(i + 1);
    return distinct;
}

RunCurveData besideCurveData(const TrainingState &state, const ModelConfig &own)
{
    RunCurveData data;
    data.step = double(state.step);
    data.stepsUnit = TrainingDataText::tr("steps");
    data.note = TrainingDataText::tr("Sentences wholly right, of held-out ones");
    const QStringList titles = runTitles(state, own);
    const auto add = [&](const TrainingCurve &curve, long long step) {
        const int color = int(data.lines.size());
        std::vector<QPointF> points;
        for (const QPointF &point : pointsOf(curve.heldOut.steps, curve.heldOut.accuracy))
            if (point.x() <= double(step))
                points.push_back(point);
        data.lines.push_back({titles[color], thinned(points), RunCurveData::Ink::Model, color, color % 2 == 1});
        data.step = std::max(data.step, double(step));
    };
    add(*state.curve, state.step);
    for (const RunBeside &run : state.beside)
        add(*run.curve, run.step);
    return data;
}

TrainingData trainingData(const TrainingShown &shown, const ModelConfig &config)
{
    const TrainingRecord &record = shown.record;
    const HeldOutCurve &heldOut = record.heldOut;
    TrainingData data;
    std::vector<QPointF> losses;
    std::vector<QPointF> rates;
    for (const StepReport &report : record.curve) {
        losses.emplace_back(double(report.step), report.loss);
        rates.emplace_back(double(report.step), report.rate);
    }
    constexpr int accuracyColor = 1;
    data.losses.push_back({TrainingDataText::tr("training"), thinned(smoothed(losses)), thinned(losses), 0, false});
    data.losses.push_back(
        {TrainingDataText::tr("held out"), thinned(pointsOf(heldOut.steps, heldOut.loss)), {}, 1, true});
    data.shares.push_back({TrainingDataText::tr("held-out sentences right"),
                           thinned(pointsOf(heldOut.steps, heldOut.accuracy)),
                           {},
                           accuracyColor,
                           false});
    int color = 2;
    for (const auto &[name, numbers] : heldOut.measures)
        if (!measuredPattern(name))
            data.shares.push_back({measureName(name), thinned(pointsOf(heldOut.steps, numbers)), {}, color++, true});
    for (TrainingData::Line &line : patternLines(heldOut, config))
        data.shares.push_back(std::move(line));
    data.rate = {{}, thinned(rates), {}, 4, false};
    for (const TrainingMark &mark : shown.marks)
        data.marks.push_back({double(mark.step), TrainingDataText::tr("step %L1: %2").arg(mark.step).arg(mark.text)});
    data.findings = headFindings(heldOut, config);
    data.steps = std::max(1.0, double(record.step));
    data.isLog = shown.isLog;
    data.lossTitle = TrainingDataText::tr("Loss, nats a token");
    data.shareTitle = TrainingDataText::tr("Share, 0 to 1");
    data.rateTitle = TrainingDataText::tr("Learning rate");
    data.stepTitle = TrainingDataText::tr("training step");
    return data;
}

} // namespace regard
