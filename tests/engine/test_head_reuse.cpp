#include <functional>
#include <random>
#include <set>
#include <string>
#include <vector>

#include <QtTest>

#include "engine/model/interventions.h"
#include "engine/model/key_head.h"
#include "engine/model/sublayer.h"
#include "engine/pass/forward.h"
#include "engine/pass/reuse.h"
#include "engine/pass/sublayer_cost.h"
#include "test_class.h"

#include "reuse_parts.h"
#include "trace_comparison.h"

using namespace regard;

namespace {

const Input headReuseSentences{{"the", "cat", "sat", "on", "it"}, {1}, {"die", "Katze", "sass"}};

ModelConfig common()
{
    ModelConfig config;
    config.dModel = 12;
    config.heads = config.decoderHeads = 4;
    config.dKey = 4;
    config.dValue = 2;
    config.encoderLayers = config.decoderLayers = 2;
    config.dFf = config.decoderDFf = 8;
    config.residual = config.bias = true;
    return config;
}

ModelConfig bertLike()
{
    ModelConfig config = common();
    config.norm = Norm::Post;
    config.embeddingNorm = true;
    return config;
}

ModelConfig bare()
{
    ModelConfig config = common();
    config.bias = config.residual = config.outputProjection = false;
    config.heads = 4;
    config.dValue = 3; // 4 · 3 is d_model, which layers without a projection need
    config.dFf = 0;
    config.score = Score::Dot;
    return config;
}

ModelConfig additive()
{
    ModelConfig config = common();
    config.score = Score::Additive;
    config.norm = Norm::Pre;
    config.finalNorm = true;
    return config;
}

ModelConfig llamaLike()
{
    ModelConfig config = common();
    config.architecture = Architecture::Decoder;
    config.bias = false;
    config.qkvBias = config.gated = config.finalNorm = true;
    config.keyValueHeads = 2;
    config.norm = Norm::Pre;
    config.normKind = NormKind::Rms;
    config.position = Position::Rotary;
    config.activation = Activation::Silu;
    return config;
}

ModelConfig translator()
{
    ModelConfig config = common();
    config.architecture = Architecture::EncoderDecoder;
    config.norm = Norm::Post;
    config.finalNorm = true;
    return config;
}

Model headReuseModelOf(const ModelConfig &config)
{
    Model model = buildModel(config, {}, {}, {{"the", "die", "Katze", "on", "</s>"}});
    std::mt19937 random(5); // drawn biases are zeros and gains ones: numbers that differ show more
    std::uniform_real_distribution<float> number(-0.5F, 0.5F);
    const ModelWeights drawn = model.weights;
    for (const auto &[name, matrix] : drawn.all())
        if (matrix->rows() == 1)
            model.weights.set(name, Matrix(matrix->unaryExpr([&](float x) { return x + number(random); })));
    return model;
}

/// Within rounding, which grows with the numbers that are summed: the largest of the matrix stands for them.
bool areClose(const Matrix &a, const Matrix &b)
{
    return a.rows() == b.rows() && a.cols() == b.cols() &&
           (a.size() == 0 || (a - b).cwiseAbs().maxCoeff() <= 1e-6F * (1 + b.cwiseAbs().maxCoeff()));
}

bool areClose(const Trace &a, const Trace &b)
{
    if (a.blocks.size() != b.blocks.size() || !areClose(a.encoderOutput.get(), b.encoderOutput.get()) ||
        !areClose(a.decoderOutput.get(), b.decoderOutput.get()) || !areClose(a.logits.get(), b.logits.get()))
        return false;
    for (std::size_t i = 0; i < a.blocks.size(); ++i) {
        const BlockTrace &left = *a.blocks[i];
        const BlockTrace &right = *b.blocks[i];
        if (!areClose(left.joined, right.joined) || !areClose(left.output, right.output) ||
            !areClose(left.stream, right.stream) || left.heads.size() != right.heads.size())
            return false;
        for (std::size_t head = 0; head < left.heads.size(); ++head)
            for (const auto part :
                 {&HeadTrace::q, &HeadTrace::k, &HeadTrace::v, &HeadTrace::weights, &HeadTrace::output})
                if (!areClose(left.heads[head].*part, right.heads[head].*part))
                    return false;
    }
    return true;
}

/// Heads of a block that are the same objects, from 0.
std::set<int> sharedHeads(const Trace &before, const Trace &after, std::size_t block)
{
    std::set<int> shared;
    for (std::size_t head = 0; head < after.blocks[block]->heads.size(); ++head)
        if (head < before.blocks[block]->heads.size() &&
            before.blocks[block]->heads.shared(head) == after.blocks[block]->heads.shared(head))
            shared.insert(int(head));
    return shared;
}

/// Heads of an attention that read a cell of one of its weights.
std::set<int> readers(const ModelConfig &config, Attention attention, const std::string &weight, int row, int column)
{
    std::set<int> heads;
    for (int head = 0; head < headsOf(config, attention); ++head) {
        const int keyHead = keyHeadOf(config, attention, head);
        if (((weight == "w_q" || weight == "b_q") && column / config.dKey == head) ||
            ((weight == "w_k" || weight == "b_k") && column / config.dKey == keyHead) ||
            ((weight == "w_v" || weight == "b_v") && column / config.dValue == keyHead) ||
            (weight == "w_a" && row == head))
            heads.insert(head);
    }
    return heads;
}

std::set<int> without(const ModelConfig &config, Attention attention, const std::set<int> &heads)
{
    std::set<int> others;
    for (int head = 0; head < headsOf(config, attention); ++head)
        if (!heads.contains(head))
            others.insert(head);
    return others;
}

PassOptions after(const SharedTrace &trace, const Model &model)
{
    return {.previous = trace.get(), .previousModel = &model};
}

} // namespace

/// One head's columns of a weight are edited: the other heads of its block are the same objects as before.
class HeadReuseTest : public QObject {
    Q_OBJECT

    static void addModels()
    {
        QTest::addColumn<ModelConfig>("config");
        QTest::newRow("encoder with everything, norm after") << bertLike();
        QTest::newRow("encoder with nothing") << bare();
        QTest::newRow("additive scores, norm before") << additive();
        ModelConfig general = additive();
        general.score = Score::General;
        QTest::newRow("general scores, norm before") << general;
        QTest::newRow("decoder, rotary, shared key heads, gated") << llamaLike();
        QTest::newRow("encoder and decoder") << translator();
    }

private slots:
    void editsOfAnyWeight_data() { addModels(); }
    void editsOfAnyWeight()
    {
        QFETCH(ModelConfig, config);
        std::mt19937 random(11);
        Model model = headReuseModelOf(config);
        SharedTrace trace = forward(model, headReuseSentences);
        std::vector<std::string> names;
        for (const auto &[name, matrix] : model.weights.all())
            if (matrix->size() > 0)
                names.push_back(name);
        for (int turn = 0; turn < 100; ++turn) {
            Model changed = model;
            const std::string name = names[random() % names.size()];
            Matrix &weight = changed.weights.edit(name);
            const auto row = int(random() % unsigned(weight.rows()));
            const auto column = int(random() % unsigned(weight.cols()));
            weight(row, column) += 0.1F;
            const SharedTrace edited = forward(changed, headReuseSentences, after(trace, model));
            QVERIFY2(areClose(*edited, *forward(changed, headReuseSentences)), name.c_str());
            const SharedTrace undone = forward(model, headReuseSentences, after(edited, changed));
            QVERIFY2(areClose(*undone, *trace), name.c_str());
            model = changed;
            trace = edited;
        }
    }

    void theOtherHeadsAreTheSameObjects_data() { addModels(); }
    void theOtherHeadsAreTheSameObjects()
    {
        QFETCH(ModelConfig, config);
        const Model model = headReuseModelOf(config);
        const SharedTrace before = forward(model, headReuseSentences);
        for (std::size_t block = 0; block < before->blocks.size(); ++block) {
            const AttentionPlace place = blockPlace(config, int(block));
            for (const char *weight : {"w_q", "b_q", "w_k", "b_k", "w_v", "b_v", "w_a", "w_o", "b_o"}) {
                const std::string name = blockWeight(place.attention, place.layer, weight);
                if (!model.weights.contains(name))
                    continue;
                const SharedMatrix matrix = model.weights.find(name);
                const auto row = int(matrix->rows()) - 1;
                const int column = int(matrix->cols()) / 2;
                Model changed = model;
                changed.weights.edit(name)(row, column) += 0.3F;
                const SharedTrace edited = forward(changed, headReuseSentences, after(before, model));
                const std::set<int> computed = readers(config, place.attention, weight, row, column);
                QCOMPARE(sharedHeads(*before, *edited, block), without(config, place.attention, computed));
                QVERIFY(edited->blocks[block] != before->blocks[block]);
                QVERIFY(passCost(changed, headReuseSentences, after(before, model)) <
                        passCost(changed, headReuseSentences));
            }
        }
    }

    void aNormKeepsTheHeadsBeforeIt()
    {
        const Model model = headReuseModelOf(bertLike());
        const SharedTrace before = forward(model, headReuseSentences);
        Model changed = model;
        changed.weights.edit("encoder.1.norm_1.gain")(0, 2) += 0.3F;
        const SharedTrace edited = forward(changed, headReuseSentences, after(before, model));
        QCOMPARE(sharedHeads(*before, *edited, 1), (std::set<int>{0, 1, 2, 3}));
        QVERIFY(edited->blocks[1]->output == before->blocks[1]->output);
        QVERIFY(areClose(*edited, *forward(changed, headReuseSentences)));
    }

    void aNormBehindTheFeedForwardKeepsItsOutput()
    {
        const Model model = headReuseModelOf(bertLike());
        const SharedTrace before = forward(model, headReuseSentences);
        Model changed = model;
        changed.weights.edit("encoder.1.norm_2.bias")(0, 2) += 0.3F;
        const PassOptions options = after(before, model);
        QVERIFY(passCost(changed, headReuseSentences, options) < 0.1 * passCost(changed, headReuseSentences));
        const SharedTrace edited = forward(changed, headReuseSentences, options);
        QCOMPARE(edited->blocks, before->blocks);
        QVERIFY(edited->encoderFeedForward[1]->output == before->encoderFeedForward[1]->output);
        QVERIFY(areClose(*edited, *forward(changed, headReuseSentences)));
    }

    void aNormInFrontOfTheHeadsKeepsNone()
    {
        const Model model = headReuseModelOf(additive());
        const SharedTrace before = forward(model, headReuseSentences);
        Model changed = model;
        changed.weights.edit("encoder.1.norm_1.gain")(0, 2) += 0.3F;
        const SharedTrace edited = forward(changed, headReuseSentences, after(before, model));
        QCOMPARE(sharedHeads(*before, *edited, 1), std::set<int>());
        QVERIFY(areClose(*edited, *forward(changed, headReuseSentences)));
    }

    void interventionsOnOneHead_data()
    {
        using Change = std::function<void(Interventions &)>;
        QTest::addColumn<Change>("change");
        const HeadRef second{Attention::Encoder, 1, 1};
        for (const Replacement kind : {Replacement::Zero, Replacement::Mean, Replacement::Uniform})
            QTest::addRow("replacement %d", int(kind))
                << Change([=](Interventions &changed) { changed.heads[second] = kind; });
        QTest::newRow("temperature") << Change([=](Interventions &changed) { changed.temperatures[second] = 0.5F; });
        QTest::newRow("a set weight") << Change([=](Interventions &changed) {
            changed.weights[second] = {{{0, 2}, 0.5F}};
        });
        QTest::newRow("a cut") << Change([](Interventions &changed) {
            changed.cuts = {{Attention::Encoder, 1, 1, {1}, {0, 2}}};
        });
    }
    void interventionsOnOneHead()
    {
        QFETCH(std::function<void(Interventions &)>, change);
        const Model model = headReuseModelOf(bertLike());
        const SharedTrace before = forward(model, headReuseSentences);
        Model changed = model;
        change(changed.interventions);
        const SharedTrace edited = forward(changed, headReuseSentences, after(before, model));
        QCOMPARE(edited->blocks[0], before->blocks[0]);
        QCOMPARE(sharedHeads(*before, *edited, 1), (std::set<int>{0, 2, 3}));
        QVERIFY(areClose(*edited, *forward(changed, headReuseSentences)));
        const SharedTrace undone = forward(model, headReuseSentences, after(edited, changed));
        QVERIFY(areClose(*undone, *before));
    }

    void whatComesOutTheSameGoesNoFurther_data()
    {
        QTest::addColumn<QByteArray>("weight");
        for (const char *weight : {"w_q", "b_q", "w_k", "w_v", "b_v"})
            QTest::newRow(weight) << QByteArray("encoder.0.self.") + weight;
    }
    void whatComesOutTheSameGoesNoFurther()
    {
        QFETCH(QByteArray, weight);
        Model model = headReuseModelOf(translator());
        model.interventions.heads[{Attention::Encoder, 0, 0}] = Replacement::Zero;
        const SharedTrace before = forward(model, headReuseSentences);
        Model changed = model;
        changed.weights.edit(weight.toStdString())(0, 0) += 0.3F; // of the head that is off
        const SharedTrace edited = forward(changed, headReuseSentences, after(before, model));
        QCOMPARE(sharedHeads(*before, *edited, 0), (std::set<int>{1, 2, 3}));
        QVERIFY(edited->blocks[0] != before->blocks[0]);
        for (std::size_t block = 1; block < before->blocks.size(); ++block)
            QCOMPARE(edited->blocks[block], before->blocks[block]);
        QCOMPARE(edited->encoderFeedForward, before->encoderFeedForward);
        QCOMPARE(edited->decoderFeedForward, before->decoderFeedForward);
        QCOMPARE(&edited->encoderOutput.get(), &before->encoderOutput.get());
        QCOMPARE(&edited->decoderOutput.get(), &before->decoderOutput.get());
        QCOMPARE(&edited->logits.get(), &before->logits.get());
        QVERIFY(areClose(*edited, *forward(changed, headReuseSentences)));
    }

    /// A row of zeros stays zeros whatever it is multiplied by: the same numbers of another token.
    void aTokenWithTheSameRowGoesNoFurther()
    {
        ModelConfig config = bertLike();
        config.embeddingNorm = false;
        Model model = headReuseModelOf(config);
        model.embedding["on"] = std::make_shared<Matrix>(Matrix::Constant(1, 12, 0.25F));
        model.embedding["off"] = std::make_shared<Matrix>(Matrix::Constant(1, 12, 0.25F));
        const SharedTrace before = forward(model, headReuseSentences);
        Input input = headReuseSentences;
        input.tokens[3] = "off";
        const SharedTrace edited = forward(model, input, after(before, model));
        QCOMPARE(edited->source.tokens, input.tokens);
        QCOMPARE(edited->blocks, before->blocks);
    }

    void anotherMaskKeepsTheProjections()
    {
        const Model model = headReuseModelOf(bertLike());
        const SharedTrace before = forward(model, headReuseSentences);
        Input input = headReuseSentences;
        input.masked = {2};
        const Reuse reuse = reuseOf(model, input, after(before, model));
        for (const HeadReuse &head : reuse.encoder.front().heads) {
            QVERIFY(head.q && head.k && head.v);
            QVERIFY(!head.weights && !head.whole);
        }
        QVERIFY(areClose(*forward(model, input, after(before, model)), *forward(model, input)));
    }

    /// The mean is taken over the tokens that are not masked, though queries themselves are not masked.
    void anotherMaskMovesAMean()
    {
        ModelConfig config = translator();
        config.encoderLayers = config.decoderLayers = 1;
        config.decoderMask = Mask::None;
        Model model = headReuseModelOf(config);
        model.interventions.heads[{Attention::Cross, 0, 2}] = Replacement::Mean;
        model.interventions.sublayers[{Stack::Decoder, 0, SublayerKind::SelfAttention}] = Replacement::Zero;
        model.interventions.sublayers[{Stack::Decoder, 0, SublayerKind::FeedForward}] = Replacement::Mean;
        const SharedTrace before = forward(model, headReuseSentences);
        Input input = headReuseSentences;
        input.maskedTarget = {0};
        const SharedTrace edited = forward(model, input, after(before, model));
        // The self-attention goes nowhere, so that the cross-attention reads what it read.
        QVERIFY(sharedHeads(*before, *edited, 2) == (std::set<int>{0, 1, 3}));
        QVERIFY(areClose(*edited, *forward(model, input)));
    }

    void keysOfTheSameSourceStay()
    {
        const Model model = headReuseModelOf(translator());
        const SharedTrace before = forward(model, headReuseSentences);
        Input input = headReuseSentences;
        input.target.push_back("hier");
        const SharedTrace edited = forward(model, input, after(before, model));
        QVERIFY(areClose(*edited, *forward(model, input)));
        const Reuse reuse = reuseOf(model, input, after(before, model));
        const HeadReuse &cross = reuse.decoder[1].heads.front();
        QVERIFY(cross.k && cross.v && !cross.q && !cross.weights);
        QCOMPARE(edited->blocks[3]->heads[0].k, before->blocks[3]->heads[0].k);
    }

    void anotherHeadIsAddedToTheOthers()
    {
        const Model model = headReuseModelOf(bertLike());
        const SharedTrace before = forward(model, headReuseSentences);
        for (const int heads : {3, 5}) {
            ModelConfig config = model.config;
            config.heads = heads;
            const Model changed = reconfigured(model, config);
            const SharedTrace edited = forward(changed, headReuseSentences, after(before, model));
            QVERIFY(areClose(*edited, *forward(changed, headReuseSentences)));
        }
    }

    void costOfOneHeadOfTheLastLayer()
    {
        ModelConfig config = bertLike();
        config.dFf = 0;
        const Model model = headReuseModelOf(config);
        const SharedTrace before = forward(model, headReuseSentences);
        Model changed = model;
        changed.weights.edit("encoder.1.self.w_v")(0, 0) += 0.3F;
        // Its 2 columns of W_V over 5 tokens, weights · v, and what joins the four heads.
        const double values = 5 * 12 * 2 + 5 * 5 * 2 + 5 * 8 * 12;
        QCOMPARE(passCost(changed, headReuseSentences, after(before, model)), values);
    }

    void sublayerCostWithoutReuseIsThatOfAll()
    {
        const ModelConfig config = llamaLike();
        for (const Sublayer &sublayer : sublayersOf(config, Stack::Decoder))
            QCOMPARE(sublayerCost(config, sublayer, 7, 7, {}), sublayerCost(config, sublayer, 7, 7));
    }
};

REGARD_GUILESS_TEST(HeadReuseTest)
#include "test_head_reuse.moc"
