#include <limits>

#include <QtTest>

#include "engine/analysis/head_importance.h"
#include "engine/analysis/model_cell.h"
#include "engine/base/errors.h"
#include "engine/model/positions.h"
#include "engine/pass/forward.h"
#include "engine/pass/input_side.h"
#include "engine/pass/output_layer.h"
#include "message_of.h"
#include "test_class.h"

#include "memory_table.h"

using namespace regard;

namespace {

using TrainedModelStrings = std::vector<std::string>;

const TrainedModelStrings trainedModelWords{"<s>", "the", "cat", "sat", "on", "rug"};

ModelConfig config(Architecture architecture)
{
    ModelConfig made;
    made.architecture = architecture;
    made.encoderLayers = architecture == Architecture::Decoder ? 0 : 1;
    made.decoderLayers = architecture == Architecture::Encoder ? 0 : 1;
    made.dModel = 4;
    return made;
}

/// Whole numbers, each row its own.
Matrix rows(int count, int columns)
{
    Matrix matrix(count, columns);
    for (int i = 0; i < matrix.size(); ++i)
        matrix.data()[i] = float((i * 7) % 11 - 5);
    return matrix;
}

Model trainedModelDecoder(bool converts = false, const Matrix &output = {})
{
    return trainedModel(config(Architecture::Decoder), {}, memoryTable(trainedModelWords, rows(6, 4), output, converts),
                        {trainedModelWords});
}

} // namespace

/// A model whose embedding and output layer stand in a table.
class TrainedModelTest : public QObject {
    Q_OBJECT
private slots:
    void rowsComeFromTheTable()
    {
        const Model model = trainedModelDecoder();
        QVERIFY(embeddingRow(model, "cat") == rows(6, 4).row(2));
        const SharedTrace trace = forward(model, {{"on", "cat", "on"}});
        QVERIFY(trace->source.embedded.row(0) == rows(6, 4).row(4) &&
                trace->source.embedded.row(1) == rows(6, 4).row(2));
        QVERIFY(trace->source.embedded.row(2) == trace->source.embedded.row(0));
        QCOMPARE(trace->vocabulary, TokenList(trainedModelWords));
        QVERIFY(trace->vocabulary.isSame(model.vocabulary.tokens));
    }

    void aTokenThatIsNotThere()
    {
        const Model model = trainedModelDecoder();
        QVERIFY(messageOf<InputError>([&] { forward(model, {{"the", "dog"}}); }).contains(QStringLiteral("\"dog\"")));
        Model given = model;
        given.embedding["dog"] = std::make_shared<Matrix>(rows(1, 4));
        QVERIFY(embeddingRow(given, "dog") == rows(1, 4));
        QCOMPARE(forward(given, {{"the", "dog"}})->logits.cols(), Eigen::Index(6));
    }

    void aRowThatIsNotFinite()
    {
        Matrix broken = rows(6, 4);
        broken(3, 1) = std::numeric_limits<float>::quiet_NaN();
        const Model model = trainedModel(config(Architecture::Decoder), {},
                                         memoryTable(trainedModelWords, broken, rows(6, 4)), {trainedModelWords});
        QVERIFY(forward(model, {{"cat"}})->logits.allFinite());
        const QString message = messageOf<InputError>([&] { forward(model, {{"sat"}}); });
        QVERIFY2(message.contains(QStringLiteral("\"sat\" holds a number that is not finite")), qPrintable(message));
    }

    void sizesThatDoNotFit()
    {
        ModelConfig wide = config(Architecture::Decoder);
        wide.dModel = 5;
        QCOMPARE(messageOf<ConfigError>(
                     [&] { trainedModel(wide, {}, memoryTable(trainedModelWords, rows(6, 4)), {trainedModelWords}); }),
                 QStringLiteral("d_model is 5, but the rows of the trained embedding have 4 numbers"));
        QVERIFY_EXCEPTION_THROWN(reconfigured(trainedModelDecoder(), wide), ConfigError);
        const QString message = messageOf<ConfigError>([&] {
            trainedModel(config(Architecture::Decoder), {}, memoryTable(trainedModelWords, rows(6, 4)), {{"a", "b"}});
        });
        QVERIFY2(
            message.contains(QStringLiteral("the vocabulary has 2 tokens, but the trained output layer has 6 rows")),
            qPrintable(message));
        // With an output layer of its own, a model may have a vocabulary of its own.
        ModelWeights given;
        given.set("output.w", rows(4, 2));
        const Model own = trainedModel(config(Architecture::Decoder), given, memoryTable(trainedModelWords, rows(6, 4)),
                                       {{"a", "b"}});
        QCOMPARE(forward(own, {{"cat"}})->logits.cols(), Eigen::Index(2));
    }

    void onlyWhatIsDrawnIsLimited()
    {
        ModelConfig huge = config(Architecture::Decoder);
        huge.decoderDFf = 65536;
        huge.dModel = 4096;
        const auto table = memoryTable({"a"}, Matrix::Ones(1, 4096));
        const QString message = messageOf<ConfigError>([&] { trainedModel(huge, {}, table, {{"a"}}); });
        QVERIFY2(message.contains(QStringLiteral("would be drawn")), qPrintable(message));
    }

    void tiedLogitsAreProductsWithTheRows_data()
    {
        QTest::addColumn<bool>("converts");
        QTest::newRow("where they stand") << false;
        QTest::newRow("converted in pieces") << true;
    }
    void tiedLogitsAreProductsWithTheRows()
    {
        QFETCH(bool, converts);
        const Model model = trainedModelDecoder(converts);
        QVERIFY(model.table->isTied());
        const SharedTrace trace = forward(model, {{"the", "cat"}});
        QVERIFY(trace->logits.isApprox(trace->decoderOutput * rows(6, 4).transpose()));
        QVERIFY(outputWeights(model, trainedModelWords) == rows(6, 4).transpose());
        for (int column = 0; column < 6; ++column)
            QVERIFY(outputColumn(model, trainedModelWords, column) ==
                    outputWeights(model, trainedModelWords).col(column));
        QVERIFY(trace->logits == forward(trainedModelDecoder(), {{"the", "cat"}})->logits);
    }

    void aGivenRowCountsOnBothSidesOfATiedModel()
    {
        Model model = trainedModelDecoder();
        const SharedTrace before = forward(model, {{"the", "cat"}});
        model.embedding["rug"] = std::make_shared<Matrix>(rows(1, 4) * 2);
        const SharedTrace after = forward(model, {{"the", "cat"}});
        QVERIFY(after->logits.leftCols(5) == before->logits.leftCols(5));
        QVERIFY(after->logits.col(5).isApprox(after->decoderOutput * (rows(1, 4) * 2).transpose()));
        QVERIFY(outputColumn(model, trainedModelWords, 5) == (rows(1, 4) * 2).transpose());
        QVERIFY(outputWeights(model, trainedModelWords).col(5) == (rows(1, 4) * 2).transpose());

        Model apart = trainedModelDecoder(false, rows(6, 4) * 3);
        QVERIFY(!apart.table->isTied());
        const SharedTrace untied = forward(apart, {{"the", "cat"}});
        QVERIFY(untied->logits.isApprox(untied->decoderOutput * rows(6, 4).transpose() * 3));
        apart.embedding["rug"] = model.embedding["rug"];
        QVERIFY(forward(apart, {{"the", "cat"}})->logits == untied->logits);
    }

    void aGivenOutputLayerCounts()
    {
        ModelWeights given;
        given.set("output.w", rows(4, 6));
        given.set("output.b", Matrix(Matrix::Constant(1, 6, 2)));
        const Model model = trainedModel(config(Architecture::Decoder), given,
                                         memoryTable(trainedModelWords, rows(6, 4)), {trainedModelWords});
        const SharedTrace trace = forward(model, {{"the"}});
        QVERIFY(trace->logits.isApprox(((trace->decoderOutput * rows(4, 6)).array() + 2).matrix()));
        QVERIFY(outputColumn(model, trainedModelWords, 3) == rows(4, 6).col(3));
    }

    void withoutAnOutputLayerThereAreNoLogits()
    {
        auto table = std::make_shared<TokenTable>(*memoryTable(trainedModelWords, rows(6, 4)));
        table->output = nullptr;
        const Model model = trainedModel(config(Architecture::Decoder), {}, table, {trainedModelWords});
        QVERIFY(!hasOutputLayer(model));
        QVERIFY(!model.weights.contains("output.w"));
        const SharedTrace trace = forward(model, {{"the", "cat"}});
        QVERIFY(trace->vocabulary.empty() && trace->logits.size() == 0);
        QCOMPARE(logitsRows(model, *trace, 0, 2).cols(), Eigen::Index(0));
        QCOMPARE(headImportance(model, *trace, {})->front().nextToken, 0.0);
    }

    /// RoBERTa's create_position_ids_from_input_ids.
    void positionsPassOverThePadding()
    {
        auto table = std::make_shared<TokenTable>(*memoryTable(trainedModelWords, rows(6, 4)));
        table->padding = "cat";
        table->paddingPosition = {50, 51, 52, 53};
        ModelConfig learned = config(Architecture::Encoder);
        learned.position = Position::Learned;
        ModelWeights given;
        given.set("position", Matrix(Matrix::Constant(3, 4, 1).array().colwise() * Eigen::Array3f(7, 8, 9)));
        const Model model = trainedModel(learned, given, table, {trainedModelWords});
        const SharedTrace trace = forward(model, {{"the", "cat", "rug", "cat", "the"}});
        const Matrix positions = trace->source.positions;
        QCOMPARE(positions.col(0), (Eigen::VectorXf(5) << 7, 50, 8, 50, 9).finished());
        QCOMPARE(positions(1, 3), 53.0F);
        QCOMPARE(trace->source.positionRows, (std::vector<int>{0, -1, 1, -1, 2}));
        // A cell of the table moves the token that takes its row.
        QVERIFY(isReadByEntry(model, *trace, {"position", 2, 1}, Stack::Encoder));
        QVERIFY(!isReadByEntry(model, *trace, {"position", 3, 1}, Stack::Encoder));
        QCOMPARE(tokenAtPosition(trace->source, 2), std::optional(4));
        QVERIFY(forward(model, {{"the", "rug"}})->source.positionRows.empty());
        QVERIFY(forward(model, {{"cat", "cat"}})->source.positionRows == (std::vector<int>{-1, -1}));
    }

    /// M2M100's, whose positions are a formula.
    void positionsOfAFormulaPassOverThePadding()
    {
        auto table = std::make_shared<TokenTable>(*memoryTable(trainedModelWords, rows(6, 4)));
        table->padding = "cat";
        table->paddingPosition = {0, 0, 0, 0};
        ModelConfig sines = config(Architecture::Encoder);
        sines.position = Position::SinusoidalFairseq;
        sines.positionStart = 2;
        const Model model = trainedModel(sines, {}, table, {trainedModelWords});
        const Matrix positions = forward(model, {{"the", "cat", "rug", "cat"}})->source.positions;
        const Matrix formula = sinusoidalFairseq(2, 4, 2);
        QVERIFY(positions.row(0) == formula.row(0));
        QVERIFY(positions.row(1).isZero(0));
        QVERIFY(positions.row(2) == formula.row(1));
        QVERIFY(positions.row(3).isZero(0));
    }

    void anotherConfigurationKeepsTheTable()
    {
        const Model model = trainedModelDecoder();
        ModelConfig changed = model.config;
        changed.decoderHeads = 1;
        const Model fewer = reconfigured(model, changed);
        QCOMPARE(fewer.table, model.table);
        QCOMPARE(forward(fewer, {{"cat"}})->logits.cols(), Eigen::Index(6));
    }

    void manyLogitsAreComputedWhenTheyAreLookedAt()
    {
        Model model = buildModel(config(Architecture::Decoder), {}, {});
        Input input;
        for (int i = 0; i < 2000; ++i) // with the end 2001 words: 4,002,000 logits
            input.tokens.push_back("word" + std::to_string(i));
        const SharedTrace few = forward(model, input);
        QCOMPARE(few->vocabulary.size(), std::size_t(2001));
        QCOMPARE(few->logits.size(), Eigen::Index(0));
        const SharedTrace all = forward(model, input, {.allLogits = true});
        QCOMPARE(all->logits.rows(), Eigen::Index(2000));
        QVERIFY(logitsRows(model, *few, 7, 2).isApprox(all->logits.middleRows(7, 2)));
        QVERIFY(logitsRows(model, *all, 7, 2) == all->logits.middleRows(7, 2));
        // Asked for all, a pass does not stop at an earlier one that kept none.
        const SharedTrace again =
            forward(model, input, {.previous = few.get(), .previousModel = &model, .allLogits = true});
        QCOMPARE(again->blocks, few->blocks);
        QVERIFY(again->logits == all->logits);
        input.tokens.pop_back(); // 1999 · 2000
        QCOMPARE(forward(model, input)->logits.rows(), Eigen::Index(1999));
    }

    void aMaskedLanguageModelReadsOutTheEncoder()
    {
        ModelConfig masked = config(Architecture::Encoder);
        masked.maskedLanguageModel = true;
        const Input input{{"the", "cat"}};
        const Model model = buildModel(masked, {}, {});
        const SharedTrace trace = forward(model, input);
        QCOMPARE(trace->vocabulary, TokenList({"the", "cat", "</s>"}));
        QVERIFY(
            trace->logits.isApprox(outputInput(model, trace->encoderOutput) * outputWeights(model, trace->vocabulary)));
        QVERIFY(logitsRows(model, *trace, 1, 1) == trace->logits.row(1));
        QVERIFY(headImportance(model, *trace, {})->front().nextToken > 0);
        masked.maskedLanguageModel = false;
        const SharedTrace without = forward(reconfigured(model, masked), input);
        QVERIFY(without->vocabulary.empty() && without->logits.size() == 0);
    }
};

REGARD_GUILESS_TEST(TrainedModelTest)
#include "test_trained_model.moc"
