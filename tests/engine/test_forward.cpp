#include <QtTest>

#include "engine/base/errors.h"
#include "engine/pass/forward.h"
#include "engine/pass/forward_block.h"
#include "refusals.h"
#include "test_class.h"
#include "trace_comparison.h"

using namespace regard;

namespace {

ModelConfig threeLayers()
{
    ModelConfig config;
    config.encoderLayers = 3;
    config.bias = true;
    config.position = Position::Learned;
    return config;
}

const Input forwardSentence{{"the", "cat", "saw", "the", "dog"}, {3}};

} // namespace

class ForwardTest : public QObject {
    Q_OBJECT
private slots:
    void shapes()
    {
        ModelConfig config = threeLayers();
        config.dModel = 6;
        config.heads = 3;
        config.dKey = 4;
        config.dValue = 5;
        const SharedTrace trace = forward(buildModel(config, {}, {}), forwardSentence, {.generation = 17});
        QCOMPARE(trace->generation, std::uint64_t(17));
        QCOMPARE(trace->source.tokens, forwardSentence.tokens);
        QCOMPARE(trace->source.masked, forwardSentence.masked);
        QCOMPARE(trace->blocks.size(), std::size_t(3));
        for (const auto &block : trace->blocks) {
            QCOMPARE(block->heads.size(), std::size_t(3));
            QCOMPARE(block->joined.cols(), Eigen::Index(15));
            QCOMPARE(block->output.cols(), Eigen::Index(6));
            QVERIFY(block->stream == block->output);
            for (std::size_t head = 0; head < 3; ++head) {
                QCOMPARE(block->heads[head].q.cols(), Eigen::Index(4));
                QCOMPARE(block->heads[head].weights.cols(), Eigen::Index(5));
                QVERIFY(block->heads[head].weights.col(3).isZero(0));
                QVERIFY(block->joined.middleCols(Eigen::Index(head) * 5, 5) == block->heads[head].output);
            }
        }
        QCOMPARE(trace->blocks[2]->name, std::string("encoder.2.self"));
        QVERIFY(trace->encoderOutput == trace->blocks[2]->stream);
    }

    void inputIsScaledEmbeddingPlusPositions()
    {
        ModelConfig config = threeLayers(); // d_model 16
        config.embeddingScale = true;
        const Model model = buildModel(config, {}, {});
        const SharedTrace trace = forward(model, forwardSentence);
        QVERIFY(trace->source.embedded.row(1) == embeddingRow(model, "cat").row(0));
        QVERIFY(trace->source.embedded.row(3) == trace->source.embedded.row(0));
        QVERIFY(trace->source.positions == positionRows(model, 5));
        QVERIFY(trace->source.input == trace->source.embedded * 4 + trace->source.positions);
        config.position = Position::None;
        config.embeddingScale = false;
        const SharedTrace plain = forward(buildModel(config, {}, {}), forwardSentence);
        QCOMPARE(plain->source.positions.size(), Eigen::Index(0));
        QVERIFY(plain->source.input == plain->source.embedded);
    }

    void tokenTypesAreAddedBeforeTheNorm()
    {
        ModelConfig config = threeLayers();
        config.tokenTypes = 2;
        const Model model = buildModel(config, {}, {});
        const Matrix &rows = model.weights.at("token_type");
        QCOMPARE(rows.rows(), Eigen::Index(2));
        Input input = forwardSentence;
        input.types = {0, 0, 1, 1, 0};
        const SharedTrace trace = forward(model, input);
        QCOMPARE(trace->source.types, input.types);
        for (int i = 0; i < 5; ++i) {
            const Matrix sum = trace->source.embedded.row(i) + trace->source.positions.row(i);
            QVERIFY(trace->source.input.row(i) == sum + rows.row(input.types[std::size_t(i)]));
        }
        input.types.clear(); // a single sentence is of type 0
        const SharedTrace single = forward(model, input);
        QVERIFY(single->source.input.row(2) ==
                Matrix(single->source.embedded.row(2) + single->source.positions.row(2)) + rows.row(0));
        config.embeddingNorm = true;
        const SharedTrace normed = forward(buildModel(config, {}, {}), input);
        QVERIFY(normed->source.input.rowwise().mean().isZero(1e-5F));
    }

    void badTokenTypes()
    {
        ModelConfig config = threeLayers();
        Input input = forwardSentence;
        input.types = {0, 0, 1, 2, 0};
        QVERIFY(forward(buildModel(config, {}, {}), input)); // a model without types does not read them
        config.tokenTypes = 2;
        const Model model = buildModel(config, {}, {});
        QCOMPARE(inputErrorOf(model, input),
                 QStringLiteral("a token is of type 2, but the model has token types up to 1 only; give it more token "
                                "types"));
        input.types = {0};
        QCOMPARE(inputErrorOf(model, input),
                 QStringLiteral("1 token types are given for 5 tokens; each token needs one"));
    }

    void sentencesLongerThanTheModelReads()
    {
        ModelConfig config = threeLayers();
        config.maximumTokens = 5;
        QVERIFY(forward(buildModel(config, {}, {}), forwardSentence));
        config.maximumTokens = 4;
        QCOMPARE(inputErrorOf(buildModel(config, {}, {}), forwardSentence),
                 QStringLiteral("the sentence has 5 tokens, but the model reads at most 4; shorten it"));
        config.architecture = Architecture::EncoderDecoder;
        config.decoderLayers = 1;
        const Input both{{"a"}, {}, {"b", "c", "d", "e", "f", "g"}, {}};
        QCOMPARE(inputErrorOf(buildModel(config, {}, {}), both),
                 QStringLiteral("the target sentence has 6 tokens, but the model reads at most 4; shorten it"));
    }

    void withoutLayersTheInputComesOut()
    {
        ModelConfig config;
        config.encoderLayers = 0;
        const SharedTrace trace = forward(buildModel(config, {}, {}), forwardSentence);
        QVERIFY(trace->blocks.empty());
        QVERIFY(trace->encoderOutput == trace->source.input);
    }

    void cancelled()
    {
        const Model model = buildModel(threeLayers(), {}, {});
        const std::atomic<bool> yes = true;
        const std::atomic<bool> no = false;
        QVERIFY(!forward(model, forwardSentence, {.cancelled = &yes}));
        QVERIFY(forward(model, forwardSentence, {.cancelled = &no}));
    }

    void permutedTokensPermuteRowsWithoutPositions()
    {
        ModelConfig config = threeLayers();
        config.position = Position::None;
        const Model model = buildModel(config, {}, {});
        const SharedTrace plain = forward(model, {{"a", "b", "c", "d"}, {}});
        const SharedTrace permuted = forward(model, {{"c", "a", "d", "b"}, {}});
        const int order[] = {2, 0, 3, 1};
        for (int row = 0; row < 4; ++row)
            QVERIFY(permuted->encoderOutput.row(row).isApprox(plain->encoderOutput.row(order[row]), 1e-5F));

        config.position = Position::Sinusoidal;
        const SharedTrace placed = forward(buildModel(config, {}, {}), {{"c", "a", "d", "b"}, {}});
        QVERIFY(!placed->encoderOutput.row(0).isApprox(plain->encoderOutput.row(2), 1e-2F));
    }

    void largePassesAgreeWithSmallOnes()
    {
        // 300 tokens are shared out among threads, their causal beginning stays on this one.
        ModelConfig config;
        config.dModel = 64;
        config.heads = 8;
        config.encoderLayers = 2;
        config.encoderMask = Mask::Causal;
        config.position = Position::Sinusoidal;
        const Model model = buildModel(config, {}, {});
        Input large;
        for (int i = 0; i < 300; ++i)
            large.tokens.push_back("t" + std::to_string(i % 37));
        const Input small{{large.tokens.begin(), large.tokens.begin() + 6}, {}};
        const SharedTrace whole = forward(model, large);
        const SharedTrace beginning = forward(model, small);
        QVERIFY(whole->encoderOutput.topRows(6).isApprox(beginning->encoderOutput, 2e-5F));
        QVERIFY(sameNumbers(*whole, *forward(model, large)));
    }

    void badInput()
    {
        const Model model = buildModel(threeLayers(), {}, {});
        QVERIFY(inputErrorOf(model, {}).contains(QStringLiteral("no token")));
        for (const int position : {-1, 2}) {
            const QString message = inputErrorOf(model, {{"a", "b"}, {position}});
            QVERIFY2(message.contains(QStringLiteral("masked position %1").arg(position)), qPrintable(message));
            QVERIFY2(message.contains(QStringLiteral("2 tokens")), qPrintable(message));
        }
        ModelWeights given;
        given.set("position", Matrix(Matrix::Zero(4, 16)));
        const QString message = inputErrorOf(buildModel(model.config, given, {}), forwardSentence);
        QVERIFY2(message.contains(QStringLiteral("5 tokens")) && message.contains(QStringLiteral("4 rows")),
                 qPrintable(message));
    }

    void aPassThatWouldExhaustTheMachineIsRefused()
    {
        ModelConfig config;
        config.heads = 64;
        config.encoderLayers = 12;
        const QString message = inputErrorOf(buildModel(config, {}, {}), {std::vector<std::string>(2000, "word"), {}});
        QVERIFY2(message.contains(QStringLiteral("2000 tokens needs 13 GB")), qPrintable(message));
        QVERIFY2(message.contains(QStringLiteral("the 4 GB")), qPrintable(message));
    }

    void numbersBeyondFloatAreRefusedByBlock()
    {
        ModelConfig config;
        config.encoderLayers = 2;
        ModelWeights given;
        given.set("encoder.1.self.w_v", Matrix(Matrix::Constant(16, 16, 3e38F)));
        given.set("encoder.0.self.w_o", Matrix(Matrix::Constant(16, 16, 1e3F)));
        const QString message = inputErrorOf(buildModel(config, given, {}), forwardSentence);
        QVERIFY2(message.startsWith(QStringLiteral("the values of encoder.1.self are too large for float32")),
                 qPrintable(message));
    }

    /// Each block keeps the numbers of the whole pass, and nothing of the others that no later sublayer reads.
    void oneBlockAlone()
    {
        ModelConfig config = threeLayers();
        config.architecture = Architecture::EncoderDecoder;
        config.encoderLayers = 2;
        config.decoderLayers = 2;
        config.dFf = 32;
        config.residual = true;
        config.norm = Norm::Post;
        const Input both{{"the", "cat", "saw", "the", "dog"}, {3}, {"sat", "it", "saw"}, {1}};
        const Model model = buildModel(config, {}, {});
        const SharedTrace whole = forward(model, both);
        QCOMPARE(whole->blocks.size(), std::size_t(6));
        for (std::size_t kept = 0; kept < 6; ++kept) {
            const SharedTrace part = forwardForBlock(model, both, int(kept));
            QCOMPARE(part->blocks.size(), std::size_t(6));
            for (std::size_t block = 0; block < 6; ++block) {
                QVERIFY(part->blocks[block]->stream == whole->blocks[block]->stream);
                QCOMPARE(sameNumbers(*part->blocks[block], *whole->blocks[block]), block == kept);
                QCOMPARE(part->blocks[block]->heads.empty(), block != kept);
                QCOMPARE(part->blocks[block]->joined.size() == 0, block != kept);
            }
            QCOMPARE(part->encoderFeedForward.size(), std::size_t(2));
            QVERIFY(part->encoderFeedForward[1]->stream == whole->encoderFeedForward[1]->stream);
            QVERIFY(part->encoderFeedForward[1]->output.size() == 0);
            QVERIFY(sameNumbers(part->source, whole->source) && sameNumbers(part->target, whole->target));
            QVERIFY(part->encoderOutput == whole->encoderOutput && part->decoderOutput == whole->decoderOutput);
            QVERIFY(part->logits == whole->logits && part->logits.size() > 0);
        }
    }

    /// What a later layer cannot compute is told, though nobody looks at it.
    void oneBlockTellsErrorsOfOthers()
    {
        ModelConfig config;
        config.encoderLayers = 2;
        ModelWeights given;
        given.set("encoder.1.self.w_v", Matrix(Matrix::Constant(16, 16, 3e38F)));
        given.set("encoder.0.self.w_o", Matrix(Matrix::Constant(16, 16, 1e3F)));
        QVERIFY_EXCEPTION_THROWN(forwardForBlock(buildModel(config, given, {}), forwardSentence, 0), InputError);
        QVERIFY_EXCEPTION_THROWN(forwardForBlock(buildModel(config, {}, {}), {}, 0), InputError);
    }

    void scoresOfAHeadThatIsNotThere()
    {
        const Model model = buildModel(threeLayers(), {}, {});
        const SharedTrace trace = forward(model, forwardSentence);
        QVERIFY_EXCEPTION_THROWN(headScores(model, *trace, 3, 0), ShapeError);
        QVERIFY_EXCEPTION_THROWN(headScores(model, *trace, -1, 0), ShapeError);
        QVERIFY_EXCEPTION_THROWN(headScores(model, *trace, 0, 2), ShapeError);
        QVERIFY_EXCEPTION_THROWN(headScores(model, *trace, 0, -1), ShapeError);
    }

    void costGrowsWithEverything()
    {
        const auto costOf = [](const ModelConfig &config, int tokens) {
            return passCost(buildModel(config, {}, {}), {std::vector<std::string>(std::size_t(tokens), "word")});
        };
        const ModelConfig config;
        const double cost = costOf(config, 10);
        QVERIFY(cost > 10 * 16 * 16 * 4); // the four projections alone
        QVERIFY(costOf(config, 20) > 2 * cost);
        ModelConfig more = config;
        more.encoderLayers = 2;
        const double oneLayer = costOf(more, 10) - cost;
        more.encoderLayers = 4;
        QCOMPARE(costOf(more, 10), cost + 3 * oneLayer);
        more = config;
        more.score = Score::Additive;
        QVERIFY(costOf(more, 10) > cost);
        more = config;
        more.dFf = 32;
        QVERIFY(costOf(more, 10) >= cost + 2 * 10 * 16 * 32);
    }
};

REGARD_GUILESS_TEST(ForwardTest)
#include "test_forward.moc"
