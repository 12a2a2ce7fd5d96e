#include <QtTest>

#include "engine/pass/forward.h"
#include "engine/pass/reuse.h"
#include "reuse_parts.h"
#include "test_class.h"
#include "trace_comparison.h"

using namespace regard;

namespace {

/// Two layers in both stacks with everything on, so that every weight and setting counts.
ModelConfig reuseEverything(Norm norm)
{
    ModelConfig config;
    config.architecture = Architecture::EncoderDecoder;
    config.encoderLayers = config.decoderLayers = 2;
    config.dModel = 8;
    config.heads = 2;
    config.decoderHeads = 3;
    config.dKey = 3;
    config.dValue = 4;
    config.dFf = 10;
    config.decoderDFf = 6;
    config.bias = config.residual = config.finalNorm = config.embeddingNorm = config.embeddingScale = true;
    config.norm = norm;
    config.position = Position::Learned;
    return config;
}

const Input reuseSentences{{"the", "cat", "sat"}, {2}, {"<s>", "die", "Katze", "the"}, {1}};

Change head(const HeadRef &which, Replacement replacement)
{
    return [=](Model &model, Input &) { model.interventions.heads[which] = replacement; };
}

Change sublayer(const Sublayer &which, Replacement replacement)
{
    return [=](Model &model, Input &) { model.interventions.sublayers[which] = replacement; };
}

Change temperature(const HeadRef &which, float value)
{
    return [=](Model &model, Input &) { model.interventions.temperatures[which] = value; };
}

/// Something of every kind, in the first layers and the last.
Interventions someInterventions()
{
    return {{{{Attention::Encoder, 0, 0}, Replacement::Mean}, {{Attention::Cross, 1, 1}, Replacement::Uniform}},
            {{{Stack::Encoder, 0, SublayerKind::FeedForward}, Replacement::Mean},
             {{Stack::Decoder, 1, SublayerKind::CrossAttention}, Replacement::Mean}},
            {{{Attention::Decoder, 0, 0}, 0.5F}}};
}

} // namespace

/// A pass that takes over what it can gives the same bits as one from scratch, and takes over all that it may.
class ReuseTest : public QObject {
    Q_OBJECT

    static void addChanges()
    {
        QTest::addColumn<Change>("change");
        QTest::addColumn<Kept>("kept");
        const char *all = "en.0.self en.0.ffn en.1.self en.1.ffn de.0.self de.0.cross de.0.ffn de.1.self de.1.cross "
                          "de.1.ffn";
        const char *encoder = "en.0.self en.0.ffn en.1.self en.1.ffn";
        const char *encoderAndSelf = "en.0.self en.0.ffn en.1.self en.1.ffn de.0.self";
        const auto row = [](const char *name, const Change &change, const char *kept) {
            QTest::newRow(name) << change << list(kept);
        };
        row(
            "nothing", [](Model &, Input &) {}, all);
        row("encoder.0.self.w_q", weight("encoder.0.self.w_q"), "de.0.self");
        row("encoder.0.self.b_o", weight("encoder.0.self.b_o"), "de.0.self");
        row("encoder.0.norm_1.gain", weight("encoder.0.norm_1.gain"), "de.0.self");
        row("encoder.0.ffn.w_2", weight("encoder.0.ffn.w_2"), "en.0.self de.0.self");
        row("encoder.0.norm_2.bias", weight("encoder.0.norm_2.bias"), "en.0.self de.0.self");
        row("encoder.1.self.w_v", weight("encoder.1.self.w_v"), "en.0.self en.0.ffn de.0.self");
        row("encoder.1.ffn.b_1", weight("encoder.1.ffn.b_1"), "en.0.self en.0.ffn en.1.self de.0.self");
        row("encoder.final_norm.gain", weight("encoder.final_norm.gain"), encoderAndSelf);
        row("decoder.0.self.w_k", weight("decoder.0.self.w_k"), encoder);
        row("decoder.0.cross.w_k", weight("decoder.0.cross.w_k"), encoderAndSelf);
        row("decoder.0.norm_2.gain", weight("decoder.0.norm_2.gain"), encoderAndSelf);
        row("decoder.0.ffn.w_1", weight("decoder.0.ffn.w_1"),
            "en.0.self en.0.ffn en.1.self en.1.ffn de.0.self de.0.cross");
        row("decoder.1.norm_3.bias", weight("decoder.1.norm_3.bias"),
            "en.0.self en.0.ffn en.1.self en.1.ffn de.0.self de.0.cross de.0.ffn de.1.self de.1.cross");
        row("decoder.final_norm.bias", weight("decoder.final_norm.bias"), all);
        row("output.w", weight("output.w"), all);
        row("output.b", weight("output.b"), all);
        row("position", weight("position"), "");
        row(
            "decoder.position",
            [](Model &model, Input &) { model.given.set("decoder.position", Matrix(Matrix::Constant(6, 8, 0.25F))); },
            encoder);
        row("embedding_norm.gain", weight("embedding_norm.gain"), "");
        row(
            "encoder.embedding_norm.gain",
            [](Model &model, Input &) {
                model.given.set("encoder.embedding_norm.gain", Matrix(Matrix::Constant(1, 8, 0.25F)));
                model.weights.set("encoder.embedding_norm.gain", model.given.find("encoder.embedding_norm.gain"));
            },
            "de.0.self");
        row("token of the source", token("cat"), "de.0.self");
        row("token of the target", token("Katze"), encoder);
        row("token of both", token("the"), "");
        row("token of neither", token("dog"), all);
        row(
            "source", [](Model &, Input &input) { input.tokens.push_back("on"); }, "de.0.self");
        row(
            "source mask", [](Model &, Input &input) { input.masked = {0}; }, "de.0.self");
        row(
            "target", [](Model &, Input &input) { input.target.push_back("on"); }, encoder);
        row(
            "target mask", [](Model &, Input &input) { input.maskedTarget.clear(); }, encoder);
        row("epsilon", setting([](ModelConfig &c) { c.normEpsilon = 0.1; }), "");
        row("activation", setting([](ModelConfig &c) { c.activation = Activation::Silu; }), "en.0.self de.0.self");
        row("residual", setting([](ModelConfig &c) { c.residual = false; }), "");
        row("no norm", setting([](ModelConfig &c) { c.norm = Norm::None; }), "");
        row("no final norm", setting([](ModelConfig &c) { c.finalNorm = false; }), encoderAndSelf);
        row("no bias", setting([](ModelConfig &c) { c.bias = false; }), "");
        row("encoder mask", setting([](ModelConfig &c) { c.encoderMask = Mask::Causal; }), "de.0.self");
        row("decoder mask", setting([](ModelConfig &c) { c.decoderMask = Mask::None; }), encoder);
        row("decoder heads", setting([](ModelConfig &c) { c.decoderHeads = 2; }), encoder);
        row("score", setting([](ModelConfig &c) { c.score = Score::Dot; }), "");
        row("no d_ff", setting([](ModelConfig &c) { c.dFf = 0; }), "en.0.self de.0.self");
        row("one encoder layer", setting([](ModelConfig &c) { c.encoderLayers = 1; }), "en.0.self en.0.ffn de.0.self");
        row("third decoder layer", setting([](ModelConfig &c) { c.decoderLayers = 3; }), all);
        row("encoder alone", setting([](ModelConfig &c) { c.architecture = Architecture::Encoder; }), encoder);
        row("decoder alone", setting([](ModelConfig &c) { c.architecture = Architecture::Decoder; }), "");
        row("seed", setting([](ModelConfig &c) { c.seed = 2; }), "");
        const HeadRef second{Attention::Encoder, 1, 1};
        row("a head of the encoder's last layer", head(second, Replacement::Zero), "en.0.self en.0.ffn de.0.self");
        row("its temperature", temperature(second, 2), "en.0.self en.0.ffn de.0.self");
        row("a temperature of 1", temperature(second, 1), all);
        row("a head of the decoder", head({Attention::Decoder, 1, 2}, Replacement::Mean),
            "en.0.self en.0.ffn en.1.self en.1.ffn de.0.self de.0.cross de.0.ffn");
        row("a cross head", head({Attention::Cross, 0, 0}, Replacement::Uniform), encoderAndSelf);
        row("the last feed-forward", sublayer({Stack::Decoder, 1, SublayerKind::FeedForward}, Replacement::Zero),
            "en.0.self en.0.ffn en.1.self en.1.ffn de.0.self de.0.cross de.0.ffn de.1.self de.1.cross");
        row("the encoder's last feed-forward",
            sublayer({Stack::Encoder, 1, SublayerKind::FeedForward}, Replacement::Mean),
            "en.0.self en.0.ffn en.1.self de.0.self");
        row("a cross-attention", sublayer({Stack::Decoder, 0, SublayerKind::CrossAttention}, Replacement::Zero),
            encoderAndSelf);
        row("a uniform self-attention",
            sublayer({Stack::Encoder, 1, SublayerKind::SelfAttention}, Replacement::Uniform),
            "en.0.self en.0.ffn de.0.self");
    }

    static void compare(const Model &model)
    {
        QFETCH(Change, change);
        QFETCH(Kept, kept);
        const SharedTrace before = forward(model, reuseSentences);
        Model changed = model;
        Input input = reuseSentences;
        change(changed, input);
        const PassOptions options{.previous = before.get(), .previousModel = &model};
        const SharedTrace after = forward(changed, input, options);
        QCOMPARE(keptOf(*before, *after), kept);
        QVERIFY(sameNumbers(*after, *forward(changed, input)));
        const double whole = passCost(changed, input);
        const double cost = passCost(changed, input, options);
        QVERIFY(kept.isEmpty() ? cost <= whole : cost < whole);
    }

private slots:
    void postNorm_data() { addChanges(); }
    void postNorm()
    {
        Model model = buildModel(reuseEverything(Norm::Post), {}, {}, {{"the", "die", "Katze", "on", "</s>"}});
        model.given.set("position", positionRows(model, 10));
        compare(model);
    }

    void preNorm_data() { addChanges(); }
    void preNorm()
    {
        Model model = buildModel(reuseEverything(Norm::Pre), {}, {}, {{"the", "die", "Katze", "on", "</s>"}});
        model.given.set("position", positionRows(model, 10));
        compare(model);
    }

    void startingFromInterventions_data() { addChanges(); }
    void startingFromInterventions()
    {
        Model model = buildModel(reuseEverything(Norm::Post), {}, {}, {{"the", "die", "Katze", "on", "</s>"}});
        model.given.set("position", positionRows(model, 10));
        model.interventions = someInterventions();
        compare(model);
    }

    void takenBack_data()
    {
        QTest::addColumn<Change>("change");
        QTest::addColumn<Kept>("kept");
        QTest::newRow("all") << Change([](Model &model, Input &) { model.interventions = {}; }) << list("");
        QTest::newRow("the feed-forward") << Change([](Model &model, Input &) {
            model.interventions.sublayers.erase({Stack::Encoder, 0, SublayerKind::FeedForward});
        }) << list("en.0.self de.0.self");
        QTest::newRow("the temperature") << Change([](Model &model, Input &) {
            model.interventions.temperatures.clear();
        }) << list("en.0.self en.0.ffn en.1.self en.1.ffn");
        QTest::newRow("by another replacement")
            << sublayer({Stack::Decoder, 1, SublayerKind::CrossAttention}, Replacement::Zero)
            << list("en.0.self en.0.ffn en.1.self en.1.ffn de.0.self de.0.cross de.0.ffn de.1.self");
        QTest::newRow("of a head")
            << head({Attention::Cross, 1, 1}, Replacement::Mean)
            << list("en.0.self en.0.ffn en.1.self en.1.ffn de.0.self de.0.cross de.0.ffn de.1.self");
    }
    void takenBack()
    {
        Model model = buildModel(reuseEverything(Norm::Pre), {}, {});
        model.interventions = someInterventions();
        compare(model);
    }

    void withoutChangesEverythingIsThere()
    {
        const Model model = buildModel(reuseEverything(Norm::Post), {}, {});
        const SharedTrace before = forward(model, reuseSentences);
        const PassOptions options{.previous = before.get(), .previousModel = &model};
        QCOMPARE(passCost(model, reuseSentences, options), 0.0);
        QVERIFY(reuseOf(model, reuseSentences, options).logits);
        QVERIFY(!reuseOf(model, reuseSentences, {.previous = before.get()}).source);
    }

    void anEditOfTheOutputLayerCostsTheLogitsAlone()
    {
        const Model model = buildModel(reuseEverything(Norm::Post), {}, {}, {{"a", "b", "c"}});
        const SharedTrace before = forward(model, reuseSentences);
        Model edited = model;
        edit(edited, "output.w");
        const PassOptions options{.previous = before.get(), .previousModel = &model};
        const Reuse reuse = reuseOf(edited, reuseSentences, options);
        QVERIFY(reuse.decoderOutput && !reuse.logits);
        QCOMPARE(passCost(edited, reuseSentences, options), 4.0 * 8 * 3); // target tokens × d_model × vocabulary
    }

    void anotherVocabularyMakesOtherLogits()
    {
        const Model model = buildModel(reuseEverything(Norm::Post), {}, {}, {{"a", "b", "c"}});
        const SharedTrace before = forward(model, reuseSentences);
        const Model longer = buildModel(model.config, model.given, {}, {{"a", "b", "c", "d"}}, &model);
        const PassOptions options{.previous = before.get(), .previousModel = &model};
        const SharedTrace after = forward(longer, reuseSentences, options);
        QCOMPARE(after->logits.cols(), Eigen::Index(4));
        QCOMPARE(after->blocks, before->blocks);
        QVERIFY(sameNumbers(*after, *forward(longer, reuseSentences)));
    }

    void aMaskReachesTheCrossAttentionWithoutAnEncoderLayer()
    {
        ModelConfig config = reuseEverything(Norm::Post);
        config.encoderLayers = 0;
        const Model model = buildModel(config, {}, {});
        const SharedTrace before = forward(model, reuseSentences);
        Input input = reuseSentences;
        input.masked = {0};
        const SharedTrace after = forward(model, input, {.previous = before.get(), .previousModel = &model});
        QCOMPARE(keptOf(*before, *after), list("de.0.self"));
        QVERIFY(sameNumbers(*after, *forward(model, input)));
    }

    void aSecondStackKeepsTheFirst()
    {
        ModelConfig config = reuseEverything(Norm::Post);
        config.architecture = Architecture::Encoder;
        const Model alone = buildModel(config, {}, {});
        const SharedTrace before = forward(alone, reuseSentences);
        config.architecture = Architecture::EncoderDecoder;
        const Model both = reconfigured(alone, config);
        const SharedTrace after = forward(both, reuseSentences, {.previous = before.get(), .previousModel = &alone});
        QCOMPARE(keptOf(*before, *after), list("en.0.self en.0.ffn en.1.self en.1.ffn"));
        QVERIFY(sameNumbers(*after, *forward(both, reuseSentences)));
    }

    void aDecoderAloneKeepsItsFirstLayers()
    {
        ModelConfig config = reuseEverything(Norm::Pre);
        config.architecture = Architecture::Decoder;
        const Model model = buildModel(config, {}, {});
        const SharedTrace before = forward(model, reuseSentences);
        Model edited = model;
        edit(edited, "decoder.1.self.w_o");
        const SharedTrace after = forward(edited, reuseSentences, {.previous = before.get(), .previousModel = &model});
        QCOMPARE(keptOf(*before, *after), list("de.0.self de.0.ffn"));
        QVERIFY(sameNumbers(*after, *forward(edited, reuseSentences)));
    }

    void moreAndFewerLayersTakeOverWhatTheyCan()
    {
        ModelConfig config;
        config.encoderLayers = 3;
        const Input input{{"a", "b", "c"}};
        const Model three = buildModel(config, {}, {});
        const SharedTrace ofThree = forward(three, input);
        config.encoderLayers = 2;
        const Model two = reconfigured(three, config);
        const SharedTrace ofTwo = forward(two, input, {.previous = ofThree.get(), .previousModel = &three});
        QCOMPARE(ofTwo->blocks.size(), std::size_t(2));
        QCOMPARE(ofTwo->blocks[1], ofThree->blocks[1]);
        QVERIFY(ofTwo->encoderOutput == ofTwo->blocks[1]->stream);
        const SharedTrace again = forward(three, input, {.previous = ofTwo.get(), .previousModel = &two});
        QCOMPARE(again->blocks[1], ofTwo->blocks[1]);
        QVERIFY(sameNumbers(*again, *ofThree));
    }
};

REGARD_GUILESS_TEST(ReuseTest)
#include "test_reuse.moc"
