#include "widgets/step_stream.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include <QCoreApplication>

#include "engine/feed_forward.h"
#include "engine/next_token.h"
#include "engine/output_layer.h"
#include "engine/product.h"
#include "engine/stream.h"
#include "engine/sublayer.h"
#include "widgets/step_softmax.h"
#include "widgets/step_terms.h"
#include "widgets/token_names.h"

namespace regard {

namespace {

constexpr std::size_t mostBars = 12; // words of a vocabulary that may hold 50,000

struct Text {
    Q_DECLARE_TR_FUNCTIONS(StepStream)
};

/// A row on its way, with what its cells were made of.
struct StreamRow {
    StepRow values;
    StepSourceList sources;
};

/// What a sublayer gave and what became of it, as far as the model adds and norms after it.
void addResidualAndNorm(Step &step, const StepContext &context, const Sublayer &sublayer, const StreamRow &stream,
                        const StreamRow &given, const StepRow &after, int component)
{
    StreamRow sum = given;
    if (context.config.residual) {
        for (std::size_t i = 0; i < sum.values.size(); ++i)
            sum.values[i] =
                static_cast<double>(static_cast<float>(stream.values[i]) + static_cast<float>(given.values[i]));
        sum.sources = joined(stream.sources, given.sources);
        step.strips.push_back(componentStrip(Text::tr("sum"), sum.values, StepRole::Plain, component, sum.sources));
        step.equations.push_back({componentName(Text::tr("sum"), component),
                                  StepOperation::SumOfProducts,
                                  {{{stepAt(stream.values, component, StepRole::Plain, stream.sources)}, {}},
                                   {{stepAt(given.values, component, StepRole::Plain, given.sources)}, {}}},
                                  stepAt(sum.values, component, StepRole::Plain, sum.sources),
                                  Text::tr("stream + output")});
    }
    if (context.config.norm != Norm::Post)
        return;
    const std::string norm = normName(sublayer);
    const StepSourceList sources = joined(wholeSources(sum.sources), normSources(norm + ".gain", norm + ".bias"));
    step.strips.push_back(componentStrip(Text::tr("normed"), after, StepRole::Plain, component, sources));
    const QString name = context.config.residual ? Text::tr("sum") : Text::tr("output");
    for (StepEquation &equation :
         normEquations(context.model, norm + ".gain", norm + ".bias", sum.values, sum.sources, name, component,
                       after[static_cast<std::size_t>(component)], Text::tr("normed")))
        step.equations.push_back(std::move(equation));
}

StepOperation operationOf(Activation activation)
{
    switch (activation) {
    case Activation::Relu:
        return StepOperation::Relu;
    case Activation::Gelu:
        return StepOperation::Gelu;
    case Activation::GeluTanh:
        return StepOperation::GeluTanh;
    case Activation::Silu:
        return StepOperation::Silu;
    }
    return StepOperation::Relu;
}

/// How many hidden numbers the activation cuts, or what it does where it cuts none off.
QString activationNote(Activation activation, const StepRow &before)
{
    if (activation == Activation::Relu) {
        const auto cut = std::count_if(before.begin(), before.end(), [](double value) { return value < 0; });
        return Text::tr("ReLU cuts %1 of %2 hidden numbers to 0").arg(cut).arg(before.size());
    }
    const auto damped = std::count_if(before.begin(), before.end(), [](double value) { return value < 0; });
    return Text::tr("%1 of %2 hidden numbers are below 0 and are damped by %3")
        .arg(damped)
        .arg(before.size())
        .arg(activation == Activation::Silu ? QStringLiteral("SiLU") : QStringLiteral("GELU"));
}

/// The numbers of the feed-forward for one token.
struct Hidden {
    StreamRow input;
    StreamRow before; ///< the activation
    StreamRow after;
};

Hidden hiddenOf(const StepContext &context, const Sublayer &sublayer, const Matrix &stream, const std::string &prefix)
{
    const Matrix input = sublayerInput(context.model, sublayer, stream);      // 1 × d_model
    Matrix before = product(input, context.model.weights.at(prefix + "w_1")); // 1 × d_ff
    StepSourceList sources{columnsSource(prefix + "w_1")};
    if (context.config.bias) {
        before += context.model.weights.at(prefix + "b_1");
        sources.push_back(alongRow(prefix + "b_1", 0));
    }
    const Matrix after = feedForwardHidden(context.model, sublayer.stack, sublayer.layer, input);
    const std::string norm = normName(sublayer);
    return {{stepRow(input, 0),
             context.config.norm == Norm::Pre ? normSources(norm + ".gain", norm + ".bias") : StepSourceList()},
            {stepRow(before, 0), sources},
            {stepRow(after, 0), sources}};
}

/// One number of a row times a weight, with its bias.
StepEquation weightEquation(const StepContext &context, const QString &name, const StreamRow &row,
                            const std::string &weight, const std::string &bias, int column, StepNumber result,
                            const QString &formula)
{
    StepEquation equation = productEquation(
        name, {row.values, StepRole::Plain, row.sources},
        {stepColumn(context.model.weights.at(weight), column), StepRole::Plain, {alongColumn(weight, column)}, true},
        std::move(result), formula);
    if (context.config.bias)
        equation.terms.push_back(biasTerm(context.model, bias, column));
    return equation;
}

/// The words of the largest probabilities, and the one in focus.
StepBars wordBars(const StepRow &probabilities, int word, const QStringList &names)
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
StepEquation logitEquation(const StepContext &context, const StreamRow &x, int word, int words, const QString &name,
                           StepNumber result)
{
    const bool columns = context.choice.columns;
    // A given matrix of 50,000 columns is not copied for one of them.
    const SharedMatrix given = context.model.weights.find("output.w");
    StepRow column = given ? stepColumn(*given, word) : stepColumn(outputWeights(context.model, words), word);
    StepEquation equation =
        productEquation(name, {x.values, StepRole::Plain, x.sources},
                        {std::move(column), StepRole::Plain, {alongColumn("output.w", word)}, true}, std::move(result),
                        columns ? QStringLiteral("W · x") : QStringLiteral("x · W"));
    const Matrix biases = outputBias(context.model, words);
    const StepSource cell{"output.b", 0, word};
    if (biases.size() > 0)
        equation.terms.push_back(
            {{{static_cast<double>(biases(0, word)), StepRole::Plain, false, {cell}}}, Text::tr("bias"), -1, -1, cell});
    return equation;
}

} // namespace

Step addNormStep(const StepContext &context)
{
    const ModelConfig &config = context.config;
    const Sublayer sublayer = sublayerOf(context.place);
    const bool norms = config.norm == Norm::Post;
    Step step{StepKind::AddNorm,
              !norms            ? Text::tr("add")
              : config.residual ? Text::tr("add & norm")
                                : Text::tr("norm"),
              Text::tr("What the attention gives is normed")};
    if (config.residual && norms)
        step.heading = Text::tr("The stream goes past the attention, is added, and the sum is normed");
    else if (config.residual)
        step.heading = Text::tr("The stream goes past the attention and is added to what it gives");
    const StreamRow stream{stepRow(streamBefore(config, context.trace, sublayer), context.query),
                           context.sources.stream(context.query)};
    const StreamRow output{stepRow(context.block.output, context.query), context.sources.output()};
    const int shown = context.component(output.values);
    if (config.residual)
        step.strips.push_back(
            componentStrip(Text::tr("stream"), stream.values, StepRole::Plain, shown, stream.sources));
    step.strips.push_back(componentStrip(Text::tr("output"), output.values, StepRole::Plain, shown, output.sources));
    addResidualAndNorm(step, context, sublayer, stream, output, stepRow(context.block.stream, context.query), shown);
    return step;
}

Step feedForwardStep(const StepContext &context)
{
    const Stack stack = stackOf(context.place.attention);
    const Sublayer sublayer{stack, context.place.layer, SublayerKind::FeedForward};
    const auto &layers = stack == Stack::Encoder ? context.trace.encoderFeedForward : context.trace.decoderFeedForward;
    const FeedForwardTrace &computed = *layers.at(static_cast<std::size_t>(sublayer.layer));
    const std::string prefix = stackName(stack) + "." + std::to_string(sublayer.layer) + ".ffn.";
    const QString first = context.productText(QStringLiteral("x"), QStringLiteral("W_1"));
    const QString second = context.productText(Text::tr("hidden"), QStringLiteral("W_2"));
    Step step{StepKind::FeedForward, Text::tr("feed forward"),
              Text::tr("Each token for itself: %1, the activation, %2").arg(first, second)};
    const Matrix stream = streamBefore(context.config, context.trace, sublayer).row(context.query); // 1 × d_model
    const Hidden hidden = hiddenOf(context, sublayer, stream, prefix);
    StreamRow output{stepRow(computed.output, context.query), {columnsSource(prefix + "w_2")}};
    if (context.config.bias)
        output.sources.push_back(alongRow(prefix + "b_2", 0));
    const int unit = largestOf(hidden.after.values);
    const int shown = context.component(output.values);
    const auto strip = [&](const QString &name, const StreamRow &row, int marked) {
        step.strips.push_back(stepStrip(name, row.values, StepRole::Plain, row.sources));
        step.strips.back().marked = marked;
    };
    strip(Text::tr("x"), hidden.input, -1);
    strip(first, hidden.before, unit);
    strip(Text::tr("hidden"), hidden.after, unit);
    strip(Text::tr("output"), output, shown);
    step.strips.back().isComponent = true;
    const StepNumber bent = stepAt(hidden.before.values, unit, StepRole::Plain, hidden.before.sources);
    step.equations.push_back(weightEquation(context, componentName(Text::tr("h"), unit), hidden.input, prefix + "w_1",
                                            prefix + "b_1", unit, bent, Text::tr("%1, the largest").arg(first)));
    step.equations.push_back({componentName(Text::tr("hidden"), unit),
                              operationOf(context.config.activation),
                              {{{bent}, {}}},
                              stepAt(hidden.after.values, unit, StepRole::Plain, hidden.after.sources)});
    step.equations.push_back(weightEquation(context, componentName(Text::tr("output"), shown), hidden.after,
                                            prefix + "w_2", prefix + "b_2", shown,
                                            stepAt(output.values, shown, StepRole::Plain, output.sources), second));
    step.notes.push_back(activationNote(context.config.activation, hidden.before.values));
    addResidualAndNorm(step, context, sublayer, {stepRow(stream, 0), {}}, output,
                       stepRow(computed.stream, context.query), shown);
    if (context.config.architecture == Architecture::EncoderDecoder && context.place.attention == Attention::Decoder)
        step.notes.push_back(Text::tr("Between them stands the cross-attention of the same layer"));
    if (context.config.norm == Norm::Pre)
        step.notes.push_back(Text::tr("x is the stream, normed"));
    return step;
}

Step outputStep(const StepContext &context)
{
    const Trace &trace = context.trace;
    Step step{StepKind::Output, Text::tr("output"), Text::tr("Linear and softmax over the vocabulary: the next token")};
    StreamRow x{stepRow(trace.decoderOutput, context.query), {}};
    if (context.config.finalNorm)
        x.sources = normSources("decoder.final_norm.gain", "decoder.final_norm.bias");
    const StreamRow logits{stepRow(trace.logits, context.query), {columnsSource("output.w"), alongRow("output.b", 0)}};
    const StepRow probabilities = stepRow(nextTokenProbabilities(trace.logits.row(context.query), 1, 0), 0);
    const int words = static_cast<int>(probabilities.size());
    const int word = context.choice.component < 0 ? largestOf(probabilities) : context.component(probabilities);
    const QStringList names = tokenNames(trace.vocabulary);
    step.strips.push_back(stepStrip(Text::tr("x"), x.values, StepRole::Plain, x.sources));
    step.strips.push_back(componentStrip(Text::tr("logits"), logits.values, StepRole::Plain, word, logits.sources));
    step.strips.back().names = names;
    step.bars = wordBars(probabilities, word, names);
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
