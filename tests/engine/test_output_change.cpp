#include <cmath>
#include <limits>

#include <QtTest>

#include "engine/analysis/next_token.h"
#include "engine/analysis/output_change.h"
#include "engine/base/errors.h"
#include "engine/pass/forward.h"
#include "test_class.h"

using namespace regard;

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

Matrix outputChangeMatrix(int rows, int columns, std::initializer_list<float> values)
{
    Matrix result(rows, columns);
    std::copy(values.begin(), values.end(), result.data());
    return result;
}

bool near(double a, double b, double tolerance)
{
    return std::abs(a - b) <= tolerance;
}

/// Logits whose softmax are those probabilities.
Matrix logits(int rows, int columns, std::initializer_list<float> probabilities)
{
    return outputChangeMatrix(rows, columns, probabilities).array().log().matrix();
}

} // namespace

class OutputChangeTest : public QObject {
    Q_OBJECT
private slots:
    void aRowInClosedForm_data()
    {
        QTest::addColumn<QList<float>>("now");
        QTest::addColumn<QList<float>>("before");
        QTest::addColumn<double>("relative");
        QTest::addColumn<double>("ratio");
        QTest::addColumn<double>("degrees");
        using Row = QList<float>;
        const double nan = std::numeric_limits<double>::quiet_NaN();
        QTest::newRow("nothing") << Row{3, 4} << Row{3, 4} << 0.0 << 1.0 << 0.0;
        QTest::newRow("twice as long") << Row{6, 8} << Row{3, 4} << 1.0 << 2.0 << 0.0;
        QTest::newRow("a right angle") << Row{-4, 3} << Row{3, 4} << std::sqrt(2.0) << 1.0 << 90.0;
        QTest::newRow("turned round") << Row{-3, -4} << Row{3, 4} << 2.0 << 1.0 << 180.0;
        QTest::newRow("45 degrees, longer") << Row{1, 1} << Row{1, 0} << 1.0 << std::sqrt(2.0) << 45.0;
        QTest::newRow("to zeros") << Row{0, 0} << Row{3, 4} << 1.0 << 0.0 << nan;
        QTest::newRow("from zeros") << Row{3, 4} << Row{0, 0} << infinite << infinite << nan;
        QTest::newRow("zeros both") << Row{0, 0} << Row{0, 0} << 0.0 << 1.0 << nan;
        // Its cosine is 1 to seven digits: an inverse cosine in float32 would say 0.
        QTest::newRow("a small angle") << Row{1, 0.0001F} << Row{1, 0} << 1e-4 << 1.0 << 1e-4 * 180 / std::acos(-1.0);
    }
    void aRowInClosedForm()
    {
        QFETCH(QList<float>, now);
        QFETCH(QList<float>, before);
        QFETCH(double, relative);
        QFETCH(double, ratio);
        QFETCH(double, degrees);
        const std::vector<VectorChange> changes =
            rowChanges(outputChangeMatrix(1, 2, {now[0], now[1]}), outputChangeMatrix(1, 2, {before[0], before[1]}));
        QCOMPARE(changes.size(), std::size_t(1));
        const VectorChange change = changes.front();
        QVERIFY(change.relative == relative || near(change.relative, relative, 1e-8)); // 0.0001 as float32
        QVERIFY(change.ratio == ratio || near(change.ratio, ratio, 1e-8));
        QCOMPARE(std::isnan(change.degrees), std::isnan(degrees));
        QVERIFY(std::isnan(degrees) || near(change.degrees, degrees, 1e-8));
    }

    void eachRowForItself()
    {
        const std::vector<VectorChange> changes =
            rowChanges(outputChangeMatrix(2, 2, {1, 0, 0, 3}), outputChangeMatrix(2, 2, {1, 0, 0, 2}));
        QCOMPARE(changes.size(), std::size_t(2));
        QCOMPARE(changes[0].relative, 0.0);
        QCOMPARE(changes[1].relative, 0.5);
        QCOMPARE(changes[1].ratio, 1.5);
    }

    void otherSizesAreRefused()
    {
        QVERIFY_EXCEPTION_THROWN(rowChanges(Matrix::Zero(2, 3), Matrix::Zero(3, 3)), ShapeError);
        QVERIFY_EXCEPTION_THROWN(totalVariations(Matrix::Zero(2, 3), Matrix::Zero(2, 4)), ShapeError);
        QVERIFY_EXCEPTION_THROWN(largestProbabilityChanges(Matrix::Zero(2, 3), Matrix::Zero(2, 3), 2, 1), ShapeError);
        try {
            rowChanges(Matrix::Zero(2, 3), Matrix::Zero(3, 3));
            QFAIL("sizes differ");
        } catch (const ShapeError &error) {
            QCOMPARE(QString::fromUtf8(error.what()),
                     QStringLiteral("an output of 2 × 3 cannot be compared with one of 3 × 3; both must have the same "
                                    "tokens and width"));
        }
    }

    void totalVariationByHand()
    {
        const Matrix now = logits(3, 3, {0.5F, 0.3F, 0.2F, 0.2F, 0.2F, 0.6F, 1, 0, 0});
        const Matrix before = logits(3, 3, {0.5F, 0.3F, 0.2F, 0.6F, 0.3F, 0.1F, 0, 1, 0});
        const std::vector<double> variations = totalVariations(now, before);
        QCOMPARE(variations[0], 0.0);
        QVERIFY(near(variations[1], 0.5, 1e-6)); // float32 probabilities; ½ (0.4 + 0.1 + 0.5)
        QVERIFY(near(variations[2], 1, 1e-6));   // no word in common
    }

    void largestChangesOfWords()
    {
        const Matrix before = logits(1, 5, {0.4F, 0.3F, 0.1F, 0.1F, 0.1F});
        const Matrix now = logits(1, 5, {0.1F, 0.4F, 0.3F, 0.1F, 0.1F});
        const auto changes = largestProbabilityChanges(now, before, 0, 2);
        QCOMPARE(changes.size(), std::size_t(2));
        QCOMPARE(changes[0].column, 0);
        QVERIFY(near(changes[0].change(), -0.3, 1e-6));
        QVERIFY(near(changes[0].before, 0.4, 1e-6));
        QCOMPARE(changes[1].column, 2);
        QVERIFY(near(changes[1].change(), 0.2, 1e-6));
        QVERIFY(largestProbabilityChanges(before, before, 0, 9).empty());
        QVERIFY(largestProbabilityChanges(now, before, 0, 0).empty());
    }

    /// All changes of a row sum to 0, and half of their magnitudes is the total variation.
    void changesAgreeWithTheTotalVariation()
    {
        const Matrix now = outputChangeMatrix(2, 4, {1, -2, 0.5F, 3, 0, 0, 0, 1});
        const Matrix before = outputChangeMatrix(2, 4, {0, 2, 0.5F, -1, 1, 0, 0, 0});
        for (int row = 0; row < 2; ++row) {
            double sum = 0;
            double magnitudes = 0;
            for (const ProbabilityChange &change : largestProbabilityChanges(now, before, row, 4)) {
                sum += change.change();
                magnitudes += std::abs(change.change());
            }
            QVERIFY(near(sum, 0, 1e-6));
            QVERIFY(near(magnitudes / 2, totalVariations(now, before)[std::size_t(row)], 1e-7));
        }
    }

    void outputsOfATrace()
    {
        ModelConfig config;
        config.architecture = Architecture::EncoderDecoder;
        config.decoderLayers = 2;
        config.residual = true;
        config.dFf = config.decoderDFf = 5;
        const Model model = buildModel(config, {}, {});
        Input input;
        input.tokens = {"a", "b"};
        input.target = {"<s>", "c", "d"};
        const SharedTrace trace = forward(model, input);
        QCOMPARE(lastStack(config), Stack::Decoder);
        QVERIFY(stackOutput(*trace, Stack::Encoder) == trace->encoderOutput);
        QVERIFY(stackOutput(*trace, Stack::Decoder) == trace->decoderOutput);
        const Sublayer cross{Stack::Decoder, 1, SublayerKind::CrossAttention};
        QCOMPARE(trace->blocks[4]->name, std::string("decoder.1.cross"));
        QVERIFY(&sublayerOutput(config, *trace, cross) == &trace->blocks[4]->output);
        const Sublayer feedForward{Stack::Encoder, 0, SublayerKind::FeedForward};
        QVERIFY(&sublayerOutput(config, *trace, feedForward) == &trace->encoderFeedForward[0]->output);
        const Sublayer none{Stack::Encoder, 1, SublayerKind::FeedForward};
        QVERIFY_EXCEPTION_THROWN(sublayerOutput(config, *trace, none), ShapeError);
        config.architecture = Architecture::Encoder;
        QCOMPARE(lastStack(config), Stack::Encoder);
    }

    /// Logits that were not kept are computed row by row, to the same numbers.
    void variationsOfTwoPasses()
    {
        ModelConfig config;
        config.architecture = Architecture::Decoder;
        config.encoderLayers = 0;
        config.decoderLayers = 1;
        config.dModel = 8;
        config.dKey = config.dValue = 4;
        const Model model = buildModel(config, {}, {}, {{"a", "b", "c"}, ""});
        Model other = model;
        other.interventions.heads[{Attention::Decoder, 0, 0}] = Replacement::Zero;
        const Input input{{"a", "b", "b", "c"}};
        const SharedTrace now = forward(other, input);
        const SharedTrace before = forward(model, input);
        const std::vector<double> kept = totalVariations(now->logits, before->logits);
        QCOMPARE(outputVariations(other, *now, model, *before), kept);
        Trace bare = *now;
        bare.logits = Matrix();
        const std::vector<double> computed = outputVariations(other, bare, model, *before);
        QCOMPARE(computed.size(), kept.size());
        for (std::size_t i = 0; i < kept.size(); ++i)
            QVERIFY(near(computed[i], kept[i], 1e-6)); // float32
        QVERIFY(kept.back() > 1e-6);
    }
};

REGARD_GUILESS_TEST(OutputChangeTest)

#include "test_output_change.moc"
