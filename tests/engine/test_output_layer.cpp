#include <QtTest>

#include "engine/analysis/next_token.h"
#include "engine/base/errors.h"
#include "engine/model/initialization.h"
#include "engine/model/weight_shapes.h"
#include "engine/pass/forward.h"
#include "engine/pass/output_layer.h"
#include "test_class.h"

using namespace regard;

namespace {

using OutputLayerStrings = std::vector<std::string>;

ModelConfig decoder(Architecture architecture = Architecture::Decoder)
{
    ModelConfig config;
    config.architecture = architecture;
    config.encoderLayers = architecture == Architecture::Decoder ? 0 : 1;
    config.decoderLayers = 1;
    config.dModel = 4;
    return config;
}

} // namespace

class OutputLayerTest : public QObject {
    Q_OBJECT
private slots:
    void derivedVocabulary()
    {
        const Input input{{"the", "cat", "the"}, {}, {"<s>", "cat", "die"}, {}};
        QCOMPARE(vocabularyOf(buildModel(decoder(Architecture::EncoderDecoder), {}, {}), input),
                 (OutputLayerStrings{"the", "cat", "<s>", "die", "</s>"}));
        // A decoder alone reads the source and nothing else.
        QCOMPARE(vocabularyOf(buildModel(decoder(), {}, {}), input), (OutputLayerStrings{"the", "cat", "</s>"}));
        QCOMPARE(vocabularyOf(buildModel(decoder(), {}, {}, {{}, "cat"}), input), (OutputLayerStrings{"the", "cat"}));
        QCOMPARE(vocabularyOf(buildModel(decoder(), {}, {}, {{}, ""}), input), (OutputLayerStrings{"the", "cat"}));
    }

    void givenVocabulary()
    {
        const Model model = buildModel(decoder(), {}, {}, {{"yes", "no"}, "stop"});
        QCOMPARE(vocabularyOf(model, {{"the"}}), (OutputLayerStrings{"yes", "no"}));
        const SharedTrace trace = forward(model, {{"a", "b", "c"}});
        QCOMPARE(trace->vocabulary, (OutputLayerStrings{"yes", "no"}));
        QCOMPARE(trace->logits.rows(), Eigen::Index(3));
        QVERIFY((trace->logits - trace->decoderOutput * model.weights.at("output.w")).isZero(1e-6F));
    }

    void drawnByTheRulesOfTheModel()
    {
        ModelConfig config = decoder();
        config.initialization = Initialization::Gaussian;
        const Model model = buildModel(config, {}, {});
        WeightShape shape = *weightShape(config, "output.w");
        shape.columns = 6;
        const TokenList six{"a", "b", "c", "d", "e", "f"};
        const TokenList five{"a", "b", "c", "d", "e"};
        QVERIFY(outputWeights(model, six) == drawWeight(config, shape, 4));
        QVERIFY(outputWeights(model, six).leftCols(5) == outputWeights(model, five)); // a new word leaves the others
        QVERIFY(outputBias(model, 6) == Matrix::Zero(1, 6));
    }

    /// output.w is the embedding: given rows and drawn ones, of a given vocabulary or of the sentence's own words.
    void aTiedOutputIsTheEmbedding()
    {
        ModelConfig config = decoder();
        config.tiedOutput = true;
        config.embeddingScale = true; // of what the layers read alone
        const Embedding rows{{"b", std::make_shared<Matrix>(Matrix::Constant(1, 4, 2))}};
        ModelWeights given;
        given.set("output.w", Matrix(Matrix::Constant(4, 3, 9))); // of a part that is switched off: kept, not used
        for (const TokenList &vocabulary : {TokenList(), TokenList{"c", "b", "a"}}) {
            const Model model = buildModel(config, given, rows, {vocabulary, ""});
            const SharedTrace trace = forward(model, {{"a", "b"}});
            Matrix expected(4, Eigen::Index(trace->vocabulary.size()));
            for (std::size_t i = 0; i < trace->vocabulary.size(); ++i) {
                expected.col(Eigen::Index(i)) = embeddingRow(model, trace->vocabulary[i]).transpose();
                QVERIFY(outputColumn(model, trace->vocabulary, int(i)) == expected.col(Eigen::Index(i)));
            }
            QVERIFY(outputWeights(model, trace->vocabulary) == expected);
            QVERIFY((trace->logits - trace->decoderOutput * expected).isZero(1e-5F));
            QVERIFY(logitsRows(model, *trace, 1, 1) == trace->logits.row(1));
            QVERIFY(!model.weights.contains("output.w"));
            QVERIFY(isTied(model) && !holdsOutputWeights(model));
            QVERIFY(!isOutputGiven(model)); // "a" is drawn
        }
        config.tiedOutput = false;
        const Model untied = buildModel(config, given, rows, {{"c", "b", "a"}, ""});
        QVERIFY(!isTied(untied) && holdsOutputWeights(untied) && isOutputGiven(untied));
        QVERIFY(outputWeights(untied, untied.vocabulary.tokens) == given.at("output.w"));
    }

    /// A row of a word that the sentence does not have changes the logits of that word alone.
    void reuseKnowsThatTheOutputIsTied()
    {
        ModelConfig config = decoder();
        config.tiedOutput = true;
        const Vocabulary words{{"a", "b", "c"}, ""};
        const Input input{{"a", "b"}};
        const Model before = buildModel(config, {}, {}, words);
        const SharedTrace first = forward(before, input);
        PassOptions options;
        options.previous = first.get();
        options.previousModel = &before;
        const Embedding rows{{"c", std::make_shared<Matrix>(Matrix::Constant(1, 4, 2))}};
        const Model after = buildModel(config, {}, rows, words, &before);
        const SharedTrace second = forward(after, input, options);
        QVERIFY(second->logits.leftCols(2) == first->logits.leftCols(2));
        QVERIFY(second->logits.col(2) != first->logits.col(2));
        QVERIFY(second->logits == forward(after, input)->logits);
        config.tiedOutput = false;
        const Model untied = buildModel(config, {}, {}, words, &before);
        QVERIFY(forward(untied, input, options)->logits == forward(untied, input)->logits);
    }

    void aGivenBiasCountsWhateverTheLayersHave()
    {
        ModelConfig config = decoder();
        const Input input{{"a", "b"}};
        ModelWeights given;
        given.set("output.b", Matrix(Matrix::Constant(1, 3, 100)));
        for (const bool bias : {false, true}) {
            config.bias = bias;
            const SharedTrace without = forward(buildModel(config, {}, {}), input);
            const SharedTrace with = forward(buildModel(config, given, {}), input);
            QVERIFY(with->logits.isApprox((without->logits.array() + 100).matrix()));
        }
    }

    void aGivenMatrixMustFitTheSentences()
    {
        ModelWeights given;
        given.set("output.w", Matrix(Matrix::Ones(4, 5)));
        const Model model = buildModel(decoder(), given, {});
        QCOMPARE(forward(model, {{"a", "b", "c", "d"}})->logits.cols(), Eigen::Index(5));
        try {
            forward(model, {{"a", "b"}});
            QFAIL("nothing was thrown");
        } catch (const InputError &error) {
            QCOMPARE(QString::fromUtf8(error.what()),
                     QStringLiteral("output.w has 5 columns, but the sentences make a vocabulary of 3 tokens; give the "
                                    "file a vocabulary of 5 tokens"));
        }
    }

    void anEncoderHasNoLogits()
    {
        const SharedTrace trace = forward(buildModel(ModelConfig(), {}, {}, {{"yes", "no"}}), {{"a"}});
        QVERIFY(trace->vocabulary.empty());
        QCOMPARE(trace->logits.size(), Eigen::Index(0));
        QCOMPARE(trace->decoderOutput.size(), Eigen::Index(0));
    }

    void probabilities()
    {
        Matrix logits(2, 3);
        logits << 0, std::log(2.0F), std::log(5.0F), 7, 7, 7;
        const Matrix all = nextTokenProbabilities(logits, 1, 0);
        QVERIFY(all.row(0).isApprox(Eigen::RowVector3f(0.125F, 0.25F, 0.625F), 1e-6F));
        QVERIFY(all.row(1).isApprox(Eigen::RowVector3f::Constant(1 / 3.0F), 1e-6F));
        const Matrix cold = nextTokenProbabilities(logits, 0.5, 0); // squares: 1, 4, 25
        QVERIFY(cold.row(0).isApprox(Eigen::RowVector3f(1, 4, 25) / 30, 1e-6F));
        QVERIFY(nextTokenProbabilities(logits, 1, 3) == all);
        QVERIFY(nextTokenProbabilities(logits, 1, 99) == all);
    }

    void topK()
    {
        Matrix logits(2, 4);
        logits << 1, 3, 2, 0, 5, 5, 5, 5;
        const Matrix two = nextTokenProbabilities(logits, 1, 2);
        QCOMPARE(two(0, 0), 0.0F);
        QCOMPARE(two(0, 3), 0.0F);
        QVERIFY(std::abs(two(0, 1) - 1 / (1 + std::exp(-1.0F))) < 1e-6F);
        QVERIFY(two.row(1).isApprox(Eigen::RowVector4f(0.5F, 0.5F, 0, 0))); // equal ones: the first columns
        QVERIFY(nextTokenProbabilities(logits, 1, 1).row(0) == Eigen::RowVector4f(0, 1, 0, 0));
    }

    void extremeTemperatures()
    {
        Matrix logits(1, 3);
        logits << 1000, 999, -1000;
        const Matrix cold = nextTokenProbabilities(logits, 1e-300, 0);
        QVERIFY(cold == (Matrix(1, 3) << 1, 0, 0).finished());
        const Matrix hot = nextTokenProbabilities(logits, 1e9, 0);
        QVERIFY(hot.isApproxToConstant(1 / 3.0F, 1e-5F));
        for (const double temperature :
             {0.0, -1.0, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()})
            QVERIFY_EXCEPTION_THROWN(nextTokenProbabilities(logits, temperature, 0), ValueError);
        QVERIFY_EXCEPTION_THROWN(nextTokenProbabilities(logits, 1, -1), ValueError);
    }
};

REGARD_GUILESS_TEST(OutputLayerTest)
#include "test_output_layer.moc"
