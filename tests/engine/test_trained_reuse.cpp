#include <cmath>
#include <utility>

#include <QtTest>

#include "engine/pass/forward.h"
#include "engine/pass/reuse.h"
#include "test_class.h"

#include "memory_table.h"
#include "reuse_parts.h"
#include "trace_comparison.h"

using namespace regard;

namespace {

const std::vector<std::string> trainedReuseWords{"<s>", "the", "cat", "sat", "on", "rug"};

/// Numbers between −1 and 1 that repeat nowhere near.
Matrix trainedReuseNumbers(int rows, int columns)
{
    Matrix matrix(rows, columns);
    for (int i = 0; i < matrix.size(); ++i)
        matrix.data()[i] = std::sin(1.7F * float(i) + 0.3F);
    return matrix;
}

/// What Llama-like decoders have: rotary positions, RMS norms, a gate, shared key heads, a tied output layer.
Model trainedReuseDecoder()
{
    ModelConfig config;
    config.architecture = Architecture::Decoder;
    config.encoderLayers = 0;
    config.decoderLayers = 2;
    config.dModel = 8;
    config.decoderHeads = 4;
    config.keyValueHeads = 2;
    config.dKey = config.dValue = 4;
    config.decoderDFf = 6;
    config.residual = config.finalNorm = config.gated = config.qkvBias = true;
    config.norm = Norm::Pre;
    config.normKind = NormKind::Rms;
    config.position = Position::Rotary;
    config.activation = Activation::Silu;
    ModelWeights given;
    given.set("decoder.0.self.b_v", trainedReuseNumbers(1, 8)); // drawn ones are zeros, which nobody misses
    return trainedModel(config, std::move(given), memoryTable(trainedReuseWords, trainedReuseNumbers(6, 8)),
                        {trainedReuseWords});
}

/// What BERT has: token types, and a head that predicts masked words.
Model encoder()
{
    ModelConfig config;
    config.encoderLayers = 2;
    config.dModel = 8;
    config.dFf = 6;
    config.residual = config.bias = config.embeddingNorm = config.maskedLanguageModel = true;
    config.norm = Norm::Post;
    config.tokenTypes = 2;
    return trainedModel(config, {}, memoryTable(trainedReuseWords, trainedReuseNumbers(6, 8)), {trainedReuseWords});
}

Change table(const Matrix &rows)
{
    return [rows](Model &model, Input &) { model.table = memoryTable(trainedReuseWords, rows); };
}

} // namespace

/// What a pass takes over of an earlier one of a trained model: the same bits as one from scratch.
class TrainedReuseTest : public QObject {
    Q_OBJECT

    static void columns()
    {
        QTest::addColumn<Change>("change");
        QTest::addColumn<Kept>("kept");
        QTest::addColumn<bool>("logits");
    }

    static void row(const char *name, const Change &change, const char *kept, bool logits)
    {
        QTest::newRow(name) << change << list(kept) << logits;
    }

    static void compare(const Model &model, const Input &first)
    {
        QFETCH(Change, change);
        QFETCH(Kept, kept);
        QFETCH(bool, logits);
        const SharedTrace before = forward(model, first);
        Model changed = model;
        Input input = first;
        change(changed, input);
        const PassOptions options{.previous = before.get(), .previousModel = &model};
        const SharedTrace after = forward(changed, input, options);
        QCOMPARE(keptOf(*before, *after), kept);
        QCOMPARE(reuseOf(changed, input, options).logits, logits);
        QCOMPARE(&after->logits.get() == &before->logits.get(), logits);
        QVERIFY(sameNumbers(*after, *forward(changed, input)));
    }

private slots:
    void ofADecoder_data()
    {
        columns();
        const char *all = "de.0.self de.0.ffn de.1.self de.1.ffn";
        row(
            "nothing", [](Model &, Input &) {}, all, true);
        row("w_3 of the first layer", weight("decoder.0.ffn.w_3"), "de.0.self", false);
        row("w_3 of the second layer", weight("decoder.1.ffn.w_3"), "de.0.self de.0.ffn de.1.self", false);
        row("b_k", weight("decoder.1.self.b_k"), "de.0.self de.0.ffn", false);
        row("the final norm", weight("decoder.final_norm.gain"), all, false);
        row("output.b", weight("output.b"), all, false);
        row(
            "an output layer of its own",
            [](Model &model, Input &) {
                model.given.set("output.w", trainedReuseNumbers(8, 6));
                model.weights.set("output.w", model.given.find("output.w"));
            },
            all, false);
        row("theta", setting([](ModelConfig &c) { c.ropeTheta = 500; }), "", false);
        row("no rotation", setting([](ModelConfig &c) { c.position = Position::None; }), "", false);
        row("no gate", setting([](ModelConfig &c) { c.gated = false; }), "de.0.self", false);
        row("another norm", setting([](ModelConfig &c) { c.normKind = NormKind::Layer; }), "", false);
        row("one key head", setting([](ModelConfig &c) { c.keyValueHeads = 1; }), "", false);
        row("no biases", setting([](ModelConfig &c) { c.qkvBias = false; }), "", false);
        row("a longest sentence", setting([](ModelConfig &c) { c.maximumTokens = 100; }), all, true);
        row(
            "types that the model does not have",
            [](Model &, Input &input) {
                input.types = {0, 0, 1};
            },
            all, true);
        row(
            "labels",
            [](Model &, Input &input) {
                input.labels = {"a", "b", "c"};
            },
            all, true);
        row("a token that is read", token("cat"), "", false);
        row("a token of the output layer alone", token("rug"), all, false);
        row("another table", table(trainedReuseNumbers(6, 8) * 2), "", false);
    }
    void ofADecoder() { compare(trainedReuseDecoder(), {{"<s>", "the", "cat"}}); }

    void ofAnEncoder_data()
    {
        columns();
        const char *all = "en.0.self en.0.ffn en.1.self en.1.ffn";
        row(
            "nothing", [](Model &, Input &) {}, all, true);
        row("token_type", weight("token_type"), "", false);
        row(
            "another type", [](Model &, Input &input) { input.types[1] = 1; }, "", false);
        row(
            "no types where all were not 0", [](Model &, Input &input) { input.types.clear(); }, "", false);
        row("no types", setting([](ModelConfig &c) { c.tokenTypes = 0; }), "", false);
        row("the head's activation", setting([](ModelConfig &c) { c.outputActivation = Activation::Tanh; }), all,
            false);
        row("the same by name", setting([](ModelConfig &c) { c.outputActivation = c.activation; }), all, true);
        row("output.transform.w", weight("output.transform.w"), all, false);
        row("output.transform.b", weight("output.transform.b"), all, false);
        row("output.norm.gain", weight("output.norm.gain"), all, false);
        row("output.norm.bias", weight("output.norm.bias"), all, false);
        row("a token of the output layer alone", token("rug"), all, false);
        row("the last norm", weight("encoder.1.norm_2.gain"), "en.0.self en.0.ffn en.1.self", false);
    }
    void ofAnEncoder() { compare(encoder(), {{"<s>", "the", "cat"}, {}, {}, {}, {0, 0, 1}}); }

    void ofNarrowTokens_data()
    {
        columns();
        row("the projection of tokens", weight("embedding_projection.w"), "", false);
        row("the projection of the output", weight("output.projection.w"), "de.0.self de.0.ffn", false);
        row("a token of the output layer alone", token("rug"), "de.0.self de.0.ffn", false);
    }
    void ofNarrowTokens()
    {
        ModelConfig config;
        config.architecture = Architecture::Decoder;
        config.encoderLayers = 0;
        config.decoderLayers = 1;
        config.dModel = 6;
        config.embeddingSize = 4;
        config.narrowTokens = config.residual = true;
        config.dFf = config.decoderDFf = 5;
        config.norm = Norm::Post;
        compare(
            trainedModel(config, {}, memoryTable(trainedReuseWords, trainedReuseNumbers(6, 4)), {trainedReuseWords}),
            {{"<s>", "the", "cat"}});
    }

    void typesOf0AreTheSameAsNone()
    {
        const Model model = encoder();
        const SharedTrace before = forward(model, {{"the", "cat"}});
        const SharedTrace after =
            forward(model, {{"the", "cat"}, {}, {}, {}, {0, 0}}, {.previous = before.get(), .previousModel = &model});
        QCOMPARE(after->blocks, before->blocks);
        QCOMPARE(after->source.types, (std::vector<int>{0, 0}));
    }

    void withoutTheTiedLayerAnUnreadRowChangesNothing()
    {
        Model model = trainedReuseDecoder();
        model.table = memoryTable(trainedReuseWords, trainedReuseNumbers(6, 8), trainedReuseNumbers(6, 8) * 3);
        const SharedTrace before = forward(model, {{"the", "cat"}});
        Model edited = model;
        Input input{{"the", "cat"}};
        token("rug")(edited, input);
        QVERIFY(reuseOf(edited, input, {.previous = before.get(), .previousModel = &model}).logits);
    }

    void labelsAreThoseOfThePassItself()
    {
        const Model model = trainedReuseDecoder();
        const SharedTrace before = forward(model, {{"the", "cat"}, {}, {}, {}, {}, {"the", "cat "}});
        const SharedTrace after = forward(model, {{"the", "cat"}}, {.previous = before.get(), .previousModel = &model});
        QCOMPARE(labelsOf(before->source), (std::vector<std::string>{"the", "cat "}));
        QCOMPARE(labelsOf(after->source), (std::vector<std::string>{"the", "cat"}));
    }
};

REGARD_GUILESS_TEST(TrainedReuseTest)
#include "test_trained_reuse.moc"
