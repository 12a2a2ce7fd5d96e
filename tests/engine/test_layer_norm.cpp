#include <cmath>

#include <QtTest>

#include "engine/base/errors.h"
#include "norm_functions.h"
#include "test_class.h"

using namespace regard;

namespace {

Matrix row(std::initializer_list<float> values)
{
    Matrix matrix(1, Eigen::Index(values.size()));
    std::copy(values.begin(), values.end(), matrix.data());
    return matrix;
}

} // namespace

class LayerNormTest : public QObject {
    Q_OBJECT
private slots:
    void closedForm()
    {
        // Mean 2, variance (1 + 0 + 1) / 3 over all columns; with epsilon 1/3 the deviation is 1.
        const Matrix normed = layerNorm(row({1, 2, 3}), row({2, 3, 4}), row({10, 20, 30}), 1.0 / 3);
        const Matrix expected = row({8, 20, 34});
        QVERIFY2((normed - expected).cwiseAbs().maxCoeff() < 1e-5F, "(x − mean) / √(variance + ε) · gain + bias");
    }

    void epsilonStandsUnderTheRoot()
    {
        // Variance 1: 1 / √(1 + 3) is 0.5, where 1 / (1 + 3) would be 0.25.
        const Matrix normed = layerNorm(row({-1, 1}), row({1, 1}), row({0, 0}), 3);
        QVERIFY(std::abs(normed(0, 1) - 0.5F) < 1e-6F);
    }

    void everyRowForItself()
    {
        Matrix x(2, 4);
        x << 1, 2, 3, 4, -100, 300, 500, 100;
        const Matrix gain = Matrix::Ones(1, 4);
        const Matrix bias = Matrix::Zero(1, 4);
        const Matrix normed = layerNorm(x, gain, bias, 1e-12);
        for (Eigen::Index i = 0; i < 2; ++i) {
            QVERIFY(std::abs(normed.row(i).mean()) < 1e-6F);
            QVERIFY(std::abs(normed.row(i).squaredNorm() / 4 - 1) < 1e-5F);
            QVERIFY(layerNorm(x.row(i), gain, bias, 1e-12) == normed.row(i));
        }
    }

    void equalNumbersBecomeTheBias()
    {
        QVERIFY(layerNorm(row({5, 5, 5}), row({2, 2, 2}), row({1, 2, 3}), 1e-5) == row({1, 2, 3}));
    }

    void aLargeMeanLosesNoDigits()
    {
        const Matrix normed = layerNorm(row({4096, 4097, 4098}), row({1, 1, 1}), row({0, 0, 0}), 1e-12);
        QVERIFY(std::abs(normed(0, 2) - std::sqrt(1.5F)) < 1e-5F);
    }

    void manyRowsAreSharedOutAmongThreads()
    {
        const Matrix x = Matrix::Random(600, 512);
        const Matrix gain = Matrix::Random(1, 512);
        const Matrix bias = Matrix::Random(1, 512);
        const Matrix normed = layerNorm(x, gain, bias, 1e-5);
        for (const Eigen::Index i : {0, 299, 300, 599})
            QVERIFY(layerNorm(x.row(i), gain, bias, 1e-5) == normed.row(i));
    }

    void sizesThatDoNotFit()
    {
        QVERIFY_EXCEPTION_THROWN(layerNorm(row({1, 2, 3}), row({1, 1}), row({0, 0, 0}), 1e-5), ShapeError);
        QVERIFY_EXCEPTION_THROWN(layerNorm(row({1, 2, 3}), row({1, 1, 1}), row({0}), 1e-5), ShapeError);
    }
};

REGARD_GUILESS_TEST(LayerNormTest)
#include "test_layer_norm.moc"
