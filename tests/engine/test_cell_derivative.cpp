#include <cmath>
#include <functional>

#include <QtTest>

#include "double_pass.h"
#include "engine/analysis/cell_derivative.h"
#include "engine/base/errors.h"
#include "engine/kernels/activate.h"
#include "engine/model/model.h"
#include "engine/model/stack.h"
#include "engine/pass/forward.h"
#include "test_class.h"

using namespace regard;

namespace {

/// Differences in double are good to 1e-9 here: the step's square times a third derivative of order 1, and 1e-16 of
/// rounding over the step.
constexpr double step = 1e-5;
/// The engine's float32 carries 6e-8 a number; sums over layers, softmax and norms make up to a few thousand times
/// that. Absolutely for what cancels to 0: the terms of such a sum are of order 1 to 10 here.
constexpr double relativeTolerance = 2e-4;
constexpr double absoluteTolerance = 1e-5;

/// Two layers in both stacks with everything on, so that every weight and setting counts.
ModelConfig everything()
{
    ModelConfig config;
    config.architecture = Architecture::EncoderDecoder;
    config.encoderLayers = config.decoderLayers = 2;
    config.dModel = 6;
    config.heads = 2;
    config.decoderHeads = 3;
    config.dKey = 3;
    config.dValue = 4;
    config.dFf = 7;
    config.decoderDFf = 5;
    config.bias = config.residual = config.finalNorm = config.embeddingNorm = config.embeddingScale = true;
    config.norm = Norm::Post;
    config.position = Position::Learned;
    config.activation = Activation::Gelu;
    return config;
}

ModelConfig with(const std::function<void(ModelConfig &)> &change)
{
    ModelConfig config = everything();
    change(config);
    return config;
}

const Input cellDerivativeSentences{{"the", "cat", "sat", "the"}, {2}, {"<s>", "die", "the"}, {1}};

/// With a type for each source token where the model has types.
Input inputFor(const ModelConfig &config)
{
    Input input = cellDerivativeSentences;
    if (config.tokenTypes > 0)
        input.types = {0, 1, 1, 0};
    return input;
}

/// As Llama, Mistral and Qwen 2 are: rotary positions, RMS norms, gated feed-forwards, heads that share keys and
/// values.
ModelConfig likeLlama()
{
    ModelConfig config;
    config.architecture = Architecture::Decoder;
    config.decoderLayers = 2;
    config.dModel = 6;
    config.heads = config.decoderHeads = 4;
    config.dKey = config.dValue = 4;
    config.keyValueHeads = 2;
    config.dFf = config.decoderDFf = 5;
    config.residual = config.finalNorm = config.gated = config.qkvBias = true;
    config.norm = Norm::Pre;
    config.normKind = NormKind::Rms;
    config.position = Position::Rotary;
    config.ropeTheta = 50;
    config.activation = Activation::Silu;
    return config;
}

ModelConfig llamaWith(const std::function<void(ModelConfig &)> &change)
{
    ModelConfig config = likeLlama();
    change(config);
    return config;
}

/// Biases and gains are drawn as 0 and 1, where mistakes hide: here all are random.
Model randomModel(const ModelConfig &config, bool ownTables = false)
{
    const Model drawn = buildModel(config, {}, {});
    ModelWeights given;
    std::uint32_t state = 12345;
    const auto fill = [&](Matrix matrix, float centre) {
        for (Eigen::Index i = 0; i < matrix.size(); ++i) {
            state = state * 1664525U + 1013904223U;
            matrix.data()[i] = centre + (float(state >> 8) / 16777216.0F - 0.5F) * 1.5F;
        }
        return matrix;
    };
    for (const auto &[name, matrix] : drawn.weights.all())
        given.set(name, fill(*matrix, name.ends_with(".gain") ? 1.0F : 0.0F));
    if (ownTables) {
        given.set("decoder.position", fill(Matrix(5, config.embeddingWidth()), 0));
        given.set("decoder.embedding_norm.gain", fill(Matrix(1, config.dModel), 1));
    }
    return buildModel(config, given, {}, {{}, "</s>", config.tokenDropout ? "cat" : "[MASK]"});
}

struct CellDerivativeCase {
    const char *name;
    ModelConfig config;
    bool ownTables = false;
    Interventions interventions{};
};

std::vector<CellDerivativeCase> cases()
{
    return {
        {"post-norm, scaled dot, gelu", everything()},
        {"pre-norm, dot, relu", with([](ModelConfig &c) {
             c.norm = Norm::Pre;
             c.score = Score::Dot;
             c.activation = Activation::Relu;
         })},
        {"additive, gelu_tanh, own tables", with([](ModelConfig &c) {
             c.score = Score::Additive;
             c.activation = Activation::GeluTanh;
             c.position = Position::OneHot;
         }),
         true},
        {"general", with([](ModelConfig &c) { c.score = Score::General; })},
        {"no norm, silu, sinusoidal", with([](ModelConfig &c) {
             c.norm = Norm::None;
             c.finalNorm = c.embeddingNorm = c.embeddingScale = false;
             c.activation = Activation::Silu;
             c.position = Position::Sinusoidal;
         })},
        {"post-norm without residual, no bias, no final norm",
         with([](ModelConfig &c) { c.residual = c.bias = c.finalNorm = false; })},
        {"no output projection, pre-norm, causal encoder alone", with([](ModelConfig &c) {
             c.architecture = Architecture::Encoder;
             c.outputProjection = false;
             c.dValue = 3;
             c.norm = Norm::Pre;
             c.encoderMask = Mask::Causal;
         })},
        {"decoder alone, three layers, no feed-forward", with([](ModelConfig &c) {
             c.architecture = Architecture::Decoder;
             c.decoderLayers = 3;
             c.decoderDFf = 0;
             c.norm = Norm::Pre;
         })},
        {"rotary, RMS norm, gated, grouped heads", likeLlama()},
        {"parallel feed-forward", llamaWith([](ModelConfig &c) {
             c.parallelResidual = c.rotaryInterleaved = true;
             c.rotaryWidth = 2;
         })},
        {"rotary, post-norm, one key head, gated with biases, encoder alone", llamaWith([](ModelConfig &c) {
             c.architecture = Architecture::Encoder;
             c.encoderLayers = 2;
             c.norm = Norm::Post;
             c.bias = true;
             c.qkvBias = false;
             c.keyValueHeads = 1;
             c.activation = Activation::GeluTanh;
         })},
        {"partly rotated, YaRN, a window, as Phi 3", llamaWith([](ModelConfig &c) {
             c.dKey = 6;
             c.rotaryWidth = 4;
             c.ropeScaling = RopeScaling::Yarn;
             c.ropeFactor = 4;
             c.ropeOriginal = 8;
             c.ropeAttention = 1.3;
             c.window = 2;
             c.fullLayers = {2};
         })},
        {"normed heads, unrotated layer, LongRope, as Qwen 3 and SmolLM 3", llamaWith([](ModelConfig &c) {
             c.qkNorm = QkNorm::Head;
             c.ropeScaling = RopeScaling::LongRope;
             c.ropeOriginal = 3;
             c.ropeShort = {1, 2};
             c.ropeLong = {1.5, 7};
             c.unrotatedLayers = {1};
             c.normEpsilon = 0.02;
         })},
        {"normed outputs and columns, own base of windows, as OLMo 3", llamaWith([](ModelConfig &c) {
             c.norm = Norm::Output;
             c.qkNorm = QkNorm::All;
             c.window = 3;
             c.fullLayers = {1};
             c.windowTheta = 5;
             c.normEpsilon = 0.02;
         })},
        {"multipliers, as Granite", llamaWith([](ModelConfig &c) {
             c.embeddingMultiplier = 1.7;
             c.residualMultiplier = 0.6;
             c.scoreScale = 0.4;
         })},
        {"capped scores with a bias and sinks", llamaWith([](ModelConfig &c) {
             c.scoreCap = 0.8;
             c.attentionSinks = true;
             c.scoreBias = ScoreBias::Buckets;
         })},
        {"capped additive scores and sinks, heads replaced",
         with([](ModelConfig &c) {
             c.score = Score::Additive;
             c.scoreCap = 0.5;
             c.attentionSinks = true;
         }),
         false,
         {{{{Attention::Encoder, 0, 0}, Replacement::Mean}, {{Attention::Encoder, 1, 1}, Replacement::Uniform}},
          {},
          {{{Attention::Encoder, 0, 1}, 0.5F}, {{Attention::Decoder, 0, 0}, 2.0F}}}},
        {"normed columns with biases, post-norm, multiplier", llamaWith([](ModelConfig &c) {
             c.norm = Norm::Post;
             c.normKind = NormKind::Layer;
             c.qkNorm = QkNorm::All;
             c.residualMultiplier = 0.6;
         })},
        {"rotary, both stacks, additive, RMS embedding norm", llamaWith([](ModelConfig &c) {
             c.architecture = Architecture::EncoderDecoder;
             c.encoderLayers = 1;
             c.decoderLayers = 2;
             c.decoderHeads = 2;
             c.score = Score::Additive;
             c.embeddingNorm = true;
         })},
        {"token types, learned positions, embedding norm", with([](ModelConfig &c) {
             c.architecture = Architecture::Encoder;
             c.tokenTypes = 2;
         })},
        {"token types without a norm, halves, layer norm after, gated relu", with([](ModelConfig &c) {
             c.tokenTypes = 3;
             c.position = Position::SinusoidalHalves;
             c.embeddingNorm = false;
             c.gated = true;
             c.activation = Activation::Relu;
         })},
        {"no norm, no residual, no projection", with([](ModelConfig &c) {
             c.architecture = Architecture::Encoder;
             c.outputProjection = c.residual = c.bias = false;
             c.dValue = 3;
             c.norm = Norm::None;
             c.position = Position::None;
             c.embeddingNorm = false;
             c.score = Score::Dot;
         })},
        {"narrow embedding with a norm, buckets", with([](ModelConfig &c) {
             c.embeddingSize = 4;
             c.scoreBias = ScoreBias::Buckets;
             c.tokenTypes = 2;
         })},
        {"narrow embedding without a norm, alibi, scores by layer, token dropout", with([](ModelConfig &c) {
             c.embeddingSize = 5;
             c.embeddingNorm = false;
             c.scoreBias = ScoreBias::Alibi;
             c.scaleByLayer = c.tokenDropout = c.parallelResidual = true;
             c.norm = Norm::Pre;
         })},
        {"narrow tokens, learned, types, norm", with([](ModelConfig &c) {
             c.embeddingSize = 4;
             c.narrowTokens = true;
             c.tokenTypes = 2;
         })},
        {"narrow tokens without a norm, scaled, halves", with([](ModelConfig &c) {
             c.embeddingSize = 5;
             c.narrowTokens = c.embeddingScale = true;
             c.embeddingNorm = false;
             c.position = Position::SinusoidalHalves;
             c.norm = Norm::Pre;
         })},
        {"heads switched off, one with a temperature",
         everything(),
         false,
         {{{{Attention::Encoder, 0, 0}, Replacement::Mean},
           {{Attention::Encoder, 1, 1}, Replacement::Uniform},
           {{Attention::Decoder, 0, 1}, Replacement::Zero},
           {{Attention::Cross, 0, 2}, Replacement::Mean},
           {{Attention::Cross, 1, 1}, Replacement::Uniform}},
          {},
          {{{Attention::Encoder, 0, 0}, 2.0F}, {{Attention::Encoder, 0, 1}, 0.5F}, {{Attention::Cross, 1, 0}, 3.0F}}}},
        {"sublayers switched off, additive",
         with([](ModelConfig &c) {
             c.norm = Norm::Pre;
             c.score = Score::Additive;
         }),
         false,
         {{{{Attention::Encoder, 1, 0}, Replacement::Mean}},
          {{{Stack::Encoder, 0, SublayerKind::SelfAttention}, Replacement::Mean},
           {{Stack::Encoder, 1, SublayerKind::SelfAttention}, Replacement::Uniform},
           {{Stack::Encoder, 0, SublayerKind::FeedForward}, Replacement::Mean},
           {{Stack::Decoder, 0, SublayerKind::SelfAttention}, Replacement::Zero},
           {{Stack::Decoder, 0, SublayerKind::CrossAttention}, Replacement::Mean},
           {{Stack::Decoder, 0, SublayerKind::FeedForward}, Replacement::Zero}},
          {{{Attention::Encoder, 1, 0}, 0.5F}, {{Attention::Cross, 1, 1}, 0.7F}}}},
        {"weights set, links cut",
         everything(),
         false,
         {{{{Attention::Encoder, 0, 0}, Replacement::Mean}, {{Attention::Encoder, 1, 1}, Replacement::Uniform}},
          {},
          {{{Attention::Encoder, 0, 1}, 0.5F}},
          {},
          {{{Attention::Encoder, 0, 0}, {{{0, 1}, 0.25F}}},
           {{Attention::Encoder, 0, 1}, {{{0, 0}, 0.25F}, {{0, 1}, 0.5F}, {{1, 1}, 1.0F}}},
           {{Attention::Encoder, 1, 1}, {{{1, 0}, 0.125F}}},
           {{Attention::Cross, 0, 0}, {{{1, 0}, 0.0F}, {{1, 1}, 0.75F}}}},
          {{Attention::Encoder, 0, 0, {}, {1, 0}}, {Attention::Decoder, 0, 0, {0}, {1, 0}}}}},
        {"one head and no projection, replaced",
         with([](ModelConfig &c) {
             c.architecture = Architecture::Decoder;
             c.outputProjection = c.residual = c.bias = false;
             c.dValue = 2;
             c.norm = Norm::None;
             c.decoderDFf = 0;
         }),
         false,
         {{{{Attention::Decoder, 0, 1}, Replacement::Mean}}, {}, {{{Attention::Decoder, 1, 0}, 0.25F}}}},
        {"gru, two directions, Bahdanau, additive", with([](ModelConfig &c) {
             c.encoderKind = c.decoderKind = StackKind::Recurrent;
             c.directions = 2;
             c.decoderAttention = DecoderAttention::Bahdanau;
             c.score = Score::Additive;
         })},
        {"lstm, two directions, Bahdanau, additive", with([](ModelConfig &c) {
             c.encoderKind = c.decoderKind = StackKind::Recurrent;
             c.cell = Cell::Lstm;
             c.directions = 2;
             c.decoderAttention = DecoderAttention::Bahdanau;
             c.score = Score::Additive;
         })},
        {"lstm, one direction, Luong, a state at zero",
         with([](ModelConfig &c) {
             c.encoderKind = c.decoderKind = StackKind::Recurrent;
             c.cell = Cell::Lstm;
             c.decoderAttention = DecoderAttention::Luong;
             c.score = Score::General;
         }),
         false,
         {{}, {}, {}, {{{Stack::Encoder, 0, Direction::Forward}, 1}}}},
        {"attention encoder, lstm with Bahdanau", with([](ModelConfig &c) {
             c.decoderKind = StackKind::Recurrent;
             c.cell = Cell::Lstm;
             c.decoderAttention = DecoderAttention::Bahdanau;
             c.decoderLayers = 1;
         })},
        {"rnn, one direction, Luong", with([](ModelConfig &c) {
             c.encoderKind = c.decoderKind = StackKind::Recurrent;
             c.cell = Cell::Rnn;
             c.decoderAttention = DecoderAttention::Luong;
             c.score = Score::General;
         })},
        {"attention encoder, gru with Bahdanau, without projection, a state at zero",
         with([](ModelConfig &c) {
             c.decoderKind = StackKind::Recurrent;
             c.decoderAttention = DecoderAttention::Bahdanau;
             c.decoderLayers = 1;
             c.dValue = 3;
             c.outputProjection = false;
         }),
         false,
         {{{{Attention::Cross, 0, 1}, Replacement::Zero}, {{Attention::Cross, 0, 2}, Replacement::Uniform}},
          {},
          {{{Attention::Cross, 0, 0}, 0.5F}},
          {{{Stack::Decoder, 0, Direction::Forward}, 0}}}},
        {"rnn encoder of two directions, decoder of attentions", with([](ModelConfig &c) {
             c.encoderKind = StackKind::Recurrent;
             c.cell = Cell::Rnn;
             c.directions = 2;
         })},
    };
}

Model modelOf(const CellDerivativeCase &chosen)
{
    Model model = randomModel(chosen.config, chosen.ownTables);
    model.interventions = chosen.interventions;
    return model;
}

/// Every matrix that a user can change.
std::vector<std::string> matricesOf(const Model &model)
{
    std::vector<std::string> names{"X"};
    const bool both = model.config.architecture == Architecture::EncoderDecoder;
    if (both)
        names.push_back("X target");
    if (model.config.position == Position::Learned || model.config.position == Position::OneHot) {
        names.push_back("position");
        if (model.given.contains("decoder.position"))
            names.push_back("decoder.position");
    }
    for (const auto &[name, matrix] : model.weights.all())
        names.push_back(name);
    if (hasStack(model.config, Stack::Decoder) && !model.weights.contains("output.w"))
        names.push_back("output.w");
    return names;
}

std::pair<Eigen::Index, Eigen::Index> sizeOf(const Model &model, const Trace &trace, const std::string &matrix)
{
    if (matrix == "X")
        return {trace.source.input.rows(), model.config.embeddingWidth()};
    if (matrix == "X target")
        return {trace.target.input.rows(), model.config.embeddingWidth()};
    if (matrix.ends_with("position"))
        return {4, model.config.embeddingWidth()};
    if (matrix == "output.w")
        return {model.config.dModel, trace.logits.cols()};
    return {model.weights.at(matrix).rows(), model.weights.at(matrix).cols()};
}

double largest(const DoublePass::Numbers &numbers)
{
    return numbers.size() > 0 ? numbers.cwiseAbs().maxCoeff() : 0;
}

/// Empty where both agree.
QString difference(const char *what, const Matrix &actual, const DoublePass::Numbers &expected)
{
    if (actual.rows() != expected.rows() || actual.cols() != expected.cols())
        return QStringLiteral("%1: %2 × %3").arg(QLatin1String(what)).arg(actual.rows()).arg(actual.cols());
    const double tolerance = absoluteTolerance + relativeTolerance * largest(expected);
    for (Eigen::Index i = 0; i < actual.rows(); ++i)
        for (Eigen::Index j = 0; j < actual.cols(); ++j)
            if (!(std::abs(double(actual(i, j)) - expected(i, j)) <= tolerance))
                return QStringLiteral("%1 [%2, %3] is %4, the difference quotient %5")
                    .arg(QLatin1String(what))
                    .arg(i)
                    .arg(j)
                    .arg(double(actual(i, j)), 0, 'g', 9)
                    .arg(expected(i, j), 0, 'g', 9);
    return {};
}

DoublePass::Numbers quotient(const DoublePass::Numbers &above, const DoublePass::Numbers &below)
{
    return (above - below) / (2 * step);
}

QString compareCell(const Model &model, const Trace &trace, const ModelCell &cell)
{
    DoublePass pass(model, trace);
    pass.change(cell, step);
    const auto above = pass.run();
    pass.change(cell, -2 * step);
    const auto below = pass.run();
    for (std::size_t block = 0; block < above.size(); ++block) {
        for (std::size_t head = 0; head < above[block].size(); ++head) {
            const AttentionPlace place = blockPlace(model.config, int(block));
            const auto derivative = headDerivative(model, trace, cell, place, int(head));
            if (!derivative)
                return QStringLiteral("nothing came back");
            const DoublePass::Numbers scores = quotient(above[block][head].scores, below[block][head].scores);
            QString found = difference("scores", derivative->scores, scores);
            found += difference("scaled", derivative->scaled,
                                quotient(above[block][head].scaled, below[block][head].scaled));
            found += difference("weights", derivative->weights,
                                quotient(above[block][head].weights, below[block][head].weights));
            if (!derivative->reaches && largest(scores) != 0)
                found += QStringLiteral("it is said not to reach the head");
            if (!found.isEmpty())
                return QStringLiteral("%1 [%2, %3] on %4, head %5: %6")
                    .arg(QString::fromStdString(cell.matrix))
                    .arg(cell.row)
                    .arg(cell.column)
                    .arg(QString::fromStdString(blockName(place.attention, place.layer)))
                    .arg(head)
                    .arg(found);
        }
    }
    return {};
}

Matrix matrix(int rows, int columns, const std::vector<float> &values)
{
    return Eigen::Map<const Matrix>(values.data(), rows, columns);
}

/// Three inputs of four numbers, with weights that a user can follow on paper.
Model workedExample()
{
    ModelConfig config;
    config.dModel = 4;
    config.heads = 1;
    config.dKey = config.dValue = 3;
    config.score = Score::Dot;
    config.outputProjection = false;
    ModelWeights given;
    given.set("encoder.0.self.w_q", matrix(4, 3, {1, 0, 1, 1, 0, 0, 0, 0, 1, 0, 1, 1}));
    given.set("encoder.0.self.w_k", matrix(4, 3, {0, 0, 1, 1, 1, 0, 0, 1, 0, 1, 1, 0}));
    given.set("encoder.0.self.w_v", matrix(4, 3, {0, 2, 0, 0, 3, 0, 1, 0, 3, 1, 1, 0}));
    const auto row = [](const std::vector<float> &values) {
        return std::make_shared<const Matrix>(matrix(1, 4, values));
    };
    return buildModel(config, given, {{"x1", row({1, 0, 1, 0})}, {"x2", row({0, 2, 0, 2})}, {"x3", row({1, 1, 1, 1})}});
}

constexpr AttentionPlace firstEncoder{Attention::Encoder, 0};

} // namespace

class TestCellDerivative : public QObject {
    Q_OBJECT
private slots:
    void theDoublePassIsTheEngines_data();
    void theDoublePassIsTheEngines();
    void agreesWithFiniteDifferences_data();
    void agreesWithFiniteDifferences();
    void queryWeightOfTheWorkedExample();
    void keyWeightOfTheWorkedExample();
    void embeddingOfTheWorkedExample();
    void softmaxOfTheWorkedExample();
    void scalingDividesByTheRoot();
    void whatCannotReachAHead_data();
    void whatCannotReachAHead();
    void theSameTokenMovesEverywhere();
    void aSharedKeyMovesItsGroup();
    void aMaskedKeyKeepsItsWeight();
    void whatMovesAWholeRowMovesNoWeight();
    void reluIsFlatAtZero();
    void cancelledGivesNothing();
    void costGrowsWithTheLayersBetween();
    void whatDoesNotExistIsAnError_data();
    void whatDoesNotExistIsAnError();
};

void TestCellDerivative::theDoublePassIsTheEngines_data()
{
    QTest::addColumn<int>("number");
    const auto all = cases();
    for (std::size_t i = 0; i < all.size(); ++i)
        QTest::newRow(all[i].name) << int(i);
}

void TestCellDerivative::theDoublePassIsTheEngines()
{
    QFETCH(int, number);
    const CellDerivativeCase chosen = cases()[std::size_t(number)];
    const Model model = modelOf(chosen);
    const SharedTrace trace = forward(model, inputFor(model.config));
    const auto blocks = DoublePass(model, *trace).run();
    QCOMPARE(blocks.size(), trace->blocks.size());
    for (std::size_t block = 0; block < blocks.size(); ++block)
        for (std::size_t head = 0; head < blocks[block].size(); ++head) {
            const HeadScores scores = headScores(model, *trace, int(block), int(head));
            const QString found =
                difference("scores", scores.scores, blocks[block][head].scores) +
                difference("scaled", scores.scaled, blocks[block][head].scaled) +
                difference("weights", trace->blocks[block]->heads[head].weights, blocks[block][head].weights);
            QVERIFY2(found.isEmpty(), qPrintable(found));
        }
}

void TestCellDerivative::agreesWithFiniteDifferences_data()
{
    QTest::addColumn<int>("number");
    QTest::addColumn<QString>("matrix");
    const auto all = cases();
    for (std::size_t i = 0; i < all.size(); ++i)
        for (const std::string &name : matricesOf(modelOf(all[i])))
            QTest::addRow("%s: %s", all[i].name, name.c_str()) << int(i) << QString::fromStdString(name);
}

void TestCellDerivative::agreesWithFiniteDifferences()
{
    QFETCH(int, number);
    QFETCH(QString, matrix);
    const CellDerivativeCase chosen = cases()[std::size_t(number)];
    const Model model = modelOf(chosen);
    const SharedTrace trace = forward(model, inputFor(model.config));
    const auto [rows, columns] = sizeOf(model, *trace, matrix.toStdString());
    // In the columns of different heads.
    for (const auto &[i, j] : {std::pair(0, 1), std::pair(2, 3)}) {
        const auto row = int((rows - 1) * i / 3);
        const auto column = int((columns - 1) * j / 3);
        const QString found = compareCell(model, *trace, {matrix.toStdString(), row, column});
        QVERIFY2(found.isEmpty(), qPrintable(found));
    }
}

// q · k with q = x W_Q: the score of query i and key j moves by xᵢ[row] · kⱼ[column].
void TestCellDerivative::queryWeightOfTheWorkedExample()
{
    const Model model = workedExample();
    const SharedTrace trace = forward(model, {{"x1", "x2", "x3"}});
    const auto derivative = headDerivative(model, *trace, {"encoder.0.self.w_q", 0, 1}, firstEncoder, 0);
    // Column 0 of X is 1 0 1; component 1 of the keys 0 1 1, 4 4 0, 2 3 1 is 1 4 3.
    QCOMPARE(derivative->scores, matrix(3, 3, {1, 4, 3, 0, 0, 0, 1, 4, 3}));
    QCOMPARE(derivative->scaled, derivative->scores);
    QVERIFY(derivative->reaches);
}

void TestCellDerivative::keyWeightOfTheWorkedExample()
{
    const Model model = workedExample();
    const SharedTrace trace = forward(model, {{"x1", "x2", "x3"}});
    const auto derivative = headDerivative(model, *trace, {"encoder.0.self.w_k", 3, 2}, firstEncoder, 0);
    // Component 2 of the queries 1 0 2, 2 2 2, 2 1 3 is 2 2 3; column 3 of X is 0 2 1.
    QCOMPARE(derivative->scores, matrix(3, 3, {0, 4, 2, 0, 4, 2, 0, 6, 3}));
}

// A row of X is asked with and attended to: d(qᵢ · kⱼ) = W_Q[c] · kⱼ where i is the token, + qᵢ · W_K[c] where j is.
void TestCellDerivative::embeddingOfTheWorkedExample()
{
    const Model model = workedExample();
    const SharedTrace trace = forward(model, {{"x1", "x2", "x3"}});
    const auto derivative = headDerivative(model, *trace, {"X", 1, 0}, firstEncoder, 0);
    // W_Q[0] = 1 0 1 with the keys: 1 4 3; W_K[0] = 0 0 1 with the queries: 2 2 3.
    QCOMPARE(derivative->scores, matrix(3, 3, {0, 2, 0, 1, 4 + 2, 3, 0, 3, 0}));
}

void TestCellDerivative::softmaxOfTheWorkedExample()
{
    const Model model = workedExample();
    const SharedTrace trace = forward(model, {{"x1", "x2", "x3"}});
    const auto derivative = headDerivative(model, *trace, {"encoder.0.self.w_q", 0, 1}, firstEncoder, 0);
    // The scores of x1 are 2 4 4, so its weights 1 : e² : e² over 1 + 2e², and they move by w · (ds − Σ w · ds).
    const double e2 = std::exp(2.0);
    const double small = 1 / (1 + 2 * e2);
    const double big = e2 / (1 + 2 * e2);
    const double mean = small * 1 + big * 4 + big * 3;
    QVERIFY(std::abs(double(derivative->weights(0, 0)) - small * (1 - mean)) < 1e-6);
    QVERIFY(std::abs(double(derivative->weights(0, 1)) - big * (4 - mean)) < 1e-6);
    QVERIFY(std::abs(double(derivative->weights(0, 2)) - big * (3 - mean)) < 1e-6);
    QCOMPARE(derivative->weights.row(1).cwiseAbs().maxCoeff(), 0.0F); // x2 has 0 in that column
}

void TestCellDerivative::scalingDividesByTheRoot()
{
    Model model = workedExample();
    model.config.score = Score::ScaledDot;
    const SharedTrace trace = forward(model, {{"x1", "x2", "x3"}});
    const auto derivative = headDerivative(model, *trace, {"encoder.0.self.w_q", 0, 1}, firstEncoder, 0);
    QCOMPARE(derivative->scores(0, 1), 4.0F);
    QCOMPARE(derivative->scaled(0, 1), 4.0F / std::sqrt(3.0F));
}

void TestCellDerivative::whatCannotReachAHead_data()
{
    QTest::addColumn<QString>("matrix");
    QTest::addColumn<int>("row");
    QTest::addColumn<int>("column");
    QTest::addColumn<int>("block"); // encoder 0, 1; then self and cross of decoder 0 and 1
    QTest::addColumn<bool>("reaches");
    const auto row = [](const char *name, const char *matrix, int r, int column, int block, bool reaches) {
        QTest::newRow(name) << QString::fromLatin1(matrix) << r << column << block << reaches;
    };
    row("columns of the head", "encoder.0.self.w_q", 1, 2, 0, true);
    row("columns of another head", "encoder.0.self.w_q", 1, 3, 0, false);
    row("another head, but a layer before", "encoder.0.self.w_q", 1, 3, 1, true);
    row("values of the same block", "encoder.0.self.w_v", 0, 0, 0, false);
    row("values of the block before", "encoder.0.self.w_v", 0, 0, 1, true);
    row("output projection of the same block", "encoder.0.self.w_o", 0, 0, 0, false);
    row("norm after the same block", "encoder.0.norm_1.gain", 0, 0, 0, false);
    row("norm before", "encoder.0.norm_1.gain", 0, 0, 1, true);
    row("a later layer", "encoder.1.self.w_k", 0, 0, 0, false);
    row("feed-forward of the layer before", "encoder.0.ffn.w_1", 0, 0, 1, true);
    row("feed-forward of the same layer", "encoder.1.ffn.w_2", 0, 0, 1, false);
    row("encoder to the decoder's first self-attention", "encoder.0.self.w_q", 0, 0, 2, false);
    row("encoder to cross-attention", "encoder.1.ffn.b_2", 0, 0, 3, true);
    row("encoder's final norm to cross-attention", "encoder.final_norm.gain", 0, 0, 3, true);
    row("encoder's final norm to itself", "encoder.final_norm.bias", 0, 0, 1, false);
    row("encoder to the decoder's second self-attention", "encoder.final_norm.gain", 0, 0, 4, true);
    row("decoder to the encoder", "decoder.0.self.w_v", 0, 0, 1, false);
    row("decoder's final norm", "decoder.final_norm.gain", 0, 0, 5, false);
    row("output layer", "output.w", 0, 0, 5, false);
    row("output bias", "output.b", 0, 0, 5, false);
    row("a target token that the source has not", "X target", 1, 0, 1, false);
    row("a target token that the source has too", "X target", 2, 0, 1, true);
    row("a position that no token has", "position", 4, 0, 1, false);
    row("a position of the source alone", "position", 3, 0, 2, false);
}

void TestCellDerivative::whatCannotReachAHead()
{
    QFETCH(QString, matrix);
    QFETCH(int, row);
    QFETCH(int, column);
    QFETCH(int, block);
    QFETCH(bool, reaches);
    const Model model = randomModel(everything());
    const SharedTrace trace = forward(model, inputFor(model.config));
    const auto derivative =
        headDerivative(model, *trace, {matrix.toStdString(), row, column}, blockPlace(model.config, block), 0);
    QCOMPARE(derivative->reaches, reaches);
    const HeadTrace &head = trace->blocks[std::size_t(block)]->heads[0];
    for (const Matrix *part : {&derivative->scores, &derivative->scaled, &derivative->weights}) {
        QCOMPARE(part->rows(), head.weights.rows());
        QCOMPARE(part->cols(), head.weights.cols());
        QCOMPARE(part->cwiseAbs().maxCoeff() > 0, reaches);
    }
}

void TestCellDerivative::theSameTokenMovesEverywhere()
{
    const Model model = randomModel(everything());
    const SharedTrace trace = forward(model, inputFor(model.config));
    const AttentionPlace place{Attention::Cross, 0};
    const auto first = headDerivative(model, *trace, {"X", 0, 1}, place, 1);
    for (const ModelCell &same : {ModelCell{"X", 3, 1}, ModelCell{"X target", 2, 1}}) {
        const auto other = headDerivative(model, *trace, same, place, 1);
        QCOMPARE(other->scores, first->scores);
        QCOMPARE(other->weights, first->weights);
    }
}

// Four query heads read two key heads: the first four columns of W_K belong to heads 1 and 2, the others to 3 and 4.
void TestCellDerivative::aSharedKeyMovesItsGroup()
{
    const Model model = randomModel(likeLlama());
    const SharedTrace trace = forward(model, inputFor(model.config));
    for (const auto &[column, first] : {std::pair(3, 0), std::pair(4, 2)})
        for (int head = 0; head < 4; ++head) {
            const auto derivative =
                headDerivative(model, *trace, {"decoder.0.self.w_k", 1, column}, {Attention::Decoder, 0}, head);
            QCOMPARE(derivative->reaches, head == first || head == first + 1);
        }
}

void TestCellDerivative::aMaskedKeyKeepsItsWeight()
{
    const Model model = randomModel(everything());
    const SharedTrace trace = forward(model, inputFor(model.config));
    const auto derivative = headDerivative(model, *trace, {"encoder.0.self.w_k", 0, 0}, firstEncoder, 0);
    QVERIFY(derivative->scores.col(2).cwiseAbs().maxCoeff() > 0); // the score behind the mask is there and moves
    QCOMPARE(derivative->weights.col(2).cwiseAbs().maxCoeff(), 0.0F);
    for (Eigen::Index i = 0; i < derivative->weights.rows(); ++i)
        QVERIFY(std::abs(derivative->weights.row(i).sum()) < 1e-5F); // rows keep their sum of 1
}

// A key's bias adds the same to all scores of a query, which a softmax does not see.
void TestCellDerivative::whatMovesAWholeRowMovesNoWeight()
{
    const Model model = randomModel(everything());
    const SharedTrace trace = forward(model, inputFor(model.config));
    const auto derivative = headDerivative(model, *trace, {"encoder.0.self.b_k", 0, 1}, firstEncoder, 0);
    QVERIFY(derivative->scores.cwiseAbs().minCoeff() > 0);
    QVERIFY(derivative->weights.cwiseAbs().maxCoeff() < 1e-12F);
}

void TestCellDerivative::reluIsFlatAtZero()
{
    const Matrix slope = activationSlope(matrix(1, 3, {-2, 0, 3}), Activation::Relu);
    QCOMPARE(slope, matrix(1, 3, {0, 0, 1}));
}

void TestCellDerivative::cancelledGivesNothing()
{
    const Model model = randomModel(everything());
    const SharedTrace trace = forward(model, inputFor(model.config));
    const std::atomic<bool> cancelled = true;
    QVERIFY(!headDerivative(model, *trace, {"X", 0, 0}, {Attention::Encoder, 1}, 0, &cancelled));
    const std::atomic<bool> goesOn = false;
    QVERIFY(headDerivative(model, *trace, {"X", 0, 0}, {Attention::Encoder, 1}, 0, &goesOn));
}

void TestCellDerivative::costGrowsWithTheLayersBetween()
{
    const Model model = randomModel(everything());
    const SharedTrace trace = forward(model, inputFor(model.config));
    const auto cost = [&](const char *matrix, Attention attention, int layer) {
        return derivativeCost(model, *trace, {matrix, 0, 0}, {attention, layer});
    };
    QVERIFY(cost("encoder.0.self.w_q", Attention::Encoder, 1) > cost("encoder.0.self.w_q", Attention::Encoder, 0));
    QVERIFY(cost("X", Attention::Encoder, 1) >= cost("encoder.0.self.w_q", Attention::Encoder, 1));
    QVERIFY(cost("X", Attention::Cross, 0) > cost("X", Attention::Encoder, 1));
    QCOMPARE(cost("encoder.1.self.w_q", Attention::Encoder, 0), cost("output.w", Attention::Encoder, 0));
    QVERIFY(cost("encoder.0.self.w_q", Attention::Cross, 1) > cost("encoder.0.self.w_q", Attention::Decoder, 0));
}

void TestCellDerivative::whatDoesNotExistIsAnError_data()
{
    QTest::addColumn<QString>("matrix");
    QTest::addColumn<int>("row");
    QTest::addColumn<int>("column");
    QTest::addColumn<int>("layer");
    QTest::addColumn<int>("head");
    QTest::newRow("matrix") << QStringLiteral("encoder.7.self.w_q") << 0 << 0 << 0 << 0;
    QTest::newRow("switched off") << QStringLiteral("encoder.0.self.w_a") << 0 << 0 << 0 << 0;
    QTest::newRow("row") << QStringLiteral("encoder.0.self.w_q") << 6 << 0 << 0 << 0;
    QTest::newRow("column") << QStringLiteral("encoder.0.self.w_q") << 0 << 6 << 0 << 0;
    QTest::newRow("negative") << QStringLiteral("X") << -1 << 0 << 0 << 0;
    QTest::newRow("token") << QStringLiteral("X target") << 3 << 0 << 0 << 0;
    QTest::newRow("block") << QStringLiteral("X") << 0 << 0 << 2 << 0;
    QTest::newRow("head") << QStringLiteral("X") << 0 << 0 << 0 << 2;
    QTest::newRow("output") << QStringLiteral("output.w") << 0 << 99 << 0 << 0;
}

void TestCellDerivative::whatDoesNotExistIsAnError()
{
    QFETCH(QString, matrix);
    QFETCH(int, row);
    QFETCH(int, column);
    QFETCH(int, layer);
    QFETCH(int, head);
    const Model model = randomModel(everything());
    const SharedTrace trace = forward(model, inputFor(model.config));
    QVERIFY_EXCEPTION_THROWN(
        headDerivative(model, *trace, {matrix.toStdString(), row, column}, {Attention::Encoder, layer}, head),
        ShapeError);
}

REGARD_GUILESS_TEST(TestCellDerivative)

#include "test_cell_derivative.moc"
