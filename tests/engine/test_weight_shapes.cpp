#include <set>

#include <QtTest>

#include "engine/model/attention_place.h"
#include "engine/model/weight_shapes.h"
#include "test_class.h"

using namespace regard;

namespace {

/// d_model 4, 2 heads, d_key 3, d_value 5: every size tells itself from the others.
ModelConfig weightShapesSizes()
{
    ModelConfig config;
    config.dModel = 4;
    config.heads = 2;
    config.dKey = 3;
    config.dValue = 5;
    return config;
}

} // namespace

class WeightShapesTest : public QObject {
    Q_OBJECT
private slots:
    void shapes_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("rows");
        QTest::addColumn<int>("columns");
        QTest::addColumn<bool>("activeByDefault");
        QTest::addColumn<bool>("activeWithEverything");
        const auto row = [](const char *name, int rows, int columns, bool usual, bool everything) {
            QTest::newRow(name) << QString::fromLatin1(name) << rows << columns << usual << everything;
        };
        row("encoder.0.self.w_q", 4, 6, true, true);
        row("encoder.0.self.w_k", 4, 6, true, true);
        row("encoder.0.self.w_v", 4, 10, true, true);
        row("encoder.0.self.w_o", 10, 4, true, true);
        row("encoder.0.self.b_q", 1, 6, false, true);
        row("encoder.0.self.b_k", 1, 6, false, true);
        row("encoder.0.self.b_v", 1, 10, false, true);
        row("encoder.0.self.b_o", 1, 4, false, true);
        row("encoder.0.self.w_a", 2, 3, false, true);
        row("encoder.0.self.w_g", 3, 6, false, false);
        row("position", 0, 4, false, true);
        row("encoder.0.norm_1.gain", 1, 4, false, false);
        row("encoder.0.norm_2.bias", 1, 4, false, false);
        row("encoder.final_norm.gain", 1, 4, false, false);
        row("embedding_norm.bias", 1, 4, false, false);
        row("encoder.0.ffn.w_1", 4, 0, false, false);
        row("encoder.0.ffn.b_2", 1, 4, false, false);
        row("encoder.position", 0, 4, false, true);
        row("decoder.position", 0, 4, false, false);
        row("encoder.embedding_norm.gain", 1, 4, false, false);
        row("decoder.final_norm.gain", 1, 4, false, false);
        row("output.w", 4, 0, false, false);
        row("output.b", 1, 0, false, false);
        row("encoder.0.ffn.w_3", 4, 0, false, false);
        row("encoder.0.ffn.b_3", 1, 0, false, false);
        row("token_type", 0, 4, false, false);
        row("output.transform.w", 4, 4, false, false);
        row("output.norm.gain", 1, 4, false, false);
    }

    void shapes()
    {
        QFETCH(QString, name);
        QFETCH(int, rows);
        QFETCH(int, columns);
        QFETCH(bool, activeByDefault);
        QFETCH(bool, activeWithEverything);
        const auto shape = weightShape(weightShapesSizes(), name.toStdString());
        QVERIFY(shape);
        QCOMPARE(shape->rows, rows);
        QCOMPARE(shape->columns, columns);
        QCOMPARE(shape->active, activeByDefault);

        ModelConfig everything = weightShapesSizes();
        everything.bias = true;
        everything.score = Score::Additive;
        everything.position = Position::Learned;
        QCOMPARE(weightShape(everything, name.toStdString())->active, activeWithEverything);
    }

    void withoutProjectionItsWeightsStayButAreInactive()
    {
        ModelConfig config = weightShapesSizes();
        config.outputProjection = false;
        config.bias = true;
        QVERIFY(!weightShape(config, "encoder.0.self.w_o")->active);
        QVERIFY(!weightShape(config, "encoder.0.self.b_o")->active);
        QVERIFY(weightShape(config, "encoder.0.self.b_v")->active);
    }

    void keyAndValueHeadsMayBeFewer_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("rows");
        QTest::addColumn<int>("columns");
        const auto row = [](const char *name, int rows, int columns) {
            QTest::newRow(name) << QString::fromLatin1(name) << rows << columns;
        };
        row("decoder.0.self.w_q", 4, 18); // 6 heads × d_key 3
        row("decoder.0.self.b_q", 1, 18);
        row("decoder.0.self.w_k", 4, 6); // 2 key heads
        row("decoder.0.self.b_k", 1, 6);
        row("decoder.0.self.w_v", 4, 10); // × d_value 5
        row("decoder.0.self.b_v", 1, 10);
        row("decoder.0.self.w_o", 30, 4);
        row("decoder.0.self.w_a", 6, 3);
        row("decoder.0.self.w_g", 3, 18); // a matrix for each head of queries
    }
    void keyAndValueHeadsMayBeFewer()
    {
        QFETCH(QString, name);
        QFETCH(int, rows);
        QFETCH(int, columns);
        ModelConfig config = weightShapesSizes();
        config.architecture = Architecture::Decoder;
        config.decoderLayers = 1;
        config.decoderHeads = 6;
        config.keyValueHeads = 2;
        const auto shape = weightShape(config, name.toStdString());
        QVERIFY(shape);
        QCOMPARE(shape->rows, rows);
        QCOMPARE(shape->columns, columns);
    }

    void biasesOfQueriesKeysAndValuesAlone()
    {
        ModelConfig config = weightShapesSizes();
        config.qkvBias = true;
        config.dFf = 7;
        for (const char *name : {"encoder.0.self.b_q", "encoder.0.self.b_k", "encoder.0.self.b_v"})
            QVERIFY(weightShape(config, name)->active);
        for (const char *name : {"encoder.0.self.b_o", "encoder.0.ffn.b_1", "encoder.0.ffn.b_2"})
            QVERIFY(!weightShape(config, name)->active);
    }

    void anRmsNormHasNoBias()
    {
        ModelConfig config = weightShapesSizes();
        config.norm = Norm::Pre;
        config.finalNorm = config.embeddingNorm = true;
        config.normKind = NormKind::Rms;
        for (const char *norm :
             {"encoder.0.norm_1", "encoder.final_norm", "embedding_norm", "encoder.embedding_norm"}) {
            QVERIFY2(weightShape(config, norm + std::string(".gain"))->active, norm);
            QVERIFY2(!weightShape(config, norm + std::string(".bias"))->active, norm);
        }
    }

    void aGateHasWeightsOfItsOwn()
    {
        ModelConfig config = weightShapesSizes();
        config.dFf = 7;
        QVERIFY(!weightShape(config, "encoder.0.ffn.w_3")->active);
        config.gated = true;
        const auto gate = weightShape(config, "encoder.0.ffn.w_3");
        QVERIFY(gate->active && gate->rows == 4 && gate->columns == 7);
        QVERIFY(!weightShape(config, "encoder.0.ffn.b_3")->active);
        config.bias = true;
        const auto bias = weightShape(config, "encoder.0.ffn.b_3");
        QVERIFY(bias->active && bias->rows == 1 && bias->columns == 7);
    }

    void aMaskedLanguageModelHasAnOutputLayer()
    {
        ModelConfig config = weightShapesSizes();
        config.maskedLanguageModel = true;
        config.tokenTypes = 2;
        for (const char *name : {"output.transform.w", "output.transform.b", "output.norm.gain", "output.norm.bias",
                                 "output.w", "output.b", "token_type"})
            QVERIFY2(weightShape(config, name)->active, name);
        QCOMPARE(weightShape(config, "token_type")->rows, 2);
    }

    void aDiscriminatorHasTwoColumnsAndNoNorm()
    {
        ModelConfig config = weightShapesSizes();
        config.replacedTokens = true;
        config.embeddingSize = 3;
        const auto transform = weightShape(config, "output.transform.w");
        QVERIFY(transform->active && transform->rows == 4 && transform->columns == 4);
        QVERIFY(!weightShape(config, "output.norm.gain")->active);
        const auto output = weightShape(config, "output.w");
        QVERIFY(output->active && output->rows == 4 && output->columns == 2);
        QCOMPARE(weightShape(config, "output.b")->columns, 2);
    }

    void narrowTokensAreProjectedOnBothSides()
    {
        ModelConfig config = weightShapesSizes();
        config.embeddingSize = 3;
        config.narrowTokens = config.embeddingNorm = true;
        config.position = Position::Learned;
        config.tokenTypes = 2;
        const auto widening = weightShape(config, "embedding_projection.w");
        QVERIFY(widening->active && widening->rows == 3 && widening->columns == 4);
        QVERIFY(!weightShape(config, "embedding_projection.b")->active);
        for (const char *name : {"position", "token_type", "embedding_norm.gain"})
            QCOMPARE(weightShape(config, name)->columns, 4);
        QVERIFY(!weightShape(config, "output.projection.w")->active); // an encoder names no word
        config.architecture = Architecture::Decoder;
        const auto narrowing = weightShape(config, "output.projection.w");
        QVERIFY(narrowing->active && narrowing->rows == 4 && narrowing->columns == 3);
        QCOMPARE(weightShape(config, "output.w")->rows, 3);
        config.embeddingSize = 0; // then nothing is narrow
        QVERIFY(!weightShape(config, "output.projection.w")->active);
        QCOMPARE(weightShape(config, "output.w")->rows, 4);
    }

    void aFeedForwardHasShapesOnceItHasAWidth()
    {
        ModelConfig config = weightShapesSizes();
        config.dFf = 7;
        const auto inner = weightShape(config, "encoder.0.ffn.w_1");
        const auto outer = weightShape(config, "encoder.0.ffn.w_2");
        QVERIFY(inner && inner->rows == 4 && inner->columns == 7 && inner->active);
        QVERIFY(outer && outer->rows == 7 && outer->columns == 4 && outer->active);
        QVERIFY(!weightShape(config, "encoder.0.ffn.b_1")->active);
    }

    void decoder_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("rows");
        QTest::addColumn<int>("columns");
        QTest::addColumn<bool>("activeBesideAnEncoder");
        QTest::addColumn<bool>("activeAlone");
        const auto row = [](const char *name, int rows, int columns, bool beside, bool alone) {
            QTest::newRow(name) << QString::fromLatin1(name) << rows << columns << beside << alone;
        };
        // 4 heads of its own and d_ff 9 of its own
        row("decoder.1.self.w_q", 4, 12, true, true);
        row("decoder.1.self.w_v", 4, 20, true, true);
        row("decoder.1.cross.w_q", 4, 12, true, false);
        row("decoder.1.cross.w_k", 4, 12, true, false);
        row("decoder.1.cross.w_o", 20, 4, true, false);
        row("decoder.1.cross.b_o", 1, 4, true, false);
        row("decoder.1.cross.w_a", 4, 3, true, false);
        row("decoder.1.ffn.w_1", 4, 9, true, true);
        row("decoder.1.ffn.b_1", 1, 9, true, true);
        row("decoder.1.ffn.w_2", 9, 4, true, true);
        row("decoder.1.norm_1.gain", 1, 4, true, true);
        row("decoder.1.norm_2.gain", 1, 4, true, false);
        row("decoder.1.norm_3.bias", 1, 4, true, true);
        row("decoder.final_norm.bias", 1, 4, true, true);
        row("decoder.embedding_norm.gain", 1, 4, true, true);
        row("decoder.position", 0, 4, true, true);
        row("encoder.position", 0, 4, true, false);
        row("position", 0, 4, true, true);
        row("embedding_norm.gain", 1, 4, true, true);
        row("output.w", 4, 0, true, true);
        row("output.b", 1, 0, true, true);
        row("encoder.0.self.w_q", 4, 6, true, false);
        row("encoder.0.norm_1.gain", 1, 4, true, false);
        row("encoder.final_norm.gain", 1, 4, true, false);
    }

    void decoder()
    {
        QFETCH(QString, name);
        QFETCH(int, rows);
        QFETCH(int, columns);
        QFETCH(bool, activeBesideAnEncoder);
        QFETCH(bool, activeAlone);
        ModelConfig config = weightShapesSizes();
        config.decoderLayers = 2;
        config.decoderHeads = 4;
        config.decoderDFf = 9;
        config.bias = config.finalNorm = config.embeddingNorm = true;
        config.norm = Norm::Post;
        config.score = Score::Additive;
        config.position = Position::Learned;
        const auto isActive = [&](Architecture architecture) {
            config.architecture = architecture;
            return weightShape(config, name.toStdString())->active;
        };
        const auto shape = weightShape(config, name.toStdString());
        QVERIFY(shape);
        QCOMPARE(shape->rows, rows);
        QCOMPARE(shape->columns, columns);
        QCOMPARE(isActive(Architecture::EncoderDecoder), activeBesideAnEncoder);
        QCOMPARE(isActive(Architecture::Decoder), activeAlone);
    }

    void aStacksOwnNamesFallBackOnTheBareOnes()
    {
        QCOMPARE(weightShape(weightShapesSizes(), "decoder.position")->fallback, std::string("position"));
        QCOMPARE(weightShape(weightShapesSizes(), "encoder.embedding_norm.gain")->fallback,
                 std::string("embedding_norm.gain"));
        QCOMPARE(weightShape(weightShapesSizes(), "position")->fallback, std::string());
        QCOMPARE(weightShape(weightShapesSizes(), "encoder.final_norm.gain")->fallback, std::string());
    }

    void whatDoesNotExist()
    {
        QVERIFY(!weightShape(weightShapesSizes(), "encoder.1.self.w_q"));
        QVERIFY(!weightShape(weightShapesSizes(), "decoder.0.self.w_q"));
        QVERIFY(!weightShape(weightShapesSizes(), "encoder.0.cross.w_q"));
        QVERIFY(!weightShape(weightShapesSizes(), "encoder.1.ffn.w_1"));
        QVERIFY(!weightShape(weightShapesSizes(), "encoder.00.self.w_q"));
        QVERIFY(!weightShape(weightShapesSizes(), ""));
    }

    void namesAreUniqueAndLayersInOrder()
    {
        ModelConfig config = weightShapesSizes();
        config.encoderLayers = 11;
        std::set<std::string> names;
        std::vector<std::string> queries;
        for (const WeightShape &shape : weightShapes(config)) {
            QVERIFY2(names.insert(shape.name).second, shape.name.c_str());
            if (shape.name.ends_with(".w_q"))
                queries.push_back(shape.name);
        }
        QCOMPARE(queries.size(), std::size_t(11));
        QCOMPARE(queries[10], blockWeight(Attention::Encoder, 10, "w_q"));
        QCOMPARE(queries[2], std::string("encoder.2.self.w_q"));
    }
};

REGARD_GUILESS_TEST(WeightShapesTest)
#include "test_weight_shapes.moc"
