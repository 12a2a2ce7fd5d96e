#include <functional>
#include <limits>

#include <QtTest>

#include "engine/base/errors.h"
#include "engine/model/attention_place.h"
#include "engine/model/initialization.h"
#include "engine/model/model.h"
#include "engine/model/positions.h"
#include "engine/model/weight_shapes.h"
#include "message_of.h"
#include "test_class.h"

using namespace regard;

namespace {

/// A cell's value tells its row and column: 100 · row + column + offset.
Matrix counted(int rows, int columns, int offset = 0)
{
    Matrix matrix(rows, columns);
    for (int i = 0; i < rows; ++i)
        for (int j = 0; j < columns; ++j)
            matrix(i, j) = float(100 * i + j + offset);
    return matrix;
}

ModelConfig sizes(int dModel, int heads, int dKey, int dValue)
{
    ModelConfig config;
    config.dModel = dModel;
    config.heads = heads;
    config.dKey = dKey;
    config.dValue = dValue;
    return config;
}

/// Every weight that the model may hold, given and recognisable.
ModelWeights everyWeight(const ModelConfig &config)
{
    ModelWeights given;
    for (const WeightShape &shape : weightShapes(config))
        given.set(shape.name, counted(shape.rows > 0 ? shape.rows : 5, shape.columns > 0 ? shape.columns : 7));
    return given;
}

/// Everything on, the sizes of both stacks different.
ModelConfig transformer()
{
    ModelConfig config = sizes(8, 4, 2, 2);
    config.architecture = Architecture::EncoderDecoder;
    config.decoderLayers = 2;
    config.decoderHeads = 4;
    config.dFf = 9;
    config.decoderDFf = 6;
    config.bias = config.residual = config.finalNorm = config.embeddingNorm = true;
    config.norm = Norm::Post;
    config.score = Score::Additive;
    config.position = Position::Learned;
    return config;
}

Vocabulary sevenWords()
{
    return {{"a", "b", "c", "d", "e", "f", "</s>"}};
}

using ModelChange = std::function<void(ModelConfig &)>;

template <typename Failure>
QString buildingMessageOf(const ModelConfig &config, const ModelWeights &given, const Embedding &embedding = {},
                          const Vocabulary &vocabulary = {})
{
    return messageOf<Failure>([&] { buildModel(config, given, embedding, vocabulary); });
}

Matrix modelAt(const Model &model, const char *name)
{
    return model.given.at(blockWeight(Attention::Encoder, 0, name));
}

Matrix drawn(const ModelConfig &config, const char *name)
{
    const auto shape = weightShape(config, blockWeight(Attention::Encoder, 0, name));
    return drawWeight(config, *shape, shape->rows);
}

} // namespace

class ModelTest : public QObject {
    Q_OBJECT
private slots:
    void activeWeightsAreGivenOrDrawn()
    {
        ModelWeights given;
        given.set("encoder.0.self.w_q", counted(4, 6));
        const Model model = buildModel(sizes(4, 2, 3, 5), given, {});
        QCOMPARE(model.weights.find("encoder.0.self.w_q"), given.find("encoder.0.self.w_q"));
        QVERIFY(model.weights.at("encoder.0.self.w_k") == drawn(model.config, "w_k"));
        QCOMPARE(model.weights.all().size(), std::size_t(4));
        QCOMPARE(model.given.all().size(), std::size_t(1));
    }

    void inactiveWeightsAreKeptButNotUsed()
    {
        const ModelConfig config = sizes(4, 2, 3, 5);
        const Model model = buildModel(config, everyWeight(config), {});
        QVERIFY(model.given.contains("encoder.0.self.w_a"));
        QVERIFY(!model.weights.contains("encoder.0.self.w_a"));
        QVERIFY(!model.weights.contains("encoder.0.self.b_q"));
        QVERIFY(!model.weights.contains("position"));
    }

    void wrongSizes_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("message");
        const auto row = [](const char *name, const char *message) {
            QTest::newRow(name) << QString::fromUtf8(name) << QString::fromUtf8(message);
        };
        row("encoder.0.self.w_q", "encoder.0.self.w_q is 7 × 9, but d_model 4 and heads 2 × d_key 3 need 4 × 6");
        row("encoder.0.self.w_k", "encoder.0.self.w_k is 7 × 9, but d_model 4 and heads 2 × d_key 3 need 4 × 6");
        row("encoder.0.self.w_v", "encoder.0.self.w_v is 7 × 9, but d_model 4 and heads 2 × d_value 5 need 4 × 10");
        row("encoder.0.self.w_o", "encoder.0.self.w_o is 7 × 9, but heads 2 × d_value 5 and d_model 4 need 10 × 4");
        row("encoder.0.self.w_a", "encoder.0.self.w_a is 7 × 9, but heads 2 and d_key 3 need 2 × 3");
        row("encoder.0.self.w_g", "encoder.0.self.w_g is 7 × 9, but d_key 3 and heads 2 need 3 × 6");
        row("encoder.0.self.sinks", "encoder.0.self.sinks is 7 × 9, but heads 2 need 1 × 2");
        row("encoder.0.self.b_q", "encoder.0.self.b_q is 7 × 9, but heads 2 × d_key 3 need 1 × 6");
        row("encoder.0.self.b_v", "encoder.0.self.b_v is 7 × 9, but heads 2 × d_value 5 need 1 × 10");
        row("encoder.0.self.b_o", "encoder.0.self.b_o is 7 × 9, but d_model 4 needs 1 × 4");
        row("position", "position is 7 × 9, but d_model 4 needs 7 × 4");
    }

    void wrongSizes()
    {
        QFETCH(QString, name);
        QFETCH(QString, message);
        ModelWeights given;
        given.set(name.toStdString(), counted(7, 9));
        QCOMPARE(buildingMessageOf<ShapeError>(sizes(4, 2, 3, 5), given), message);
    }

    void otherBadGifts()
    {
        const ModelConfig config = sizes(4, 2, 3, 5);
        ModelWeights given;
        given.set("encoder.1.self.w_q", counted(4, 6));
        QVERIFY(buildingMessageOf<ShapeError>(config, given).startsWith(QStringLiteral("encoder.1.self.w_q ")));

        given = {};
        Matrix broken = counted(4, 6);
        broken(2, 4) = std::numeric_limits<float>::quiet_NaN();
        given.set("encoder.0.self.w_k", broken);
        QCOMPARE(buildingMessageOf<ValueError>(config, given),
                 QStringLiteral("encoder.0.self.w_k holds a number that is not finite in row 3, column 5"));

        QCOMPARE(buildingMessageOf<ShapeError>(config, {}, {{"cat", std::make_shared<Matrix>(counted(1, 3))}}),
                 QString::fromUtf8("the embedding of \"cat\" is 1 × 3, but d_model 4 needs 1 × 4"));
        Matrix row = counted(1, 4);
        row(0, 1) = std::numeric_limits<float>::infinity();
        QVERIFY(buildingMessageOf<ValueError>(config, {}, {{"cat", std::make_shared<Matrix>(row)}})
                    .contains(QStringLiteral("\"cat\" holds a number that is not finite in row 1, column 2")));
        QVERIFY(!buildingMessageOf<ConfigError>(sizes(0, 2, 3, 5), {}).isEmpty());
    }

    void capsAndWidthsThatCannotBe()
    {
        for (const double cap : {1e300, 1e-9, -1.0, std::nan(""), HUGE_VAL}) {
            ModelConfig config = sizes(4, 2, 3, 5);
            config.scoreCap = cap;
            QCOMPARE(buildingMessageOf<ConfigError>(config, {}),
                     QStringLiteral("score_cap must be a number from 1e-6 to 1e6"));
            std::swap(config.scoreCap, config.logitsCap);
            QCOMPARE(buildingMessageOf<ConfigError>(config, {}),
                     QStringLiteral("logits_cap must be a number from 1e-6 to 1e6"));
        }
        ModelConfig tied = sizes(4, 2, 3, 5);
        tied.architecture = Architecture::Decoder;
        tied.decoderLayers = 1;
        tied.embeddingSize = 3;
        tied.tiedOutput = true;
        QCOMPARE(buildingMessageOf<ConfigError>(tied, {}),
                 QStringLiteral("tied_output true compares d_model 4 with a token's row, whose embedding_size is 3"));
    }

    void drawnMatricesAreSharedWithThePrevious()
    {
        const ModelConfig config = sizes(4, 2, 3, 5);
        const Model first = buildModel(config, {}, {});
        ModelWeights given;
        given.set("encoder.0.self.w_q", counted(4, 6));
        const Model second = buildModel(config, given, {}, {}, &first);
        QCOMPARE(second.weights.find("encoder.0.self.w_k"), first.weights.find("encoder.0.self.w_k"));
        QVERIFY(second.weights.find("encoder.0.self.w_q") != first.weights.find("encoder.0.self.w_q"));

        // What was given before must not pass for drawn.
        const Model third = buildModel(config, {}, {}, {}, &second);
        QVERIFY(third.weights.at("encoder.0.self.w_q") == drawn(config, "w_q"));

        ModelConfig reseeded = config;
        reseeded.seed = 9;
        const Model fourth = buildModel(reseeded, {}, {}, {}, &first);
        QVERIFY(fourth.weights.at("encoder.0.self.w_k") == drawn(reseeded, "w_k"));
        QVERIFY(fourth.weights.at("encoder.0.self.w_k") != first.weights.at("encoder.0.self.w_k"));
    }

    void moreHeadsKeepTheOldOnes()
    {
        const ModelConfig two = sizes(4, 2, 3, 5);
        const ModelConfig three = sizes(4, 3, 3, 5);
        const Model before = buildModel(two, everyWeight(two), {});
        const Model after = reconfigured(before, three);
        QVERIFY(modelAt(after, "w_q").leftCols(6) == counted(4, 6));
        QVERIFY(modelAt(after, "w_q").rightCols(3) == drawn(three, "w_q").rightCols(3));
        QVERIFY(modelAt(after, "w_v").leftCols(10) == counted(4, 10));
        QVERIFY(modelAt(after, "w_o").topRows(10) == counted(10, 4));
        QVERIFY(modelAt(after, "w_o").bottomRows(5) == drawn(three, "w_o").bottomRows(5));
        QVERIFY(modelAt(after, "w_a").topRows(2) == counted(2, 3));
        QVERIFY(modelAt(after, "w_a").bottomRows(1) == drawn(three, "w_a").bottomRows(1));
        QVERIFY(modelAt(after, "w_g").leftCols(6) == counted(3, 6));
        QVERIFY(modelAt(after, "w_g").rightCols(3) == drawn(three, "w_g").rightCols(3));
        QVERIFY(modelAt(after, "b_k").leftCols(6) == counted(1, 6));
        QVERIFY(modelAt(after, "b_k").rightCols(3).isZero(0));
        QCOMPARE(after.given.find("encoder.0.self.b_o"), before.given.find("encoder.0.self.b_o"));
        const Model back = reconfigured(after, two);
        for (const auto &[name, matrix] : before.given.all())
            QVERIFY2(*matrix == back.given.at(name), name.c_str());
    }

    void anotherHeadSizeKeepsWhatFitsOfEachHead()
    {
        const ModelConfig config = sizes(4, 2, 3, 5);
        const Model before = buildModel(config, everyWeight(config), {});
        const Model narrow = reconfigured(before, sizes(4, 2, 2, 4));
        QVERIFY(modelAt(narrow, "w_q").leftCols(2) == counted(4, 6).leftCols(2));
        QVERIFY(modelAt(narrow, "w_q").rightCols(2) == counted(4, 6).middleCols(3, 2));
        QVERIFY(modelAt(narrow, "w_o").bottomRows(4) == counted(10, 4).middleRows(5, 4));
        QVERIFY(modelAt(narrow, "w_a") == counted(2, 3).leftCols(2));
        QVERIFY(modelAt(narrow, "w_g").leftCols(2) == counted(3, 6).topLeftCorner(2, 2));
        QVERIFY(modelAt(narrow, "w_g").rightCols(2) == counted(3, 6).block(0, 3, 2, 2));
        QVERIFY(modelAt(narrow, "b_v").rightCols(4) == counted(1, 10).middleCols(5, 4));

        const ModelConfig wider = sizes(4, 2, 4, 5);
        const Model wide = reconfigured(before, wider);
        QVERIFY(modelAt(wide, "w_k").middleCols(4, 3) == counted(4, 6).rightCols(3));
        QVERIFY(modelAt(wide, "w_k").col(3) == drawn(wider, "w_k").col(3));
        QVERIFY(modelAt(wide, "w_a").leftCols(3) == counted(2, 3));
        QVERIFY(modelAt(wide, "w_g").block(0, 4, 3, 3) == counted(3, 6).rightCols(3));
        QVERIFY(modelAt(wide, "w_g").bottomRows(1) == drawn(wider, "w_g").bottomRows(1));
        QCOMPARE(wide.given.find("encoder.0.self.w_v"), before.given.find("encoder.0.self.w_v"));
    }

    void anotherModelWidthKeepsTheCorner()
    {
        const ModelConfig config = sizes(4, 2, 3, 5);
        const Embedding embedding{{"cat", std::make_shared<Matrix>(counted(1, 4))}};
        const Model before = buildModel(config, everyWeight(config), embedding);
        const ModelConfig wider = sizes(6, 2, 3, 5);
        const Model wide = reconfigured(before, wider);
        QVERIFY(modelAt(wide, "w_q").topRows(4) == counted(4, 6));
        QVERIFY(modelAt(wide, "w_q").bottomRows(2) == drawn(wider, "w_q").bottomRows(2));
        QVERIFY(modelAt(wide, "w_o").leftCols(4) == counted(10, 4));
        QCOMPARE(wide.given.at("position").rows(), Eigen::Index(5));
        QVERIFY(wide.given.at("position").leftCols(4) == counted(5, 4));
        QVERIFY(embeddingRow(wide, "cat").leftCols(4) == counted(1, 4));
        QVERIFY(embeddingRow(wide, "cat").rightCols(2) == drawEmbeddingRow(wider, "cat").rightCols(2));
        const Model narrow = reconfigured(before, sizes(3, 2, 3, 5));
        QVERIFY(modelAt(narrow, "w_q") == counted(4, 6).topRows(3));
        QVERIFY(embeddingRow(narrow, "cat") == counted(1, 4).leftCols(3));
    }

    void keepColumnsSplitsTheSameMatricesAnew()
    {
        const ModelConfig six = sizes(12, 6, 2, 2);
        const ModelConfig three = sizes(12, 3, 4, 4);
        const Model before = buildModel(six, everyWeight(six), {});
        const Model after = reconfigured(before, three, HeadSplit::KeepColumns);
        for (const char *name : {"w_q", "w_k", "w_v", "w_o", "b_q", "b_k", "b_v", "b_o"})
            QCOMPARE(after.given.find(blockWeight(Attention::Encoder, 0, name)),
                     before.given.find(blockWeight(Attention::Encoder, 0, name)));
        const Matrix old = modelAt(before, "w_a");  // 6 × 2
        const Matrix split = modelAt(after, "w_a"); // 3 × 4, the same numbers in the same order
        QCOMPARE(split.rows(), Eigen::Index(3));
        QVERIFY(std::equal(old.data(), old.data() + old.size(), split.data()));

        const Model drawnBefore = buildModel(six, {}, {});
        const Model drawnAfter = reconfigured(drawnBefore, three, HeadSplit::KeepColumns);
        for (const char *name : {"w_q", "w_k", "w_v", "w_o"})
            QCOMPARE(drawnAfter.weights.find(blockWeight(Attention::Encoder, 0, name)),
                     drawnBefore.weights.find(blockWeight(Attention::Encoder, 0, name)));
    }

    void keepColumnsWithAnUnevenSplitKeepsTheFittingColumns()
    {
        const ModelConfig two = sizes(7, 2, 3, 3);
        const ModelConfig three = sizes(7, 3, 2, 2);
        const Model same = reconfigured(buildModel(two, everyWeight(two), {}), three, HeadSplit::KeepColumns);
        QVERIFY(modelAt(same, "w_q") == counted(7, 6));
        const ModelConfig four = sizes(7, 4, 1, 1);
        const Model fewer = reconfigured(same, four, HeadSplit::KeepColumns);
        QVERIFY(modelAt(fewer, "w_q") == counted(7, 6).leftCols(4));
        QVERIFY(modelAt(fewer, "w_o") == counted(6, 7).topRows(4));
    }

    void whatIsSwitchedOffIsKeptAndWhatIsGoneIsDropped()
    {
        ModelConfig config = sizes(4, 2, 3, 2);
        config.bias = true;
        config.encoderLayers = 2;
        const Model before = buildModel(config, everyWeight(config), {});
        ModelConfig plain = config;
        plain.bias = false;
        plain.outputProjection = false;
        const Model off = reconfigured(before, plain);
        QVERIFY(!off.weights.contains("encoder.1.self.b_q"));
        QCOMPARE(off.given.all(), before.given.all());
        QCOMPARE(reconfigured(off, config).weights.all(), before.weights.all());

        config.encoderLayers = 1;
        const Model shorter = reconfigured(before, config);
        QVERIFY(!shorter.given.contains("encoder.1.self.w_q"));
        QCOMPARE(shorter.given.find("encoder.0.self.w_q"), before.given.find("encoder.0.self.w_q"));
    }

    void wholeTransformer_data()
    {
        QTest::addColumn<ModelChange>("change");
        QTest::newRow("no decoder") << ModelChange([](ModelConfig &c) { c.architecture = Architecture::Encoder; });
        QTest::newRow("no encoder") << ModelChange([](ModelConfig &c) { c.architecture = Architecture::Decoder; });
        QTest::newRow("no feed-forward") << ModelChange([](ModelConfig &c) { c.dFf = c.decoderDFf = 0; });
        QTest::newRow("no feed-forward in the decoder") << ModelChange([](ModelConfig &c) { c.decoderDFf = 0; });
        QTest::newRow("no bias") << ModelChange([](ModelConfig &c) { c.bias = false; });
        QTest::newRow("no norm") << ModelChange([](ModelConfig &c) { c.norm = Norm::None; });
        QTest::newRow("pre norm") << ModelChange([](ModelConfig &c) { c.norm = Norm::Pre; });
        QTest::newRow("no final norm") << ModelChange([](ModelConfig &c) { c.finalNorm = false; });
        QTest::newRow("no embedding norm") << ModelChange([](ModelConfig &c) { c.embeddingNorm = false; });
        QTest::newRow("no residual") << ModelChange([](ModelConfig &c) { c.residual = false; });
        QTest::newRow("no positions") << ModelChange([](ModelConfig &c) { c.position = Position::None; });
        QTest::newRow("dot") << ModelChange([](ModelConfig &c) { c.score = Score::Dot; });
        QTest::newRow("no output projection") << ModelChange([](ModelConfig &c) { c.outputProjection = false; });
    }

    void wholeTransformer()
    {
        QFETCH(ModelChange, change);
        const ModelConfig whole = transformer();
        const Model before = buildModel(whole, everyWeight(whole), {}, sevenWords());
        ModelConfig partial = whole;
        change(partial);
        const Model off = reconfigured(before, partial);
        QCOMPARE(off.given.all(), before.given.all());
        const Model on = reconfigured(off, whole);
        QCOMPARE(on.given.all(), before.given.all());
        QCOMPARE(on.weights.all(), before.weights.all());
        QCOMPARE(on.vocabulary, before.vocabulary);
    }

    void aDormantFeedForwardFollowsTheModelWidth()
    {
        const ModelConfig whole = transformer();
        const Model before = buildModel(whole, everyWeight(whole), {}, sevenWords());
        ModelConfig without = whole;
        without.dFf = 0;
        without.dModel = 6;
        const Model narrow = reconfigured(reconfigured(before, without), without);
        QVERIFY(narrow.given.at("encoder.0.ffn.w_1") == counted(8, 9).topRows(6));
        QVERIFY(narrow.given.at("encoder.0.ffn.w_2") == counted(9, 8).leftCols(6));
        without.dFf = 5;
        const Model again = reconfigured(narrow, without);
        QVERIFY(again.given.at("encoder.0.ffn.w_1") == counted(8, 9).topLeftCorner(6, 5));
    }

    void theDecodersHeadsAreItsOwn()
    {
        const ModelConfig whole = transformer(); // decoder_heads 4, d_key 2
        const Model before = buildModel(whole, everyWeight(whole), {}, sevenWords());
        ModelConfig fewer = whole;
        fewer.decoderHeads = 3;
        fewer.outputProjection = true;
        const Model after = reconfigured(before, fewer);
        QVERIFY(after.given.at("decoder.1.cross.w_q") == counted(8, 8).leftCols(6));
        QVERIFY(after.given.at("decoder.0.self.w_o") == counted(8, 8).topRows(6));
        QCOMPARE(after.given.find("encoder.0.self.w_q"), before.given.find("encoder.0.self.w_q"));
    }

    void sizesOfTheWholeTransformer_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("message");
        const auto row = [](const char *name, const char *message) {
            QTest::newRow(name) << QString::fromUtf8(name) << QString::fromUtf8(message);
        };
        row("encoder.0.ffn.w_1", "encoder.0.ffn.w_1 is 3 × 2, but d_model 8 and d_ff 9 need 8 × 9");
        row("encoder.0.ffn.w_2", "encoder.0.ffn.w_2 is 3 × 2, but d_ff 9 and d_model 8 need 9 × 8");
        row("decoder.1.ffn.b_1", "decoder.1.ffn.b_1 is 3 × 2, but decoder_d_ff 6 needs 1 × 6");
        row("decoder.0.cross.w_v",
            "decoder.0.cross.w_v is 3 × 2, but d_model 8 and decoder_heads 4 × d_value 2 need 8 × 8");
        row("decoder.0.norm_3.gain", "decoder.0.norm_3.gain is 3 × 2, but d_model 8 needs 1 × 8");
        row("output.w", "output.w is 3 × 2, but d_model 8 and a vocabulary of 7 tokens need 8 × 7");
        row("output.b", "output.b is 3 × 2, but a vocabulary of 7 tokens needs 1 × 7");
    }

    void sizesOfTheWholeTransformer()
    {
        QFETCH(QString, name);
        QFETCH(QString, message);
        ModelWeights given;
        given.set(name.toStdString(), counted(3, 2));
        QCOMPARE(buildingMessageOf<ShapeError>(transformer(), given, {}, sevenWords()), message);
    }

    void anyWidthWhereNothingSaysWhich()
    {
        ModelConfig config = transformer();
        config.dFf = 0;
        ModelWeights given;
        given.set("encoder.0.ffn.w_1", counted(8, 77));
        given.set("output.w", counted(8, 5));
        QCOMPARE(buildingMessageOf<ShapeError>(config, given), QString());
        given.set("encoder.0.ffn.w_1", counted(7, 77));
        QVERIFY(buildingMessageOf<ShapeError>(config, given).contains(QString::fromUtf8("d_model 8 needs 8 × 77")));
        given.set("encoder.0.ffn.w_1", Matrix(8, 0));
        QVERIFY(buildingMessageOf<ShapeError>(config, given).contains(QStringLiteral("holds no number")));
    }

    void whatIsDrawnOfTheWholeTransformer()
    {
        const ModelConfig config = transformer();
        const Model derived = buildModel(config, {}, {});
        QVERIFY(derived.weights.at("decoder.1.norm_3.gain") == Matrix::Ones(1, 8));
        QVERIFY(derived.weights.at("encoder.0.ffn.b_1") == Matrix::Zero(1, 9));
        QVERIFY(derived.weights.contains("embedding_norm.gain"));
        QVERIFY(!derived.weights.contains("decoder.embedding_norm.gain")); // the bare name stands for it
        QVERIFY(!derived.weights.contains("output.w"));                    // the sentence decides its size
        const Model given = buildModel(config, {}, {}, sevenWords());
        QCOMPARE(given.weights.at("output.w").cols(), Eigen::Index(7));
        QVERIFY(given.weights.at("output.b") == Matrix::Zero(1, 7));
        QCOMPARE(buildModel(config, {}, {}, sevenWords(), &given).weights.all(), given.weights.all());
    }

    void aTokenStandsInTheVocabularyOnce()
    {
        const QString message = buildingMessageOf<ValueError>(transformer(), {}, {}, {{"a", "b", "a"}});
        QCOMPARE(message, QStringLiteral("the vocabulary holds \"a\" twice; each token needs a column of its own"));
    }

    void positionTablesOfTwoStacks()
    {
        ModelWeights given;
        Model model = buildModel(transformer(), given, {});
        QVERIFY(positionRows(model, 3, "decoder.position") == positionRows(model, 3));
        given.set("position", counted(5, 8));
        model = buildModel(transformer(), given, {});
        QVERIFY(positionRows(model, 3, "decoder.position") == counted(3, 8));
        given.set("decoder.position", counted(4, 8, 7));
        model = buildModel(transformer(), given, {});
        QVERIFY(positionRows(model, 3, "decoder.position") == counted(3, 8, 7));
        QVERIFY(positionRows(model, 5, "encoder.position") == counted(5, 8));
        try {
            positionRows(model, 5, "decoder.position");
            QFAIL("nothing was thrown");
        } catch (const InputError &error) {
            QVERIFY(QString::fromUtf8(error.what()).contains(QStringLiteral("decoder.position has only 4 rows")));
        }
    }

    void badConfigurationsAreRefused()
    {
        const Model model = buildModel(sizes(4, 2, 3, 5), {}, {});
        QVERIFY_EXCEPTION_THROWN(reconfigured(model, sizes(4, 0, 3, 5)), ConfigError);
    }

    void positions()
    {
        Model model = buildModel(sizes(4, 2, 3, 5), {}, {});
        QVERIFY(positionRows(model, 3) == positionRows(model, 8).topRows(3));
        ModelWeights given;
        given.set("position", counted(3, 4));
        model = buildModel(model.config, given, {});
        QVERIFY(positionRows(model, 2) == counted(3, 4).topRows(2));
        try {
            positionRows(model, 4);
            QFAIL("nothing was thrown");
        } catch (const InputError &error) {
            QVERIFY(QString::fromUtf8(error.what()).contains(QStringLiteral("4 tokens")));
            QVERIFY(QString::fromUtf8(error.what()).contains(QStringLiteral("3 rows")));
        }
    }

    void sinusoids()
    {
        const Matrix rows = sinusoidalPositions(4, 6);
        QVERIFY(rows.row(0) == (Matrix(1, 6) << 0, 1, 0, 1, 0, 1).finished());
        QCOMPARE(rows(3, 0), float(std::sin(3.0)));
        QCOMPARE(rows(3, 1), float(std::cos(3.0)));
        QCOMPARE(rows(2, 4), float(std::sin(2 / std::pow(10000.0, 4.0 / 6))));
        QCOMPARE(sinusoidalPositions(2, 1)(1, 0), float(std::sin(1.0)));
    }

    void sinusoidsInHalves()
    {
        const Matrix rows = sinusoidalHalves(4, 6);
        QVERIFY(rows.row(0) == (Matrix(1, 6) << 0, 0, 0, 1, 1, 1).finished());
        QCOMPARE(rows(3, 1), float(std::sin(3 / std::pow(10000.0, 2.0 / 6))));
        QCOMPARE(rows(3, 4), float(std::cos(3 / std::pow(10000.0, 2.0 / 6))));
        // The same numbers as interleaved, in another order; an odd column more is a sine.
        for (const int width : {6, 7})
            for (int column = 0; column < width; ++column)
                QVERIFY(sinusoidalHalves(9, width).col(column) ==
                        sinusoidalPositions(9, width).col(
                            column < (width + 1) / 2 ? 2 * column : 2 * (column - (width + 1) / 2) + 1));
    }

    /// The last column of each half has the wavelength 2π · 10000 itself; an odd one more is 0.
    void sinusoidsOfFairseq()
    {
        const Matrix rows = sinusoidalFairseq(3, 7, 2);
        for (int row = 0; row < 3; ++row)
            for (int column = 0; column < 3; ++column) {
                const double angle = (row + 2) * std::pow(10000.0, -column / 2.0);
                QVERIFY(std::abs(double(rows(row, column)) - std::sin(angle)) < 1e-6); // angles up to 4 in float32
                QVERIFY(std::abs(double(rows(row, column + 3)) - std::cos(angle)) < 1e-6);
            }
        QVERIFY(rows.col(6).isZero(0));
        QVERIFY(sinusoidalFairseq(2, 3)(1, 0) == std::sin(1.0F)); // one frequency alone, which is 1
    }

    void positionsBeginWhereTheModelSays()
    {
        ModelConfig config;
        config.dModel = 6;
        config.positionStart = 3;
        for (const Position position :
             {Position::Sinusoidal, Position::SinusoidalHalves, Position::SinusoidalFairseq}) {
            config.position = position;
            ModelConfig usual = config;
            usual.positionStart = 0;
            QVERIFY(formulaPositions(config, 4) == formulaPositions(usual, 7).bottomRows(4));
        }
    }
};

REGARD_GUILESS_TEST(ModelTest)
#include "test_model.moc"
