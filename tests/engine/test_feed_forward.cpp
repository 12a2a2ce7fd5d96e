#include <algorithm>
#include <cmath>
#include <initializer_list>

#include <QtTest>

#include "engine/pass/feed_forward.h"
#include "engine/pass/forward.h"
#include "engine/pass/sublayer_cost.h"
#include "test_class.h"

using namespace regard;

namespace {

Matrix filled(int rows, int columns, std::initializer_list<float> numbers)
{
    Matrix matrix(rows, columns);
    std::copy(numbers.begin(), numbers.end(), matrix.data());
    return matrix;
}

ModelConfig gated(bool bias)
{
    ModelConfig config;
    config.dModel = 2;
    config.dFf = 3;
    config.gated = true;
    config.bias = bias;
    config.activation = Activation::Silu;
    return config;
}

ModelWeights weights()
{
    ModelWeights given;
    given.set("encoder.0.ffn.w_1", filled(2, 3, {1, 0, 2, 0, 1, -1}));
    given.set("encoder.0.ffn.b_1", filled(1, 3, {0, 0.5F, 1}));
    given.set("encoder.0.ffn.w_3", filled(2, 3, {3, 1, 0, 1, 0, 4}));
    given.set("encoder.0.ffn.b_3", filled(1, 3, {1, -2, 0.25F}));
    given.set("encoder.0.ffn.w_2", filled(3, 2, {1, 2, 0, 1, -1, 1}));
    given.set("encoder.0.ffn.b_2", filled(1, 2, {10, 20}));
    return given;
}

double silu(double x)
{
    return x / (1 + std::exp(-x));
}

} // namespace

class FeedForwardTest : public QObject {
    Q_OBJECT
private slots:
    /// For the row (2, 3): x · w_1 = (2, 3, 1), x · w_3 = (9, 2, 12).
    void aGateMultipliesWhatIsActivated()
    {
        const Model model = buildModel(gated(false), weights(), {});
        const Matrix x = filled(1, 2, {2, 3});
        QVERIFY(feedForwardGate(model, Stack::Encoder, 0, x) == filled(1, 3, {9, 2, 12}));
        const Matrix hidden = feedForwardHidden(model, Stack::Encoder, 0, x);
        const double first = silu(2) * 9;
        const double second = silu(3) * 2;
        const double third = silu(1) * 12;
        QVERIFY(std::abs(double(hidden(0, 0)) - first) < 1e-5);
        QVERIFY(std::abs(double(hidden(0, 1)) - second) < 1e-5);
        QVERIFY(std::abs(double(hidden(0, 2)) - third) < 1e-5);
        const Matrix output = runFeedForward(model, Stack::Encoder, 0, x, x, {}, {})->output;
        QVERIFY(std::abs(double(output(0, 0)) - (first - third)) < 1e-5);
        QVERIFY(std::abs(double(output(0, 1)) - (2 * first + second + third)) < 1e-5);
    }

    void biasesOfBothHalves()
    {
        const Model model = buildModel(gated(true), weights(), {});
        const Matrix x = filled(1, 2, {2, 3});
        const Matrix hidden = feedForwardHidden(model, Stack::Encoder, 0, x);
        QVERIFY(std::abs(double(hidden(0, 0)) - silu(2) * 10) < 1e-5);
        QVERIFY(std::abs(double(hidden(0, 1)) - silu(3.5) * 0) < 1e-5);
        QVERIFY(std::abs(double(hidden(0, 2)) - silu(2) * 12.25) < 1e-5);
        const Matrix output = runFeedForward(model, Stack::Encoder, 0, x, x, {}, {})->output;
        QVERIFY(std::abs(double(output(0, 0)) - (silu(2) * 10 - silu(2) * 12.25 + 10)) < 1e-5);
    }

    void aGateThatIsOneEverywhereIsNone()
    {
        ModelWeights given = weights();
        given.set("encoder.0.ffn.w_3", Matrix(Matrix::Zero(2, 3)));
        given.set("encoder.0.ffn.b_3", Matrix(Matrix::Ones(1, 3)));
        ModelConfig plain = gated(true);
        plain.gated = false;
        const Input input{{"a", "b"}};
        const SharedTrace open = forward(buildModel(gated(true), given, {}), input);
        const SharedTrace none = forward(buildModel(plain, given, {}), input);
        QVERIFY(open->encoderFeedForward[0]->output == none->encoderFeedForward[0]->output);
    }

    void aGateCostsAThirdProduct()
    {
        ModelConfig config = gated(false);
        config.dModel = 1000;
        const Sublayer sublayer{Stack::Encoder, 0, SublayerKind::FeedForward};
        const double with = sublayerCost(config, sublayer, 10, 10);
        config.gated = false;
        QCOMPARE(with - sublayerCost(config, sublayer, 10, 10), 10.0 * 1000 * 3);
    }
};

REGARD_GUILESS_TEST(FeedForwardTest)
#include "test_feed_forward.moc"
