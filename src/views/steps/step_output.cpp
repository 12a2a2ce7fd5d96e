#include "views/steps/step_output.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include <QCoreApplication>

#include "engine/analysis/next_token.h"
#include "engine/kernels/activate.h"
#include "engine/kernels/product.h"
#include "engine/pass/output_layer.h"
#include "views/steps/step_softmax.h"
#include "views/steps/step_terms.h"

namespace regard {

namespace {

constexpr std::size_t mostBars = 12;     // words of a vocabulary that may hold 50,000
constexpr std::size_t mostLogits = 2048; // cells of a strip

struct StepOutputText {
    Q_DECLARE_TR_FUNCTIONS(StepStream)
};

/// The positions of the largest probabilities, and of the word in focus.
std::vector<int> likeliest(const StepRow &probabilities, int word)
{
    std::vector<int> order(probabilities.size());
    std::iota(order.begin(), order.end(), 0);
    const std::size_t count = std::min(mostBars, order.size());
    const auto before = [&](int a, int b) {
        const double left = probabilities[std::size_t(a)];
        const double right = probabilities[std::size_t(b)];
        return left != right ? left > right : a < b;
    };
    std::partial_sort(order.begin(), order.begin() + std::ptrdiff_t(count), order.end(), before);
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
            bars.marked = int(bars.keys.size());
        bars.keys.push_back(index);
        bars.names.push_back(names.at(index));
        bars.values.push_back(probabilities[std::size_t(index)]);
    }
    return bars;
}

StepSourceList logitSources(const Model &model)
{
    StepSourceList list;
    if (holdsOutputWeights(model))
        list.push_back(columnsSource("output.w"));
    list.push_back(alongRow("output.b", 0));
    return list;
}

/// x · W (+ b) of one word; `x` is the name of x.
StepEquation logitEquation(const StepPass &context, const QString &xName, const StepFactor &x, int word, int words,
                           const QString &name, StepNumber result)
{
    StepFactor weight{stepColumn(outputColumn(context.model, context.trace.vocabulary, word), 0)};
    if (holdsOutputWeights(context.model)) {
        weight.sources = {alongColumn("output.w", word)};
        weight.isWeight = true;
    }
    StepEquation equation = productEquation(name, x, weight, std::move(result),
                                            context.choice.columns ? QStringLiteral("W · %1").arg(xName)
                                                                   : QStringLiteral("%1 · W").arg(xName));
    const Matrix biases = outputBias(context.model, words);
    const StepSource cell{"output.b", 0, word};
    if (biases.size() > 0)
        equation.terms.push_back(
            {{{double(biases(0, word)), StepRole::Plain, false, {cell}}}, StepOutputText::tr("bias"), -1, -1, cell});
    if (context.config.logitsDivisor != 1) {
        for (StepTerm &term : equation.terms)
            term.numbers.push_back({1 / context.config.logitsDivisor});
        equation.formula += QStringLiteral(" ÷ %1").arg(context.config.logitsDivisor);
    }
    return equation;
}

/// cap × tanh(x ÷ cap) of what the last equation made.
void addCap(Step &step, double cap, const QString &name, StepNumber logit)
{
    StepNumber &sum = step.equations.back().result;
    sum.value = 0;
    for (const StepTerm &term : step.equations.back().terms)
        sum.value += std::accumulate(term.numbers.begin(), term.numbers.end(), 1.0,
                                     [](double so, const StepNumber &number) { return so * number.value; });
    const StepNumber tanh{std::tanh(sum.value / cap)};
    StepTerm bent{{sum, {1 / cap}}, {}};
    step.equations.push_back({QStringLiteral("tanh"),
                              StepOperation::Tanh,
                              {std::move(bent)},
                              tanh,
                              StepOutputText::tr("tanh(x ÷ %1)").arg(cap)});
    step.equations.push_back({name,
                              StepOperation::SumOfProducts,
                              {{{{cap}, tanh}, {}}},
                              std::move(logit),
                              StepOutputText::tr("%1 × tanh").arg(cap)});
    step.notes.push_back(StepOutputText::tr("Soft cap: every logit lies between −%1 and %1, as in Gemma 2").arg(cap));
}

/// What output.projection makes of x before it is compared with the vocabulary: y, which is returned.
StepFactor addNarrowing(Step &step, const StepPass &context, const Matrix &stack, const StepFactor &x)
{
    const Model &model = context.model;
    const char *weight = "output.projection.w";
    const StepRow y = stepRow(outputInput(model, stack), 0);
    const int c = context.component(StepDetail::Transformed, y);
    const QString formula = context.productText(QStringLiteral("x"), QStringLiteral("W_D"));
    StepFactor made{y, StepRole::Plain, {columnsSource(weight)}};
    step.strips.push_back(componentStrip(QStringLiteral("y"), y, StepRole::Plain, c, made.sources));
    step.equations.push_back(
        productEquation(componentName(QStringLiteral("y"), c), x,
                        {stepColumn(model.weights.weight(weight), c), StepRole::Plain, {alongColumn(weight, c)}, true},
                        stepAt(y, c, StepRole::Plain, made.sources), formula));
    step.notes.push_back(
        StepOutputText::tr("Before the output layer y = %1: the %2 numbers are projected to the %3 of a token’s row")
            .arg(formula)
            .arg(context.config.dModel)
            .arg(context.config.embeddingSize));
    return made;
}

/// What an encoder alone makes of x by its transform: y, which is returned.
StepFactor addTransform(Step &step, const StepPass &context, const Matrix &stack, const StepFactor &x)
{
    const Model &model = context.model;
    const char *weight = "output.transform.w";
    const char *bias = "output.transform.b";
    Matrix plain = product(stack, model.weights.weight(weight)); // 1 × d_model
    plain += model.weights.at(bias);
    const StepRow before = stepRow(plain, 0);
    activate(plain, model.config.activationOfOutput());
    const StepRow activated = stepRow(plain, 0);
    const StepRow y = stepRow(outputInput(model, stack), 0);
    const int c = context.component(StepDetail::Transformed, y);
    const StepSourceList sources{columnsSource(weight), alongRow(bias, 0)};
    const QString formula = context.productText(QStringLiteral("x"), QStringLiteral("W_T"), QStringLiteral("b_T"));
    step.strips.push_back(componentStrip(QStringLiteral("t"), before, StepRole::Plain, c, sources));
    const bool isNormed = model.config.maskedLanguageModel;
    const QString name = isNormed ? StepOutputText::tr("activated") : QStringLiteral("y");
    step.strips.push_back(componentStrip(name, activated, StepRole::Plain, c, sources));
    const StepNumber sum = stepAt(before, c, StepRole::Plain, sources);
    step.equations.push_back(productEquation(
        componentName(QStringLiteral("t"), c), x,
        {stepColumn(model.weights.weight(weight), c), StepRole::Plain, {alongColumn(weight, c)}, true}, sum, formula));
    step.equations.back().terms.push_back(biasTerm(model, bias, c));
    step.equations.push_back(activationEquation(componentName(name, c), model.config.activationOfOutput(), sum,
                                                stepAt(activated, c, StepRole::Plain, sources)));
    if (!isNormed) {
        step.notes.push_back(StepOutputText::tr("Before the output layer y = activation(%1)").arg(formula));
        return {y, StepRole::Plain, sources};
    }
    for (StepEquation &equation :
         normEquations(model, "output.norm.gain", "output.norm.bias", activated, sources,
                       StepOutputText::tr("activated"), c, y[std::size_t(c)], QStringLiteral("y")))
        step.equations.push_back(std::move(equation));
    StepFactor made{y, StepRole::Plain, joined(wholeSources(sources), normSources(model, "output.norm"))};
    step.strips.push_back(componentStrip(QStringLiteral("y"), y, StepRole::Plain, c, made.sources));
    step.notes.push_back(StepOutputText::tr("Before the output layer y = norm(activation(%1))").arg(formula));
    return made;
}

/// The logits as a strip: of a vocabulary that is too large to look at, those that have a bar.
StepStrip logitStrip(const StepRow &logits, int word, const QStringList &names, const StepSourceList &sources,
                     const StepBars &bars)
{
    if (logits.size() <= mostLogits) {
        StepStrip strip = componentStrip(StepOutputText::tr("logits"), logits, StepRole::Plain, word, sources);
        strip.names = names;
        return strip;
    }
    StepRow shown;
    for (const int index : bars.keys)
        shown.push_back(logits[std::size_t(index)]);
    StepStrip strip = stepStrip(StepOutputText::tr("logits"), std::move(shown), StepRole::Plain);
    strip.names = bars.names;
    strip.marked = bars.marked;
    return strip;
}

QString shiftedText(bool columns)
{
    return columns ? StepOutputText::tr("Every logit is lowered by the column's largest, %1, before exp; the "
                                        "quotients stay the same")
                   : StepOutputText::tr("Every logit is lowered by the row's largest, %1, before exp; the quotients "
                                        "stay the same");
}

QString unshiftedText(bool columns)
{
    return columns
               ? StepOutputText::tr("exp of each logit as it is. Programs subtract the column's largest, %1, first, so "
                                    "that nothing becomes too large; the quotients stay the same")
               : StepOutputText::tr("exp of each logit as it is. Programs subtract the row's largest, %1, first, so "
                                    "that nothing becomes too large; the quotients stay the same");
}

void noteOutput(Step &step, const StepPass &context, const QString &largest, bool isShifted, std::size_t words)
{
    step.notes.push_back(
        (isShifted ? shiftedText(context.choice.columns) : unshiftedText(context.choice.columns)).arg(largest));
    if (words > mostLogits)
        step.notes.push_back(
            StepOutputText::tr("Of %1 logits those of the likeliest tokens are shown; the softmax is over all")
                .arg(words));
    step.notes.push_back(hasFinalNorm(context.config, context.stack)
                             ? StepOutputText::tr("x: output of the last layer after the final norm")
                             : StepOutputText::tr("x: output of the last layer"));
    if (context.config.tiedOutput)
        step.notes.push_back(
            StepOutputText::tr("W is tied: its column for a token is the token’s row of the embedding"));
}

} // namespace

Step outputStepAlone(const StepPass &context)
{
    return {StepKind::Output, StepOutputText::tr("output"),
            context.config.replacedTokens
                ? StepOutputText::tr("Linear and softmax: whether this token is original or was replaced")
            : predictsNext(context.model)
                ? StepOutputText::tr("Linear and softmax over the vocabulary: the next token")
                : StepOutputText::tr("Linear and softmax over the vocabulary: the token at this position")};
}

Step outputStep(const StepPass &context)
{
    const Model &model = context.model;
    const Trace &trace = context.trace;
    const bool transforms = transformsOutput(context.config);
    const bool narrows = narrowsOutput(context.config);
    Step step = outputStepAlone(context);
    const Matrix stack = readOutStream(trace).row(context.query); // 1 × d_model
    StepFactor x{stepRow(stack, 0)};
    if (hasFinalNorm(context.config, context.stack))
        x.sources = normSources(model, stackName(context.stack) + ".final_norm");
    step.strips.push_back(stepStrip(StepOutputText::tr("x"), x.values, StepRole::Plain, x.sources));
    const StepFactor read = transforms ? addTransform(step, context, stack, x)
                            : narrows  ? addNarrowing(step, context, stack, x)
                                       : x;
    const Matrix all = logitsRows(model, trace, context.query, 1); // 1 × vocabulary
    const StepFactor logits{stepRow(all, 0), StepRole::Plain, logitSources(model)};
    const StepRow probabilities = stepRow(nextTokenProbabilities(all, 1, 0), 0);
    const int words = int(probabilities.size());
    const int word = context.chosen(
        StepDetail::Word, context.choice.component < 0 ? largestOf(probabilities) : context.component(probabilities),
        probabilities.size());
    const QStringList names = stepWordNames(model, trace.vocabulary, context.choice);
    step.bars = wordBars(probabilities, context.choice.extract.words, word, names);
    context.extract().words = step.bars->keys;
    step.bars->sources = logits.sources;
    step.strips.push_back(logitStrip(logits.values, word, names, logits.sources, *step.bars));
    const QString name = StepOutputText::tr("logit(%1)").arg(names.at(word));
    const StepNumber logit = stepAt(logits.values, word, StepRole::Plain, logits.sources);
    const double cap = context.config.logitsCap;
    step.equations.push_back(logitEquation(context, transforms || narrows ? QStringLiteral("y") : QStringLiteral("x"),
                                           read, word, words, cap > 0 ? StepOutputText::tr("before the cap") : name,
                                           logit));
    if (cap > 0)
        addCap(step, cap, name, logit);
    SoftmaxRow row{logits.values, word, probabilities[std::size_t(word)], names, false, logits.sources};
    row.row = wholeSources(logits.sources);
    for (StepEquation &equation : softmaxEquations(row))
        step.equations.push_back(std::move(equation));
    step.equations.back().name = StepOutputText::tr("probability");
    if (context.config.replacedTokens)
        step.notes.push_back(StepOutputText::tr("ELECTRA’s discriminator gives one logit z, that of “replaced”; beside "
                                                "an “original” of 0 the softmax is the sigmoid 1 ÷ (1 + exp(−z))"));
    noteOutput(step, context, names.at(largestOf(logits.values)), !fitsWithoutShift(logits.values),
               probabilities.size());
    return step;
}

} // namespace regard
