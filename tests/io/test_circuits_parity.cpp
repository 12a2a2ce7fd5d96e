#include <cmath>

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>

#include "engine/analysis/circuits.h"
#include "engine/analysis/composition.h"
#include "io/checkpoint/checkpoint.h"
#include "paths.h"
#include "test_class.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

namespace {

/// Whether they are alike up to float32's rounding of sums.
bool isLikeExpected(const Matrix &numbers, const QJsonArray &expected)
{
    double most = 0;
    double apart = 0;
    for (Eigen::Index row = 0; row < numbers.rows(); ++row)
        for (Eigen::Index column = 0; column < numbers.cols(); ++column) {
            const double number = expected[row].toArray()[column].toDouble();
            most = std::max(most, std::abs(number));
            apart = std::max(apart, std::abs(double(numbers(row, column)) - number));
        }
    return numbers.rows() == expected.size() && apart <= 1e-5 * most;
}

} // namespace

/// QK and OV circuits of the small checkpoints beside torch in double (tests/data/circuits/make.py).
class CircuitsParityTest : public QObject {
    Q_OBJECT
private slots:
    void sameAsTorch_data()
    {
        QTest::addColumn<QJsonObject>("expected");
        QFile file(QStringLiteral(REGARD_TEST_DATA "/circuits/circuits.json"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QJsonArray all = QJsonDocument::fromJson(file.readAll()).array();
        QVERIFY(all.size() > 15);
        for (const QJsonValue &one : all) {
            const QJsonObject expected = one.toObject();
            QTest::addRow("%s %d.%d at %d", qPrintable(expected[QStringLiteral("folder")].toString()),
                          expected[QStringLiteral("layer")].toInt(), expected[QStringLiteral("head")].toInt(),
                          expected[QStringLiteral("distance")].toInt())
                << expected;
        }
    }

    void sameAsTorch()
    {
        QFETCH(QJsonObject, expected);
        const auto checkpoint = openCheckpoint(QStringLiteral(REGARD_TEST_DATA "/checkpoints/") +
                                               expected[QStringLiteral("folder")].toString());
        const Model &model = checkpoint->model;
        const Attention attention =
            model.config.architecture == Architecture::Encoder ? Attention::Encoder : Attention::Decoder;
        const HeadRef head{attention, expected[QStringLiteral("layer")].toInt(),
                           expected[QStringLiteral("head")].toInt()};
        std::vector<std::string> words;
        std::vector<int> columns;
        for (const QJsonValue &word : expected[QStringLiteral("words")].toArray()) {
            columns.push_back(word.toInt());
            words.push_back(checkpoint->tokenizer->vocabulary().at(std::size_t(word.toInt())));
        }
        const TokenList vocabulary(checkpoint->tokenizer->vocabulary());
        QVERIFY(isLikeExpected(qkCircuit(model, head, words, words, expected[QStringLiteral("distance")].toInt(), 8),
                               expected[QStringLiteral("qk")].toArray()));
        QVERIFY(hasOvCircuit(model, attention));
        QVERIFY(isLikeExpected(ovCircuit(model, head, words, vocabulary, columns),
                               expected[QStringLiteral("ov")].toArray()));
        // A ratio of sums of eigenvalues of products over the vocabulary, these in float32.
        const double copying = copyingScore(model, head, *vocabularyProduct(model, vocabulary));
        QVERIFY(std::abs(copying - expected[QStringLiteral("copying")].toDouble()) < 1e-4);
    }

    /// Beside TransformerLens (tests/data/circuits/make_composition.py).
    void compositionScoresOfHeads()
    {
        QFile file(QStringLiteral(REGARD_TEST_DATA "/circuits/composition.json"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QJsonArray all = QJsonDocument::fromJson(file.readAll()).array();
        QVERIFY(all.size() >= 8);
        for (const QJsonValue &one : all) {
            const auto checkpoint = openCheckpoint(QStringLiteral(REGARD_TEST_DATA "/checkpoints/") +
                                                   one[QStringLiteral("folder")].toString());
            const HeadRef head{Attention::Decoder, one[QStringLiteral("layer")].toInt(),
                               one[QStringLiteral("head")].toInt()};
            QCOMPARE(whyNoComposition(checkpoint->model, head), std::string());
            for (const auto &[composition, key] : {std::pair(Composition::Q, u"Q"_s), std::pair(Composition::K, u"K"_s),
                                                   std::pair(Composition::V, u"V"_s)})
                QVERIFY2(isLikeExpected(compositionScores(checkpoint->model, head, composition), one[key].toArray()),
                         qPrintable(one[QStringLiteral("folder")].toString() + key));
        }
    }

    void whereThereIsNoComposition()
    {
        const auto why = [](const char *folder, const HeadRef &head) {
            return QString::fromStdString(whyNoComposition(
                openCheckpoint(QStringLiteral(REGARD_TEST_DATA "/checkpoints/") + QLatin1String(folder))->model, head));
        };
        QVERIFY(why("bert", {Attention::Encoder, 1, 0}).contains(u"passes a norm"_s));
        QVERIFY(why("gpt2", {Attention::Decoder, 0, 0}).contains(u"No head comes before layer 1"_s));
        QVERIFY(why("bart", {Attention::Cross, 0, 0}).contains(u"two streams"_s));
    }
};

REGARD_TEST(CircuitsParityTest)
#include "test_circuits_parity.moc"
