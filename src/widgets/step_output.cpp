#include "widgets/step_output.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include <QCoreApplication>

#include "engine/next_token.h"
#include "engine/output_layer.h"
#include "widgets/step_softmax.h"
#include "widgets/step_terms.h"
#include "widgets/token_names.h"

namespace regard {

namespace {

constexpr std::size_t mostBars = 12; // words of a vocabulary that may hold 50,000

struct Text {
    Q_DECLARE_TR_FUNCTIONS(StepStream)
};

/// The positions of the largest probabilities, and of the word in focus.
std::vector<int> likeliest(const StepRow &probabilities, int word)
{
    std::vector<int> order(probabilities.size());
    std::iota(order.begin(), order.end(), 0);
    const std::size_t count = std::min(mostBars, order.size());
    const auto before = [&](int a, int b) {
        const double left = probabilities[static_cast<std::size_t>(a)];
        const double right = probabilities[static_cast<std::size_t>(b)];
        return left != right ? left > right : a < b;
    };
    std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(count), order.end(), before);
    order.resize(count);
    if (std::find(order.begin(), order.end(), word) == order.end())
        order.back() = word;
    return order;
}

/// The words that were asked for, else the likeliest.
StepBars wordBars(const StepRow &probabilities, const std::vector<int> &words, int word, const QStringList &names)
{
    const std::vector<int> order = words.empty() ? likeliest(probabilities, word) : words;
    StepBars bars;
    bars.overKeys = false;
    for (const int index : order) {
        if (index == word)
            bars.marked = static_cast<int>(bars.keys.size());
        bars.keys.push_back(index);
        bars.names.push_back(names.at(index));
        bars.values.push_back(probabilities[static_cast<std::size_t>(index)]);
    }
    return bars;
}

/// x · W (+ b) of one word.
StepEquation logitEquation(const StepContext &context, const StepFactor &x, int word, int words, const QString &name,
                           StepNumber result)
{
    const bool columns = context.choice.columns;
    // A given matrix of 50,000 columns is not copied for one of them.
    const SharedMatrix given = context.model.weights.find("output.w");
    StepRow column = given ? stepColumn(*given, word) : stepColumn(outputWeights(context.model, words), word);
    StepEquation equation =
        productEquation(name, x, {std::move(column), StepRole::Plain, {alongColumn("output.w", word)}, true},
                        std::move(result), columns ? QStringLiteral("W · x") : QStringLiteral("x · W"));
    const Matrix biases = outputBias(context.model, words);
    const StepSource cell{"output.b", 0, word};
    if (biases.size() > 0)
        equation.terms.push_back(
            {{{static_cast<double>(biases(0, word)), StepRole::Plain, false, {cell}}}, Text::tr("bias"), -1, -1, cell});
    return equation;
}

} // namespace

Step outputStep(const StepContext &context)
{
    const Trace &trace = context.trace;
    Step step{StepKind::Output, Text::tr("output"), Text::tr("Linear and softmax over the vocabulary: the next token")};
    StepFactor x{stepRow(trace.decoderOutput, context.query)};
    if (context.config.finalNorm)
        x.sources = normSources("decoder.final_norm.gain", "decoder.final_norm.bias");
    const StepFactor logits{
        stepRow(trace.logits, context.query), StepRole::Plain, {columnsSource("output.w"), alongRow("output.b", 0)}};
    const StepRow probabilities = stepRow(nextTokenProbabilities(trace.logits.row(context.query), 1, 0), 0);
    const int words = static_cast<int>(probabilities.size());
    const int word = context.chosen(
        StepDetail::Word, context.choice.component < 0 ? largestOf(probabilities) : context.component(probabilities),
        probabilities.size());
    const QStringList names = tokenNames(trace.vocabulary);
    step.strips.push_back(stepStrip(Text::tr("x"), x.values, StepRole::Plain, x.sources));
    step.strips.push_back(componentStrip(Text::tr("logits"), logits.values, StepRole::Plain, word, logits.sources));
    step.strips.back().names = names;
    step.bars = wordBars(probabilities, context.choice.extract.words, word, names);
    context.extract().words = step.bars->keys;
    step.bars->sources = logits.sources;
    step.equations.push_back(logitEquation(context, x, word, words, Text::tr("logit(%1)").arg(names.at(word)),
                                           stepAt(logits.values, word, StepRole::Plain, logits.sources)));
    SoftmaxRow row{logits.values, word, probabilities[static_cast<std::size_t>(word)], names, false, logits.sources};
    row.row = wholeSources(logits.sources);
    for (StepEquation &equation : softmaxEquations(row))
        step.equations.push_back(std::move(equation));
    step.equations.back().name = Text::tr("probability");
    step.notes.push_back((context.choice.columns
                              ? Text::tr("Every logit is lowered by the column's largest, %1, before exp; the "
                                         "quotients stay the same")
                              : Text::tr("Every logit is lowered by the row's largest, %1, before exp; the quotients "
                                         "stay the same"))
                             .arg(names.at(largestOf(logits.values))));
    if (context.config.finalNorm)
        step.notes.push_back(Text::tr("x is what the last layer leaves, after the final norm"));
    else
        step.notes.push_back(Text::tr("x is what the last layer leaves"));
    return step;
}

} // namespace regard
