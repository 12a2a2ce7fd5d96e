#include <cmath>
#include <limits>

#include <QtTest>

#include "engine/model/interventions.h"
#include "engine/model/sublayer.h"
#include "engine/pass/attention.h"
#include "engine/pass/forward.h"
#include "message_of.h"
#include "refusals.h"
#include "test_class.h"
#include "trace_comparison.h"

using namespace regard;

namespace {

Matrix setWeightsNumbers(int rows, int columns, int seed, float scale = 1)
{
    Matrix matrix(rows, columns);
    std::uint32_t state = std::uint32_t(seed) * 2654435761U + 12345;
    for (Eigen::Index i = 0; i < matrix.size(); ++i) {
        state = state * 1664525U + 1013904223U;
        matrix.data()[i] = scale * (float(state >> 8) / 8388608.0F - 1);
    }
    return matrix;
}

HeadTrace attendedBy(const AttentionRule &rule, float scale = 1)
{
    return attend(setWeightsNumbers(5, 3, 1, scale), setWeightsNumbers(5, 3, 2, scale), setWeightsNumbers(5, 2, 3),
                  rule);
}

ModelConfig translatorConfig()
{
    ModelConfig config;
    config.architecture = Architecture::EncoderDecoder;
    config.encoderLayers = config.decoderLayers = 2;
    config.dModel = 8;
    config.heads = 2;
    config.dKey = config.dValue = 4;
    config.residual = true;
    return config;
}

const Input setWeightsSentences{{"the", "cat", "sat", "down", "the"}, {2}, {"<s>", "die", "Katze", "the"}, {1}};
constexpr HeadRef encoderHead{Attention::Encoder, 0, 1};
constexpr HeadRef decoderHead{Attention::Decoder, 1, 0};

QString refusalOf(const HeadRef &head, const SetWeights &weights)
{
    Model model = buildModel(translatorConfig(), {}, {});
    model.interventions.weights[head] = weights;
    return inputErrorOf(model, setWeightsSentences);
}

} // namespace

/// Weights that are set by hand, and links that are cut, beside closed forms.
class SetWeightsTest : public QObject {
    Q_OBJECT

private slots:
    void ownValuesChangeNoBit_data()
    {
        QTest::addColumn<int>("which");
        int which = 0;
        for (const char *name : {"plain", "temperature", "uniform", "causal", "window", "a masked key"})
            QTest::newRow(name) << which++;
    }
    void ownValuesChangeNoBit()
    {
        QFETCH(int, which);
        AttentionRule rule;
        if (which == 1)
            rule.temperature = 0.3F;
        if (which == 2)
            rule.replacement = Replacement::Uniform;
        if (which == 3)
            rule.mask = Mask::Causal;
        if (which == 4)
            rule.window = 2;
        if (which == 5)
            rule.maskedKeys = {1};
        const HeadTrace plain = attendedBy(rule);
        for (int keys = 1; keys < 32; ++keys) { // every choice of keys
            AttentionRule same = rule;
            for (int query = 0; query < 5; ++query)
                for (int key = 0; key < 5; ++key)
                    if ((keys >> key & 1) != 0 && rule.allows(query, key))
                        same.setWeights[{query, key}] = plain.weights(query, key);
            const HeadTrace set = attendedBy(same);
            QVERIFY(set.weights == plain.weights);
            QVERIFY(set.output == plain.output);
        }
    }

    /// Others × (1 − Σ new) ÷ (1 − Σ old of the set cells).
    void theOthersAreScaled()
    {
        AttentionRule rule;
        const HeadTrace plain = attendedBy(rule);
        rule.setWeights = {{{1, 0}, 0.5F}, {{1, 3}, 0.25F}, {{4, 4}, 0.0F}, {{2, 1}, 1.0F}};
        const HeadTrace set = attendedBy(rule);
        const auto scaled = [&](int query, int key, double now, double before) {
            return std::abs(double(set.weights(query, key)) -
                            double(plain.weights(query, key)) * (1 - now) / (1 - before)) < 1e-7;
        };
        const double before = double(plain.weights(1, 0)) + double(plain.weights(1, 3));
        for (const int key : {1, 2, 4})
            QVERIFY(scaled(1, key, 0.75, before));
        for (const int key : {0, 1, 2, 3})
            QVERIFY(scaled(4, key, 0, double(plain.weights(4, 4))));
        QCOMPARE(set.weights(1, 0), 0.5F);
        QCOMPARE(set.weights(1, 3), 0.25F);
        QCOMPARE(set.weights(4, 4), 0.0F);
        for (int key = 0; key < 5; ++key)
            QCOMPARE(set.weights(2, key), key == 1 ? 1.0F : 0.0F);
        for (const int query : {0, 3})
            QVERIFY(set.weights.row(query) == plain.weights.row(query));
        QVERIFY((set.output - set.weights * set.v).cwiseAbs().maxCoeff() < 1e-6F);
    }

    /// A softmax so sharp that all other weights are exactly 0.
    void othersOfZeroShareAlike()
    {
        AttentionRule rule;
        rule.maskedKeys = {3};
        const HeadTrace plain = attendedBy(rule, 100);
        Eigen::Index most = 0;
        QCOMPARE(plain.weights.row(0).maxCoeff(&most), 1.0F);
        rule.setWeights = {{{0, int(most)}, 0.4F}};
        const HeadTrace set = attendedBy(rule, 100);
        for (int key = 0; key < 5; ++key)
            QCOMPARE(set.weights(0, key), key == most ? 0.4F : key == 3 ? 0.0F : float((1 - double(0.4F)) / 3));
        QVERIFY(movableWeights(set, rule).row(0).isZero(0)); // nothing moves them
    }

    void aCutLinkIsAsMasked()
    {
        AttentionRule rule;
        const HeadTrace plain = attendedBy(rule);
        rule.cutLinks = {{1, 0}, {1, 3}, {2, 0}, {2, 1}, {2, 2}, {2, 3}, {2, 4}};
        const HeadTrace cut = attendedBy(rule);
        const float left = plain.weights(1, 1) + plain.weights(1, 2) + plain.weights(1, 4);
        for (int key = 0; key < 5; ++key) {
            const float expected = key == 0 || key == 3 ? 0.0F : plain.weights(1, key) / left;
            QVERIFY(std::abs(cut.weights(1, key) - expected) < 1e-6F);
            QCOMPARE(cut.weights(2, key), 0.0F);
        }
        QVERIFY(cut.output.row(2).isZero(0));
        QVERIFY(cut.weights.row(0) == plain.weights.row(0));
        QCOMPARE(scoreHead(cut.q, cut.k, rule).masked(1, 3), -std::numeric_limits<float>::infinity());
        rule.replacement = Replacement::Uniform;
        QCOMPARE(attendedBy(rule).weights(1, 2), 1.0F / 3);
    }

    void cutsReachTheirLayersAndHeads()
    {
        Model model = buildModel(translatorConfig(), {}, {});
        model.interventions.cuts = {{Attention::Decoder, 1, 5, {1}, {3, 0}}, {Attention::Cross, 0, 1, {}, {2, 4}}};
        model.interventions = existingInterventions(model.interventions, model.config);
        const SharedTrace trace = forward(model, setWeightsSentences);
        for (const int layer : {0, 1})
            for (const int head : {0, 1}) {
                const auto weights = [&](Attention attention) -> const Matrix & {
                    return trace->blocks[std::size_t(blockIndex(model.config, attention, layer))]
                        ->heads[std::size_t(head)]
                        .weights;
                };
                QCOMPARE(weights(Attention::Decoder)(3, 0) == 0, layer == 1 && head == 1);
                QCOMPARE(weights(Attention::Cross)(2, 4), 0.0F);
                QVERIFY(weights(Attention::Cross)(1, 4) > 0);
                QVERIFY(weights(Attention::Encoder)(3, 0) > 0);
            }
    }

    void onlyThatHeadsRowsChange()
    {
        Model model = buildModel(translatorConfig(), {}, {});
        const SharedTrace before = forward(model, setWeightsSentences);
        Model changed = model;
        changed.interventions = withWeight({}, encoderHead, {0, 1}, 0.9F);
        const SharedTrace after =
            forward(changed, setWeightsSentences, {.previous = before.get(), .previousModel = &model});
        const auto &heads = after->blocks.front()->heads;
        QCOMPARE(heads.shared(0), before->blocks.front()->heads.shared(0));
        QCOMPARE(heads[1].weights(0, 1), 0.9F);
        QVERIFY(heads[1].output.bottomRows(4) == before->blocks.front()->heads[1].output.bottomRows(4));
        QVERIFY(sameNumbers(*after, *forward(changed, setWeightsSentences)));
        QVERIFY(sameNumbers(
            *before, *forward(model, setWeightsSentences, {.previous = after.get(), .previousModel = &changed})));
        QVERIFY(withWeight(changed.interventions, encoderHead, {0, 1}, std::nullopt).isEmpty());
    }

    void whatCannotBeIsRefused()
    {
        QCOMPARE(refusalOf(encoderHead, {{{0, 0}, 0.6F}, {{0, 1}, 0.5F}}),
                 QStringLiteral("encoder.0.self head 2: the weights set for token 1 sum to 1.1, which is more than 1"));
        QCOMPARE(refusalOf(encoderHead, {{{0, 2}, 0.5F}}),
                 QStringLiteral("encoder.0.self head 2: token 1 may not attend to token 3, which is masked out or cut, "
                                "so that this weight cannot be set"));
        QVERIFY(refusalOf(decoderHead, {{{2, 3}, 0.5F}}).contains(QStringLiteral("may not attend to token 4")));
        QCOMPARE(refusalOf(decoderHead, {{{0, 0}, 0.5F}}),
                 QStringLiteral("decoder.1.self head 1: every weight that token 1 may give is set, but they sum to "
                                "0.5, not 1"));
        QVERIFY(refusalOf(encoderHead, {{{0, 5}, 0.5F}}).contains(QStringLiteral("but 5 tokens attend to 5")));
        for (const float wrong : {-0.1F, 1.1F, std::numeric_limits<float>::quiet_NaN()})
            QVERIFY(refusalOf(encoderHead, {{{0, 0}, wrong}}).contains(QStringLiteral("a number from 0 to 1")));
        QCOMPARE(refusalOf(decoderHead, {{{0, 0}, 1.0F}}), QString());
        QCOMPARE(refusalOf(encoderHead, {{{0, 0}, 0.5F}, {{0, 1}, 0.5F + 5e-7F}}), QString());
        QVERIFY(!refusalOf(encoderHead, {{{0, 0}, 0.5F}, {{0, 1}, 0.500002F}}).isEmpty());
    }

    void whatNoLongerExistsGoes()
    {
        ModelConfig config = translatorConfig();
        Interventions done;
        done.weights[{Attention::Encoder, 5, 0}] = {{{0, 0}, 1.0F}};
        done.weights[{Attention::Encoder, 0, 7}] = {{{0, 0}, 1.0F}};
        done.weights[{Attention::Encoder, 0, 0}] = {};
        done.cuts = {{Attention::Encoder, 2, 3, {}, {0, 0}}, {Attention::Encoder, 0, 1, {4}, {0, 0}}};
        QVERIFY(existingInterventions(done, config).isEmpty());
        done.cuts = {{Attention::Cross, 1, 9, {0, 4}, {0, 0}}};
        QCOMPARE(existingInterventions(done, config).cuts, (std::set<Cut>{{Attention::Cross, 1, 1, {0}, {0, 0}}}));
    }
};

REGARD_GUILESS_TEST(SetWeightsTest)
#include "test_set_weights.moc"
