#include <cmath>
#include <functional>
#include <limits>

#include <QtTest>

#include "engine/analysis/summaries.h"
#include "engine/model/interventions.h"
#include "engine/model/sublayer.h"
#include "engine/pass/attention.h"
#include "engine/pass/forward.h"
#include "engine/pass/stream.h"
#include "engine/pass/sublayer_trace.h"
#include "test_class.h"
#include "trace_comparison.h"

using namespace regard;

namespace {

constexpr float interventionsInfinity = std::numeric_limits<float>::infinity();

Matrix interventionsNumbers(int rows, int columns, int seed, float scale = 1)
{
    Matrix matrix(rows, columns);
    std::uint32_t state = std::uint32_t(seed) * 2654435761U + 12345;
    for (Eigen::Index i = 0; i < matrix.size(); ++i) {
        state = state * 1664525U + 1013904223U;
        matrix.data()[i] = scale * (float(state >> 8) / 8388608.0F - 1);
    }
    return matrix;
}

/// Two layers in both stacks with everything on.
ModelConfig interventionsEverything()
{
    ModelConfig config;
    config.architecture = Architecture::EncoderDecoder;
    config.encoderLayers = config.decoderLayers = 2;
    config.dModel = 8;
    config.heads = 4;
    config.decoderHeads = 3;
    config.dKey = 3;
    config.dValue = 5;
    config.dFf = 10;
    config.decoderDFf = 6;
    config.bias = config.residual = config.finalNorm = true;
    config.norm = Norm::Post;
    config.position = Position::Sinusoidal;
    return config;
}

ModelConfig interventionsWith(const std::function<void(ModelConfig &)> &change)
{
    ModelConfig config = interventionsEverything();
    change(config);
    return config;
}

const Input interventionsSentences{{"the", "cat", "sat", "down", "the"}, {2}, {"<s>", "die", "Katze", "the"}, {1}};

/// Biases are drawn as 0, where mistakes hide: here they are random.
Model interventionsModelOf(const ModelConfig &config)
{
    ModelWeights given;
    int seed = 1;
    const Model drawn = buildModel(config, {}, {});
    for (const auto &[name, matrix] : drawn.weights.all())
        if (name.find(".b_") != std::string::npos)
            given.set(name, interventionsNumbers(int(matrix->rows()), int(matrix->cols()), ++seed));
    return buildModel(config, given, {});
}

/// The model whose W_O rows of some heads are zero.
Model withoutRows(const Model &model, const std::vector<HeadRef> &heads)
{
    ModelWeights given = model.given;
    for (const HeadRef &head : heads) {
        const std::string name = blockWeight(head.attention, head.layer, "w_o");
        if (!given.contains(name))
            given.set(name, model.weights.find(name));
        given.edit(name).middleRows(head.head * model.config.dValue, model.config.dValue).setZero();
    }
    return buildModel(model.config, given, model.embedding, model.vocabulary, &model);
}

/// All that follows of a head's output: everything but what the heads themselves show.
QString streamDifference(const Trace &a, const Trace &b)
{
    for (std::size_t i = 0; i < a.blocks.size(); ++i) {
        if (a.blocks[i]->output != b.blocks[i]->output || a.blocks[i]->stream != b.blocks[i]->stream)
            return QString::fromStdString(a.blocks[i]->name);
        for (std::size_t head = 0; head < a.blocks[i]->heads.size(); ++head)
            if (a.blocks[i]->heads[head].weights != b.blocks[i]->heads[head].weights)
                return QStringLiteral("weights of %1").arg(QString::fromStdString(a.blocks[i]->name));
    }
    if (!sameNumbers(a.encoderFeedForward, b.encoderFeedForward) ||
        !sameNumbers(a.decoderFeedForward, b.decoderFeedForward))
        return QStringLiteral("a feed-forward");
    if (a.encoderOutput != b.encoderOutput || a.decoderOutput != b.decoderOutput || a.logits != b.logits)
        return QStringLiteral("an output");
    return {};
}

const BlockTrace &blockOf(const Model &model, const Trace &trace, Attention attention, int layer)
{
    return *trace.blocks[std::size_t(blockIndex(model.config, attention, layer))];
}

HeadTrace attended(const AttentionRule &rule, float scale = 1)
{
    return attend(interventionsNumbers(4, 3, 1, scale), interventionsNumbers(4, 3, 2, scale),
                  interventionsNumbers(4, 2, 3), rule);
}

AttentionRule ruleWith(const std::function<void(AttentionRule &)> &change)
{
    AttentionRule rule;
    change(rule);
    return rule;
}

Matrix interventionsMatrix(int rows, int columns, const std::vector<float> &values)
{
    return Eigen::Map<const Matrix>(values.data(), rows, columns);
}

} // namespace

class InterventionsTest : public QObject {
    Q_OBJECT

private slots:
    void zeroedHeadsAreZeroedRows_data();
    void zeroedHeadsAreZeroedRows();
    void temperatureOfOneIsNone();
    void temperatureDividesTheMaskedScores();
    void coldAttendsToOneKey();
    void hotAttendsToAllAlike();
    void scoresBeyondFloat32StayOrdered();
    void uniformSharesAmongAllowedKeys_data();
    void uniformSharesAmongAllowedKeys();
    void meanLeavesMaskedQueriesOut();
    void meanOverNothingIsZero();
    void zeroKeepsTheWeights();
    void theScoresStayTheModels();
    void aSublayerByZerosIsItsResidual();
    void aHeadWinsOverItsUniformAttention();
    void whatAnAttentionSeesStaysWhereItIsOff();
    void stepsAgreeWithTheTrace();
    void rolloutFollowsUniformWeights();
    void uniformOfAFeedForwardIsNothing();
    void theyStayWithTheModel();
    void whatNoLongerExistsGoes();
    void placesAreFound();
};

void InterventionsTest::zeroedHeadsAreZeroedRows_data()
{
    QTest::addColumn<ModelConfig>("config");
    QTest::addColumn<std::vector<HeadRef>>("heads");
    const std::vector<HeadRef> one{{Attention::Encoder, 0, 2}};
    const std::vector<HeadRef> several{{Attention::Encoder, 0, 0}, {Attention::Encoder, 0, 3},
                                       {Attention::Encoder, 1, 1}, {Attention::Decoder, 0, 1},
                                       {Attention::Cross, 0, 0},   {Attention::Cross, 1, 2}};
    const std::vector<HeadRef> all{
        {Attention::Encoder, 1, 0}, {Attention::Encoder, 1, 1}, {Attention::Encoder, 1, 2}, {Attention::Encoder, 1, 3}};
    for (const auto &[name, config] : {
             std::pair("everything", interventionsEverything()),
             std::pair("no bias", interventionsWith([](ModelConfig &c) { c.bias = false; })),
             std::pair("pre-norm", interventionsWith([](ModelConfig &c) { c.norm = Norm::Pre; })),
             std::pair("no residual, no norm", interventionsWith([](ModelConfig &c) {
                           c.residual = false;
                           c.norm = Norm::None;
                       })),
             std::pair("additive, causal", interventionsWith([](ModelConfig &c) {
                           c.score = Score::Additive;
                           c.encoderMask = Mask::Causal;
                       })),
             std::pair("general, causal", interventionsWith([](ModelConfig &c) {
                           c.score = Score::General;
                           c.encoderMask = Mask::Causal;
                       })),
             // Wide enough that the products go another way than small ones.
             std::pair("wide", interventionsWith([](ModelConfig &c) {
                           c.dModel = 96;
                           c.dKey = c.dValue = 33;
                       })),
         }) {
        QTest::addRow("%s: one head", name) << config << one;
        QTest::addRow("%s: several heads", name) << config << several;
        QTest::addRow("%s: a whole layer", name) << config << all;
    }
    QTest::newRow("encoder alone") << interventionsWith([](ModelConfig &c) { c.architecture = Architecture::Encoder; })
                                   << all;
    QTest::newRow("decoder alone") << interventionsWith([](ModelConfig &c) { c.architecture = Architecture::Decoder; })
                                   << std::vector<HeadRef>{{Attention::Decoder, 0, 0}, {Attention::Decoder, 1, 2}};
}

void InterventionsTest::zeroedHeadsAreZeroedRows()
{
    QFETCH(ModelConfig, config);
    QFETCH(std::vector<HeadRef>, heads);
    const Model model = interventionsModelOf(config);
    Model off = model;
    for (const HeadRef &head : heads)
        off.interventions.heads[head] = Replacement::Zero;
    const SharedTrace zeroed = forward(off, interventionsSentences);
    QCOMPARE(streamDifference(*zeroed, *forward(withoutRows(model, heads), interventionsSentences)), QString());
    QVERIFY(!streamDifference(*zeroed, *forward(model, interventionsSentences)).isEmpty());
    for (const HeadRef &head : heads)
        QVERIFY(blockOf(model, *zeroed, head.attention, head.layer).heads[std::size_t(head.head)].output.isZero(0));
}

void InterventionsTest::temperatureOfOneIsNone()
{
    const HeadTrace plain = attended({});
    const HeadTrace warm = attended(ruleWith([](AttentionRule &rule) { rule.temperature = 1; }));
    QVERIFY(plain.weights == warm.weights && plain.output == warm.output);
}

void InterventionsTest::temperatureDividesTheMaskedScores()
{
    const AttentionRule rule = ruleWith([](AttentionRule &r) {
        r.temperature = 0.25F; // a power of two, so that the scores times 4 are the same numbers
        r.mask = Mask::Causal;
        r.maskedKeys = {1};
    });
    const HeadTrace warm = attended(rule);
    Matrix expected = scoreHead(warm.q, warm.k, rule).masked * 4;
    softmaxRows(expected);
    QVERIFY(warm.weights == expected);
    QVERIFY(warm.output.isApprox(expected * warm.v));
}

void InterventionsTest::coldAttendsToOneKey()
{
    const HeadTrace cold = attended(ruleWith([](AttentionRule &rule) { rule.temperature = lowestTemperature; }), 5);
    const HeadTrace plain = attended({}, 5);
    for (Eigen::Index i = 0; i < 4; ++i) {
        Eigen::Index largest = 0;
        plain.weights.row(i).maxCoeff(&largest);
        QVERIFY(cold.weights(i, largest) > 0.999F);
    }
}

void InterventionsTest::hotAttendsToAllAlike()
{
    const HeadTrace hot = attended(ruleWith([](AttentionRule &rule) { rule.temperature = highestTemperature; }));
    // Scores of up to √3 divided by 100 differ by 0.035, and so do weights from a quarter of each.
    QVERIFY((hot.weights.array() - 0.25F).abs().maxCoeff() < 0.25F * 0.035F);
    QVERIFY((hot.weights.array() - 0.25F).abs().maxCoeff() > 0);
}

/// The quotient of a score of 1e37 by 0.01 has no float32, but weights of it have.
void InterventionsTest::scoresBeyondFloat32StayOrdered()
{
    Matrix scores = interventionsMatrix(2, 3, {-2e37F, -1e37F, -interventionsInfinity, 1e37F, 1e37F, 0});
    softmaxRows(scores, lowestTemperature);
    QCOMPARE(scores, interventionsMatrix(2, 3, {0, 1, 0, 0.5F, 0.5F, 0}));
}

void InterventionsTest::uniformSharesAmongAllowedKeys_data()
{
    QTest::addColumn<int>("mask");
    QTest::addColumn<QList<int>>("maskedKeys");
    QTest::addColumn<QList<float>>("expected");
    constexpr float third = 1.0F / 3;
    QTest::newRow("no mask") << int(Mask::None) << QList<int>() << QList<float>(16, 0.25F);
    QTest::newRow("causal") << int(Mask::Causal) << QList<int>()
                            << QList<float>{1,     0,     0,     0, 0.5F,  0.5F,  0,     0,
                                            third, third, third, 0, 0.25F, 0.25F, 0.25F, 0.25F};
    QTest::newRow("padded") << int(Mask::None) << QList<int>{3, 1}
                            << QList<float>{0.5F, 0, 0.5F, 0, 0.5F, 0, 0.5F, 0, 0.5F, 0, 0.5F, 0, 0.5F, 0, 0.5F, 0};
    QTest::newRow("causal, first key masked")
        << int(Mask::Causal) << QList<int>{0}
        << QList<float>{0, 0, 0, 0, 0, 1, 0, 0, 0, 0.5F, 0.5F, 0, 0, third, third, third};
    QTest::newRow("all masked") << int(Mask::None) << QList<int>{0, 1, 2, 3} << QList<float>(16, 0.0F);
}

void InterventionsTest::uniformSharesAmongAllowedKeys()
{
    QFETCH(int, mask);
    QFETCH(QList<int>, maskedKeys);
    QFETCH(QList<float>, expected);
    const HeadTrace uniform = attended(ruleWith([&](AttentionRule &rule) {
                                           rule.mask = Mask(mask);
                                           rule.maskedKeys.assign(maskedKeys.begin(), maskedKeys.end());
                                           rule.replacement = Replacement::Uniform;
                                           rule.temperature = 0.1F; // has nothing to divide
                                       }),
                                       100);
    const Matrix weights = interventionsMatrix(4, 4, {expected.begin(), expected.end()});
    QCOMPARE(uniform.weights, weights);
    QVERIFY((uniform.output - weights * uniform.v).isZero(1e-6F)); // a sum of four numbers below 1
}

void InterventionsTest::meanLeavesMaskedQueriesOut()
{
    const HeadTrace plain = attended({});
    const HeadTrace mean = attended(ruleWith([](AttentionRule &rule) {
        rule.replacement = Replacement::Mean;
        rule.maskedQueries = {1, 3};
    }));
    QVERIFY(mean.weights == plain.weights);
    const Matrix row = (plain.output.row(0) + plain.output.row(2)) / 2;
    for (Eigen::Index i = 0; i < 4; ++i)
        QVERIFY((mean.output.row(i) - row).isZero(1e-7F)); // one rounding of a number below 1
}

void InterventionsTest::meanOverNothingIsZero()
{
    const HeadTrace mean = attended(ruleWith([](AttentionRule &rule) {
        rule.replacement = Replacement::Mean;
        rule.maskedQueries = {0, 1, 2, 3};
    }));
    QVERIFY(mean.output.isZero(0));
    QCOMPARE(mean.output.rows(), Eigen::Index(4));
}

void InterventionsTest::zeroKeepsTheWeights()
{
    const HeadTrace zero = attended(ruleWith([](AttentionRule &rule) { rule.replacement = Replacement::Zero; }));
    QVERIFY(zero.weights == attended({}).weights);
    QVERIFY(zero.output.isZero(0));
    QCOMPARE(zero.output.cols(), Eigen::Index(2));
}

void InterventionsTest::theScoresStayTheModels()
{
    const Model model = interventionsModelOf(interventionsEverything());
    Model changed = model;
    changed.interventions.heads[{Attention::Encoder, 0, 0}] = Replacement::Uniform;
    changed.interventions.temperatures[{Attention::Encoder, 0, 1}] = 0.5F;
    const SharedTrace plain = forward(model, interventionsSentences);
    const SharedTrace trace = forward(changed, interventionsSentences);
    for (int head = 0; head < 4; ++head) {
        const HeadScores before = headScores(model, *plain, 0, head);
        const HeadScores after = headScores(changed, *trace, 0, head);
        QVERIFY(before.scores == after.scores && before.scaled == after.scaled && before.masked == after.masked);
        QCOMPARE(plain->blocks[0]->heads[std::size_t(head)].weights ==
                     trace->blocks[0]->heads[std::size_t(head)].weights,
                 head > 1);
    }
}

void InterventionsTest::aSublayerByZerosIsItsResidual()
{
    Model model = interventionsModelOf(interventionsWith([](ModelConfig &c) { c.norm = Norm::Pre; }));
    model.interventions.sublayers[{Stack::Encoder, 0, SublayerKind::SelfAttention}] = Replacement::Zero;
    model.interventions.sublayers[{Stack::Encoder, 0, SublayerKind::FeedForward}] = Replacement::Zero;
    model.interventions.sublayers[{Stack::Decoder, 1, SublayerKind::CrossAttention}] = Replacement::Zero;
    const SharedTrace trace = forward(model, interventionsSentences);
    const BlockTrace &first = blockOf(model, *trace, Attention::Encoder, 0);
    QVERIFY(first.output.isZero(0)); // b_o included
    QVERIFY(!first.joined.isZero(0));
    QVERIFY(first.stream == trace->source.input);
    QVERIFY(trace->encoderFeedForward[0]->output.isZero(0));
    QVERIFY(trace->encoderFeedForward[0]->stream == trace->source.input);
    QVERIFY(blockOf(model, *trace, Attention::Cross, 1).stream == blockOf(model, *trace, Attention::Decoder, 1).stream);
}

void InterventionsTest::aHeadWinsOverItsUniformAttention()
{
    const Sublayer attention{Stack::Encoder, 0, SublayerKind::SelfAttention};
    Model model = interventionsModelOf(interventionsEverything());
    const SharedTrace plain = forward(model, interventionsSentences);
    model.interventions.sublayers[attention] = Replacement::Uniform;
    model.interventions.heads[{Attention::Encoder, 0, 1}] = Replacement::Zero;
    const SharedTrace trace = forward(model, interventionsSentences);
    const HeadTraces &heads = trace->blocks[0]->heads;
    QVERIFY(heads[1].weights == plain->blocks[0]->heads[1].weights);
    QVERIFY(heads[1].output.isZero(0));
    Model oneByOne = interventionsModelOf(interventionsEverything());
    for (int head = 0; head < 4; ++head)
        oneByOne.interventions.heads[{Attention::Encoder, 0, head}] =
            head == 1 ? Replacement::Zero : Replacement::Uniform;
    QVERIFY(sameNumbers(*trace, *forward(oneByOne, interventionsSentences)));
    for (const std::size_t head : {0U, 2U, 3U})
        QVERIFY(
            (heads[head].weights.array() == 0.25F || heads[head].weights.array() == 0.0F).all()); // 5 tokens, 1 masked
}

void InterventionsTest::whatAnAttentionSeesStaysWhereItIsOff()
{
    const Model model = interventionsModelOf(interventionsEverything());
    Model off = model;
    off.interventions.sublayers[{Stack::Encoder, 0, SublayerKind::SelfAttention}] = Replacement::Mean;
    const SharedTrace plain = forward(model, interventionsSentences);
    const SharedTrace trace = forward(off, interventionsSentences);
    QVERIFY(trace->blocks[0]->joined == plain->blocks[0]->joined);
    QVERIFY(trace->blocks[0]->heads[0].output == plain->blocks[0]->heads[0].output);
    const Matrix &output = plain->blocks[0]->output;
    const Matrix mean = (output.row(0) + output.row(1) + output.row(3) + output.row(4)) / 4; // token 2 is masked
    for (Eigen::Index i = 0; i < 5; ++i)
        QVERIFY((trace->blocks[0]->output.row(i) - mean).isZero(1e-6F)); // a few roundings of numbers about 1
}

void InterventionsTest::stepsAgreeWithTheTrace()
{
    Model model = interventionsModelOf(interventionsEverything());
    const Sublayer feedForward{Stack::Encoder, 1, SublayerKind::FeedForward};
    model.interventions.heads[{Attention::Cross, 0, 1}] = Replacement::Mean;
    model.interventions.sublayers[{Stack::Decoder, 1, SublayerKind::SelfAttention}] = Replacement::Zero;
    model.interventions.sublayers[feedForward] = Replacement::Mean;
    const SharedTrace trace = forward(model, interventionsSentences);
    for (const Attention attention : {Attention::Encoder, Attention::Decoder, Attention::Cross})
        for (int layer = 0; layer < 2; ++layer) {
            const AttentionSteps steps = attentionSteps(model, *trace, attention, layer);
            const BlockTrace &block = blockOf(model, *trace, attention, layer);
            QVERIFY(steps.output == block.output && steps.normed == block.stream);
            const Sublayer sublayer = sublayerOf({attention, layer});
            const Matrix &read = streamBefore(model.config, *trace, sublayer);
            QVERIFY(finishedStream(model, sublayer, read, steps.output) == block.stream);
        }
    const FeedForwardSteps steps = feedForwardSteps(model, *trace, Stack::Encoder, 1);
    QVERIFY(steps.output == trace->encoderFeedForward[1]->output);
    QVERIFY(steps.output.row(0) == steps.output.row(4));
    const Matrix &read = streamBefore(model.config, *trace, feedForward);
    QVERIFY(finishedStream(model, feedForward, read, steps.output) == trace->encoderFeedForward[1]->stream);
}

/// Half itself, half every token alike: ½ on top of ½ · ¼ on the diagonal.
void InterventionsTest::rolloutFollowsUniformWeights()
{
    Model model =
        interventionsModelOf(interventionsWith([](ModelConfig &c) { c.architecture = Architecture::Encoder; }));
    model.interventions.sublayers[{Stack::Encoder, 0, SublayerKind::SelfAttention}] = Replacement::Uniform;
    const SharedTrace trace = forward(model, {{"a", "b", "c", "d"}});
    const Matrix rollout = attentionRollout(*trace, Attention::Encoder, 0);
    QCOMPARE(rollout(1, 1), 0.625F);
    QCOMPARE(rollout(1, 3), 0.125F);
    QVERIFY(std::abs(headEntropy(trace->blocks[0]->heads[0].weights) - std::log(4.0)) < 1e-6); // of float32's ¼
}

void InterventionsTest::uniformOfAFeedForwardIsNothing()
{
    const Sublayer feedForward{Stack::Encoder, 0, SublayerKind::FeedForward};
    const Model model = interventionsModelOf(interventionsEverything());
    Model changed = model;
    changed.interventions.sublayers[feedForward] = Replacement::Uniform;
    QVERIFY(sameNumbers(*forward(changed, interventionsSentences), *forward(model, interventionsSentences)));
    QVERIFY(existingInterventions(changed.interventions, model.config).isEmpty());
}

void InterventionsTest::theyStayWithTheModel()
{
    Model model = interventionsModelOf(interventionsEverything());
    model.interventions.heads[{Attention::Encoder, 0, 3}] = Replacement::Zero;
    model.interventions.heads[{Attention::Cross, 1, 2}] = Replacement::Mean;
    model.interventions.temperatures[{Attention::Decoder, 0, 1}] = 0.5F;
    model.interventions.sublayers[{Stack::Encoder, 1, SublayerKind::FeedForward}] = Replacement::Zero;
    const Model wider = reconfigured(model, interventionsWith([](ModelConfig &c) { c.dModel = 10; }));
    QVERIFY(wider.interventions == model.interventions);
    QVERIFY(buildModel(model.config, model.given, {}, {}, &model).interventions == model.interventions);
    QVERIFY(buildModel(model.config, model.given, {}).interventions.isEmpty());
}

void InterventionsTest::whatNoLongerExistsGoes()
{
    Model model = interventionsModelOf(interventionsEverything());
    const Sublayer cross{Stack::Decoder, 0, SublayerKind::CrossAttention};
    const Sublayer feedForward{Stack::Encoder, 1, SublayerKind::FeedForward};
    model.interventions.heads = {{{Attention::Encoder, 0, 3}, Replacement::Zero},
                                 {{Attention::Encoder, 1, 0}, Replacement::Mean},
                                 {{Attention::Cross, 1, 2}, Replacement::Uniform}};
    model.interventions.sublayers = {{cross, Replacement::Zero}, {feedForward, Replacement::Mean}};
    model.interventions.temperatures = {{{Attention::Encoder, 0, 3}, 2.0F}, {{Attention::Decoder, 0, 0}, 1.0F}};
    const Interventions fewer =
        reconfigured(model, interventionsWith([](ModelConfig &c) { c.heads = 3; })).interventions;
    QCOMPARE(fewer.heads.size(), std::size_t(2));
    QVERIFY(fewer.temperatures.empty()); // the head is gone, and 1 was none
    const Interventions shorter =
        reconfigured(model, interventionsWith([](ModelConfig &c) { c.encoderLayers = 1; })).interventions;
    QCOMPARE(shorter.heads.size(), std::size_t(2));
    QCOMPARE(shorter.sublayers.size(), std::size_t(1));
    const Interventions without =
        reconfigured(model, interventionsWith([](ModelConfig &c) { c.dFf = 0; })).interventions;
    QVERIFY(without.sublayers.contains(cross) && !without.sublayers.contains(feedForward));
    const Interventions alone =
        reconfigured(model, interventionsWith([](ModelConfig &c) { c.architecture = Architecture::Encoder; }))
            .interventions;
    QCOMPARE(alone.heads.size(), std::size_t(2));
    QVERIFY(!alone.sublayers.contains(cross));
}

void InterventionsTest::placesAreFound()
{
    Interventions interventions;
    const HeadRef head{Attention::Cross, 1, 2};
    const Sublayer cross{Stack::Decoder, 1, SublayerKind::CrossAttention};
    QVERIFY(!replacementOf(interventions, head) && !replacementOf(interventions, cross));
    QCOMPARE(temperatureOf(interventions, head), 1.0F);
    interventions.sublayers[cross] = Replacement::Mean;
    QVERIFY(!replacementOf(interventions, head)); // the heads of what is replaced as a whole are as ever
    interventions.sublayers[cross] = Replacement::Uniform;
    QVERIFY(*replacementOf(interventions, head) == Replacement::Uniform);
    QVERIFY(!replacementOf(interventions, HeadRef{Attention::Decoder, 1, 2}));
    interventions.heads[head] = Replacement::Zero;
    QVERIFY(*replacementOf(interventions, head) == Replacement::Zero);
    QVERIFY(*replacementOf(interventions, cross) == Replacement::Uniform);
}

REGARD_GUILESS_TEST(InterventionsTest)
#include "test_interventions.moc"
