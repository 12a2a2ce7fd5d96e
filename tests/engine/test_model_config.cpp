#include <functional>
#include <limits>

#include <QtTest>

#include "engine/base/errors.h"
#include "engine/model/config_rules.h"
#include "engine/model/model_config.h"
#include "refusals.h"
#include "test_class.h"

using namespace regard;

namespace {

using ModelConfigChange = std::function<void(ModelConfig &)>;

QString modelConfigMessageOf(const ModelConfigChange &change)
{
    ModelConfig config;
    change(config);
    return configErrorOf(config);
}

} // namespace

class ModelConfigTest : public QObject {
    Q_OBJECT
private slots:
    void accepted_data()
    {
        QTest::addColumn<ModelConfigChange>("change");
        QTest::newRow("defaults") << ModelConfigChange([](ModelConfig &) {});
        QTest::newRow("no layer") << ModelConfigChange([](ModelConfig &c) { c.encoderLayers = 0; });
        QTest::newRow("one of everything")
            << ModelConfigChange([](ModelConfig &c) { c.dModel = c.heads = c.dKey = c.dValue = 1; });
        QTest::newRow("Vaswani") << ModelConfigChange([](ModelConfig &c) {
            c.dModel = 512;
            c.heads = 8;
            c.dKey = c.dValue = 64;
            c.encoderLayers = 6;
        });
        QTest::newRow("64 heads, 12 layers") << ModelConfigChange([](ModelConfig &c) {
            c.heads = 64;
            c.encoderLayers = 12;
        });
        QTest::newRow("last layer may be of any width") << ModelConfigChange([](ModelConfig &c) {
            c.outputProjection = false;
            c.dValue = 3;
        });
        QTest::newRow("matching width without projection") << ModelConfigChange([](ModelConfig &c) {
            c.outputProjection = false;
            c.encoderLayers = 2;
        });
        QTest::newRow("everything on") << ModelConfigChange([](ModelConfig &c) {
            c.architecture = Architecture::EncoderDecoder;
            c.decoderLayers = 3;
            c.dFf = c.decoderDFf = 32;
            c.residual = c.bias = c.finalNorm = c.embeddingNorm = true;
            c.norm = Norm::Pre;
        });
        QTest::newRow("a decoder that is held") << ModelConfigChange([](ModelConfig &c) { c.decoderLayers = 512; });
        QTest::newRow("an encoder that is held") << ModelConfigChange([](ModelConfig &c) {
            c.architecture = Architecture::Decoder;
            c.decoderLayers = 1;
            c.encoderLayers = 512;
        });
        QTest::newRow("decoder without a layer") << ModelConfigChange([](ModelConfig &c) {
            c.architecture = Architecture::EncoderDecoder;
            c.outputProjection = false;
            c.dValue = 3;
        });
        QTest::newRow("norm before the only layer") << ModelConfigChange([](ModelConfig &c) {
            c.norm = Norm::Pre;
            c.outputProjection = false;
            c.dValue = 3;
        });
        QTest::newRow("zero deviation") << ModelConfigChange([](ModelConfig &c) { c.initializationStd = 0; });
        QTest::newRow("one key head for all") << ModelConfigChange([](ModelConfig &c) { c.keyValueHeads = 1; });
        QTest::newRow("a stack that is held need not fit the key heads") << ModelConfigChange([](ModelConfig &c) {
            c.keyValueHeads = 2;
            c.decoderHeads = 3;
        });
        QTest::newRow("rotary") << ModelConfigChange([](ModelConfig &c) { c.position = Position::Rotary; });
        QTest::newRow("masked language model")
            << ModelConfigChange([](ModelConfig &c) { c.maskedLanguageModel = true; });
        QTest::newRow("replaced tokens") << ModelConfigChange([](ModelConfig &c) { c.replacedTokens = true; });
        QTest::newRow("narrow tokens as wide as the model")
            << ModelConfigChange([](ModelConfig &c) { c.narrowTokens = true; });
        QTest::newRow("narrow tokens that a decoder's output is tied to") << ModelConfigChange([](ModelConfig &c) {
            c.architecture = Architecture::Decoder;
            c.embeddingSize = 5;
            c.narrowTokens = c.tiedOutput = true;
        });
        QTest::newRow("a long sentence") << ModelConfigChange([](ModelConfig &c) { c.maximumTokens = 1048576; });
    }

    void accepted()
    {
        QFETCH(ModelConfigChange, change);
        QCOMPARE(modelConfigMessageOf(change), QString());
    }

    void outOfRange_data()
    {
        QTest::addColumn<ModelConfigChange>("change");
        QTest::addColumn<QStringList>("parts"); // the key and both numbers
        const auto row = [](const char *name, const QStringList &parts, const ModelConfigChange &change) {
            QTest::newRow(name) << change << parts;
        };
        const auto parts = [](const char *text) { return QString::fromUtf8(text).split(QLatin1Char('|')); };
        row("no head", parts("heads is 0|between 1 and 1024"), [](ModelConfig &c) { c.heads = 0; });
        row("too many heads", parts("heads is 1025|1024"), [](ModelConfig &c) { c.heads = 1025; });
        row("negative layers", parts("encoder_layers is -1|0 and 512"), [](ModelConfig &c) { c.encoderLayers = -1; });
        row("too many layers", parts("encoder_layers is 513|512"), [](ModelConfig &c) { c.encoderLayers = 513; });
        row("d_model 0", parts("d_model is 0|1 and 65536"), [](ModelConfig &c) { c.dModel = 0; });
        row("d_model huge", parts("d_model is 2147483647|65536"), [](ModelConfig &c) { c.dModel = 2147483647; });
        row("d_key", parts("d_key is 65537|65536"), [](ModelConfig &c) { c.dKey = 65537; });
        row("d_value", parts("d_value is -4|1 and 65536"), [](ModelConfig &c) { c.dValue = -4; });
        row("d_ff", parts("d_ff is -1|0 and 65536"), [](ModelConfig &c) { c.dFf = -1; });
        row("decoder heads", parts("decoder_heads is 0|1 and 1024"), [](ModelConfig &c) { c.decoderHeads = 0; });
        row("key heads that do not divide", parts("key_value_heads is 3|must divide heads, which is 4"),
            [](ModelConfig &c) {
                c.heads = 4;
                c.keyValueHeads = 3;
            });
        row("more key heads than heads", parts("key_value_heads is 4|heads, which is 2"),
            [](ModelConfig &c) { c.keyValueHeads = 4; });
        row("key heads of the decoder", parts("key_value_heads is 2|decoder_heads, which is 3"), [](ModelConfig &c) {
            c.architecture = Architecture::EncoderDecoder;
            c.decoderHeads = 3;
            c.keyValueHeads = 2;
        });
        row("negative key heads", parts("key_value_heads is -1|between 0 and 1024"),
            [](ModelConfig &c) { c.keyValueHeads = -1; });
        row("rotary with an odd d_key", parts("position rotary|d_key|not 3"), [](ModelConfig &c) {
            c.position = Position::Rotary;
            c.dKey = 3;
        });
        row("theta", parts("rope_theta|10000"), [](ModelConfig &c) { c.ropeTheta = 0; });
        row("token types", parts("token_types is -1|0 and 65536"), [](ModelConfig &c) { c.tokenTypes = -1; });
        row("longest sentence", parts("maximum_tokens is -1|0 and 10000000"),
            [](ModelConfig &c) { c.maximumTokens = -1; });
        row("a decoder that predicts masked words", parts("masked_language_model|architecture encoder"),
            [](ModelConfig &c) {
                c.architecture = Architecture::Decoder;
                c.decoderLayers = 1;
                c.maskedLanguageModel = true;
            });
        row("a decoder that says what was replaced", parts("replaced_tokens true|architecture encoder"),
            [](ModelConfig &c) {
                c.architecture = Architecture::Decoder;
                c.decoderLayers = 1;
                c.replacedTokens = true;
            });
        row("two output layers", parts("replaced_tokens true|masked_language_model false"),
            [](ModelConfig &c) { c.replacedTokens = c.maskedLanguageModel = true; });
        row("replaced tokens tied to words", parts("tied_output true|replaced_tokens true"),
            [](ModelConfig &c) { c.replacedTokens = c.tiedOutput = true; });
        row("masked words from joined heads", parts("output_projection false|the output layer follows"),
            [](ModelConfig &c) {
                c.outputProjection = false;
                c.dValue = 3;
                c.maskedLanguageModel = true;
            });
        row("epsilon", parts("norm_epsilon|above 0"), [](ModelConfig &c) { c.normEpsilon = 0; });
        row("deviation", parts("initialization_std|0"),
            [](ModelConfig &c) { c.initializationStd = std::numeric_limits<double>::quiet_NaN(); });
        row("joined width", parts("output_projection false|d_model is 16|heads 2 × d_value 3 is 6"),
            [](ModelConfig &c) {
                c.outputProjection = false;
                c.encoderLayers = 2;
                c.dValue = 3;
            });
        const auto joined = [&](const char *name, const char *text, const ModelConfigChange &change) {
            row(name, parts(text), [change](ModelConfig &c) {
                c.outputProjection = false;
                c.dValue = 3;
                c.decoderHeads = 4;
                change(c);
            });
        };
        joined("residual", "a residual follows|heads 2 × d_value 3 is 6", [](ModelConfig &c) { c.residual = true; });
        joined("post norm", "a norm follows|heads 2 × d_value 3", [](ModelConfig &c) { c.norm = Norm::Post; });
        joined("final norm", "a norm follows|is 6", [](ModelConfig &c) { c.finalNorm = true; });
        joined("feed-forward", "a feed-forward follows|is 6", [](ModelConfig &c) { c.dFf = 8; });
        joined("output layer",
               "needs decoder_heads · d_value|the output layer follows|decoder_heads 4 × d_value 3 is 12",
               [](ModelConfig &c) {
                   c.architecture = Architecture::Decoder;
                   c.decoderLayers = 1;
               });
        joined("decoder after the encoder", "a decoder follows|heads 2 × d_value 3 is 6", [](ModelConfig &c) {
            c.architecture = Architecture::EncoderDecoder;
            c.decoderLayers = 1;
        });
        joined("cross-attention", "another attention follows|decoder_heads 4 × d_value 3 is 12", [](ModelConfig &c) {
            c.architecture = Architecture::EncoderDecoder;
            c.decoderLayers = 1;
            c.encoderLayers = 0;
        });
        // Each size is in range, all together are 65536 · 1024 · 8 numbers four times over.
        row("too many weights", parts("d_model 65536|heads 1024|2147483648 weights|250000000"), [](ModelConfig &c) {
            c.dModel = 65536;
            c.heads = 1024;
        });
    }

    void outOfRange()
    {
        QFETCH(ModelConfigChange, change);
        QFETCH(QStringList, parts);
        const QString message = modelConfigMessageOf(change);
        for (const QString &part : parts)
            QVERIFY2(message.contains(part), qPrintable(message));
    }
};

REGARD_GUILESS_TEST(ModelConfigTest)
#include "test_model_config.moc"
