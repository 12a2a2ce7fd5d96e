#include <QtTest>

#include "engine/model/model.h"
#include "engine/pass/attention.h"
#include "engine/pass/forward.h"
#include "test_class.h"

using namespace regard;

namespace {

Matrix workedExampleMatrix(int rows, int columns, const std::vector<float> &values)
{
    return Eigen::Map<const Matrix>(values.data(), rows, columns);
}

SharedMatrix shared(Matrix values)
{
    return std::make_shared<Matrix>(std::move(values));
}

/// Three inputs of four numbers, with weights that a user can follow on paper.
Model workedExampleWorkedExample(Score score)
{
    ModelConfig config;
    config.dModel = 4;
    config.heads = 1;
    config.dKey = 3;
    config.dValue = 3;
    config.score = score;
    config.outputProjection = false;
    ModelWeights given;
    given.set("encoder.0.self.w_q", workedExampleMatrix(4, 3, {1, 0, 1, 1, 0, 0, 0, 0, 1, 0, 1, 1}));
    given.set("encoder.0.self.w_k", workedExampleMatrix(4, 3, {0, 0, 1, 1, 1, 0, 0, 1, 0, 1, 1, 0}));
    given.set("encoder.0.self.w_v", workedExampleMatrix(4, 3, {0, 2, 0, 0, 3, 0, 1, 0, 3, 1, 1, 0}));
    return buildModel(config, given,
                      {{"x1", shared(workedExampleMatrix(1, 4, {1, 0, 1, 0}))},
                       {"x2", shared(workedExampleMatrix(1, 4, {0, 2, 0, 2}))},
                       {"x3", shared(workedExampleMatrix(1, 4, {1, 1, 1, 1}))}});
}

/// Published to four decimals (three significant digits where tiny), so half of the last digit is allowed.
void compareRounded(const Matrix &actual, const Matrix &published, float tolerance)
{
    QCOMPARE(actual.rows(), published.rows());
    QCOMPARE(actual.cols(), published.cols());
    for (Eigen::Index i = 0; i < actual.size(); ++i)
        QVERIFY2(std::abs(actual.data()[i] - published.data()[i]) <= tolerance,
                 qPrintable(QStringLiteral("cell %1 is %2, expected %3")
                                .arg(i)
                                .arg(double(actual.data()[i]))
                                .arg(double(published.data()[i]))));
}

} // namespace

class WorkedExample : public QObject {
    Q_OBJECT
private slots:
    void projectionsAndScoresAreExact()
    {
        const Model model = workedExampleWorkedExample(Score::Dot);
        const SharedTrace trace = forward(model, {{"x1", "x2", "x3"}, {}});
        QCOMPARE(trace->blocks.size(), std::size_t(1));
        QCOMPARE(trace->blocks[0]->name, std::string("encoder.0.self"));
        const HeadTrace &head = trace->blocks[0]->heads.at(0);
        QVERIFY(head.q == workedExampleMatrix(3, 3, {1, 0, 2, 2, 2, 2, 2, 1, 3}));
        QVERIFY(head.k == workedExampleMatrix(3, 3, {0, 1, 1, 4, 4, 0, 2, 3, 1}));
        QVERIFY(head.v == workedExampleMatrix(3, 3, {1, 2, 3, 2, 8, 0, 2, 6, 3}));
        const HeadScores scores = headScores(model, *trace, 0, 0);
        const Matrix expected = workedExampleMatrix(3, 3, {2, 4, 4, 4, 16, 12, 4, 12, 10});
        QVERIFY(scores.scores == expected);
        QVERIFY(scores.scaled == expected);
        QVERIFY(scores.masked == expected);
    }

    void weightsAndOutputsOfDot()
    {
        const SharedTrace trace = forward(workedExampleWorkedExample(Score::Dot), {{"x1", "x2", "x3"}, {}});
        const BlockTrace &block = *trace->blocks[0];
        compareRounded(block.heads[0].weights,
                       workedExampleMatrix(
                           3, 3, {0.0634F, 0.4683F, 0.4683F, 6.03e-06F, 0.9820F, 0.0180F, 2.95e-04F, 0.8805F, 0.1192F}),
                       5.1e-5F);
        QVERIFY(std::abs(block.heads[0].weights(1, 0) - 6.03e-06F) < 0.006e-06F);
        QVERIFY(std::abs(block.heads[0].weights(2, 0) - 2.95e-04F) < 0.006e-04F);
        const Matrix outputs = workedExampleMatrix(
            3, 3, {1.9366F, 6.6831F, 1.5951F, 2.0000F, 7.9640F, 0.0540F, 1.9997F, 7.7599F, 0.3584F});
        compareRounded(block.heads[0].output, outputs, 5.1e-5F);
        QVERIFY(block.joined == block.heads[0].output);
        QVERIFY(block.output == block.joined);
        QVERIFY(trace->encoderOutput == block.output);
    }

    void weightsOfScaledDot()
    {
        const Model model = workedExampleWorkedExample(Score::ScaledDot);
        const SharedTrace trace = forward(model, {{"x1", "x2", "x3"}, {}});
        compareRounded(trace->blocks[0]->heads[0].weights,
                       workedExampleMatrix(
                           3, 3, {0.1361F, 0.4319F, 0.4319F, 0.0009F, 0.9088F, 0.0903F, 0.0074F, 0.7547F, 0.2378F}),
                       5.1e-5F);
        const HeadScores scores = headScores(model, *trace, 0, 0);
        QCOMPARE(scores.scores(1, 1), 16.0F);
        QCOMPARE(scores.scaled(1, 1), 16.0F / std::sqrt(3.0F));
    }
};

REGARD_GUILESS_TEST(WorkedExample)
#include "test_worked_example.moc"
