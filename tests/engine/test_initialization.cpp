#include <cmath>

#include <QtTest>

#include "engine/model/initialization.h"
#include "test_class.h"

using namespace regard;

namespace {

WeightShape shape(const char *name, int rows, int columns, WeightRole role = WeightRole::Projection)
{
    return {name, rows, columns, role, true};
}

double deviation(const Matrix &matrix)
{
    return std::sqrt(matrix.cast<double>().array().square().mean());
}

} // namespace

/// What draws.txt cannot show: spreads, and what a number may depend on. Its literals are read in test_reference.
class InitializationTest : public QObject {
    Q_OBJECT
private slots:
    void spreads()
    {
        // 60,000 numbers: the deviation is known to 0.3 %, four standard errors are 1.2 %.
        ModelConfig config;
        const WeightShape large = shape("encoder.0.self.w_q", 200, 300);
        const double limit = std::sqrt(6.0 / 500);
        const Matrix xavier = drawWeight(config, large, 0);
        QVERIFY(xavier.cwiseAbs().maxCoeff() <= float(limit));
        QVERIFY(xavier.cwiseAbs().maxCoeff() > float(0.999 * limit));
        QVERIFY(std::abs(deviation(xavier) / (limit / std::sqrt(3.0)) - 1) < 0.012);
        QVERIFY(std::abs(xavier.mean()) < 0.02 * limit);

        config.initialization = Initialization::Kaiming;
        QVERIFY(std::abs(deviation(drawWeight(config, large, 0)) / std::sqrt(2.0 / 200) - 1) < 0.012);

        config.initialization = Initialization::Gaussian;
        config.initializationStd = 0.5;
        const Matrix gaussian = drawWeight(config, large, 0);
        QVERIFY(std::abs(deviation(gaussian) / 0.5 - 1) < 0.012);
        QVERIFY(std::abs(gaussian.mean()) < 0.01);
        const double within = double((gaussian.array().abs() < 0.5F).count()) / double(gaussian.size());
        QVERIFY(std::abs(within - 0.6827) < 0.008); // one deviation of the normal distribution
    }

    void normalNumbersDoNotDependOnTheSize()
    {
        ModelConfig config;
        config.initialization = Initialization::Gaussian;
        const Matrix small = drawWeight(config, shape("encoder.0.self.w_k", 3, 4), 0);
        const Matrix large = drawWeight(config, shape("encoder.0.self.w_k", 9, 11), 0);
        QVERIFY(large.topLeftCorner(3, 4) == small);
    }

    void xavierNumbersKeepTheirProportion()
    {
        const ModelConfig config;
        const Matrix small = drawWeight(config, shape("encoder.0.self.w_k", 3, 4), 0);  // spread √(6/7)
        const Matrix large = drawWeight(config, shape("encoder.0.self.w_k", 3, 25), 0); // spread √(6/28), half
        QVERIFY(large.leftCols(4).isApprox(small / 2, 1e-6F));
    }

    void seedNameAndTokenMatter()
    {
        ModelConfig config;
        ModelConfig other;
        other.seed = 2;
        const WeightShape keys = shape("encoder.0.self.w_k", 2, 2);
        const WeightShape queries = shape("encoder.0.self.w_q", 2, 2);
        QVERIFY(drawWeight(config, keys, 0) == drawWeight(config, keys, 0));
        QVERIFY(drawWeight(config, keys, 0) != drawWeight(other, keys, 0));
        QVERIFY(drawWeight(config, keys, 0) != drawWeight(config, queries, 0));
        QVERIFY(drawEmbeddingRow(config, "cat") == drawEmbeddingRow(config, "cat"));
        QVERIFY(drawEmbeddingRow(config, "cat") != drawEmbeddingRow(config, "Cat"));
        QVERIFY(drawEmbeddingRow(config, "cat") != drawEmbeddingRow(other, "cat"));
    }

    void aRowGrowsAtItsEnd()
    {
        ModelConfig wide;
        wide.dModel = 40;
        const ModelConfig narrow; // 16
        QVERIFY(drawEmbeddingRow(wide, "cat").leftCols(16) == drawEmbeddingRow(narrow, "cat"));
        const WeightShape table = shape("position", 0, 16, WeightRole::PositionTable);
        QVERIFY(drawWeight(narrow, table, 9).topRows(4) == drawWeight(narrow, table, 4));
    }

    void positionsTypesAndWordsAreStandardNormalWhateverTheRule()
    {
        ModelConfig config;
        config.dModel = 20000;
        const WeightShape table = shape("position", 0, 20000, WeightRole::PositionTable);
        const Matrix row = drawEmbeddingRow(config, "cat");
        const Matrix positions = drawWeight(config, table, 1);
        const WeightShape typeTable = shape("token_type", 2, 20000, WeightRole::EmbeddingRows);
        const Matrix types = drawWeight(config, typeTable, 2);
        QCOMPARE(types.rows(), Eigen::Index(2));
        QVERIFY(std::abs(deviation(types) - 1) < 0.02);
        QVERIFY(std::abs(deviation(row) - 1) < 0.02);
        QVERIFY(std::abs(deviation(positions) - 1) < 0.02);
        config.initialization = Initialization::Gaussian;
        QVERIFY(drawEmbeddingRow(config, "cat") == row);
        QVERIFY(drawWeight(config, table, 1) == positions);
        QVERIFY(drawWeight(config, typeTable, 2) == types);
    }

    void gainsAndBiases()
    {
        const ModelConfig config;
        QVERIFY(drawWeight(config, shape("a", 1, 5, WeightRole::Gain), 0) == Matrix::Ones(1, 5));
        QVERIFY(drawWeight(config, shape("a", 1, 5, WeightRole::Bias), 0) == Matrix::Zero(1, 5));
    }
};

REGARD_GUILESS_TEST(InitializationTest)
#include "test_initialization.moc"
