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
#include "widgets/token_names.h"

namespace regard {

namespace {

constexpr std::size_t mostBars = 12; // words of a vocabulary that may hold 50,000

struct Text {
    Q_DECLARE_TR_FUNCTIONS(StepStream)
};

StepStrip componentStrip(const QString &name, StepRow values, int component)
{
    StepStrip strip = stepStrip(name, std::move(values), StepRole::Plain);
    strip.marked = component;
    strip.isComponent = true;
    return strip;
}

StepNumber at(const StepRow &row, int component)
{
    return {row[static_cast<std::size_t>(component)]};
}

/// What a sublayer gave and what became of it, as far as the model adds and norms after it.
void addResidualAndNorm(Step &step, const Model &model, const Sublayer &sublayer, const StepRow &stream,
                        const Matrix &output, const Matrix &after, int row, int component)
{
    const StepRow given = stepRow(output, row);
    StepRow sum = given;
    if (model.config.residual) {
        const Matrix x = Eigen::Map<const Eigen::RowVectorXd>(stream.data(), Eigen::Index(stream.size())).cast<float>();
        sum = stepRow(residualSum(model, x, output.row(row)), 0);
        step.strips.push_back(componentStrip(Text::tr("sum"), sum, component));
        step.equations.push_back({componentName(Text::tr("sum"), component),
                                  StepOperation::SumOfProducts,
                                  {{{at(stream, component)}, {}}, {{at(given, component)}, {}}},
                                  at(sum, component),
                                  Text::tr("stream + output")});
    }
    if (model.config.norm != Norm::Post)
        return;
    const StepRow normed = stepRow(after, row);
    step.strips.push_back(componentStrip(Text::tr("normed"), normed, component));
    const std::string norm = normName(sublayer);
    const QString name = model.config.residual ? Text::tr("sum") : Text::tr("output");
    for (StepEquation &equation : normEquations(model, norm + ".gain", norm + ".bias", sum, name, component,
                                                at(normed, component).value, Text::tr("normed")))
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

const double *biasOf(const Model &model, const std::string &name, int column, double &store)
{
    if (!model.config.bias)
        return nullptr;
    store = static_cast<double>(model.weights.at(name)(0, column));
    return &store;
}

} // namespace

int componentWithin(int component, const StepRow &row)
{
    if (component >= 0 || row.empty() || row.front() != 0)
        return std::clamp(component, 0, std::max(0, static_cast<int>(row.size()) - 1));
    const auto smaller = [](double a, double b) { return std::abs(a) < std::abs(b); };
    return static_cast<int>(std::max_element(row.begin(), row.end(), smaller) - row.begin());
}

Step addNormStep(const Model &model, const Trace &trace, const AttentionPlace &place, int row, int component)
{
    const ModelConfig &config = model.config;
    const Sublayer sublayer = sublayerOf(place);
    const BlockTrace &block =
        *trace.blocks.at(static_cast<std::size_t>(blockIndex(config, place.attention, place.layer)));
    const bool norms = config.norm == Norm::Post;
    Step step{StepKind::AddNorm,
              !norms            ? Text::tr("add")
              : config.residual ? Text::tr("add & norm")
                                : Text::tr("norm"),
              Text::tr("What the attention gives goes on")};
    if (config.residual && norms)
        step.heading = Text::tr("The stream goes past the attention, is added, and the sum is normed");
    else if (config.residual)
        step.heading = Text::tr("The stream goes past the attention and is added to what it gives");
    else
        step.heading = Text::tr("What the attention gives is normed");
    const StepRow stream = stepRow(streamBefore(config, trace, sublayer), row);
    const int shown = componentWithin(component, stepRow(block.output, row));
    if (config.residual)
        step.strips.push_back(componentStrip(Text::tr("stream"), stream, shown));
    step.strips.push_back(componentStrip(Text::tr("output"), stepRow(block.output, row), shown));
    addResidualAndNorm(step, model, sublayer, stream, block.output, block.stream, row, shown);
    return step;
}

Step feedForwardStep(const Model &model, const Trace &trace, const AttentionPlace &place, int row, int component)
{
    const Stack stack = stackOf(place.attention);
    const Sublayer sublayer{stack, place.layer, SublayerKind::FeedForward};
    const auto &layers = stack == Stack::Encoder ? trace.encoderFeedForward : trace.decoderFeedForward;
    const FeedForwardTrace &computed = *layers.at(static_cast<std::size_t>(place.layer));
    const std::string prefix = stackName(stack) + "." + std::to_string(place.layer) + ".ffn.";
    Step step{StepKind::FeedForward, Text::tr("feed forward"),
              Text::tr("Each token for itself: x · W_1, the activation, · W_2")};
    const Matrix stream = streamBefore(model.config, trace, sublayer).row(row); // 1 × d_model
    const Matrix input = sublayerInput(model, sublayer, stream);                // 1 × d_model
    const Matrix &first = model.weights.at(prefix + "w_1");
    Matrix before = product(input, first); // 1 × d_ff
    if (model.config.bias)
        before += model.weights.at(prefix + "b_1");
    const StepRow x = stepRow(input, 0);
    const StepRow bent = stepRow(before, 0);
    const StepRow hidden = stepRow(feedForwardHidden(model, stack, place.layer, input), 0);
    const StepRow output = stepRow(computed.output, row);
    const int unit = largestOf(hidden);
    const int shown = componentWithin(component, output);
    step.strips.push_back(stepStrip(Text::tr("x"), x, StepRole::Plain));
    step.strips.push_back(stepStrip(Text::tr("x · W_1"), bent, StepRole::Plain));
    step.strips.push_back(stepStrip(Text::tr("hidden"), hidden, StepRole::Plain));
    step.strips[1].marked = step.strips[2].marked = unit;
    step.strips.push_back(componentStrip(Text::tr("output"), output, shown));
    double store = 0;
    const double *bias = biasOf(model, prefix + "b_1", unit, store);
    step.equations.push_back(productEquation(componentName(Text::tr("h"), unit), x, StepRole::Plain,
                                             stepColumn(first, unit), StepRole::Plain, bias, at(bent, unit),
                                             Text::tr("x · W_1, the largest")));
    step.equations.push_back({componentName(Text::tr("hidden"), unit),
                              operationOf(model.config.activation),
                              {{{at(bent, unit)}, {}}},
                              at(hidden, unit)});
    bias = biasOf(model, prefix + "b_2", shown, store);
    step.equations.push_back(productEquation(componentName(Text::tr("output"), shown), hidden, StepRole::Plain,
                                             stepColumn(model.weights.at(prefix + "w_2"), shown), StepRole::Plain, bias,
                                             at(output, shown), Text::tr("hidden · W_2")));
    step.notes.push_back(activationNote(model.config.activation, bent));
    addResidualAndNorm(step, model, sublayer, stepRow(stream, 0), computed.output, computed.stream, row, shown);
    if (stack == Stack::Decoder && model.config.architecture == Architecture::EncoderDecoder &&
        place.attention == Attention::Decoder)
        step.notes.push_back(Text::tr("Between them stands the cross-attention of the same layer"));
    if (model.config.norm == Norm::Pre)
        step.notes.push_back(Text::tr("x is the stream, normed"));
    return step;
}

Step outputStep(const Model &model, const Trace &trace, int row, int component)
{
    Step step{StepKind::Output, Text::tr("output"), Text::tr("Linear and softmax over the vocabulary: the next token")};
    const StepRow x = stepRow(trace.decoderOutput, row);
    const StepRow logits = stepRow(trace.logits, row);
    const StepRow probabilities = stepRow(nextTokenProbabilities(trace.logits.row(row), 1, 0), 0);
    const int words = static_cast<int>(logits.size());
    const int word = component < 0 ? largestOf(probabilities) : componentWithin(component, logits);
    const QStringList names = tokenNames(trace.vocabulary);
    step.strips.push_back(stepStrip(Text::tr("x"), x, StepRole::Plain));
    step.strips.push_back(componentStrip(Text::tr("logits"), logits, word));
    step.strips.back().names = names;

    std::vector<int> order(logits.size());
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
    step.bars = std::move(bars);

    // A given matrix of 50,000 columns is not copied for one of them.
    const SharedMatrix given = model.weights.find("output.w");
    const StepRow column = given ? stepColumn(*given, word) : stepColumn(outputWeights(model, words), word);
    const Matrix biases = outputBias(model, words);
    const double bias = biases.size() > 0 ? static_cast<double>(biases(0, word)) : 0;
    step.equations.push_back(productEquation(Text::tr("logit(%1)").arg(names.at(word)), x, StepRole::Plain, column,
                                             StepRole::Plain, biases.size() > 0 ? &bias : nullptr, at(logits, word),
                                             Text::tr("x · W")));
    for (StepEquation &equation :
         softmaxEquations(logits, word, probabilities[static_cast<std::size_t>(word)], names, false))
        step.equations.push_back(std::move(equation));
    step.equations.back().name = Text::tr("probability");
    step.notes.push_back(
        Text::tr("Every logit is lowered by the row's largest, %1, before exp; the quotients stay the same")
            .arg(names.at(largestOf(logits))));
    if (model.config.finalNorm)
        step.notes.push_back(Text::tr("x is what the last layer leaves, after the final norm"));
    else
        step.notes.push_back(Text::tr("x is what the last layer leaves"));
    return step;
}

} // namespace regard
