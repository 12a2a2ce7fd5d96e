#include <QtTest>

#include "engine/base/errors.h"
#include "engine/model/attention_place.h"
#include "engine/pass/forward.h"
#include "test_class.h"

using namespace regard;

namespace {

using Attentions = std::vector<Attention>;

ModelConfig stacks(Architecture architecture, int encoderLayers, int decoderLayers)
{
    ModelConfig config;
    config.architecture = architecture;
    config.encoderLayers = encoderLayers;
    config.decoderLayers = decoderLayers;
    config.heads = 2;
    config.decoderHeads = 3;
    return config;
}

} // namespace

class AttentionPlaceTest : public QObject {
    Q_OBJECT
private slots:
    void attentions_data()
    {
        QTest::addColumn<ModelConfig>("config");
        QTest::addColumn<Attentions>("attentions");
        QTest::addColumn<QStringList>("blocks");
        const auto row = [](const char *name, const ModelConfig &config, const Attentions &attentions,
                            const char *blocks) {
            QTest::newRow(name) << config << attentions
                                << QString::fromLatin1(blocks).split(QLatin1Char(' '), Qt::SkipEmptyParts);
        };
        const Attentions all{Attention::Encoder, Attention::Decoder, Attention::Cross};
        row("encoder", stacks(Architecture::Encoder, 2, 5), {Attention::Encoder}, "encoder.0.self encoder.1.self");
        row("decoder", stacks(Architecture::Decoder, 5, 2), {Attention::Decoder}, "decoder.0.self decoder.1.self");
        row("both", stacks(Architecture::EncoderDecoder, 2, 2), all,
            "encoder.0.self encoder.1.self decoder.0.self decoder.0.cross decoder.1.self decoder.1.cross");
        row("no encoder layer", stacks(Architecture::EncoderDecoder, 0, 1), {Attention::Decoder, Attention::Cross},
            "decoder.0.self decoder.0.cross");
        row("no decoder layer", stacks(Architecture::EncoderDecoder, 1, 0), {Attention::Encoder}, "encoder.0.self");
        row("nothing", stacks(Architecture::Encoder, 0, 1), {}, "");
    }

    void attentions()
    {
        QFETCH(ModelConfig, config);
        QFETCH(Attentions, attentions);
        QFETCH(QStringList, blocks);
        QCOMPARE(attentionsOf(config), attentions);
        int found = 0;
        for (const Attention attention : {Attention::Encoder, Attention::Decoder, Attention::Cross}) {
            const bool exists = std::find(attentions.begin(), attentions.end(), attention) != attentions.end();
            QCOMPARE(layersOf(config, attention) > 0, exists);
            QCOMPARE(headsOf(config, attention), !exists ? 0 : attention == Attention::Encoder ? 2 : 3);
            for (int layer = 0; layer < layersOf(config, attention); ++layer, ++found) {
                const int block = blockIndex(config, attention, layer);
                QCOMPARE(QString::fromStdString(blockName(attention, layer)), blocks.value(block));
                QVERIFY(blockPlace(config, block) == (AttentionPlace{attention, layer}));
            }
            QCOMPARE(blockIndex(config, attention, -1), -1);
            QCOMPARE(blockIndex(config, attention, layersOf(config, attention)), -1);
        }
        QCOMPARE(found, int(blocks.size()));
        QVERIFY_EXCEPTION_THROWN(blockPlace(config, found), ShapeError);
        QVERIFY_EXCEPTION_THROWN(blockPlace(config, -1), ShapeError);

        const SharedTrace trace = forward(buildModel(config, {}, {}), {{"a", "b"}, {}, {"c"}, {}});
        QStringList names;
        for (const auto &block : trace->blocks)
            names.append(QString::fromStdString(block->name));
        QCOMPARE(names, blocks);
    }

    void masks()
    {
        ModelConfig config = stacks(Architecture::EncoderDecoder, 1, 1);
        QCOMPARE(maskOf(config, Attention::Encoder), Mask::None);
        QCOMPARE(maskOf(config, Attention::Decoder), Mask::Causal);
        config.encoderMask = Mask::Causal;
        config.decoderMask = Mask::None;
        QCOMPARE(maskOf(config, Attention::Encoder), Mask::Causal);
        QCOMPARE(maskOf(config, Attention::Decoder), Mask::None);
        config.decoderMask = Mask::Causal;
        QCOMPARE(maskOf(config, Attention::Cross), Mask::None);
    }

    void namesOfWeights()
    {
        QCOMPARE(blockWeight(Attention::Encoder, 3, "w_q"), std::string("encoder.3.self.w_q"));
        QCOMPARE(blockWeight(Attention::Decoder, 0, "b_o"), std::string("decoder.0.self.b_o"));
        QCOMPARE(blockWeight(Attention::Cross, 11, "w_a"), std::string("decoder.11.cross.w_a"));
    }
};

REGARD_GUILESS_TEST(AttentionPlaceTest)
#include "test_attention_place.moc"
