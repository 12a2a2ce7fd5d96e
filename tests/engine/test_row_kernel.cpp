#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <QtTest>

#include "engine/kernels/activate.h"
#include "engine/kernels/row_kernel.h"
#include "kernel_targets.h"
#include "test_class.h"

using namespace regard;

namespace {

constexpr float rowKernelInfinity = std::numeric_limits<float>::infinity();
constexpr float rowKernelNone = std::numeric_limits<float>::quiet_NaN();

std::vector<Activation> allActivations()
{
    std::vector<Activation> all;
    for (int i = 0; i < activationCount; ++i)
        all.push_back(static_cast<Activation>(i));
    return all;
}

/// How much of the rounding of x an activation's exponential makes a relative error of the result.
double amplified(Activation activation, double x)
{
    const double size = std::abs(x);
    switch (activation) {
    case Activation::Gelu: // the normal distribution's argument is in two parts
    case Activation::Gelu10:
        return 0;
    case Activation::GeluTanh:
        return size + size * size * size / 10;
    case Activation::QuickGelu:
        return 4 * size;
    case Activation::Laplace: { // (x − 0.7) / 0.28 is rounded, and squared
        const double deviations = std::min((size + 0.7) / 0.28, 14.0);
        return deviations * deviations;
    }
    default:
        return size;
    }
}

/// (x − mean) / √(variance + ε) · gain + bias in double.
std::vector<double> normedByHand(const std::vector<float> &x, const NormRows &rule)
{
    double mean = 0;
    double variance = 0;
    for (const float number : x)
        mean += double(number) / double(x.size());
    if (rule.kind == NormKind::Rms)
        mean = 0;
    for (const float number : x)
        variance += (double(number) - mean) * (double(number) - mean) / double(x.size());
    std::vector<double> normed;
    for (std::size_t j = 0; j < x.size(); ++j)
        normed.push_back((double(x[j]) - mean) / std::sqrt(variance + rule.epsilon) * double(rule.gain[j]) +
                         (rule.bias ? double(rule.bias[j]) : 0));
    return normed;
}

} // namespace

class RowKernelTest : public QObject {
    Q_OBJECT
private slots:
    void activations_data() { addTargetRows(); }
    void activations()
    {
        QFETCH(qint64, target);
        const AsTarget as(target);
        for (const Activation activation : allActivations()) {
            std::vector<float> x;
            for (int i = -6500; i <= 6500; ++i)
                x.push_back(float(i) / 500);
            for (const float tiny : {1e-3F, 1e-10F, 1e-30F})
                x.insert(x.end(), {tiny, -tiny});
            std::vector<float> y = x;
            activate(y.data(), y.size(), activation);
            for (std::size_t i = 0; i < x.size(); ++i) {
                const double expected = activationValue(double(x[i]), activation); // beside torch: ActivationTest
                const double tolerance = (1e-6 + 2e-7 * amplified(activation, double(x[i]))) * std::abs(expected);
                QVERIFY2(std::abs(double(y[i]) - expected) <= tolerance + 1e-37,
                         qPrintable(QStringLiteral("%1, %2: %3 instead of %4")
                                        .arg(QString::fromUtf8(activationName(activation)))
                                        .arg(double(x[i]))
                                        .arg(double(y[i]), 0, 'g', 9)
                                        .arg(expected, 0, 'g', 9)));
            }
        }
    }

    void farOut_data() { addTargetRows(); }
    void farOut()
    {
        QFETCH(qint64, target);
        const AsTarget as(target);
        for (const Activation activation : allActivations()) {
            std::vector<float> x(37, -3e30F);
            x[3] = x[36] = 3e30F;
            std::vector<float> y = x;
            activate(y.data(), y.size(), activation);
            for (std::size_t i = 0; i < x.size(); ++i) {
                const auto expected = float(activationValue(double(x[i]), activation)); // relu2: infinity
                QVERIFY2(y[i] == expected || std::abs(y[i] - expected) < 1e-6F * (1 + std::abs(expected)),
                         activationName(activation));
            }
        }
    }

    void aNumberDoesNotDependOnItsPlace_data() { addTargetRows(); }
    void aNumberDoesNotDependOnItsPlace()
    {
        QFETCH(qint64, target);
        const AsTarget as(target);
        for (const Activation activation : allActivations()) {
            std::vector<float> many(35, -0.7F);
            activate(many.data(), many.size(), activation);
            QCOMPARE(many, std::vector<float>(35, many[0]));
        }
    }

    void norms_data() { addTargetRows(); }
    void norms()
    {
        QFETCH(qint64, target);
        const AsTarget as(target);
        for (const std::size_t columns : {1, 3, 16, 50, 384})
            for (const float mean : {0.0F, 5.0F, 4096.0F})
                for (const NormKind kind : {NormKind::Layer, NormKind::Rms})
                    for (const bool isSum : {false, true}) {
                        std::vector<float> x, added, gain, bias;
                        for (std::size_t j = 0; j < columns; ++j) {
                            const auto k = float(j);
                            x.push_back(mean + float(j * j % 7)); // whole: their sums are exact
                            added.push_back(float(j * 3 % 5));
                            gain.push_back(std::cos(k));
                            bias.push_back(std::sin(2 * k));
                        }
                        std::vector<float> sum = x;
                        for (std::size_t j = 0; isSum && j < columns; ++j)
                            sum[j] += added[j];
                        std::vector<float> normed(columns);
                        NormRows rule;
                        rule.x = x.data();
                        rule.added = isSum ? added.data() : nullptr;
                        rule.normed = normed.data();
                        rule.rows = 1;
                        rule.columns = columns;
                        rule.gain = gain.data();
                        rule.bias = kind == NormKind::Layer ? bias.data() : nullptr;
                        rule.epsilon = 1e-5;
                        rule.kind = kind;
                        QVERIFY(normRows(rule));
                        const std::vector<double> expected = normedByHand(sum, rule);
                        for (std::size_t j = 0; j < columns; ++j)
                            QVERIFY(std::abs(double(normed[j]) - expected[j]) < 3e-7 * (1 + std::abs(expected[j])));
                    }
    }

    void whatIsNotFiniteIsTold_data() { addTargetRows(); }
    void whatIsNotFiniteIsTold()
    {
        QFETCH(qint64, target);
        const AsTarget as(target);
        for (const float bad : {rowKernelInfinity, -rowKernelInfinity, rowKernelNone})
            for (const std::size_t position : {0, 15, 16, 36}) {
                std::vector<float> numbers(37, 1.5F);
                const std::vector<float> ones(37, 1);
                std::vector<float> result(37);
                NormRows rule;
                rule.x = numbers.data();
                rule.normed = result.data();
                rule.rows = 1;
                rule.columns = 37;
                rule.gain = ones.data();
                rule.epsilon = 1e-5;
                QVERIFY(normRows(rule) && areFinite(numbers.data(), 37));
                QVERIFY(addNumbers(numbers.data(), ones.data(), result.data(), 37));
                QCOMPARE(result, std::vector<float>(37, 2.5F));
                numbers[position] = bad;
                QVERIFY(!normRows(rule));
                QVERIFY(!areFinite(numbers.data(), 37));
                QVERIFY(!addNumbers(numbers.data(), ones.data(), result.data(), 37));
            }
        const std::vector<float> large(20, 3e38F);
        std::vector<float> sum(20);
        QVERIFY(areFinite(large.data(), 20));
        QVERIFY(!addNumbers(large.data(), large.data(), sum.data(), 20));
    }
};

REGARD_GUILESS_TEST(RowKernelTest)
#include "test_row_kernel.moc"
