#include "views/steps/step_stream.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <QCoreApplication>

#include "engine/functions/norm.h"
#include "engine/kernels/activate.h"
#include "engine/kernels/product.h"
#include "engine/model/sublayer.h"
#include "engine/pass/feed_forward.h"
#include "engine/pass/stream.h"
#include "views/steps/step_replacement.h"
#include "views/steps/step_terms.h"

namespace regard {

namespace {

struct StepStreamText {
    Q_DECLARE_TR_FUNCTIONS(StepStream)
};

/// A row on its way, with what its cells were made of.
struct StreamRow {
    StepRow values;
    StepSourceList sources;
};

Matrix rowMatrix(const StepRow &values)
{
    Matrix row(1, Eigen::Index(values.size()));
    for (Eigen::Index i = 0; i < row.cols(); ++i)
        row(0, i) = float(values[std::size_t(i)]);
    return row;
}

/// A sublayer's output and the stream after it, with residual and norm where the model has them.
void addResidualAndNorm(Step &step, const StepContext &context, const Sublayer &sublayer, const StreamRow &stream,
                        const StreamRow &given, const StepRow &after, int component)
{
    StreamRow sum = given;
    const Stack stack = stackOf(context.place.attention);
    const std::string ownNorm = normName(sublayer);
    if (normOf(context.config, stack) == Norm::Output) {
        const Matrix row = rowMatrix(given.values);
        sum.values = stepRow(normed(context.model, ownNorm, row), 0);
        sum.sources = joined(wholeSources(given.sources), normSources(context.model, ownNorm));
        step.strips.push_back(
            componentStrip(StepStreamText::tr("normed"), sum.values, StepRole::Plain, component, sum.sources));
        for (StepEquation &equation : normEquations(context.model, ownNorm + ".gain", ownNorm + ".bias", given.values,
                                                    given.sources, StepStreamText::tr("output"), component,
                                                    sum.values[std::size_t(component)], StepStreamText::tr("normed")))
            step.equations.push_back(std::move(equation));
    }
    const StreamRow added = sum;
    const double factor = context.config.residualMultiplier;
    if (hasResidual(context.config, stackOf(context.place.attention))) {
        for (std::size_t i = 0; i < sum.values.size(); ++i)
            sum.values[i] = double(float(stream.values[i]) + float(added.values[i]) * float(factor));
        sum.sources = joined(stream.sources, added.sources);
        step.strips.push_back(
            componentStrip(StepStreamText::tr("sum"), sum.values, StepRole::Plain, component, sum.sources));
        StepTerm more{{stepAt(added.values, component, StepRole::Plain, added.sources)}, {}};
        if (factor != 1)
            more.numbers.push_back({factor});
        const bool isNormed = normOf(context.config, stack) == Norm::Output;
        step.equations.push_back(
            {componentName(StepStreamText::tr("sum"), component),
             StepOperation::SumOfProducts,
             {{{stepAt(stream.values, component, StepRole::Plain, stream.sources)}, {}}, std::move(more)},
             stepAt(sum.values, component, StepRole::Plain, sum.sources),
             (isNormed ? StepStreamText::tr("stream + normed") : StepStreamText::tr("stream + output")) +
                 (factor != 1 ? QStringLiteral(" × %1").arg(factor) : QString())});
    }
    if (normOf(context.config, stackOf(context.place.attention)) != Norm::Post)
        return;
    const std::string norm = normName(sublayer);
    const StepSourceList sources = joined(wholeSources(sum.sources), normSources(context.model, norm));
    step.strips.push_back(componentStrip(StepStreamText::tr("normed"), after, StepRole::Plain, component, sources));
    const QString name = hasResidual(context.config, stackOf(context.place.attention)) ? StepStreamText::tr("sum")
                                                                                       : StepStreamText::tr("output");
    for (StepEquation &equation :
         normEquations(context.model, norm + ".gain", norm + ".bias", sum.values, sum.sources, name, component,
                       after[std::size_t(component)], StepStreamText::tr("normed")))
        step.equations.push_back(std::move(equation));
}

/// How many hidden numbers the activation cuts off, or what it does where it cuts off none.
QString activationNote(Activation activation, const StepRow &before)
{
    const auto negative = std::count_if(before.begin(), before.end(), [](double value) { return value < 0; });
    const QString name = QString::fromUtf8(activationName(activation));
    switch (activation) {
    case Activation::Relu:
    case Activation::Relu2:
    case Activation::Relu6:
        return StepStreamText::tr("%3 cuts %1 of %2 hidden numbers to 0").arg(negative).arg(before.size()).arg(name);
    case Activation::Gelu:
    case Activation::GeluTanh:
    case Activation::Silu:
    case Activation::QuickGelu:
    case Activation::Gelu10:
    case Activation::LeakyRelu:
    case Activation::Mish:
    case Activation::HardSwish:
        return StepStreamText::tr("%1 of %2 hidden numbers are below 0 and are damped by %3")
            .arg(negative)
            .arg(before.size())
            .arg(activation == Activation::GeluTanh ? QStringLiteral("GELU") : name);
    case Activation::Tanh:
        return StepStreamText::tr("tanh brings each hidden number between −1 and 1");
    case Activation::Sigmoid:
    case Activation::Laplace:
        return StepStreamText::tr("%1 brings each hidden number between 0 and 1").arg(name);
    case Activation::SqrtSoftplus:
        return StepStreamText::tr("%1 makes each hidden number positive").arg(name);
    case Activation::Linear:
        break;
    }
    return StepStreamText::tr("The activation is linear: each hidden number stays as it is");
}

/// The numbers of the feed-forward for one token.
struct Hidden {
    StreamRow input;
    StreamRow before;    ///< the activation
    StreamRow activated; ///< after it; where nothing is gated the same as what is hidden
    StreamRow gate;      ///< empty where nothing is gated
    StreamRow after;     ///< what w_2 reads
};

/// input · w + b, where the letter is w_1's or w_3's.
StreamRow widened(const StepContext &context, const Matrix &input, const std::string &prefix, const char *number)
{
    StepSourceList sources{columnsSource(prefix + "w_" + number)};
    const Matrix *bias = nullptr;
    if (context.config.bias) {
        bias = &context.model.weights.at(prefix + "b_" + number);
        sources.push_back(alongRow(prefix + "b_" + number, 0));
    }
    const Matrix row = affine(input, context.model.weights.weight(prefix + "w_" + number), bias).numbers; // 1 × d_ff
    return {stepRow(row, 0), sources};
}

Hidden hiddenOf(const StepContext &context, const Sublayer &sublayer, const Matrix &stream, const std::string &prefix)
{
    const Matrix input = sublayerInput(context.model, sublayer, stream); // 1 × d_model
    Hidden hidden;
    hidden.input = {stepRow(input, 0), normOf(context.config, stackOf(context.place.attention)) == Norm::Pre
                                           ? normSources(context.model, normName(sublayer))
                                           : StepSourceList()};
    hidden.before = widened(context, input, prefix, "1");
    const Matrix after = feedForwardHidden(context.model, sublayer.stack, sublayer.layer, input);
    hidden.after = {stepRow(after, 0), hidden.before.sources};
    hidden.activated = hidden.after;
    if (!context.config.gated)
        return hidden;
    Matrix activated(1, after.cols());
    for (Eigen::Index i = 0; i < activated.cols(); ++i)
        activated(0, i) = float(hidden.before.values[std::size_t(i)]);
    activate(activated, context.config.activation);
    hidden.activated.values = stepRow(activated, 0);
    hidden.gate = widened(context, input, prefix, "3");
    hidden.after.sources = joined(hidden.before.sources, hidden.gate.sources);
    return hidden;
}

/// The output of the feed-forward for one token's row of hidden numbers, before any replacement.
StepRow fedForward(const StepContext &context, const StepRow &hidden, const std::string &prefix)
{
    Matrix row(1, Eigen::Index(hidden.size()));
    for (std::size_t i = 0; i < hidden.size(); ++i)
        row(0, Eigen::Index(i)) = float(hidden[i]);
    const Matrix *bias = context.config.bias ? &context.model.weights.at(prefix + "b_2") : nullptr;
    return stepRow(affine(row, context.model.weights.weight(prefix + "w_2"), bias).numbers, 0); // 1 × d_model
}

/// Returns one component of the feed-forward's output, of every token and before any replacement.
StepRow fedForwardColumn(const StepContext &context, const Sublayer &sublayer, const std::string &prefix, int component)
{
    const Matrix input =
        sublayerInput(context.model, sublayer, streamRead(context.config, context.trace, sublayer)); // n × d_model
    const Matrix hidden = feedForwardHidden(context.model, sublayer.stack, sublayer.layer, input);
    StepRow column = timesColumn(hidden, context.model.weights.weight(prefix + "w_2"), component);
    if (context.config.bias)
        for (double &value : column)
            value += double(context.model.weights.at(prefix + "b_2")(0, component));
    return column;
}

/// Whether what stands in place of an output is made of nothing in the pass.
bool isConstant(const std::optional<Replacement> &replaced)
{
    return replaced == Replacement::Zero || replaced == Replacement::MeanOver;
}

/// What replaces the feed-forward's output, with a note.
void replaceFedForward(Step &step, const StepContext &context, const std::string &prefix, Replacement kind,
                       const StreamRow &output, int component)
{
    StepReplacement replacement{kind, StepStreamText::tr("output"), output.values, StepRole::Plain, component, {}, {}};
    if (kind == Replacement::Mean) {
        replacement.exact = fedForwardColumn(context, context.feedForward(), prefix, component);
        replacement.sources = output.sources;
    }
    addReplacement(step, context, std::move(replacement));
    step.notes.push_back(
        kind == Replacement::Zero ? StepStreamText::tr("The feed-forward is switched off: zeros in place of its output")
        : kind == Replacement::Mean
            ? StepStreamText::tr(
                  "The feed-forward is switched off: the mean over the sentence's tokens in place of its output")
            : StepStreamText::tr(
                  "The feed-forward is switched off: the mean over other sentences in place of its output"));
}

/// Spells out one number of a row times a weight, with its bias.
StepEquation weightEquation(const StepContext &context, const QString &name, const StreamRow &row,
                            const std::string &weight, const std::string &bias, int column, StepNumber result,
                            const QString &formula)
{
    StepEquation equation = productEquation(name, {row.values, StepRole::Plain, row.sources},
                                            {stepColumn(context.model.weights.weight(weight), column),
                                             StepRole::Plain,
                                             {alongColumn(weight, column)},
                                             true},
                                            std::move(result), formula);
    if (context.config.bias)
        equation.terms.push_back(biasTerm(context.model, bias, column));
    return equation;
}

/// Says which hidden number is spelled out, and how it comes about.
void addHiddenEquations(Step &step, const StepContext &context, const std::string &prefix, const Hidden &hidden,
                        int unit)
{
    const StepNumber input = stepAt(hidden.before.values, unit, StepRole::Plain, hidden.before.sources);
    const StepNumber after = stepAt(hidden.after.values, unit, StepRole::Plain, hidden.after.sources);
    const QString first = context.productText(QStringLiteral("x"), QStringLiteral("W_1"));
    step.equations.push_back(weightEquation(context, componentName(StepStreamText::tr("h"), unit), hidden.input,
                                            prefix + "w_1", prefix + "b_1", unit, input,
                                            StepStreamText::tr("%1, the largest").arg(first)));
    const Activation activation = context.config.activation;
    if (!context.config.gated) {
        step.equations.push_back(
            activationEquation(componentName(StepStreamText::tr("hidden"), unit), activation, input, after));
        return;
    }
    const StepNumber active = stepAt(hidden.activated.values, unit, StepRole::Plain, hidden.activated.sources);
    const StepNumber gate = stepAt(hidden.gate.values, unit, StepRole::Plain, hidden.gate.sources);
    step.equations.push_back(
        activationEquation(componentName(StepStreamText::tr("activated"), unit), activation, input, active));
    step.equations.push_back(weightEquation(context, componentName(StepStreamText::tr("gate"), unit), hidden.input,
                                            prefix + "w_3", prefix + "b_3", unit, gate,
                                            context.productText(QStringLiteral("x"), QStringLiteral("W_3"))));
    step.equations.push_back({componentName(StepStreamText::tr("hidden"), unit),
                              StepOperation::SumOfProducts,
                              {{{active, gate}, {}}},
                              after,
                              StepStreamText::tr("activated × gate")});
}

} // namespace

Step addNormStep(const StepContext &context)
{
    const ModelConfig &config = context.config;
    const Sublayer sublayer = sublayerOf(context.place);
    const bool norms = normOf(config, stackOf(context.place.attention)) == Norm::Post;
    Step step{StepKind::AddNorm,
              !norms                                                  ? StepStreamText::tr("add")
              : hasResidual(config, stackOf(context.place.attention)) ? StepStreamText::tr("add & norm")
                                                                      : StepStreamText::tr("norm"),
              StepStreamText::tr("The attention's output is normed")};
    if (normOf(config, stackOf(context.place.attention)) == Norm::Output)
        step.heading =
            StepStreamText::tr("The attention's output is normed and added to the stream, which bypasses it");
    else if (hasResidual(config, stackOf(context.place.attention)) && norms)
        step.heading =
            StepStreamText::tr("The stream bypasses the attention and is added to its output; the sum is normed");
    else if (hasResidual(config, stackOf(context.place.attention)))
        step.heading = StepStreamText::tr("The stream bypasses the attention and is added to its output");
    const StreamRow stream{stepRow(streamBefore(config, context.trace, sublayer), context.query),
                           context.sources.stream(context.query)};
    const auto replaced = context.replaced(sublayer);
    const StreamRow output{stepRow(context.block.output, context.query),
                           isConstant(replaced) ? StepSourceList() : context.sources.output()};
    const int shown = context.component(StepDetail::Added, output.values);
    if (hasResidual(config, stackOf(context.place.attention)))
        step.strips.push_back(
            componentStrip(StepStreamText::tr("stream"), stream.values, StepRole::Plain, shown, stream.sources));
    step.strips.push_back(
        componentStrip(StepStreamText::tr("output"), output.values, StepRole::Plain, shown, output.sources));
    addResidualAndNorm(step, context, sublayer, stream, output, stepRow(context.block.stream, context.query), shown);
    if (replaced)
        step.notes.push_back(
            *replaced == Replacement::Zero
                ? StepStreamText::tr("The attention is switched off: zeros in place of its output")
            : *replaced == Replacement::Mean
                ? StepStreamText::tr(
                      "The attention is switched off: the mean over the sentence's tokens in place of its output")
                : StepStreamText::tr(
                      "The attention is switched off: the mean over other sentences in place of its output"));
    return step;
}

Step feedForwardStep(const StepContext &context)
{
    const Stack stack = stackOf(context.place.attention);
    const Sublayer sublayer = context.feedForward();
    const auto replaced = context.replaced(sublayer);
    const auto &layers = stack == Stack::Encoder ? context.trace.encoderFeedForward : context.trace.decoderFeedForward;
    const FeedForwardTrace &computed = *layers.at(std::size_t(sublayer.layer));
    const std::string prefix = stackName(stack) + "." + std::to_string(sublayer.layer) + ".ffn.";
    const QString first = context.productText(QStringLiteral("x"), QStringLiteral("W_1"));
    const QString second = context.productText(StepStreamText::tr("hidden"), QStringLiteral("W_2"));
    Step step{StepKind::FeedForward, StepStreamText::tr("feed forward"),
              context.config.gated
                  ? StepStreamText::tr("Each token for itself: %1, the activation, × the gate, %2").arg(first, second)
                  : StepStreamText::tr("Each token for itself: %1, the activation, %2").arg(first, second)};
    const Matrix stream = streamBefore(context.config, context.trace, sublayer).row(context.query); // 1 × d_model
    const Hidden hidden =
        hiddenOf(context, sublayer, streamRead(context.config, context.trace, sublayer).row(context.query), prefix);
    if (isParallel(context.config, sublayer))
        step.notes.push_back(StepStreamText::tr("It reads the stream that the attention of its layer reads, not what "
                                                "that adds: both are added to the stream"));
    StreamRow output{stepRow(computed.output, context.query), {columnsSource(prefix + "w_2")}};
    if (context.config.bias)
        output.sources.push_back(alongRow(prefix + "b_2", 0));
    const int unit = context.chosen(StepDetail::Hidden, largestOf(hidden.after.values), hidden.after.values.size());
    const StreamRow given{replaced ? fedForward(context, hidden.after.values, prefix) : output.values, output.sources};
    const int shown = context.component(StepDetail::FedForward, given.values);
    const QString importedName = replaced ? StepStreamText::tr("computed") : StepStreamText::tr("output");
    const auto strip = [&](const QString &name, const StreamRow &row, int marked) {
        step.strips.push_back(stepStrip(name, row.values, StepRole::Plain, row.sources));
        step.strips.back().marked = marked;
    };
    strip(StepStreamText::tr("x"), hidden.input, -1);
    strip(first, hidden.before, unit);
    if (context.config.gated) {
        strip(StepStreamText::tr("activated"), hidden.activated, unit);
        strip(StepStreamText::tr("gate"), hidden.gate, unit);
    }
    strip(StepStreamText::tr("hidden"), hidden.after, unit);
    strip(importedName, given, shown);
    step.strips.back().isComponent = true;
    addHiddenEquations(step, context, prefix, hidden, unit);
    step.equations.push_back(weightEquation(context, componentName(importedName, shown), hidden.after, prefix + "w_2",
                                            prefix + "b_2", shown,
                                            stepAt(given.values, shown, StepRole::Plain, given.sources), second));
    step.notes.push_back(activationNote(context.config.activation, hidden.before.values));
    if (context.config.gated)
        step.notes.push_back(StepStreamText::tr("The gate, %1, scales each activated number")
                                 .arg(context.productText(QStringLiteral("x"), QStringLiteral("W_3"))));
    if (replaced)
        replaceFedForward(step, context, prefix, *replaced, output, shown);
    if (isConstant(replaced))
        output.sources.clear(); // made of nothing that is seen here
    addResidualAndNorm(step, context, sublayer, {stepRow(stream, 0), {}}, output,
                       stepRow(computed.stream, context.query), shown);
    if (context.config.architecture == Architecture::EncoderDecoder && context.place.attention == Attention::Decoder)
        step.notes.push_back(StepStreamText::tr("Between them stands the cross-attention of the same layer"));
    if (normOf(context.config, stackOf(context.place.attention)) == Norm::Pre)
        step.notes.push_back(StepStreamText::tr("x: the stream after its norm"));
    return step;
}

} // namespace regard
