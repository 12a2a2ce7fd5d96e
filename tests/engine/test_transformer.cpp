#include <QtTest>

#include "engine/base/errors.h"
#include "engine/pass/forward.h"
#include "refusals.h"
#include "test_class.h"

using namespace regard;

namespace {

ModelConfig transformerTransformer(Architecture architecture)
{
    ModelConfig config;
    config.architecture = architecture;
    config.encoderLayers = config.decoderLayers = 2;
    config.dModel = 8;
    config.heads = 2;
    config.decoderHeads = 3;
    config.dFf = config.decoderDFf = 12;
    config.residual = config.bias = config.finalNorm = true;
    config.norm = Norm::Post;
    config.position = Position::Sinusoidal;
    return config;
}

const Input transformerSentences{{"the", "cat", "sat", "down"}, {1}, {"<s>", "die", "Katze"}, {2}};

const BlockTrace &block(const Model &model, const Trace &trace, Attention attention, int layer)
{
    return *trace.blocks[std::size_t(blockIndex(model.config, attention, layer))];
}

} // namespace

/// Encoder, decoder and cross-attention together: who reads what.
class TransformerTest : public QObject {
    Q_OBJECT
private slots:
    void shapes()
    {
        const Model model = buildModel(transformerTransformer(Architecture::EncoderDecoder), {}, {});
        const SharedTrace trace = forward(model, transformerSentences);
        QCOMPARE(trace->source.tokens, transformerSentences.tokens);
        QCOMPARE(trace->target.tokens, transformerSentences.target);
        QCOMPARE(&queriesOf(*trace, Attention::Cross), &trace->target);
        QCOMPARE(&keysOf(*trace, Attention::Cross), &trace->source);
        QCOMPARE(&queriesOf(*trace, Attention::Encoder), &trace->source);
        QCOMPARE(&keysOf(*trace, Attention::Decoder), &trace->target);
        const BlockTrace &cross = block(model, *trace, Attention::Cross, 1);
        QCOMPARE(cross.heads.size(), std::size_t(3));
        QCOMPARE(cross.heads[0].weights.rows(), Eigen::Index(3));
        QCOMPARE(cross.heads[0].weights.cols(), Eigen::Index(4));
        QCOMPARE(trace->encoderOutput.rows(), Eigen::Index(4));
        QCOMPARE(trace->decoderOutput.rows(), Eigen::Index(3));
        QCOMPARE(trace->logits.rows(), Eigen::Index(3));
        QCOMPARE(trace->logits.cols(), Eigen::Index(8)); // 4 + 3 distinct tokens and </s>
        QCOMPARE(trace->encoderFeedForward.size(), std::size_t(2));
        QCOMPARE(trace->decoderFeedForward.size(), std::size_t(2));
    }

    void maskedTokensGetNothing()
    {
        const Model model = buildModel(transformerTransformer(Architecture::EncoderDecoder), {}, {});
        const SharedTrace trace = forward(model, transformerSentences);
        for (int layer = 0; layer < 2; ++layer)
            for (const Attention attention : {Attention::Encoder, Attention::Decoder, Attention::Cross})
                for (const HeadTrace &head : block(model, *trace, attention, layer).heads) {
                    const int masked = attention == Attention::Decoder ? 2 : 1;
                    QVERIFY(head.weights.col(masked).isZero(0));
                    for (Eigen::Index i = 0; i < head.weights.rows(); ++i)
                        QVERIFY(std::abs(head.weights.row(i).sum() - 1) < 1e-5F);
                    if (attention == Attention::Decoder)
                        QCOMPARE(head.weights(0, 1), 0.0F); // causal
                }
        const HeadScores scores = headScores(model, *trace, blockIndex(model.config, Attention::Cross, 0), 2);
        QVERIFY(std::isinf(scores.masked(0, 1)));
        QVERIFY(std::isfinite(scores.masked(0, 3))); // never causal
    }

    /// A masked word says nothing: another word in its place changes no other row.
    void aMaskedWordIsNotRead()
    {
        const Model model = buildModel(transformerTransformer(Architecture::EncoderDecoder), {}, {}, {{"a", "b"}});
        Input other = transformerSentences;
        other.tokens[1] = "bird";
        const SharedTrace before = forward(model, transformerSentences);
        const SharedTrace after = forward(model, other);
        QVERIFY(before->decoderOutput == after->decoderOutput);
        QVERIFY(before->encoderOutput.row(0) == after->encoderOutput.row(0));
        QVERIFY(before->encoderOutput.row(1) != after->encoderOutput.row(1));
        other = transformerSentences;
        other.target[2] = "Maus";
        QVERIFY(forward(model, other)->decoderOutput.topRows(2) == before->decoderOutput.topRows(2));
    }

    void aDecoderAloneReadsTheSource()
    {
        const Model model = buildModel(transformerTransformer(Architecture::Decoder), {}, {});
        const SharedTrace trace = forward(model, transformerSentences);
        QVERIFY(trace->target.tokens.empty());
        QCOMPARE(&queriesOf(*trace, Attention::Decoder), &trace->source);
        QCOMPARE(&keysOf(*trace, Attention::Decoder), &trace->source);
        QCOMPARE(trace->blocks.size(), std::size_t(2));
        QCOMPARE(trace->blocks[1]->name, std::string("decoder.1.self"));
        QCOMPARE(trace->encoderOutput.size(), Eigen::Index(0));
        QVERIFY(trace->encoderFeedForward.empty());
        QCOMPARE(trace->decoderOutput.rows(), Eigen::Index(4));
        QCOMPARE(trace->logits.cols(), Eigen::Index(5));
        QVERIFY(trace->blocks[0]->heads[0].weights.col(1).isZero(0)); // masked
        QCOMPARE(trace->blocks[0]->heads[0].weights(0, 2), 0.0F);     // causal
    }

    void nextTokensDoNotSeeWhatComesAfter()
    {
        const Model model = buildModel(transformerTransformer(Architecture::Decoder), {}, {}, {{"a", "b", "c"}});
        const SharedTrace whole = forward(model, {{"a", "b", "c", "b", "a"}});
        const SharedTrace begun = forward(model, {{"a", "b", "c"}});
        QVERIFY(whole->logits.topRows(3).isApprox(begun->logits, 1e-5F));
    }

    void anEncoderDoesNotReadTheTarget()
    {
        ModelConfig config = transformerTransformer(Architecture::Encoder);
        const Model model = buildModel(config, {}, {});
        const SharedTrace trace = forward(model, transformerSentences);
        QVERIFY(trace->target.tokens.empty());
        QVERIFY(trace->decoderFeedForward.empty());
        QVERIFY(trace->encoderOutput ==
                forward(model, {transformerSentences.tokens, transformerSentences.masked})->encoderOutput);
    }

    void withoutLayersTheInputGoesOn()
    {
        ModelConfig config = transformerTransformer(Architecture::EncoderDecoder);
        config.encoderLayers = config.decoderLayers = 0;
        config.finalNorm = false;
        const SharedTrace trace = forward(buildModel(config, {}, {}), transformerSentences);
        QVERIFY(trace->encoderOutput == trace->source.input);
        QVERIFY(trace->decoderOutput == trace->target.input);
        QCOMPARE(trace->logits.rows(), Eigen::Index(3));
    }

    void theSameWordIsTheSameRowOnBothSides()
    {
        const Model model = buildModel(transformerTransformer(Architecture::EncoderDecoder), {}, {});
        const SharedTrace trace = forward(model, {{"a", "b"}, {}, {"b", "a"}, {}});
        QVERIFY(trace->source.embedded.row(0) == trace->target.embedded.row(1));
    }

    void badInput()
    {
        const Model model = buildModel(transformerTransformer(Architecture::EncoderDecoder), {}, {});
        QCOMPARE(inputErrorOf(model, {{"a"}}),
                 QStringLiteral("the target sentence has no token; type at least one word"));
        const QString masked = inputErrorOf(model, {{"a"}, {}, {"b", "c"}, {2}});
        QVERIFY2(masked.contains(QStringLiteral("masked position 2 lies outside the target sentence of 2 tokens")),
                 qPrintable(masked));
        const std::vector<std::string> words(13000, "word");
        const QString memory = inputErrorOf(model, {{"a"}, {}, words, {}});
        QVERIFY2(memory.contains(QStringLiteral("sentences of 1 and 13000 tokens need")) &&
                     memory.contains(QStringLiteral("decoder layers 2 × decoder heads 3")),
                 qPrintable(memory));
    }

    void numbersBeyondFloatAreRefusedByName_data()
    {
        QTest::addColumn<QString>("weight");
        QTest::addColumn<QString>("message");
        const auto row = [](const char *weight, const char *message) {
            QTest::newRow(weight) << QString::fromLatin1(weight) << QString::fromLatin1(message);
        };
        row("decoder.1.cross.w_k", "the keys of decoder.1.cross are too large");
        row("encoder.1.ffn.w_1", "the hidden numbers of encoder.1.ffn are too large");
        row("decoder.0.ffn.b_2", "the sums of decoder.0.ffn are too large");
        row("decoder.final_norm.gain", "the outputs of decoder.final_norm are too large");
        row("output.w", "the logits of the output layer are too large");
    }

    void numbersBeyondFloatAreRefusedByName()
    {
        QFETCH(QString, weight);
        QFETCH(QString, message);
        ModelWeights given;
        const Vocabulary vocabulary{{"a", "b"}};
        const Model plain = buildModel(transformerTransformer(Architecture::EncoderDecoder), {}, {}, vocabulary);
        const Matrix &drawn = plain.weights.at(weight.toStdString());
        given.set(weight.toStdString(), Matrix(Matrix::Constant(drawn.rows(), drawn.cols(), 3.4e38F)));
        if (weight.endsWith(QStringLiteral("b_2"))) // x + f(x) leaves float32, f(x) alone does not
            given.set("decoder.0.norm_2.bias", Matrix(Matrix::Constant(1, 8, 1e37F)));
        if (weight.endsWith(QStringLiteral("b_2")))
            given.set("decoder.0.ffn.w_1", Matrix(Matrix::Zero(8, 12)));
        const QString said = inputErrorOf(buildModel(plain.config, given, {}, vocabulary), transformerSentences);
        QVERIFY2(said.startsWith(message), qPrintable(said));
    }
};

REGARD_GUILESS_TEST(TransformerTest)
#include "test_transformer.moc"
