#include <cmath>

#include <QtTest>

#include "engine/analysis/circuits.h"
#include "engine/pass/forward.h"
#include "test_class.h"

using namespace regard;

namespace {

using CircuitWords = std::vector<std::string>;

SharedMatrix circuitRow(float a, float b)
{
    return std::make_shared<const Matrix>((Matrix(1, 2) << a, b).finished());
}

/// A decoder whose head passes everything on: W_Q, W_K, W_V and W_O are identities, output.w is this.
Model passingDecoder(const Matrix &output)
{
    ModelConfig config;
    config.architecture = Architecture::Decoder;
    config.encoderLayers = 0;
    config.decoderLayers = config.decoderHeads = 1;
    config.dModel = config.dKey = config.dValue = 2;
    ModelWeights given;
    for (const char *name : {"w_q", "w_k", "w_v", "w_o"})
        given.set(blockWeight(Attention::Decoder, 0, name), Matrix(Matrix::Identity(2, 2)));
    given.set("output.w", output);
    return buildModel(config, given, {{"a", circuitRow(3, 1)}, {"b", circuitRow(-1, 2)}}, {{"a", "b"}, ""});
}

constexpr HeadRef circuitHead{Attention::Decoder, 0, 0};

} // namespace

class CircuitsTest : public QObject {
    Q_OBJECT
private slots:
    void scoresOfWordsAlone()
    {
        const Model model = passingDecoder(Matrix::Identity(2, 2));
        const Matrix scores = qkCircuit(model, circuitHead, {"a", "b"}, {"b"}, 0, 2);
        QCOMPARE(scores.rows(), Eigen::Index(2));
        const Matrix expected = (Matrix(2, 1) << -3 + 2, 1 + 4).finished() / std::sqrt(2.0F);
        QVERIFY(scores.isApprox(expected, 1e-6F));
        // In a sentence the pass scores the same words alike, as there are no positions.
        const HeadScores within = headScores(model, *forward(model, {{"a", "b"}}), 0, 0);
        QVERIFY(std::abs(within.scaled(1, 0) - qkCircuit(model, circuitHead, {"b"}, {"a"}, 0, 2)(0, 0)) < 1e-6F);
    }

    void whatAHeadAdds()
    {
        const Matrix output = (Matrix(2, 2) << 1, 2, 3, 4).finished();
        const Model model = passingDecoder(output);
        const Matrix scores = ovCircuit(model, circuitHead, {"a"}, {"a", "b"}, {1, 0});
        QVERIFY(scores.isApprox((Matrix(1, 2) << 3 * 2 + 1 * 4, 3 * 1 + 1 * 3).finished(), 1e-6F));
    }

    /// The eigenvalues of E · Eᵀ are positive: a head that passes words on to an output of their own rows copies them.
    void copying()
    {
        const Matrix rows = (Matrix(2, 2) << 3, 1, -1, 2).finished();
        for (const float sign : {1.0F, -1.0F}) {
            const Model model = passingDecoder(sign * rows.transpose());
            const Matrix product = *vocabularyProduct(model, {"a", "b"});
            QVERIFY(std::abs(copyingScore(model, circuitHead, product) - double(sign)) < 1e-6);
        }
        // Rotating by a right angle gives imaginary eigenvalues alone where the rows are orthogonal and equally long.
        const Matrix turned = (Matrix(2, 2) << 0, -1, 1, 0).finished();
        Model model = passingDecoder(turned);
        model.embedding = {{"a", circuitRow(1, 0)}, {"b", circuitRow(0, 1)}};
        QVERIFY(std::abs(copyingScore(model, circuitHead, *vocabularyProduct(model, {"a", "b"}))) < 1e-6);
        const std::atomic<bool> cancelled = true;
        QVERIFY(!vocabularyProduct(model, {"a", "b"}, &cancelled));
    }

    /// Tokens of one number each: what widens and narrows them lies on the way.
    void narrowTokens()
    {
        ModelConfig config = passingDecoder(Matrix::Identity(2, 2)).config;
        config.embeddingSize = 1;
        config.narrowTokens = true;
        ModelWeights given;
        for (const char *name : {"w_q", "w_k", "w_v", "w_o"})
            given.set(blockWeight(Attention::Decoder, 0, name), Matrix(Matrix::Identity(2, 2)));
        given.set("embedding_projection.w", Matrix((Matrix(1, 2) << 3, -1).finished()));
        given.set("output.projection.w", Matrix((Matrix(2, 1) << 2, 5).finished()));
        given.set("output.w", Matrix((Matrix(1, 2) << 7, -4).finished()));
        const auto number = [](float value) { return std::make_shared<const Matrix>(Matrix::Constant(1, 1, value)); };
        const Model model = buildModel(config, given, {{"a", number(2)}, {"b", number(-3)}}, {{"a", "b"}, ""});
        const Matrix scores = qkCircuit(model, circuitHead, {"a"}, {"b"}, 0, 2); // a b (3² + 1²) ÷ √2
        QVERIFY(std::abs(scores(0, 0) + 60 / std::sqrt(2.0F)) < 1e-5F);
        const Matrix adds = ovCircuit(model, circuitHead, {"a"}, {"a", "b"}, {0, 1}); // 2 · (3 · 2 − 1 · 5) · output
        QVERIFY(adds.isApprox((Matrix(1, 2) << 14, -8).finished(), 1e-6F));
        // Of one dimension that the head passes on with 7 · 2 + 4 · 3 = 26 above 0, the one eigenvalue is positive.
        QVERIFY(std::abs(copyingScore(model, circuitHead, *vocabularyProduct(model, {"a", "b"})) - 1) < 1e-6);
    }

    /// What rotary positions give two words depends on how far apart they are, as in the pass.
    void rotaryDistance()
    {
        ModelConfig config;
        config.dModel = config.dKey = config.dValue = 4;
        config.heads = 1;
        config.position = Position::Rotary;
        const Model model = buildModel(config, {}, {});
        const HeadScores within = headScores(model, *forward(model, {{"a", "b", "c", "d"}}), 0, 0);
        const HeadRef head{Attention::Encoder, 0, 0};
        QVERIFY(std::abs(qkCircuit(model, head, {"d"}, {"b"}, 2, 4)(0, 0) - within.scaled(3, 1)) < 1e-5F);
        QVERIFY(std::abs(qkCircuit(model, head, {"a"}, {"d"}, -3, 4)(0, 0) - within.scaled(0, 3)) < 1e-5F);
        QVERIFY(std::abs(qkCircuit(model, head, {"c"}, {"c"}, 0, 4)(0, 0) - within.scaled(2, 2)) < 1e-5F);
    }

    void whatHasNone()
    {
        ModelConfig config;
        QVERIFY(hasCircuits(config, Attention::Encoder) &&
                !hasOvCircuit(buildModel(config, {}, {}), Attention::Encoder));
        config.replacedTokens = true; // which names no words
        QVERIFY(!hasOvCircuit(buildModel(config, {}, {}), Attention::Encoder));
        config.replacedTokens = false;
        config.architecture = Architecture::EncoderDecoder;
        config.decoderLayers = 1;
        const Model both = buildModel(config, {}, {});
        QVERIFY(!hasOvCircuit(both, Attention::Encoder)); // its heads write into the encoder
        QVERIFY(hasOvCircuit(both, Attention::Cross) && hasOvCircuit(both, Attention::Decoder));
        config.encoderKind = StackKind::Recurrent;
        QVERIFY(!hasCircuits(config, Attention::Cross));
    }
};

REGARD_TEST(CircuitsTest)
#include "test_circuits.moc"
