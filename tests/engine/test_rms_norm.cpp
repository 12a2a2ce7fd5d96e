#include <cmath>

#include <QtTest>

#include "engine/base/errors.h"
#include "engine/functions/norm.h"
#include "norm_functions.h"
#include "test_class.h"

using namespace regard;

namespace {

Matrix rmsNormRow(std::initializer_list<float> values)
{
    Matrix matrix(1, Eigen::Index(values.size()));
    std::copy(values.begin(), values.end(), matrix.data());
    return matrix;
}

} // namespace

class RmsNormTest : public QObject {
    Q_OBJECT
private slots:
    void closedForm()
    {
        // Mean of squares (9 + 16) / 2 = 12.5; with epsilon 3.5 the root is 4.
        const Matrix normed = rmsNorm(rmsNormRow({3, 4}), rmsNormRow({2, 1}), 3.5);
        QVERIFY((normed - rmsNormRow({1.5F, 1})).cwiseAbs().maxCoeff() < 1e-6F);
    }

    void theMeanStays()
    {
        // A layer norm would give zeros.
        QVERIFY((rmsNorm(rmsNormRow({5, 5, 5}), rmsNormRow({1, 2, 3}), 1e-12) - rmsNormRow({1, 2, 3}))
                    .cwiseAbs()
                    .maxCoeff() < 1e-6F);
    }

    void asALayerNormWhereTheMeanIsZero()
    {
        const Matrix x = rmsNormRow({-2, 1, 3, -2});
        const Matrix gain = rmsNormRow({1, 2, -1, 0.5F});
        QVERIFY(rmsNorm(x, gain, 0.1).isApprox(layerNorm(x, gain, Matrix::Zero(1, 4), 0.1), 1e-6F));
    }

    void everyRowForItself()
    {
        const Matrix x = Matrix::Random(700, 513); // large enough for several threads
        const Matrix gain = Matrix::Random(1, 513);
        const Matrix normed = rmsNorm(x, gain, 1e-5);
        for (const Eigen::Index i : {0, 1, 350, 699})
            QVERIFY(rmsNorm(x.row(i), gain, 1e-5) == normed.row(i));
    }

    void wrongSizes()
    {
        QVERIFY_EXCEPTION_THROWN(rmsNorm(rmsNormRow({1, 2, 3}), rmsNormRow({1, 1}), 1e-5), ShapeError);
    }

    void theModelsKindDecides()
    {
        ModelConfig config;
        config.dModel = 4;
        config.norm = Norm::Pre;
        const Matrix x = rmsNormRow({1, 2, 3, 6});
        QVERIFY(normed(buildModel(config, {}, {}), "encoder.0.norm_1", x) ==
                layerNorm(x, Matrix::Ones(1, 4), Matrix::Zero(1, 4), config.normEpsilon));
        config.normKind = NormKind::Rms;
        const Model model = buildModel(config, {}, {});
        QVERIFY(normed(model, "encoder.0.norm_1", x) == rmsNorm(x, Matrix::Ones(1, 4), config.normEpsilon));
        QVERIFY(!model.weights.contains("encoder.0.norm_1.bias"));
    }
};

REGARD_GUILESS_TEST(RmsNormTest)
#include "test_rms_norm.moc"
