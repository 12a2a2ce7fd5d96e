#include <cmath>

#include <QtTest>

#include "engine/functions/rotary.h"
#include "engine/pass/forward.h"
#include "test_class.h"

using namespace regard;

namespace {

Matrix rotaryNumbers(int rows, int columns, float start)
{
    Matrix matrix(rows, columns);
    for (int i = 0; i < matrix.size(); ++i)
        matrix.data()[i] = std::sin(1.3F * float(i) + start);
    return matrix;
}

ModelConfig rotaryConfig(int dKey, double theta)
{
    ModelConfig config;
    config.position = Position::Rotary;
    config.dKey = dKey;
    config.ropeTheta = theta;
    return config;
}

const AttentionPlace rotaryPlace{Attention::Encoder, 0};

Rotary rotaryOf(const ModelConfig &config, int tokens = 8)
{
    return {config, rotaryPlace, tokens};
}

void rotate(Matrix &x, int dKey, double theta)
{
    rotaryOf(rotaryConfig(dKey, theta)).rotate(x);
}

/// The rows, rotated as if the first stood at that position.
Matrix rotatedFrom(int first, const Matrix &x, int dKey, double theta)
{
    Matrix padded = Matrix::Zero(first + x.rows(), x.cols());
    padded.bottomRows(x.rows()) = x;
    rotate(padded, dKey, theta);
    return padded.bottomRows(x.rows());
}

} // namespace

class RotaryTest : public QObject {
    Q_OBJECT
private slots:
    void anglesByHand_data()
    {
        QTest::addColumn<int>("position");
        QTest::addColumn<int>("column");
        QTest::addColumn<double>("angle");
        // theta 10000, d_key 4: position · 10000^(−2c/4)
        QTest::newRow("the start") << 0 << 1 << 0.0;
        QTest::newRow("the first column turns by the position itself") << 3 << 0 << 3.0;
        QTest::newRow("the second by a hundredth") << 3 << 1 << 0.03;
    }
    void anglesByHand()
    {
        QFETCH(int, position);
        QFETCH(int, column);
        QFETCH(double, angle);
        const Rotation turn = rotaryOf(rotaryConfig(4, 10000)).at(position, column);
        QVERIFY(std::abs(double(turn.angle) - angle) < 1e-7);
        QVERIFY(std::abs(double(turn.cosine) - std::cos(angle)) < 1e-7);
        QVERIFY(std::abs(double(turn.sine) - std::sin(angle)) < 1e-7);
    }

    /// A head of 4 columns: (1, 0, 0, 0) becomes (cos 1, 0, sin 1, 0), its first column being paired with its third.
    void columnsTurnWithThoseHalfAHeadAway()
    {
        Matrix x = Matrix::Zero(2, 8);
        x(1, 0) = 1; // head 0
        x(1, 7) = 1; // head 1, the second of the other half
        rotate(x, 4, 10000);
        Matrix expected = Matrix::Zero(2, 8);
        expected(1, 0) = std::cos(1.0F);
        expected(1, 2) = std::sin(1.0F);
        expected(1, 5) = -std::sin(0.01F);
        expected(1, 7) = std::cos(0.01F);
        QVERIFY((x - expected).cwiseAbs().maxCoeff() < 1e-7F);
    }

    void lengthsStayAndTheFirstRowDoesNotMove()
    {
        const Matrix x = rotaryNumbers(9, 12, 0.4F);
        Matrix rotated = x;
        rotate(rotated, 6, 100);
        QVERIFY(rotated.row(0) == x.row(0));
        QVERIFY(rotated.row(1) != x.row(1));
        QVERIFY(rotated.rowwise().norm().isApprox(x.rowwise().norm(), 1e-6F));
    }

    /// Su et al. 2021, section 3.1: a score depends on how far apart two tokens stand, not on where.
    void scoresDependOnTheDistanceAlone()
    {
        const Matrix q = rotaryNumbers(5, 6, 0.1F);
        const Matrix k = rotaryNumbers(5, 6, 2.0F);
        const Matrix here = rotatedFrom(0, q, 6, 1000) * rotatedFrom(0, k, 6, 1000).transpose();
        for (const int shift : {1, 7, 64}) {
            const Matrix there = rotatedFrom(shift, q, 6, 1000) * rotatedFrom(shift, k, 6, 1000).transpose();
            // Angles up to 68 are rounded to float32, which moves a score by 68 · 6e-8 · |q| · |k| (about 3).
            QVERIFY((there - here).cwiseAbs().maxCoeff() < 2e-5F);
        }
        QVERIFY(!(rotatedFrom(1, q, 6, 1000) * rotatedFrom(0, k, 6, 1000).transpose()).isApprox(here, 1e-3F));
    }

    void onlySelfAttentionsAreRotated()
    {
        ModelConfig config;
        config.position = Position::Rotary;
        QVERIFY(isRotated(config, {Attention::Encoder, 0}) && isRotated(config, {Attention::Decoder, 0}));
        QVERIFY(!isRotated(config, {Attention::Cross, 0}));
        config.unrotatedLayers = {2};
        QVERIFY(isRotated(config, {Attention::Encoder, 0}) && !isRotated(config, {Attention::Encoder, 1}));
        config.position = Position::SinusoidalHalves;
        QVERIFY(!isRotated(config, {Attention::Encoder, 0}));
    }

    /// The first columns alone turn, each with its partner within them: cos 1 and sin 1 as above.
    void theOtherColumnsStay()
    {
        ModelConfig config = rotaryConfig(6, 10000);
        config.rotaryWidth = 2;
        Matrix x = Matrix::Ones(2, 12);
        rotaryOf(config).rotate(x);
        Matrix expected = Matrix::Ones(1, 12);
        for (const int head : {0, 6}) {
            expected(0, head) = std::cos(1.0F) - std::sin(1.0F);
            expected(0, head + 1) = std::cos(1.0F) + std::sin(1.0F);
        }
        QVERIFY((x.row(1) - expected).cwiseAbs().maxCoeff() < 1e-6F);
    }

    /// theta 10000, d_key 4: frequencies 1 and 0.01, as each scaling changes them, by hand.
    void scalingsByHand_data()
    {
        QTest::addColumn<RopeScaling>("scaling");
        QTest::addColumn<int>("tokens");
        QTest::addColumn<double>("first");
        QTest::addColumn<double>("second");
        QTest::newRow("linear") << RopeScaling::Linear << 5 << 0.25 << 0.0025;
        QTest::newRow("dynamic, short") << RopeScaling::Dynamic << 8 << 1.0 << 0.01;
        // The base becomes 10000 · (4 · 16 / 8 − 3)² = 250000.
        QTest::newRow("dynamic, long") << RopeScaling::Dynamic << 16 << 1.0 << 0.002;
        // Wavelengths 6.28 and 628 beside 8 / 1 and 8 / 4: one between, mixed by (8 / 6.283 − 1) / 3, and one beyond.
        const double smooth = (8 / (2 * M_PI) - 1) / 3;
        QTest::newRow("llama3") << RopeScaling::Llama3 << 5 << (1 - smooth) / 4 + smooth << 0.0025;
        // Pairs from ⌊0⌋ (4 turns, below 0) to ⌈0.05⌉ (1 turn).
        QTest::newRow("yarn") << RopeScaling::Yarn << 5 << 1.0 << 0.0025;
        QTest::newRow("longrope, short") << RopeScaling::LongRope << 8 << 0.5 << 0.001;
        QTest::newRow("longrope, long") << RopeScaling::LongRope << 9 << 0.2 << 0.01 / 20;
    }
    void scalingsByHand()
    {
        QFETCH(RopeScaling, scaling);
        QFETCH(int, tokens);
        QFETCH(double, first);
        QFETCH(double, second);
        ModelConfig config = rotaryConfig(4, 10000);
        config.ropeScaling = scaling;
        config.ropeFactor = 4;
        config.ropeOriginal = 8;
        config.ropeShort = {2, 10};
        config.ropeLong = {5, 20};
        const Rotary rotary = rotaryOf(config, tokens);
        QVERIFY(std::abs(double(rotary.frequency(0)) - first) < 1e-6);
        QVERIFY(std::abs(double(rotary.frequency(1)) - second) < 1e-8);
        config.ropeAttention = 1.5;
        QVERIFY(std::abs(double(rotaryOf(config, tokens).at(3, 0).cosine) - 1.5 * std::cos(3 * first)) < 1e-6);
    }

    void layersWithAWindowMayHaveABaseOfTheirOwn()
    {
        ModelConfig config = rotaryConfig(4, 10000);
        config.ropeScaling = RopeScaling::Linear;
        config.ropeFactor = 4;
        config.window = 3;
        config.fullLayers = {2};
        QVERIFY(std::abs(double(rotaryOf(config).frequency(1)) - 0.0025) < 1e-8);
        config.windowTheta = 100;
        QVERIFY(std::abs(double(rotaryOf(config).frequency(1)) - 0.1) < 1e-7);
        QVERIFY(std::abs(double(Rotary(config, {Attention::Encoder, 1}, 8).frequency(1)) - 0.0025) < 1e-8);
    }

    void nothingIsAddedToTheInputAndTheTraceHoldsWhatIsRotated()
    {
        ModelConfig config;
        config.architecture = Architecture::EncoderDecoder;
        config.decoderLayers = 1;
        const Input input{{"a", "b", "c"}, {}, {"d", "e"}, {}};
        const Model plain = buildModel(config, {}, {});
        config.position = Position::Rotary;
        const Model model = reconfigured(plain, config);
        const SharedTrace trace = forward(model, input);
        const SharedTrace without = forward(plain, input);
        QCOMPARE(trace->source.positions.size(), Eigen::Index(0));
        QVERIFY(trace->source.input == without->source.input);
        for (std::size_t head = 0; head < 2; ++head) {
            const HeadTrace &rotated = trace->blocks[0]->heads[head];
            Matrix q = without->blocks[0]->heads[head].q;
            Matrix k = without->blocks[0]->heads[head].k;
            rotate(q, config.dKey, config.ropeTheta);
            rotate(k, config.dKey, config.ropeTheta);
            QVERIFY(rotated.q == q && rotated.k == k);
            QVERIFY(rotated.v == without->blocks[0]->heads[head].v);
            QVERIFY(headScores(model, *trace, 0, int(head)).scores.isApprox(q * k.transpose()));
        }
        // The first query and what it would ask of an encoder are the same numbers: cross-attention is not rotated.
        QVERIFY(trace->target.input == without->target.input);
        QVERIFY(trace->blocks[2]->heads[0].k.isApprox(trace->encoderOutput *
                                                      model.weights.at("decoder.0.cross.w_k").leftCols(8)));
    }
};

REGARD_GUILESS_TEST(RotaryTest)
#include "test_rotary.moc"
