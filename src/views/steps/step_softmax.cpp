#include "views/steps/step_softmax.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include <QCoreApplication>

namespace regard {

namespace {

struct StepSoftmaxText {
    Q_DECLARE_TR_FUNCTIONS(StepMaker)
};

double exponentialSum(const StepRow &scores)
{
    double sum = 0;
    for (const double score : scores)
        sum += std::exp(score);
    return sum;
}

/// The sink as the softmax reads it.
std::optional<double> temperedSink(const StepContext &context)
{
    return context.sink ? std::optional(*context.sink / double(context.temperature())) : std::nullopt;
}

/// How programs compute the same quotients, or why this row cannot be computed in another way.
QString shiftNote(const StepContext &context)
{
    const int most = largestOf(context.tempered);
    const QString largest = context.number(context.tempered[std::size_t(most)]);
    if (fitsWithoutShift(context.tempered, temperedSink(context)))
        return (context.choice.columns
                    ? StepSoftmaxText::tr(
                          "exp of each score as it is. Programs subtract the column's largest, %1 of “%2”, first, so "
                          "that nothing becomes too large; the quotients stay the same")
                    : StepSoftmaxText::tr(
                          "exp of each score as it is. Programs subtract the row's largest, %1 of “%2”, first, so "
                          "that nothing becomes too large; the quotients stay the same"))
            .arg(largest, context.keys.at(most));
    return (std::isinf(exponentialSum(context.tempered))
                ? StepSoftmaxText::tr(
                      "exp(%1) is too large for a computer. This is why programs subtract the largest score "
                      "first, as is done here")
                : StepSoftmaxText::tr(
                      "Even exp(%1) is too small for a computer. This is why programs subtract the largest score "
                      "first, as is done here"))
        .arg(largest);
}

QString roundingNote(const StepContext &context)
{
    if (context.sink)
        return StepSoftmaxText::tr("Rounded so that the weights and the sink’s still sum to 1: what is missing goes to "
                                   "the largest remainders");
    if (context.choice.handDecimals == 1)
        return context.choice.columns
                   ? StepSoftmaxText::tr(
                         "Rounded to one decimal so that the column still sums to 1: what is missing goes to the "
                         "largest remainders")
                   : StepSoftmaxText::tr(
                         "Rounded to one decimal so that the row still sums to 1: what is missing goes to the "
                         "largest remainders");
    return (context.choice.columns
                ? StepSoftmaxText::tr(
                      "Rounded to %1 decimals so that the column still sums to 1: what is missing goes to the "
                      "largest remainders")
                : StepSoftmaxText::tr(
                      "Rounded to %1 decimals so that the row still sums to 1: what is missing goes to the "
                      "largest remainders"))
        .arg(context.choice.handDecimals);
}

/// What softmax or uniform attention gives, before weights are set by hand.
const StepRow &computedRow(const StepContext &context)
{
    return context.softmaxed.empty() ? context.weights : context.softmaxed;
}

/// masked ÷ T, as far as the head has a temperature, then what the softmax makes of it.
void addSoftmax(Step &step, const StepContext &context)
{
    const StepSourceList pairs = context.sources.pairs(context.query);
    if (context.temperature() != 1.0F) {
        step.strips.push_back(
            context.keysStrip(StepSoftmaxText::tr("÷ %1").arg(context.temperatureText()), context.tempered, pairs));
        step.strips.back().general = StepSoftmaxText::tr("÷ T");
        step.equations.push_back(
            {StepSoftmaxText::tr("tempered"),
             StepOperation::Quotient,
             {{{stepAt(context.masked, context.key, StepRole::Score, pairs), {double(context.temperature())}}, {}}},
             stepAt(context.tempered, context.key, StepRole::Score, pairs),
             StepSoftmaxText::tr("score ÷ T")});
        step.notes.push_back(
            StepSoftmaxText::tr("Temperature T = %1: every score is divided by it before the softmax. It is no "
                                "part of the model")
                .arg(context.temperatureText()));
    }
    for (StepEquation &equation :
         softmaxEquations({context.tempered, context.key, computedRow(context)[std::size_t(context.key)], context.keys,
                           true, pairs, context.sources.weights(context.query), temperedSink(context),
                           context.sink ? StepSource{context.sources.weight("sinks"), 0, context.head} : StepSource()}))
        step.equations.push_back(std::move(equation));
    if (context.sink)
        step.notes.push_back(
            StepSoftmaxText::tr("The sink %1, a learned number of the head, joins the sum as a score without a key, as "
                                "in gpt-oss: what it takes is dropped, and the weights sum to %2")
                .arg(context.number(*context.sink),
                     context.number(std::accumulate(context.weights.begin(), context.weights.end(), 0.0))));
    step.notes.push_back(shiftNote(context));
}

/// 1 ÷ n for each of the n keys that the mask allows. At least one is.
void addUniform(Step &step, const StepContext &context)
{
    int allowed = 0;
    for (int key = 0; key < int(context.weights.size()); ++key)
        allowed += context.isAllowed(key) ? 1 : 0;
    const StepNumber weight = stepAt(computedRow(context), context.key, StepRole::Score);
    StepEquation equation{StepSoftmaxText::tr("weight"), StepOperation::SumOfProducts, {{{weight}, {}}}, weight, {}};
    if (context.isAllowed(context.key)) {
        equation.operation = StepOperation::Quotient;
        equation.formula = StepSoftmaxText::tr("1 ÷ allowed keys");
        equation.terms = {{{{1}, {double(allowed)}}, {}}};
    }
    step.equations.push_back(std::move(equation));
    step.notes.push_back(
        StepSoftmaxText::tr("Switched off: the weights are made uniform in place of the softmax, whatever the "
                            "scores are"));
}

/// Which weights of the row are set by hand, and what that makes of the one in focus.
void addByHand(Step &step, const StepContext &context)
{
    QStringList names;
    double set = 0;
    double before = 0;
    for (const auto &[key, weight] : context.setWeights()) {
        names.append(StepSoftmaxText::tr("“%1” %2").arg(context.keys.at(key)).arg(double(weight), 0, 'g', 4));
        set += double(weight);
        before += context.softmaxed[std::size_t(key)];
    }
    double others = 0;
    for (int key = 0; key < int(context.weights.size()); ++key)
        others += context.isSet(key) ? 0 : context.softmaxed[std::size_t(key)];
    const StepNumber weight{context.weights[std::size_t(context.key)], StepRole::Score, false,
                            context.sources.weights(context.query)};
    StepEquation equation{StepSoftmaxText::tr("weight"), StepOperation::SumOfProducts, {{{weight}, {}}}, weight, {}};
    if (context.isSet(context.key)) {
        equation.formula = StepSoftmaxText::tr("set by hand");
    } else if (others > 0 && context.isAllowed(context.key)) {
        equation.formula = StepSoftmaxText::tr("softmax × (1 − set) ÷ (1 − softmax there)");
        equation.terms = {{{stepAt(context.softmaxed, context.key, StepRole::Score), {(1 - set) / (1 - before)}}, {}}};
    }
    step.equations.push_back(std::move(equation));
    const QString list = names.join(QStringLiteral(", "));
    step.notes.push_back(others > 0 ? StepSoftmaxText::tr("Set by hand: %1. The row's other weights are multiplied by "
                                                          "(1 − %2) ÷ (1 − %3), so that it still sums to 1")
                                          .arg(list, context.number(set), context.number(before))
                                    : StepSoftmaxText::tr("Set by hand: %1. The row's other weights were all 0; they "
                                                          "share what is left alike")
                                          .arg(list));
}

/// The rounded weight that the sum takes: one number, named.
StepEquation roundedEquation(const StepContext &context, const StepRow &used)
{
    const StepNumber rounded{used[std::size_t(context.key)], StepRole::Score, false,
                             context.sources.weights(context.query), context.choice.handDecimals};
    return {StepSoftmaxText::tr("weight"),
            StepOperation::SumOfProducts,
            {{{rounded}, {}}},
            rounded,
            context.choice.handDecimals == 1
                ? StepSoftmaxText::tr("rounded to one decimal")
                : StepSoftmaxText::tr("rounded to %1 decimals").arg(context.choice.handDecimals)};
}

} // namespace

bool fitsWithoutShift(StepRow scores, const std::optional<double> &sink)
{
    if (sink)
        scores.push_back(*sink);
    const double sum = exponentialSum(scores);
    return std::isfinite(sum) && sum >= std::numeric_limits<double>::min();
}

std::vector<StepEquation> softmaxEquations(const SoftmaxRow &row)
{
    const bool isShifted = !fitsWithoutShift(row.scores, row.sink);
    const double shift = isShifted ? *std::max_element(row.scores.begin(), row.scores.end()) : 0;
    StepRow all = row.scores;
    if (row.sink)
        all.push_back(*row.sink);
    StepRow exponentials;
    for (const double score : all)
        exponentials.push_back(std::exp(score - shift));
    const double total = std::accumulate(exponentials.begin(), exponentials.end(), 0.0);
    const StepNumber denominator{total, StepRole::Score, false, row.row};
    StepRow named = exponentials; // the one in focus is always named
    named[std::size_t(row.chosen)] = std::numeric_limits<double>::infinity();
    named.back() = row.sink ? std::numeric_limits<double>::infinity() : named.back();
    const auto term = [&](int index) {
        if (index == int(row.scores.size()))
            return StepTerm{{{exponentials.back(), StepRole::Score, false, {row.sinkCell}}},
                            StepSoftmaxText::tr("sink")};
        return StepTerm{{stepAt(exponentials, index, StepRole::Score, row.cells)},
                        index < row.names.size() ? row.names[index] : QString::number(index),
                        row.areKeys ? index : -1};
    };
    const StepNumber score = stepAt(row.scores, row.chosen, StepRole::Score, row.cells);
    const StepNumber mine = stepAt(exponentials, row.chosen, StepRole::Score, row.cells);
    StepTerm exponent{{score}, {}};
    if (isShifted)
        exponent.numbers.push_back(stepAt(row.scores, largestOf(row.scores), StepRole::Score, row.cells));
    return {{StepSoftmaxText::tr("exp"), StepOperation::Exponential, {std::move(exponent)}, mine},
            sumEquation(StepSoftmaxText::tr("Σ exp"), named, term, denominator),
            {StepSoftmaxText::tr("weight"),
             StepOperation::Quotient,
             {{{mine, denominator}, {}}},
             {row.result, StepRole::Score, false, row.row},
             StepSoftmaxText::tr("exp ÷ Σ exp")}};
}

Step softmaxStep(const StepContext &context)
{
    const bool isUniform = context.replaced() == Replacement::Uniform;
    Step step{StepKind::Softmax, StepSoftmaxText::tr("softmax"),
              (isUniform ? StepSoftmaxText::tr(
                               "The same weight for every key that “%1” may attend to, in place of the softmax")
                         : StepSoftmaxText::tr("Softmax over the keys of “%1”"))
                  .arg(context.queryName())};
    const StepRow used = context.usedWeights();
    StepBars bars{context.keys, used, {}, context.key, true};
    bars.keys.resize(used.size());
    std::iota(bars.keys.begin(), bars.keys.end(), 0);
    bars.sources = context.sources.weights(context.query);
    if (context.isByHand()) {
        bars.exact = context.weights;
        bars.digits = context.choice.handDecimals;
    }
    step.bars = std::move(bars);
    if (!std::isfinite(context.masked[std::size_t(largestOf(context.masked))])) {
        step.notes.push_back(StepSoftmaxText::tr("Every key is forbidden: all weights are 0"));
        return step;
    }
    if (isUniform)
        addUniform(step, context);
    else
        addSoftmax(step, context);
    if (!context.softmaxed.empty())
        addByHand(step, context);
    if (context.isByHand()) {
        step.equations.push_back(roundedEquation(context, used));
        step.notes.push_back(roundingNote(context));
    }
    return step;
}

} // namespace regard
