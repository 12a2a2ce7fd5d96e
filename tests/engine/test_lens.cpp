#include <atomic>
#include <cmath>

#include <QtTest>

#include "engine/analysis/lens.h"
#include "engine/base/errors.h"
#include "engine/pass/forward.h"
#include "engine/pass/output_layer.h"
#include "test_class.h"

using namespace regard;

namespace {

/// A decoder of one layer, without norm and residual, whose output layer is this.
Model lensDecoder(const Matrix &output, TokenList words)
{
    ModelConfig config;
    config.architecture = Architecture::Decoder;
    config.encoderLayers = 0;
    config.decoderLayers = 1;
    config.dModel = 2;
    config.decoderHeads = config.dKey = 1;
    config.dValue = 2;
    ModelWeights given;
    given.set("output.w", output);
    const auto row = [](float a, float b) { return std::make_shared<const Matrix>((Matrix(1, 2) << a, b).finished()); };
    return buildModel(config, given, {{"x", row(1, 0)}, {"y", row(0, 1)}}, {std::move(words), ""});
}

} // namespace

class LensTest : public QObject {
    Q_OBJECT
private slots:
    /// Of the embedding row (1, 0) the logits are the first row of output.w.
    void byHand()
    {
        const Matrix output = (Matrix(2, 3) << std::log(2.0F), std::log(5.0F), 0, 0, 0, 0).finished();
        const Model model = lensDecoder(output, {"a", "b", "c"});
        const SharedTrace trace = forward(model, {{"x", "y"}});
        const Lens lens = *lensOf(model, *trace, 0);
        QCOMPARE(lens.tokens, 2);
        QCOMPARE(lens.places, 2);
        QCOMPARE(lens.at(0, 0).best, 1);
        QVERIFY(std::abs(lens.at(0, 0).probability - 5.0 / 8) < 1e-6);
        QVERIFY(std::abs(lens.at(0, 0).chosen - 2.0 / 8) < 1e-6);
        QCOMPARE(lens.at(0, 0).rank, 2);
        // Of words that are equally likely the first counts as the more likely one.
        QCOMPARE(lens.at(1, 0).best, 0);
        QVERIFY(std::abs(lens.at(1, 0).probability - 1.0 / 3) < 1e-6);
        QCOMPARE(lens.at(1, 0).rank, 1);
        QCOMPARE(lensOf(model, *trace, 2)->at(1, 0).rank, 3);
        QCOMPARE(lensOf(model, *trace, -1)->at(0, 0).rank, 0);
    }

    /// More words than are computed at a time.
    void aLargeVocabulary()
    {
        constexpr int words = 5000;
        Matrix output(2, words);
        std::vector<std::string> names;
        for (int word = 0; word < words; ++word) {
            output(0, word) = float(word * 37 % words) / words; // each number once
            output(1, word) = 1;
            names.push_back("w" + std::to_string(word));
        }
        const Model model = lensDecoder(output, names);
        const SharedTrace trace = forward(model, {{"x", "y"}});
        const int chosen = 4100;
        const Lens lens = *lensOf(model, *trace, chosen);
        double sum = 0;
        for (int word = 0; word < words; ++word)
            sum += std::exp(double(word) / words);
        QCOMPARE(lens.at(0, 0).best * 37 % words, words - 1);
        QVERIFY(std::abs(lens.at(0, 0).probability - std::exp(1.0 - 1.0 / words) / sum) < 1e-9);
        QCOMPARE(lens.at(0, 0).rank, words - chosen * 37 % words);
        QCOMPARE(lens.at(1, 0).rank, chosen + 1);
        QVERIFY(std::abs(lens.at(1, 0).chosen - 1.0 / words) < 1e-9);
        // Ranges of the logits have the bits of all of them.
        const LogitRanges ranges(model, trace->decoderOutput, trace->vocabulary);
        QVERIFY(ranges.of(123, 456) == Matrix(trace->logits.middleCols(123, 456)));
    }

    void theFinalNormIsComputedAnew()
    {
        ModelConfig config;
        config.architecture = Architecture::Decoder;
        config.encoderLayers = 0;
        config.decoderLayers = 2;
        config.dModel = 4;
        config.finalNorm = true;
        config.residual = true;
        config.norm = Norm::Pre;
        const Model model = buildModel(config, {}, {});
        const SharedTrace trace = forward(model, {{"a", "b", "c"}});
        const Lens lens = *lensOf(model, *trace, -1);
        QCOMPARE(lens.places, 3);
        // The norm's gain is 1 and its bias 0.
        Matrix stream = trace->source.input;
        for (Eigen::Index token = 0; token < stream.rows(); ++token) {
            auto row = stream.row(token).array();
            row -= row.mean();
            row /= std::sqrt(row.square().mean() + float(config.normEpsilon));
        }
        const Matrix logits = logitsOf(model, stream, trace->vocabulary);
        for (int token = 0; token < 3; ++token) {
            Eigen::Index best = 0;
            const double most = double(logits.row(token).maxCoeff(&best));
            QCOMPARE(lens.at(token, 0).best, int(best));
            const double sum = (logits.row(token).cast<double>().array() - most).exp().sum();
            QVERIFY(std::abs(lens.at(token, 0).probability - 1 / sum) < 1e-5);
        }
    }

    /// The last place is the output, whatever stands between the stream and the vocabulary.
    void endsWithTheOutput_data()
    {
        QTest::addColumn<bool>("isEncoder");
        QTest::newRow("OPT-350m") << false;
        QTest::newRow("a discriminator") << true;
    }

    void endsWithTheOutput()
    {
        QFETCH(const bool, isEncoder);
        ModelConfig config;
        config.architecture = isEncoder ? Architecture::Encoder : Architecture::Decoder;
        config.encoderLayers = isEncoder ? 2 : 0;
        config.decoderLayers = isEncoder ? 0 : 2;
        config.dModel = 4;
        config.embeddingSize = 3;
        config.residual = config.bias = true;
        config.norm = Norm::Post;
        config.narrowTokens = config.tiedOutput = !isEncoder;
        config.replacedTokens = isEncoder;
        const Model model = buildModel(config, {}, {});
        const SharedTrace trace = forward(model, {{"a", "b", "c"}});
        QCOMPARE(int(trace->logits.cols()), isEncoder ? 2 : 4); // the end of a text is a word too
        const Lens lens = *lensOf(model, *trace, 1);
        QCOMPARE(lens.places, 3);
        for (int token = 0; token < 3; ++token) {
            const auto logits = trace->logits.row(token).cast<double>().array();
            const double sum = logits.exp().sum();
            QVERIFY(std::abs(lens.at(token, 2).chosen - std::exp(logits(1)) / sum) < 1e-6);
            QVERIFY(std::abs(lens.at(token, 2).probability - std::exp(logits.maxCoeff()) / sum) < 1e-6);
        }
    }

    void whatHasNone()
    {
        ModelConfig config;
        QVERIFY(!hasLens(buildModel(config, {}, {})));
        const Model encoder = buildModel(config, {}, {});
        QVERIFY_THROWS_EXCEPTION(ConfigError, lensOf(encoder, *forward(encoder, {{"a"}}), -1));
        config.maskedLanguageModel = true;
        QVERIFY(hasLens(buildModel(config, {}, {})));
        config.maskedLanguageModel = false;
        config.architecture = Architecture::EncoderDecoder;
        config.decoderLayers = 1;
        config.encoderKind = StackKind::Recurrent;
        QVERIFY(hasLens(buildModel(config, {}, {}))); // of the decoder's layers
        config.decoderKind = StackKind::Recurrent;
        QVERIFY(!hasLens(buildModel(config, {}, {})));
    }

    void canBeCancelled()
    {
        const Model model = lensDecoder(Matrix::Ones(2, 3), {"a", "b", "c"});
        const SharedTrace trace = forward(model, {{"x"}});
        const std::atomic<bool> cancelled = true;
        QVERIFY(!lensOf(model, *trace, -1, &cancelled));
    }
};

REGARD_TEST(LensTest)
#include "test_lens.moc"
