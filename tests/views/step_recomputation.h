#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "document/look/selection.h"
#include "engine/kernels/activate.h"
#include "engine/pass/forward.h"
#include "io/project/project.h"
#include "views/steps/step_maker.h"
#include "views/steps/step_text.h"

// Recomputes what the steps show from what they show.

namespace regard {

using namespace Qt::Literals::StringLiterals;

inline double operandValue(const StepNumber &number, double value)
{
    return number.isRoot ? std::sqrt(value) : value;
}

/// What the equation's operation makes of these numbers, which stand in the order of its terms.
inline double recomputed(const StepEquation &equation, const std::vector<double> &values)
{
    std::size_t next = 0;
    std::vector<std::vector<double>> terms;
    for (const StepTerm &term : equation.terms) {
        terms.emplace_back();
        for (const StepNumber &number : term.numbers)
            terms.back().push_back(operandValue(number, values[next++]));
    }
    const std::vector<double> &first = terms.front();
    double sum = 0;
    switch (equation.operation) {
    case StepOperation::SumOfProducts:
    case StepOperation::SumOfTanh:
    case StepOperation::Sigmoid:
    case StepOperation::Tanh:
        for (const std::vector<double> &term : terms) {
            if (equation.operation == StepOperation::SumOfTanh && term.size() == 3) {
                sum += term[0] * std::tanh(term[1] + term[2]);
                continue;
            }
            double product = 1;
            for (const double value : term)
                product *= value;
            sum += product;
        }
        return equation.operation == StepOperation::Sigmoid ? 1 / (1 + std::exp(-sum))
               : equation.operation == StepOperation::Tanh  ? std::tanh(sum)
                                                            : sum;
    case StepOperation::Quotient:
        return first[0] / first[1];
    case StepOperation::Exponential:
        return std::exp(first.size() > 1 ? first[0] - first[1] : first[0]);
    case StepOperation::Normed:
        return (first[0] - first[1]) / std::sqrt(first[2] + first[3]) * first[4] + first[5];
    case StepOperation::RmsNormed:
        return first[0] / std::sqrt(first[1] + first[2]) * first[3];
    default:
        return activationValue(first[0], equation.activation);
    }
}

/// A written number, and half of what its last digit is worth: 0 of a whole one.
struct Written {
    double value;
    double half;
};

inline Written written(const StepNumber &number)
{
    const double value = number.value;
    QString text = stepNumberText(value, number.digits);
    text.replace(QChar(0x2212), u'-');
    if (text.endsWith(u'∞'))
        return {value, 0};
    bool ok = false;
    const double read = text.toDouble(&ok);
    Q_ASSERT(ok);
    const qsizetype e = text.indexOf(u'e');
    const QString mantissa = e < 0 ? text : text.left(e);
    const qsizetype point = mantissa.indexOf(u'.');
    if (point < 0)
        return {read, 0};
    const double unit = std::pow(10.0, -double(mantissa.size() - point - 1) + (e < 0 ? 0 : text.mid(e + 1).toInt()));
    return {read, read == value ? 0 : 0.5 * unit};
}

inline std::vector<StepNumber> numbersOf(const StepEquation &equation)
{
    std::vector<StepNumber> numbers;
    for (const StepTerm &term : equation.terms)
        numbers.insert(numbers.end(), term.numbers.begin(), term.numbers.end());
    return numbers;
}

inline std::vector<double> exactValues(const StepEquation &equation)
{
    std::vector<double> values;
    for (const StepNumber &number : numbersOf(equation))
        values.push_back(number.value);
    return values;
}

/// Empty where the equation holds: for its exact numbers within float32's rounding, for the written ones within theirs.
inline QString problem(const StepEquation &equation)
{
    const std::vector<double> exact = exactValues(equation);
    std::vector<StepNumber> numbers = numbersOf(equation);
    const QString shown = equationText(equation);
    double size = 0;
    for (const double value : exact)
        size = std::max(size, std::isfinite(value) ? std::abs(value) : 0);
    const double result = equation.result.value;
    const double computed = recomputed(equation, exact);
    if (std::isinf(result) || std::isinf(computed))
        return result == computed ? QString() : shown;
    // Sums of up to a few hundred float32 products lose some units of 6e-8 of their largest numbers.
    const double loss = 1e-5 * std::max({1.0, std::abs(result), size});
    if (!(std::abs(computed - result) <= loss))
        return u"%1: exactly %2, not %3"_s.arg(shown).arg(computed, 0, 'g', 9).arg(result, 0, 'g', 9);

    std::vector<double> read;
    for (const StepNumber &number : numbers)
        read.push_back(written(number).value);
    const double fromShown = recomputed(equation, read);
    double room = written(equation.result).half + loss;
    for (std::size_t i = 0; i < exact.size(); ++i) {
        // How far the operand's rounding can move the result, to first order and with a reserve for the rest.
        const double half = written(numbers[i]).half;
        if (half == 0)
            continue;
        std::vector<double> moved = read;
        moved[i] += half;
        const double up = std::abs(recomputed(equation, moved) - fromShown);
        moved[i] -= 2 * half;
        const double down = std::abs(recomputed(equation, moved) - fromShown);
        room += 1.05 * std::max(up, down);
    }
    if (!(std::abs(fromShown - written(equation.result).value) <= room))
        return u"%1: as written %2 ± %3"_s.arg(shown).arg(fromShown).arg(room);
    numbers.push_back(equation.result);
    for (const StepNumber &number : numbers)
        if (const QString text = stepNumberText(number.value, number.digits); !shown.contains(text))
            return u"%1 does not show %2"_s.arg(shown, text);
    return {};
}

inline std::vector<int> someOf(int count)
{
    std::vector<int> some;
    for (const int i : {0, count / 2, count - 1})
        if (some.empty() || some.back() != i)
            some.push_back(i);
    return some;
}

inline const Step *find(const StepsData &data, StepKind kind)
{
    for (const Step &step : data.steps)
        if (step.kind == kind)
            return &step;
    return nullptr;
}

inline const StepStrip *stripNamed(const Step &step, const QString &name)
{
    const auto found =
        std::find_if(step.strips.begin(), step.strips.end(), [&](const StepStrip &s) { return s.name == name; });
    return found == step.strips.end() ? nullptr : &*found;
}

inline const StepEquation *equationNamed(const Step &step, const QString &name)
{
    const auto found = std::find_if(step.equations.begin(), step.equations.end(),
                                    [&](const StepEquation &e) { return e.name == name; });
    return found == step.equations.end() ? nullptr : &*found;
}

struct ComputedPass {
    Model model;
    SharedTrace trace;
};

inline ComputedPass runOf(const Project &project)
{
    return {project.model, forward(project.model, inputOf(project))};
}

inline ComputedPass runOf(const ModelConfig &config, const Input &input)
{
    // Biases are drawn as zeros and gains as ones: others show whether an equation has them.
    ModelWeights given;
    const Model drawn = buildModel(config, {}, {});
    for (const auto &[name, matrix] : drawn.weights.all()) {
        if (matrix->rows() == 1 && name.find("w_a") == std::string::npos) {
            Matrix row = *matrix;
            for (Eigen::Index i = 0; i < row.cols(); ++i)
                row(0, i) += 0.1F * float(i % 7) - 0.25F;
            given.set(name, std::move(row));
        }
    }
    Model model = buildModel(config, std::move(given), {});
    SharedTrace trace = forward(model, input);
    return {std::move(model), std::move(trace)};
}

/// Recomputes with something switched off or bent from outside.
inline ComputedPass runOf(const ModelConfig &config, const Input &input, const Interventions &interventions)
{
    ComputedPass run = runOf(config, input);
    run.model.interventions = interventions;
    run.trace = forward(run.model, input);
    return run;
}

inline Selection at(Attention attention, int layer, int head, int query, int key)
{
    Selection selection;
    selection.attention = attention;
    selection.layer = layer;
    selection.head = head;
    selection.heads = {head};
    selection.query = query;
    selection.key = key;
    return selection;
}

/// Every part that a model can have.
inline ModelConfig wholeTransformer()
{
    ModelConfig config;
    config.architecture = Architecture::EncoderDecoder;
    config.encoderLayers = config.decoderLayers = 2;
    config.dModel = 10;
    config.heads = config.decoderHeads = 2;
    config.dKey = 4;
    config.dValue = 5;
    config.dFf = config.decoderDFf = 12;
    config.position = Position::Sinusoidal;
    config.embeddingScale = config.embeddingNorm = true;
    config.bias = config.residual = true;
    config.norm = Norm::Post;
    return config;
}

/// As Llama is: a decoder with rotary positions, RMS norms, gated feed-forwards and heads that share keys and values.
inline ModelConfig likeLlama()
{
    ModelConfig config;
    config.architecture = Architecture::Decoder;
    config.decoderLayers = 2;
    config.dModel = 10;
    config.heads = config.decoderHeads = 4;
    config.dKey = config.dValue = 6;
    config.keyValueHeads = 2;
    config.dFf = config.decoderDFf = 12;
    config.residual = config.finalNorm = config.gated = config.qkvBias = true;
    config.norm = Norm::Pre;
    config.normKind = NormKind::Rms;
    config.position = Position::Rotary;
    config.ropeTheta = 500;
    config.activation = Activation::Silu;
    return config;
}

/// As BERT is: an encoder that adds token types and predicts masked words.
inline ModelConfig likeBert()
{
    ModelConfig config;
    config.dModel = 10;
    config.encoderLayers = 2;
    config.dKey = config.dValue = 5;
    config.dFf = 12;
    config.bias = config.residual = config.embeddingNorm = config.maskedLanguageModel = true;
    config.norm = Norm::Post;
    config.position = Position::Learned;
    config.activation = Activation::Gelu;
    config.tokenTypes = 2;
    return config;
}

/// What trained models have, in other company: both stacks, with biases and the simplest activation.
inline ModelConfig withEverythingTrained()
{
    ModelConfig config = wholeTransformer();
    config.heads = config.decoderHeads = 4;
    config.keyValueHeads = 1;
    config.position = Position::Rotary;
    config.normKind = NormKind::Rms;
    config.gated = true;
    config.tokenTypes = 3;
    return config;
}

struct TrainedCase {
    const char *name;
    ModelConfig config;
};

inline std::vector<TrainedCase> trainedCases()
{
    ModelConfig appended = likeBert();
    appended.maskedLanguageModel = appended.embeddingNorm = false;
    appended.position = Position::OneHot;
    appended.embeddingScale = true;
    ModelConfig halves = likeBert();
    halves.position = Position::SinusoidalHalves;
    ModelConfig typesAlone = likeBert();
    typesAlone.position = Position::None;
    typesAlone.embeddingNorm = false;
    ModelConfig general = likeLlama();
    general.score = Score::General;
    ModelConfig narrow = likeBert();
    narrow.embeddingSize = 3;
    narrow.maskedLanguageModel = false;
    narrow.narrowTokens = narrow.embeddingScale = narrow.replacedTokens = true;
    ModelConfig opt = wholeTransformer(); // as OPT-350m is
    opt.embeddingSize = 3;
    opt.narrowTokens = true;
    ModelConfig appendedNarrow = opt;
    appendedNarrow.position = Position::OneHot;
    ModelConfig additive = likeLlama();
    additive.score = Score::Additive;
    ModelConfig olmo = likeLlama(); // as OLMo 3 is
    olmo.norm = Norm::Output;
    olmo.qkNorm = QkNorm::All;
    olmo.window = 2;
    olmo.fullLayers = {2};
    olmo.windowTheta = 40;
    olmo.ropeScaling = RopeScaling::Yarn;
    olmo.ropeFactor = 4;
    olmo.ropeOriginal = 8;
    olmo.ropeAttention = 1.2;
    ModelConfig granite = likeLlama();
    granite.embeddingMultiplier = 3;
    granite.residualMultiplier = 0.4;
    granite.scoreScale = 0.3;
    granite.logitsDivisor = 2.5;
    ModelConfig gemma = likeLlama(); // as the attention of Gemma 2 is
    gemma.scoreScale = 0.6;
    gemma.scoreCap = 0.5;
    gemma.logitsCap = 0.7;
    ModelConfig sinks = likeLlama(); // as gpt-oss has them
    sinks.attentionSinks = true;
    sinks.scoreCap = 0.4;
    sinks.scoreBias = ScoreBias::Alibi;
    ModelConfig qwen = likeLlama(); // as Qwen 3, SmolLM 3 and Phi 3 are
    qwen.qkNorm = QkNorm::Head;
    qwen.unrotatedLayers = {2};
    qwen.rotaryWidth = 4;
    qwen.ropeScaling = RopeScaling::LongRope;
    qwen.ropeOriginal = 2;
    qwen.ropeShort = qwen.ropeLong = {1.5, 3};
    ModelConfig gptJ = likeLlama();
    gptJ.parallelResidual = gptJ.rotaryInterleaved = true;
    gptJ.rotaryWidth = 4;
    ModelConfig neoX = gptJ;
    neoX.normKind = NormKind::Layer;
    neoX.bias = true;
    neoX.gated = neoX.rotaryInterleaved = false;
    neoX.keyValueHeads = 0;
    ModelConfig bloom = wholeTransformer();
    bloom.scoreBias = ScoreBias::Alibi;
    bloom.scaleByLayer = true; // an option of GPT-2
    ModelConfig mpnet = likeBert();
    mpnet.scoreBias = ScoreBias::Buckets;
    ModelConfig esm = likeBert();
    esm.tokenDropout = esm.finalNorm = true;
    esm.norm = Norm::Pre;
    return {{"like GPT-J", gptJ},
            {"like GPT-NeoX", neoX},
            {"like BLOOM", bloom},
            {"like MPNet", mpnet},
            {"like ESM", esm},
            {"like OLMo 3", olmo},
            {"like Granite", granite},
            {"like Qwen 3", qwen},
            {"like Llama", likeLlama()},
            {"like BERT", likeBert()},
            {"both stacks with everything", withEverythingTrained()},
            {"one-hot positions and types", appended},
            {"sinusoidal halves", halves},
            {"types alone", typesAlone},
            {"rotary, general", general},
            {"rotary, additive", additive},
            {"like Gemma 2", gemma},
            {"narrow tokens, scaled, a discriminator", narrow},
            {"like OPT-350m", opt},
            {"narrow tokens and one-hot positions", appendedNarrow},
            {"with sinks", sinks}};
}

/// A decoder that chooses among tens of thousands of words would be slow to test: this one has 5,000.
inline ComputedPass runWithManyWords()
{
    ModelConfig config = wholeTransformer();
    config.architecture = Architecture::Decoder;
    config.dModel = 300;
    std::vector<std::string> words{"one", "two", "three"};
    while (words.size() < 5000)
        words.push_back("w" + std::to_string(words.size()));
    ModelWeights given;
    given.set("output.b", Matrix(Matrix::Constant(1, 5000, 0.25F)));
    Model model = buildModel(config, std::move(given), {}, {words});
    SharedTrace trace = forward(model, {{"one", "two", "three"}, {}, {}, {}});
    return {std::move(model), std::move(trace)};
}

/// With types of the source's tokens where the model has any.
inline Input inputFor(const ModelConfig &config)
{
    Input input{{"one", "two", "three"}, {}, {}, {}};
    if (config.architecture == Architecture::EncoderDecoder)
        input.target = {"eins", "zwei", "drei", "vier"};
    if (config.tokenTypes > 0)
        input.types = {0, 1, 1};
    return input;
}

inline Input twoSentences()
{
    return {{"one", "two", "three"}, {}, {"eins", "zwei", "drei", "vier"}, {}};
}

/// Components and views as a user may combine them: both conventions, by hand and exact.
inline std::vector<StepChoice> stepChoices()
{
    std::vector<StepChoice> choices(4);
    choices[1].columns = choices[3].columns = true;
    choices[2].handDecimals = 1;
    choices[3].handDecimals = 2;
    choices[1].component = choices[2].component = 1;
    return choices;
}

} // namespace regard
