#include <cmath>

#include <QtTest>

#include "engine/analysis/summaries.h"
#include "engine/base/errors.h"
#include "engine/pass/forward.h"
#include "test_class.h"

using namespace regard;

namespace {

std::shared_ptr<BlockTrace> summariesBlockOf(const std::string &name, const std::vector<Matrix> &weights)
{
    auto block = std::make_shared<BlockTrace>();
    block->name = name;
    for (const Matrix &matrix : weights) {
        HeadTrace head;
        head.weights = matrix;
        block->heads.push_back(head);
    }
    return block;
}

Matrix summariesMatrix(int rows, int columns, std::initializer_list<float> values)
{
    Matrix result(rows, columns);
    std::copy(values.begin(), values.end(), result.data());
    return result;
}

} // namespace

class SummariesTest : public QObject {
    Q_OBJECT
private slots:
    void meanAndMaximum()
    {
        const auto block = summariesBlockOf(
            "encoder.0.self", {summariesMatrix(2, 2, {1, 0, 0.5F, 0.5F}), summariesMatrix(2, 2, {0.5F, 0.5F, 0, 1})});
        QVERIFY(meanOverHeads(*block) == summariesMatrix(2, 2, {0.75F, 0.25F, 0.25F, 0.75F}));
        QVERIFY(maximumOverHeads(*block) == summariesMatrix(2, 2, {1, 0.5F, 0.5F, 1}));
    }

    void rolloutByHand()
    {
        Trace trace;
        trace.blocks = {summariesBlockOf("encoder.0.self", {summariesMatrix(2, 2, {0, 1, 1, 0})}),
                        summariesBlockOf("encoder.1.self",
                                         {summariesMatrix(2, 2, {1, 0, 1, 0}), summariesMatrix(2, 2, {0, 1, 1, 0})})};
        // ½ mean + ½ I: [½ ½; ½ ½], then [¾ ¼; ½ ½] times it.
        QVERIFY(attentionRollout(trace, Attention::Encoder, 0) == summariesMatrix(2, 2, {0.5F, 0.5F, 0.5F, 0.5F}));
        trace.blocks[0] = summariesBlockOf("encoder.0.self", {summariesMatrix(2, 2, {1, 0, 1, 0})}); // [1 0; ½ ½]
        // [¾ ¼; ½ ½] · [1 0; ½ ½], and not the other way round
        QVERIFY(attentionRollout(trace, Attention::Encoder, 1) ==
                summariesMatrix(2, 2, {0.875F, 0.125F, 0.75F, 0.25F}));
    }

    void rolloutOfTheIdentity()
    {
        Trace trace;
        for (int layer = 0; layer < 3; ++layer)
            trace.blocks.push_back(summariesBlockOf(blockName(Attention::Decoder, layer), {Matrix::Identity(4, 4)}));
        QVERIFY(attentionRollout(trace, Attention::Decoder, 2) == Matrix::Identity(4, 4));
    }

    void rolloutOfAModel()
    {
        ModelConfig config;
        config.architecture = Architecture::EncoderDecoder;
        config.encoderLayers = config.decoderLayers = 3;
        config.position = Position::Sinusoidal;
        const SharedTrace trace =
            forward(buildModel(config, {}, {}), {{"a", "b", "c"}, {0}, {"u", "v", "w", "x"}, {0}});
        for (const Attention attention : {Attention::Encoder, Attention::Decoder}) {
            const Matrix rollout = attentionRollout(*trace, attention, 2);
            QCOMPARE(rollout.rows(), Eigen::Index(attention == Attention::Encoder ? 3 : 4));
            for (Eigen::Index i = 0; i < rollout.rows(); ++i)
                QVERIFY(std::abs(rollout.row(i).sum() - 1) < 1e-5F);
        }
        // Causal through all layers; the first token, which may attend to nothing, stays itself.
        const Matrix causal = attentionRollout(*trace, Attention::Decoder, 2);
        for (Eigen::Index i = 0; i < 4; ++i)
            QVERIFY(causal.row(i).tail(3 - i).isZero(0));
        QCOMPARE(causal(0, 0), 1.0F);
        QVERIFY_EXCEPTION_THROWN(attentionRollout(*trace, Attention::Cross, 0), ShapeError);
        QVERIFY_EXCEPTION_THROWN(attentionRollout(*trace, Attention::Encoder, 3), ShapeError);
        QVERIFY_EXCEPTION_THROWN(attentionRollout(*trace, Attention::Encoder, -1), ShapeError);
    }

    void entropy()
    {
        QVERIFY(std::abs(headEntropy(Matrix::Constant(3, 5, 0.2F)) - std::log(5.0)) < 1e-6);
        QCOMPARE(headEntropy(Matrix::Identity(4, 4)), 0.0);
        // A row that is masked throughout does not count: (ln 2 + 0) / 2.
        const Matrix mixed = summariesMatrix(3, 2, {0.5F, 0.5F, 0, 0, 1, 0});
        QVERIFY(std::abs(headEntropy(mixed) - std::log(2.0) / 2) < 1e-7);
        QCOMPARE(headEntropy(Matrix::Zero(2, 2)), 0.0);
    }

    void distances()
    {
        const Matrix left = summariesMatrix(2, 3, {1, 0, 0, 0, 1, 0});
        const Matrix right = summariesMatrix(2, 3, {0, 0, 1, 1, 0, 0});
        const Matrix half = summariesMatrix(2, 3, {1, 0, 0, 1, 0, 0}); // one row like left, one like right
        const Matrix both = summariesMatrix(2, 3, {0.5F, 0, 0.5F, 0.5F, 0.5F, 0});
        const Matrix distances = headDistances({&left, &right, &left, &half, &both});
        QVERIFY(distances.diagonal().isZero(0));
        QVERIFY(distances == Matrix(distances.transpose()));
        QCOMPARE(distances(0, 2), 0.0F);
        QCOMPARE(distances(0, 1), 1.0F);
        QCOMPARE(distances(0, 3), 0.5F);
        // JS divergence of (1, 0) and (½, ½): ¾ · log2(4/3) … = 1.5 − ¾ · log2 3 = 0.311278
        QVERIFY(std::abs(double(distances(0, 4)) - std::sqrt(1.5 - 0.75 * std::log2(3.0))) < 1e-6);
        const Matrix other = Matrix::Zero(3, 3);
        QVERIFY_EXCEPTION_THROWN(headDistances({&left, &other}), ShapeError);
        QCOMPARE(headDistances({}).size(), Eigen::Index(0));
    }
};

REGARD_GUILESS_TEST(SummariesTest)
#include "test_summaries.moc"
