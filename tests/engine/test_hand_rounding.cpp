#include <cmath>
#include <random>

#include <QtTest>

#include "engine/analysis/hand_rounding.h"
#include "engine/base/errors.h"
#include "test_class.h"

using namespace regard;

namespace {

using Row = std::vector<double>;

double unitsOf(const Row &row, int decimals)
{
    double units = 0;
    for (const double value : row)
        units += std::round(value * std::pow(10.0, decimals));
    return units;
}

/// Weights that sum to 1: some of them equal, some 0, as softmax gives them.
Row drawnRow(std::mt19937 &random, int size)
{
    Row row(static_cast<std::size_t>(size));
    double sum = 0;
    for (double &value : row) {
        value = std::exp(0.5 * double(random() % 25)) * (random() % 5 == 0 ? 0 : 1);
        sum += value;
    }
    if (sum == 0)
        return drawnRow(random, size);
    for (double &value : row)
        value /= sum;
    return row;
}

} // namespace

class HandRoundingTest : public QObject {
    Q_OBJECT
private slots:
    void rows_data()
    {
        QTest::addColumn<Row>("weights");
        QTest::addColumn<int>("decimals");
        QTest::addColumn<Row>("rounded");
        // Three inputs by hand: the softmax of 2 4 4, of 4 16 12 and of 4 12 10.
        QTest::newRow("x1") << Row{0.0633789383, 0.4683105308, 0.4683105308} << 1 << Row{0.0, 0.5, 0.5};
        QTest::newRow("x2") << Row{6.03365e-6, 0.9820078648, 0.0179861017} << 1 << Row{0.0, 1.0, 0.0};
        QTest::newRow("x3") << Row{0.0002953872, 0.8805369018, 0.1191677110} << 1 << Row{0.0, 0.9, 0.1};
        QTest::newRow("x1, two decimals")
            << Row{0.0633789383, 0.4683105308, 0.4683105308} << 2 << Row{0.06, 0.47, 0.47};
        QTest::newRow("thirds") << Row{1 / 3.0, 1 / 3.0, 1 / 3.0} << 1 << Row{0.4, 0.3, 0.3};
        QTest::newRow("quarters") << Row{0.25, 0.25, 0.25, 0.25} << 1 << Row{0.3, 0.3, 0.2, 0.2};
        QTest::newRow("eighths") << Row(8, 0.125) << 1 << Row{0.2, 0.2, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1};
        QTest::newRow("many small ones") << Row(20, 0.05) << 1 << Row{0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1,
                                                                      0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0};
        // Tenths as float32 holds them add up to a little more or less than 1.
        QTest::newRow("float32, below") << Row{double(0.1F), double(0.2F), double(0.7F)} << 1 << Row{0.1, 0.2, 0.7};
        QTest::newRow("float32, above") << Row{double(0.3F), double(0.3F), double(0.4F)} << 1 << Row{0.3, 0.3, 0.4};
        QTest::newRow("masked throughout") << Row{0, 0, 0} << 2 << Row{0, 0, 0};
        QTest::newRow("one key") << Row{1} << 1 << Row{1};
        QTest::newRow("no decimals") << Row{0.4, 0.6} << 0 << Row{0, 1};
        QTest::newRow("no keys") << Row{} << 1 << Row{};
    }
    void rows()
    {
        QFETCH(Row, weights);
        QFETCH(int, decimals);
        QFETCH(Row, rounded);
        QCOMPARE(roundedToSum(weights, decimals), rounded);
    }

    void anyRow()
    {
        std::mt19937 random(7);
        for (int round = 0; round < 2000; ++round) {
            const int decimals = 1 + round % 3;
            const double unit = std::pow(10.0, -decimals);
            const Row weights = drawnRow(random, 1 + round % 40);
            const Row rounded = roundedToSum(weights, decimals);
            QCOMPARE(rounded.size(), weights.size());
            QCOMPARE(unitsOf(rounded, decimals), std::pow(10.0, decimals));
            for (std::size_t i = 0; i < weights.size(); ++i) {
                QVERIFY(std::abs(rounded[i] - weights[i]) < unit);
                // A number of that many decimals, to the last bit.
                QCOMPARE(rounded[i], QString::number(rounded[i], 'f', decimals).toDouble());
                for (std::size_t j = 0; j < weights.size(); ++j)
                    if (weights[i] > weights[j] || (weights[i] == weights[j] && i < j))
                        QVERIFY(rounded[i] >= rounded[j]);
            }
        }
    }

    void whatCannotBeRounded()
    {
        QVERIFY_EXCEPTION_THROWN(roundedToSum({0.5, 0.5}, -1), ValueError);
        QVERIFY_EXCEPTION_THROWN(roundedToSum({0.5, 0.5}, 10), ValueError);
        QVERIFY_EXCEPTION_THROWN(roundedToSum({1.5, -0.5}, 1), ValueError);
        QVERIFY_EXCEPTION_THROWN(roundedToSum({std::nan(""), 1}, 1), ValueError);
    }
};

REGARD_GUILESS_TEST(HandRoundingTest)
#include "test_hand_rounding.moc"
