#include <QTest>

#include <cmath>

#include "io/project/examples.h"
#include "line_recomputation.h"
#include "step_recomputation.h"
#include "test_class.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

namespace {

QString stepMatricesFirstProblem(const ComputedPass &run, const Selection &selection, int *products)
{
    for (StepChoice choice : stepChoices()) {
        choice.matrixForm = true;
        const StepsData data = stepsData(run.model, run.trace, selection, {}, choice);
        for (const Step &step : data.steps) {
            if (step.matrices.empty())
                return u"%1 has no matrices"_s.arg(step.title);
            for (const StepLine &line : step.matrices)
                if (const QString text = lineProblem(line, choice.columns, products); !text.isEmpty())
                    return u"%1, %2: %3"_s.arg(data.title, step.title, text);
        }
    }
    return {};
}

QStringList stepMatricesNames(const StepLine &line)
{
    QStringList list;
    for (const StepPiece &piece : line)
        list.push_back(piece.sign.isEmpty() ? piece.matrix.name : piece.sign);
    return list;
}

StepChoice matrixForm()
{
    StepChoice choice;
    choice.matrixForm = true;
    return choice;
}

Matrix matrixOf(int rows, std::initializer_list<float> values)
{
    Matrix matrix(rows, Eigen::Index(values.size()) / rows);
    std::copy(values.begin(), values.end(), matrix.data());
    return matrix;
}

} // namespace

/// The matrix form: every line recomputed as it is drawn, in both conventions, exact and by hand.
class TestStepMatrices : public QObject {
    Q_OBJECT
private slots:
    void linesOfExamples_data()
    {
        QTest::addColumn<QString>("name");
        for (const ExampleEntry &example : examples())
            QTest::newRow(example.name.c_str()) << QString::fromStdString(example.name);
    }
    void linesOfExamples()
    {
        QFETCH(QString, name);
        const ComputedPass run = runOf(readExample(name.toStdString()));
        int products = 0;
        for (const Attention attention : attentionsOf(run.model.config)) {
            const QString text = stepMatricesFirstProblem(run, at(attention, 0, 0, 1, 0), &products);
            QVERIFY2(text.isEmpty(), qPrintable(text));
        }
        QVERIFY(products >= 20);
    }

    void linesUnderInterventions_data()
    {
        QTest::addColumn<Replacement>("kind");
        QTest::newRow("zero") << Replacement::Zero;
        QTest::newRow("mean") << Replacement::Mean;
        QTest::newRow("uniform") << Replacement::Uniform;
    }
    void linesUnderInterventions()
    {
        QFETCH(Replacement, kind);
        Interventions interventions;
        for (const Attention attention : {Attention::Encoder, Attention::Decoder, Attention::Cross}) {
            interventions.heads[{attention, 0, 1}] = kind;
            interventions.temperatures[{attention, 1, 1}] = 2;
        }
        for (const SublayerKind sublayer :
             {SublayerKind::SelfAttention, SublayerKind::CrossAttention, SublayerKind::FeedForward})
            if (sublayer != SublayerKind::FeedForward || kind != Replacement::Uniform)
                interventions.sublayers[{Stack::Decoder, 1, sublayer}] = kind;
        const ComputedPass run = runOf(wholeTransformer(), twoSentences(), interventions);
        int products = 0;
        for (const Attention attention : {Attention::Encoder, Attention::Decoder, Attention::Cross}) {
            for (const int layer : {0, 1}) {
                const QString text = stepMatricesFirstProblem(run, at(attention, layer, 1, 1, 0), &products);
                QVERIFY2(text.isEmpty(), qPrintable(text));
            }
        }
        QVERIFY(products >= 100);
    }

    void linesOfTheWholeTransformer_data()
    {
        QTest::addColumn<int>("position");
        QTest::addColumn<int>("norm");
        QTest::addColumn<bool>("one-hot");
        QTest::newRow("sinusoidal, post") << int(Position::Sinusoidal) << int(Norm::Post) << false;
        QTest::newRow("one-hot, pre") << int(Position::OneHot) << int(Norm::Pre) << true;
    }
    void linesOfTheWholeTransformer()
    {
        QFETCH(int, position);
        QFETCH(int, norm);
        ModelConfig config = wholeTransformer();
        config.position = Position(position);
        config.norm = Norm(norm);
        const ComputedPass run = runOf(config, twoSentences());
        int products = 0;
        for (const Attention attention : {Attention::Encoder, Attention::Decoder, Attention::Cross}) {
            const QString text = stepMatricesFirstProblem(run, at(attention, 1, 1, 1, 0), &products);
            QVERIFY2(text.isEmpty(), qPrintable(text));
        }
        // Four views of: Q, K, V, A, O, W_O, two of the feed-forward; by hand O twice; the output of two attentions;
        // one-hot positions appended.
        QCOMPARE(products, 4 * (3 * 8 + 2) + 2 * 3 + (Position(position) == Position::OneHot ? 4 * 3 : 0));
    }

    /// Rotated queries and keys, gates and types: what is not a product of matrices has lines of its own.
    void linesOfTrainedModels_data()
    {
        QTest::addColumn<int>("number");
        QTest::newRow("both stacks with everything") << 2;
        QTest::newRow("one-hot positions and types") << 3;
        QTest::newRow("types alone") << 5;
    }
    void linesOfTrainedModels()
    {
        QFETCH(int, number);
        ModelConfig config = trainedCases()[std::size_t(number)].config;
        config.activation = Activation::Relu; // which lineResult() knows
        const ComputedPass run = runOf(config, inputFor(config));
        int products = 0;
        for (const Attention attention : attentionsOf(config)) {
            const QString text = stepMatricesFirstProblem(run, at(attention, 1, 1, 1, 0), &products);
            QVERIFY2(text.isEmpty(), qPrintable(text));
        }
        QVERIFY(products > 4 * 7);
    }

    void wordsOfALargeVocabulary()
    {
        const ComputedPass run = runWithManyWords();
        const StepsData data = stepsData(run.model, run.trace, at(Attention::Decoder, 0, 0, 2, 1), {}, matrixForm());
        const Step &output = *find(data, StepKind::Output);
        QCOMPARE(output.matrices.size(), std::size_t(2));
        int products = 0;
        const QString text = lineProblem(output.matrices[0], false, &products);
        QVERIFY2(text.isEmpty(), qPrintable(text));
        QCOMPARE(products, 1);
        const StepMatrix &chances = output.matrices[1].back().matrix;
        QCOMPARE(chances.values->rows(), Eigen::Index(1));
        QCOMPARE(chances.rows, QStringList{u"three"_s});
        QCOMPARE(chances.columns, output.bars->names);
        for (Eigen::Index i = 0; i < chances.values->cols(); ++i)
            QCOMPARE(double((*chances.values)(0, i)), output.bars->values[std::size_t(i)]);
        QVERIFY(stepMatricesNames(output.matrices[1]).contains(u"softmax over all 5000 tokens:"_s));
    }

    void rotationStandsAlone()
    {
        const ComputedPass run = runOf(likeLlama(), inputFor(likeLlama()));
        const StepsData data = stepsData(run.model, run.trace, at(Attention::Decoder, 0, 2, 1, 0), {}, matrixForm());
        const Step &project = *find(data, StepKind::Project);
        QCOMPARE(project.matrices.size(), std::size_t(5));
        QCOMPARE(stepMatricesNames(project.matrices[1]),
                 (QStringList{u"rotated by position:"_s, u"Q₀"_s, u"→"_s, u"Q"_s}));
        const Matrix &plain = *project.matrices[1][1].matrix.values;
        const Matrix &turned = *project.matrices[1][3].matrix.values;
        QVERIFY(plain.row(0) == turned.row(0)); // position 0 turns nothing
        for (Eigen::Index i = 0; i < plain.rows(); ++i)
            QVERIFY(std::abs(plain.row(i).norm() - turned.row(i).norm()) < 1e-5F); // a turn keeps the length
        // Head 3 reads key head 2, whose columns begin with 6.
        QVERIFY(*project.matrices[2][2].matrix.values == run.model.weights.at("decoder.0.self.w_k").middleCols(6, 6));
    }

    void theOtherConvention()
    {
        const ComputedPass run = runOf(readExample("three-inputs"));
        StepChoice choice = matrixForm();
        const Selection selection = at(Attention::Encoder, 0, 0, 0, 1);
        const StepsData rows = stepsData(run.model, run.trace, selection, {}, choice);
        choice.columns = true;
        const StepsData columns = stepsData(run.model, run.trace, selection, {}, choice);
        const auto line = [](const StepsData &data, StepKind kind) { return find(data, kind)->matrices.at(0); };
        QCOMPARE(stepMatricesNames(line(rows, StepKind::Project)),
                 (QStringList{u"X"_s, u"·"_s, u"W_Q"_s, u"="_s, u"Q"_s}));
        QCOMPARE(stepMatricesNames(line(columns, StepKind::Project)),
                 (QStringList{u"W_Q"_s, u"·"_s, u"X"_s, u"="_s, u"Q"_s}));
        QCOMPARE(stepMatricesNames(line(rows, StepKind::Score)),
                 (QStringList{u"Q"_s, u"·"_s, u"Kᵀ"_s, u"="_s, u"A"_s}));
        const StepLine score = line(columns, StepKind::Score);
        QCOMPARE(stepMatricesNames(score), (QStringList{u"Kᵀ"_s, u"·"_s, u"Q"_s, u"="_s, u"A"_s}));
        QCOMPARE(stepMatricesNames(line(columns, StepKind::Weigh)),
                 (QStringList{u"V"_s, u"·"_s, u"Â"_s, u"="_s, u"O"_s}));
        // K has a token in each column, so that its transpose is the matrix as it is stored.
        QVERIFY(!score[0].matrix.transposed && score[2].matrix.transposed && score[4].matrix.transposed);
        QVERIFY(drawn(score[0]) == matrixOf(3, {0, 1, 1, 4, 4, 0, 2, 3, 1}));
        QVERIFY(drawn(score[2]) == matrixOf(3, {1, 2, 2, 0, 2, 1, 2, 2, 3}));
        // Keys stand below each other, queries beside each other: the column of x2 is 4 16 12.
        QVERIFY(drawn(score[4]) == matrixOf(3, {2, 4, 4, 4, 16, 12, 4, 12, 10}));
        const Matrix weights = drawn(line(columns, StepKind::Softmax)[3]);
        for (Eigen::Index query = 0; query < 3; ++query)
            QVERIFY(std::abs(weights.col(query).sum() - 1) < 1e-6F);
    }

    void pairsAreMarked()
    {
        const ComputedPass run = runOf(readExample("three-inputs"));
        const Selection selection = at(Attention::Encoder, 0, 0, 0, 1);
        const StepsData data = stepsData(run.model, run.trace, selection, {}, matrixForm());
        const StepLine &score = find(data, StepKind::Score)->matrices.at(0);
        QCOMPARE(score.size(), std::size_t(5));
        QCOMPARE(score[0].matrix.row, 0);
        QCOMPARE(score[2].matrix.row, 1);
        QVERIFY(score[2].matrix.transposed && score[2].matrix.rowsAreKeys);
        QCOMPARE(score[4].matrix.row, 0);
        QCOMPARE(score[4].matrix.column, 1);
        QVERIFY(*score[4].matrix.values == matrixOf(3, {2, 4, 4, 4, 16, 12, 4, 12, 10}));
        QVERIFY(stepsData(run.model, run.trace, selection, {}).steps[2].matrices.empty());
        // There is no mask: the stage before it is meant.
        StepChoice choice = matrixForm();
        choice.only = StepKind::Mask;
        for (const Step &step : stepsData(run.model, run.trace, selection, {}, choice).steps)
            QCOMPARE(step.matrices.empty(), step.kind != StepKind::Scale);
    }

    void allWeightedRowsByHand()
    {
        const ComputedPass run = runOf(readExample("three-inputs"));
        StepChoice choice = matrixForm();
        choice.handDecimals = 1;
        const StepsData data = stepsData(run.model, run.trace, at(Attention::Encoder, 0, 0, 0, 1), {}, choice);
        const std::vector<StepLine> &softmax = find(data, StepKind::Softmax)->matrices;
        QCOMPARE(stepMatricesNames(softmax.at(0)), (QStringList{u"softmax of"_s, u"A"_s, u"="_s, u"exact Â"_s}));
        QCOMPARE(stepMatricesNames(softmax.at(1)), (QStringList{u"rounded"_s, u"exact Â"_s, u"="_s, u"Â"_s}));
        const Matrix rounded = matrixOf(3, {0, 0.5F, 0.5F, 0, 1, 0, 0, 0.9F, 0.1F});
        QVERIFY(*softmax[1][3].matrix.values == rounded);
        const std::vector<StepLine> &weigh = find(data, StepKind::Weigh)->matrices;
        QCOMPARE(weigh.size(), std::size_t(5));
        QVERIFY(*weigh[0][0].matrix.values == rounded);
        QVERIFY(weigh[0][4].matrix.values->isApprox(matrixOf(3, {2, 7, 1.5F, 2, 8, 0, 2, 7.8F, 0.3F}), 1e-6F));
        QCOMPARE(stepMatricesNames(weigh[1]), (QStringList{u"exact Â"_s, u"·"_s, u"V"_s, u"="_s, u"exact O"_s}));
        QVERIFY(*weigh[1][4].matrix.values == run.trace->blocks[0]->heads[0].output);
        QCOMPARE(stepMatricesNames(weigh[4]), (QStringList{u"0.0 · v(x1)"_s, u"+"_s, u"0.9 · v(x2)"_s, u"+"_s,
                                                           u"0.1 · v(x3)"_s, u"="_s, u"o(x3)"_s}));
        const Matrix rows[3][4] = {
            {matrixOf(1, {0, 0, 0}), matrixOf(1, {1, 4, 0}), matrixOf(1, {1, 3, 1.5F}), matrixOf(1, {2, 7, 1.5F})},
            {matrixOf(1, {0, 0, 0}), matrixOf(1, {2, 8, 0}), matrixOf(1, {0, 0, 0}), matrixOf(1, {2, 8, 0})},
            {matrixOf(1, {0, 0, 0}), matrixOf(1, {1.8F, 7.2F, 0}), matrixOf(1, {0.2F, 0.6F, 0.3F}),
             matrixOf(1, {2, 7.8F, 0.3F})}};
        for (std::size_t query = 0; query < 3; ++query) {
            for (std::size_t key = 0; key < 4; ++key)
                QVERIFY(weigh[2 + query][2 * key].matrix.values->isApprox(rows[query][key], 1e-6F) ||
                        rows[query][key].isZero());
            QCOMPARE(weigh[2 + query][0].matrix.row, query == 0 ? 0 : -1);
        }
    }

    void weightedRowsOfSmallSentencesOnly()
    {
        const auto lines = [](int tokens, int dValue) {
            Input input;
            for (int i = 0; i < tokens; ++i)
                input.tokens.push_back("w" + std::to_string(i));
            ModelConfig config;
            config.dValue = dValue;
            const ComputedPass run = runOf(config, input);
            const StepsData data =
                stepsData(run.model, run.trace, at(Attention::Encoder, 0, 0, 0, 0), {}, matrixForm());
            return find(data, StepKind::Weigh)->matrices.size();
        };
        QCOMPARE(lines(4, 8), std::size_t(5));
        QCOMPARE(lines(5, 8), std::size_t(1));
        QCOMPARE(lines(4, 9), std::size_t(1));
    }

    void oneHotPositionsAppended()
    {
        ModelConfig config;
        config.dModel = 2;
        config.position = Position::OneHot;
        const ComputedPass run = runOf(config, {{"a", "b", "c"}, {}, {}, {}});
        const StepsData data = stepsData(run.model, run.trace, at(Attention::Encoder, 0, 0, 1, 0), {}, matrixForm());
        const std::vector<StepLine> &embed = find(data, StepKind::Embed)->matrices;
        QCOMPARE(embed.size(), std::size_t(2));
        QCOMPARE(stepMatricesNames(embed[0]),
                 (QStringList{u"[tokens, one-hot]"_s, u"·"_s, u"[I; W_P]"_s, u"="_s, u"X"_s}));
        QCOMPARE(embed[0][0].matrix.values->cols(), 5);
        QVERIFY(embed[0][0].matrix.values->rightCols(3).isIdentity());
        QVERIFY(embed[0][2].matrix.values->topRows(2).isIdentity());
        QVERIFY(*embed[0][4].matrix.values == run.trace->source.input);
    }
};

REGARD_GUILESS_TEST(TestStepMatrices)
#include "test_step_matrices.moc"
