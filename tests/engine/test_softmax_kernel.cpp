#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <QtTest>

#include "engine/kernels/softmax_kernel.h"
#include "kernel_targets.h"
#include "test_class.h"

using namespace regard;

namespace {

constexpr float softmaxKernelInfinity = std::numeric_limits<float>::infinity();

/// In double, of those scores that are not −infinity.
std::vector<double> softmaxKernelByHand(const std::vector<float> &scores, double scale, double temperature)
{
    const double largest = double(*std::max_element(scores.begin(), scores.end()));
    std::vector<double> weights;
    double sum = 0;
    for (const float score : scores) {
        weights.push_back(std::exp((double(score) - largest) * scale / temperature));
        sum += weights.back();
    }
    for (double &weight : weights)
        weight /= sum;
    return weights;
}

std::vector<float> scoresOf(std::size_t count, float size)
{
    std::vector<float> scores(count);
    for (std::size_t i = 0; i < count; ++i)
        scores[i] = size * std::sin(float(i * i) + 0.5F);
    return scores;
}

void softmaxRow(std::vector<float> &scores, float scale = 1, float temperature = 1)
{
    softmax({scores.data(), scores.size(), 1, scores.size(), scale, temperature});
}

} // namespace

class SoftmaxKernelTest : public QObject {
    Q_OBJECT
private slots:
    void agreesWithDouble_data() { addTargetRows(); }
    void agreesWithDouble()
    {
        QFETCH(qint64, target);
        const AsTarget as(target);
        for (const std::size_t count : {1, 2, 7, 16, 31, 33, 512})
            for (const float size : {0.1F, 5.0F, 40.0F})
                for (const auto &[scale, temperature] : {std::pair(1.0F, 1.0F), {0.125F, 1.0F}, {0.125F, 0.3F}}) {
                    std::vector<float> scores = scoresOf(count, size);
                    const std::vector<double> expected =
                        softmaxKernelByHand(scores, double(scale), double(temperature));
                    softmaxRow(scores, scale, temperature);
                    for (std::size_t j = 0; j < count; ++j) {
                        // A score of 40 is rounded to 2e-6, which is the relative error of its exponential.
                        const double error = std::abs(double(scores[j]) - expected[j]);
                        QVERIFY2(error <= 1e-6 * expected[j] + 2e-6 * double(size) * expected[j] + 1e-37,
                                 qPrintable(QString::number(error)));
                    }
                }
    }

    void masked_data() { addTargetRows(); }
    void masked()
    {
        QFETCH(qint64, target);
        const AsTarget as(target);
        for (const std::size_t count : {3, 16, 37}) {
            std::vector<float> scores = scoresOf(count, 3);
            for (std::size_t j = 0; j < count; j += 2)
                scores[j] = -softmaxKernelInfinity;
            const std::vector<double> expected = softmaxKernelByHand(scores, 1, 1);
            softmaxRow(scores);
            for (std::size_t j = 0; j < count; ++j) {
                QVERIFY(std::abs(double(scores[j]) - expected[j]) < 1e-6);
                QVERIFY(j % 2 == 1 || scores[j] == 0);
            }
            std::vector<float> all(count, -softmaxKernelInfinity);
            softmaxRow(all);
            QCOMPARE(all, std::vector<float>(count, 0));
        }
    }

    void beyondFloat_data() { addTargetRows(); }
    void beyondFloat()
    {
        QFETCH(qint64, target);
        const AsTarget as(target);
        std::vector<float> scores = scoresOf(20, 3);
        scores[3] = scores[17] = softmaxKernelInfinity;
        scores[4] = -softmaxKernelInfinity;
        softmaxRow(scores);
        for (std::size_t j = 0; j < scores.size(); ++j)
            QCOMPARE(scores[j], j == 3 || j == 17 ? 0.5F : 0.0F);
        std::vector<float> far{-3e38F, 3e38F, 0}; // whose difference leaves float32
        softmaxRow(far, 0.5F, 0.01F);
        QCOMPARE(far, (std::vector<float>{0, 1, 0}));
    }

    void whatIsNotANumberIsNotHidden_data() { addTargetRows(); }
    void whatIsNotANumberIsNotHidden()
    {
        QFETCH(qint64, target);
        const AsTarget as(target);
        constexpr float none = std::numeric_limits<float>::quiet_NaN();
        for (const std::size_t position : {0, 5, 18})
            for (const float others : {1.0F, softmaxKernelInfinity, -softmaxKernelInfinity}) {
                std::vector<float> scores(19, others);
                scores[position] = none;
                softmaxRow(scores);
                QVERIFY(std::isnan(scores[position]));
            }
    }

    void causal_data() { addTargetRows(); }
    void causal()
    {
        QFETCH(qint64, target);
        const AsTarget as(target);
        constexpr std::size_t columns = 41;
        constexpr std::size_t rows = 39;
        std::vector<float> cut = scoresOf(rows * columns, 4);
        std::vector<float> masked = cut;
        for (std::size_t i = 0; i < rows; ++i)
            for (std::size_t j = i + 4; j < columns; ++j)
                masked[i * columns + j] = -softmaxKernelInfinity;
        for (std::size_t i = 0; i < rows; ++i)
            for (std::size_t j = i + 4; j < columns; ++j)
                cut[i * columns + j] = std::numeric_limits<float>::quiet_NaN(); // is not looked at
        softmax({cut.data(), columns, rows, columns, 0.5F, 2.0F, -softmaxKernelInfinity, 4});
        softmax({masked.data(), columns, rows, columns, 0.5F, 2.0F});
        QCOMPARE(cut, masked); // to the bit
    }

    void additive_data() { addTargetRows(); }
    void additive()
    {
        QFETCH(qint64, target);
        const AsTarget as(target);
        constexpr std::size_t n = 3;
        constexpr std::size_t m = 21;
        constexpr std::size_t size = 5;
        const std::vector<float> queries = scoresOf(n * size, 2);
        const std::vector<float> keys = scoresOf(size * m, 9);
        const std::vector<float> weights = scoresOf(size, 1);
        std::vector<float> scores(n * m);
        additiveScores({queries.data(), keys.data(), weights.data(), scores.data(), n, m, size});
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t j = 0; j < m; ++j) {
                double expected = 0;
                for (std::size_t c = 0; c < size; ++c)
                    expected += double(weights[c]) * std::tanh(double(queries[i * size + c]) + double(keys[c * m + j]));
                QVERIFY(std::abs(double(scores[i * m + j]) - expected) < 1e-6);
            }
    }
};

REGARD_GUILESS_TEST(SoftmaxKernelTest)
#include "test_softmax_kernel.moc"
