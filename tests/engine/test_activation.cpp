#include <cmath>
#include <numbers>

#include <QtTest>

#include "engine/kernels/activate.h"
#include "test_class.h"

using namespace regard;

class ActivationTest : public QObject {
    Q_OBJECT

    static double exactly(Activation activation, double x)
    {
        switch (activation) {
        case Activation::Relu:
            return x > 0 ? x : 0;
        case Activation::Gelu:
            return x * (1 + std::erf(x / std::numbers::sqrt2)) / 2;
        case Activation::GeluTanh:
            return x / 2 * (1 + std::tanh(std::sqrt(2 / std::numbers::pi) * (x + 0.044715 * x * x * x)));
        case Activation::Silu:
            return x / (1 + std::exp(-x));
        }
        return 0;
    }

private slots:
    void values_data()
    {
        QTest::addColumn<Activation>("activation");
        QTest::addColumn<double>("atOne");
        QTest::addColumn<double>("atMinusOne");
        QTest::newRow("relu") << Activation::Relu << 1.0 << 0.0;
        // Φ(1) = 0.841344746…, the normal distribution's table
        QTest::newRow("gelu") << Activation::Gelu << 0.8413447460685429 << -0.15865525393145707;
        QTest::newRow("gelu_tanh") << Activation::GeluTanh << 0.8411919906082768 << -0.15880800939172324;
        QTest::newRow("silu") << Activation::Silu << 0.7310585786300049 << -0.2689414213699951;
    }

    void values()
    {
        QFETCH(Activation, activation);
        QFETCH(double, atOne);
        QFETCH(double, atMinusOne);
        Matrix x(1, 3);
        x << 1, -1, 0;
        activate(x, activation);
        QVERIFY(std::abs(double(x(0, 0)) - atOne) < 2e-7);
        QVERIFY(std::abs(double(x(0, 1)) - atMinusOne) < 2e-7);
        QCOMPARE(x(0, 2), 0.0F);
    }

    void everywhere_data() { values_data(); }
    void everywhere()
    {
        QFETCH(Activation, activation);
        Matrix x(300, 300); // more than one thread takes
        for (Eigen::Index i = 0; i < x.size(); ++i)
            x.data()[i] = float(double(i) * 24 / double(x.size()) - 12);
        Matrix activated = x;
        activate(activated, activation);
        for (Eigen::Index i = 0; i < x.size(); ++i) {
            const double expected = exactly(activation, double(x.data()[i]));
            QVERIFY2(std::abs(double(activated.data()[i]) - expected) < 1e-6 * (1 + std::abs(expected)),
                     qPrintable(QString::number(double(x.data()[i]))));
        }
    }

    void farOutNothingOverflows_data() { values_data(); }
    void farOutNothingOverflows()
    {
        QFETCH(Activation, activation);
        Matrix x(1, 2);
        x << -1e4F, 1e4F;
        activate(x, activation);
        QCOMPARE(x(0, 0) + 1, 1.0F);
        QCOMPARE(x(0, 1), 1e4F);
    }
};

REGARD_GUILESS_TEST(ActivationTest)
#include "test_activation.moc"
