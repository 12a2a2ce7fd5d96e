#include <QtTest>

#include "engine/pass/forward.h"
#include "test_class.h"

using namespace regard;

namespace {

double sizeInBytes(const Matrix &matrix)
{
    return double(matrix.size()) * sizeof(float);
}

double sizeInBytes(const SideTrace &side)
{
    return sizeInBytes(side.embedded) + sizeInBytes(side.positions) + sizeInBytes(side.input);
}

double sizeInBytes(const BlockTrace &block)
{
    double bytes = sizeInBytes(block.joined) + sizeInBytes(block.output) + sizeInBytes(block.stream);
    for (const HeadTrace &head : block.heads)
        bytes += sizeInBytes(head.q) + sizeInBytes(head.k) + sizeInBytes(head.v) + sizeInBytes(head.weights) +
                 sizeInBytes(head.output);
    return bytes;
}

/// What the matrices of a trace take.
double sizeInBytes(const Trace &trace)
{
    double bytes = sizeInBytes(trace.source) + sizeInBytes(trace.target) + sizeInBytes(trace.encoderOutput) +
                   sizeInBytes(trace.decoderOutput) + sizeInBytes(trace.logits);
    for (const auto &block : trace.blocks)
        bytes += sizeInBytes(*block);
    for (const auto *layers : {&trace.encoderFeedForward, &trace.decoderFeedForward})
        for (const auto &layer : *layers)
            bytes += sizeInBytes(layer->output) + sizeInBytes(layer->stream);
    return bytes;
}

ModelConfig sized(Architecture architecture)
{
    ModelConfig config;
    config.architecture = architecture;
    config.encoderLayers = 2;
    config.decoderLayers = 3;
    config.dModel = 6;
    config.heads = 2;
    config.decoderHeads = 3;
    config.dKey = 5;
    config.dValue = 4;
    return config;
}

} // namespace

class TraceSizeTest : public QObject {
    Q_OBJECT
private slots:
    void asARealTrace_data()
    {
        QTest::addColumn<ModelConfig>("config");
        QTest::addColumn<int>("vocabulary");
        QTest::newRow("encoder") << sized(Architecture::Encoder) << 0;
        QTest::newRow("decoder") << sized(Architecture::Decoder) << 0;
        QTest::newRow("both") << sized(Architecture::EncoderDecoder) << 0;
        ModelConfig config = sized(Architecture::EncoderDecoder);
        config.dFf = 7;
        config.norm = Norm::Post;
        config.finalNorm = config.residual = config.bias = true;
        config.position = Position::Sinusoidal;
        QTest::newRow("everything") << config << 9;
        config.decoderDFf = 8;
        config.norm = Norm::Pre;
        QTest::newRow("both feed-forwards") << config << 0;
        config = sized(Architecture::Encoder);
        config.maskedLanguageModel = true;
        config.tokenTypes = 2;
        config.position = Position::SinusoidalHalves;
        QTest::newRow("masked language model") << config << 7;
        config = sized(Architecture::Decoder);
        config.dKey = 4;
        config.keyValueHeads = 1;
        config.position = Position::Rotary;
        config.normKind = NormKind::Rms;
        config.gated = true;
        QTest::newRow("rotary with one key head") << config << 0;
        config = sized(Architecture::Encoder);
        config.outputProjection = false;
        config.encoderLayers = 1;
        QTest::newRow("joined heads come out") << config << 0;
        config.encoderLayers = 0;
        QTest::newRow("no layer") << config << 0;
    }

    void asARealTrace()
    {
        QFETCH(ModelConfig, config);
        QFETCH(int, vocabulary);
        std::vector<std::string> words;
        for (int i = 0; i < vocabulary; ++i)
            words.push_back("word" + std::to_string(i));
        const Model model = buildModel(config, {}, {}, {words});
        const SharedTrace trace = forward(model, {{"a", "b", "c", "d", "e"}, {}, {"u", "v", "w"}, {}});
        QCOMPARE(sizeInBytes(*trace), traceBytes(config, 5, 3, vocabulary));
    }

    void aLargeModelStaysInBounds()
    {
        ModelConfig config; // BERT base
        config.encoderLayers = config.heads = 12;
        config.dModel = 768;
        config.dKey = config.dValue = 64;
        config.dFf = 3072;
        config.residual = config.bias = config.embeddingNorm = true;
        config.norm = Norm::Post;
        config.position = Position::Learned;
        QVERIFY(traceBytes(config, 512, 0) < 400e6);
        config.architecture = Architecture::Decoder;
        config.decoderLayers = config.decoderHeads = 12;
        config.decoderDFf = 3072;
        QVERIFY(traceBytes(config, 512, 0) < 400e6);
    }
};

REGARD_GUILESS_TEST(TraceSizeTest)
#include "test_trace_size.moc"
