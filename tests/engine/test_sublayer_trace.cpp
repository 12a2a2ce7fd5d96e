#include <QtTest>

#include "engine/base/errors.h"
#include "engine/functions/norm.h"
#include "engine/kernels/activate.h"
#include "engine/model/positions.h"
#include "engine/pass/forward.h"
#include "engine/pass/sublayer_trace.h"
#include "test_class.h"

using namespace regard;

namespace {

const Input sublayerTraceSentences{{"the", "cat", "sat"}, {}, {"<s>", "die"}, {}};

ModelConfig sublayerTraceTransformer(Norm norm, bool residual)
{
    ModelConfig config;
    config.architecture = Architecture::EncoderDecoder;
    config.encoderLayers = config.decoderLayers = 2;
    config.dModel = 6;
    config.dFf = 5;
    config.decoderDFf = 7;
    config.norm = norm;
    config.residual = residual;
    config.embeddingScale = config.embeddingNorm = config.finalNorm = true;
    config.position = Position::Sinusoidal;
    return config;
}

/// Norms that do something of their own.
Model sublayerTraceModelOf(const ModelConfig &config)
{
    Model model = buildModel(config, {}, {});
    const ModelWeights drawn = model.weights;
    int number = 0;
    for (const auto &[name, matrix] : drawn.all())
        if (name.ends_with(".gain"))
            model.weights.set(name, Matrix(Matrix::Constant(1, 6, 0.5F + 0.1F * float(++number))));
    return model;
}

} // namespace

/// Every step follows from the one before it, by the formula that FORMATS names: post: norm(x + f(x)),
/// pre: x + f(norm(x)), none: x + f(x); without residual the "x +" is left out.
class SublayerTraceTest : public QObject {
    Q_OBJECT
private slots:
    void steps_data()
    {
        QTest::addColumn<Norm>("norm");
        QTest::addColumn<bool>("residual");
        for (const bool residual : {true, false}) {
            const char *with = residual ? "with residual" : "without residual";
            QTest::newRow(qPrintable(QStringLiteral("post %1").arg(QLatin1String(with)))) << Norm::Post << residual;
            QTest::newRow(qPrintable(QStringLiteral("pre %1").arg(QLatin1String(with)))) << Norm::Pre << residual;
            QTest::newRow(qPrintable(QStringLiteral("none %1").arg(QLatin1String(with)))) << Norm::None << residual;
        }
    }

    void steps()
    {
        QFETCH(Norm, norm);
        QFETCH(bool, residual);
        const Model model = sublayerTraceModelOf(sublayerTraceTransformer(norm, residual));
        const SharedTrace trace = forward(model, sublayerTraceSentences);
        const auto checkSum = [&](const Matrix &stream, const Matrix &output, const Matrix &added) {
            QVERIFY(residual ? added == Matrix(stream + output) : added == output);
        };
        const auto checkNorms = [&](const std::string &name, const Matrix &stream, const Matrix &input,
                                    const Matrix &added, const Matrix &normed) {
            QVERIFY(input == (norm == Norm::Pre ? regard::normed(model, name, stream) : stream));
            QVERIFY(normed == (norm == Norm::Post ? regard::normed(model, name, added) : added));
        };
        const auto checkAttention = [&](Attention attention, int layer, const Matrix &stream, const Matrix *keys) {
            const AttentionSteps steps = attentionSteps(model, *trace, attention, layer);
            const std::string number = attention == Attention::Cross ? ".norm_2" : ".norm_1";
            const std::string name = stackName(stackOf(attention)) + "." + std::to_string(layer) + number;
            const BlockTrace &block = *trace->blocks[std::size_t(blockIndex(model.config, attention, layer))];
            checkNorms(name, stream, steps.input, steps.added, steps.normed);
            checkSum(stream, steps.output, steps.added);
            QVERIFY(steps.output == block.output);
            QVERIFY(steps.normed == block.stream);
            // The input is what the queries really came from, and the keys of the cross-attention are never normed.
            const Matrix q = steps.input * model.weights.at(blockWeight(attention, layer, "w_q"));
            QVERIFY(q.leftCols(8).isApprox(block.heads[0].q, 1e-5F));
            const Matrix k = (keys ? *keys : steps.input) * model.weights.at(blockWeight(attention, layer, "w_k"));
            QVERIFY(k.leftCols(8).isApprox(block.heads[0].k, 1e-5F));
        };
        const auto checkFeedForward = [&](Stack stack, int layer, const Matrix &stream) {
            const FeedForwardSteps steps = feedForwardSteps(model, *trace, stack, layer);
            const std::string prefix = stackName(stack) + "." + std::to_string(layer);
            checkNorms(prefix + (stack == Stack::Encoder ? ".norm_2" : ".norm_3"), stream, steps.input, steps.added,
                       steps.normed);
            checkSum(stream, steps.output, steps.added);
            Matrix hidden = steps.input * model.weights.at(prefix + ".ffn.w_1");
            activate(hidden, Activation::Relu);
            QVERIFY(hidden.isApprox(steps.hidden, 1e-5F));
            QVERIFY((hidden * model.weights.at(prefix + ".ffn.w_2")).isApprox(steps.output, 1e-5F));
        };
        const auto &blocks = trace->blocks;
        const auto &encoder = trace->encoderFeedForward;
        const auto &decoder = trace->decoderFeedForward;
        const Matrix *memory = &trace->encoderOutput.get();
        checkAttention(Attention::Encoder, 0, trace->source.input, nullptr);
        checkFeedForward(Stack::Encoder, 0, blocks[0]->stream);
        checkAttention(Attention::Encoder, 1, encoder[0]->stream, nullptr);
        checkFeedForward(Stack::Encoder, 1, blocks[1]->stream);
        checkAttention(Attention::Decoder, 0, trace->target.input, nullptr);
        checkAttention(Attention::Cross, 0, blocks[2]->stream, memory);
        checkFeedForward(Stack::Decoder, 0, blocks[3]->stream);
        checkAttention(Attention::Decoder, 1, decoder[0]->stream, nullptr);
        checkAttention(Attention::Cross, 1, blocks[4]->stream, memory);
        checkFeedForward(Stack::Decoder, 1, blocks[5]->stream);

        QVERIFY(trace->decoderOutput == normed(model, "decoder.final_norm", decoder[1]->stream));
        QVERIFY(trace->encoderOutput == normed(model, "encoder.final_norm", encoder[1]->stream));
    }

    void entry()
    {
        const Model model = sublayerTraceModelOf(sublayerTraceTransformer(Norm::Post, true));
        const SharedTrace trace = forward(model, sublayerTraceSentences);
        const EntrySteps steps = entrySteps(model, *trace, Stack::Decoder);
        QVERIFY(steps.embedded.row(1) == embeddingRow(model, "die").row(0));
        QVERIFY(steps.scaled.isApprox(steps.embedded * std::sqrt(6.0F)));
        QVERIFY(steps.positions == sinusoidalPositions(2, 6));
        QVERIFY(steps.added == steps.scaled + steps.positions);
        QVERIFY(steps.normed == normed(model, "embedding_norm", steps.added));
        QVERIFY(steps.normed == trace->target.input);
        QCOMPARE(entrySteps(model, *trace, Stack::Encoder).normed.rows(), Eigen::Index(3));
    }

    void gated()
    {
        ModelConfig config = sublayerTraceTransformer(Norm::Pre, true);
        config.gated = config.bias = true;
        config.activation = Activation::Silu;
        const Model model = sublayerTraceModelOf(config);
        const SharedTrace trace = forward(model, sublayerTraceSentences);
        const FeedForwardSteps steps = feedForwardSteps(model, *trace, Stack::Encoder, 1);
        QCOMPARE(steps.activated.cols(), Eigen::Index(5));
        const Matrix &w3 = model.weights.at("encoder.1.ffn.w_3");
        QVERIFY(steps.gate.isApprox(steps.input * w3));
        QVERIFY(steps.hidden == steps.activated.cwiseProduct(steps.gate));
        QVERIFY(steps.output.isApprox(steps.hidden * model.weights.at("encoder.1.ffn.w_2")));
        QCOMPARE(
            feedForwardSteps(sublayerTraceModelOf(sublayerTraceTransformer(Norm::Pre, true)), *trace, Stack::Encoder, 1)
                .gate.size(),
            0);
    }

    void types()
    {
        ModelConfig config = sublayerTraceTransformer(Norm::Post, true);
        config.tokenTypes = 2;
        const Model model = sublayerTraceModelOf(config);
        Input input = sublayerTraceSentences;
        input.types = {0, 1, 1};
        const SharedTrace trace = forward(model, input);
        const EntrySteps steps = entrySteps(model, *trace, Stack::Encoder);
        const Matrix &table = model.weights.at("token_type");
        QVERIFY(steps.types.row(0) == table.row(0));
        QVERIFY(steps.types.row(2) == table.row(1));
        QVERIFY(steps.added.isApprox(steps.scaled + steps.positions + steps.types));
        QVERIFY(steps.normed == normed(model, "embedding_norm", steps.added));
        QVERIFY(entrySteps(model, *trace, Stack::Decoder).types.row(1) == table.row(0));
    }

    void whatIsNotThere()
    {
        ModelConfig config;
        const Model model = buildModel(config, {}, {});
        const SharedTrace trace = forward(model, sublayerTraceSentences);
        QVERIFY_EXCEPTION_THROWN(attentionSteps(model, *trace, Attention::Cross, 0), ShapeError);
        QVERIFY_EXCEPTION_THROWN(attentionSteps(model, *trace, Attention::Encoder, 1), ShapeError);
        QVERIFY_EXCEPTION_THROWN(feedForwardSteps(model, *trace, Stack::Encoder, 0), ShapeError);
        QVERIFY_EXCEPTION_THROWN(entrySteps(model, *trace, Stack::Decoder), ShapeError);
    }
};

REGARD_GUILESS_TEST(SublayerTraceTest)
#include "test_sublayer_trace.moc"
