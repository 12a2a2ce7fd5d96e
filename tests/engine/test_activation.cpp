#include <cmath>
#include <map>

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>

#include "activation_words.h"
#include "engine/kernels/activate.h"
#include "paths.h"
#include "test_class.h"

using namespace regard;

/// Beside the transformers library's activations and their derivatives by torch (tests/data/activations/make.py).
class ActivationTest : public QObject {
    Q_OBJECT

    static QJsonObject torchs()
    {
        QFile file(QStringLiteral(REGARD_TEST_DATA "/activations/activations.json"));
        return file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll()).object() : QJsonObject();
    }

    static std::vector<double> numbersOf(const QJsonValue &list)
    {
        std::vector<double> numbers;
        for (const QJsonValue value : list.toArray())
            numbers.push_back(value.toDouble());
        return numbers;
    }

    static void compare(double actual, double expected, double tolerance, double x)
    {
        QVERIFY2(std::abs(actual - expected) <= tolerance * (1 + std::abs(expected)),
                 qPrintable(QStringLiteral("at %1: %2 instead of %3").arg(x).arg(actual, 0, 'g', 17).arg(expected)));
    }

private slots:
    void asTorchComputes_data()
    {
        QTest::addColumn<Activation>("activation");
        QCOMPARE(int(activationWords().size()), activationCount);
        for (const auto &[word, activation] : activationWords())
            QTest::newRow(word.c_str()) << activation;
    }

    void asTorchComputes()
    {
        QFETCH(Activation, activation);
        const QJsonObject data = torchs();
        const QJsonObject row =
            data[QStringLiteral("activations")].toObject()[QString::fromLatin1(QTest::currentDataTag())].toObject();
        const std::vector<double> x = numbersOf(data[QStringLiteral("x")]);
        const std::vector<double> value = numbersOf(row[QStringLiteral("value")]);
        const std::vector<double> slope = numbersOf(row[QStringLiteral("slope")]);
        QVERIFY(x.size() > 20 && value.size() == x.size() && slope.size() == x.size());
        Matrix floats(1, Eigen::Index(x.size()));
        for (std::size_t i = 0; i < x.size(); ++i)
            floats(0, Eigen::Index(i)) = float(x[i]);
        const Matrix slopes = activationSlope(floats, activation);
        activate(floats, activation);
        for (std::size_t i = 0; i < x.size(); ++i) {
            compare(activationValue(x[i], activation), value[i], 1e-14, x[i]);
            compare(activationSlope(x[i], activation), slope[i], 1e-13, x[i]);
            // A number just beside 6 is another one in float32; here a step is none.
            compare(double(floats(0, Eigen::Index(i))), value[i], 3e-6, x[i]);
            compare(double(slopes(0, Eigen::Index(i))), slope[i], 3e-6, x[i]);
        }
    }

    void manyNumbers_data() { asTorchComputes_data(); }
    void manyNumbers()
    {
        QFETCH(Activation, activation);
        Matrix x(300, 300); // more than one thread takes
        for (Eigen::Index i = 0; i < x.size(); ++i)
            x.data()[i] = float(double(i) * 24 / double(x.size()) - 12);
        Matrix activated = x;
        activate(activated, activation);
        for (Eigen::Index i = 0; i < x.size(); ++i)
            compare(double(activated.data()[i]), activationValue(double(x.data()[i]), activation), 2e-6,
                    double(x.data()[i]));
    }

    /// One that no table has is not forgotten either.
    void eachHasAName()
    {
        std::map<std::string, int> names;
        for (int i = 0; i < activationCount; ++i)
            ++names[activationName(static_cast<Activation>(i))];
        QCOMPARE(int(names.size()), activationCount);
    }
};

REGARD_GUILESS_TEST(ActivationTest)
#include "test_activation.moc"
