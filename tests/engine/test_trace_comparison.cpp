#include <cmath>
#include <limits>
#include <thread>

#include <QtTest>

#include "engine/analysis/trace_comparison.h"
#include "engine/pass/forward.h"
#include "test_class.h"

using namespace regard;

namespace {

constexpr float traceComparisonInfinity = std::numeric_limits<float>::infinity();

Matrix traceComparisonMatrix(int rows, int columns, std::initializer_list<float> values)
{
    Matrix result(rows, columns);
    std::copy(values.begin(), values.end(), result.data());
    return result;
}

/// NaN where either is NaN: the same numbers.
bool same(const Matrix &a, const Matrix &b)
{
    if (a.rows() != b.rows() || a.cols() != b.cols())
        return false;
    for (Eigen::Index i = 0; i < a.size(); ++i)
        if (!(a.data()[i] == b.data()[i] || (std::isnan(a.data()[i]) && std::isnan(b.data()[i]))))
            return false;
    return true;
}

constexpr float traceComparisonNone = std::numeric_limits<float>::quiet_NaN();

struct State {
    std::shared_ptr<const Model> model;
    SharedTrace trace;
};

/// A pass with these weights, one matrix a head, in one layer.
State written(const std::vector<std::string> &tokens, const std::vector<Matrix> &weights)
{
    auto model = std::make_shared<Model>();
    model->config.heads = int(weights.size());
    auto block = std::make_shared<BlockTrace>();
    block->name = "encoder.0.self";
    for (const Matrix &head : weights) {
        block->heads.emplace_back();
        block->heads.back().weights = head;
    }
    auto trace = std::make_shared<Trace>();
    trace->source.tokens = tokens;
    trace->blocks = {block};
    return {model, trace};
}

TraceComparison compare(const State &now, const State &before)
{
    return {now.model, now.trace, before.model, before.trace};
}

State computed(const ModelConfig &config, const Input &input)
{
    auto model = std::make_shared<const Model>(buildModel(config, {}, {}));
    return {model, forward(*model, input)};
}

const HeadRef first{Attention::Encoder, 0, 0};
const HeadRef second{Attention::Encoder, 0, 1};

} // namespace

class TraceComparisonTest : public QObject {
    Q_OBJECT
private slots:
    void byHand()
    {
        const State before = written({"a", "b"}, {traceComparisonMatrix(2, 2, {0.5F, 0.5F, 0.25F, 0.75F})});
        const State now = written({"a", "b"}, {traceComparisonMatrix(2, 2, {0.25F, 0.75F, 0.25F, 0.75F})});
        const TraceComparison comparison = compare(now, before);
        QVERIFY(same(comparison.differenceBlock({Attention::Encoder, 0})->heads[0].weights,
                     traceComparisonMatrix(2, 2, {-0.25F, 0.25F, 0, 0})));
        // One of two queries moved ½ (¼ + ¼).
        QCOMPARE(comparison.moved(first).value(), 0.125);
        const auto change = comparison.largestChange();
        QVERIFY(change);
        QCOMPARE(change->head, first);
        QCOMPARE(change->query, 0);
        QCOMPARE(change->key, 0); // the first of equal ones
        QCOMPARE(change->before, 0.5F);
        QCOMPARE(change->now, 0.25F);
        QVERIFY(!comparison.isNew(first));
        QVERIFY(comparison.isNew(second));
        QVERIFY(!comparison.differenceBlock({Attention::Encoder, 1}));
        QVERIFY(!comparison.differenceBlock({Attention::Cross, 0}));
        QCOMPARE(comparison.differenceBlock({Attention::Encoder, 0})->name, std::string("encoder.0.self"));
        // Kept, not made anew.
        QCOMPARE(comparison.differenceBlock({Attention::Encoder, 0}),
                 comparison.differenceBlock({Attention::Encoder, 0}));
    }

    void everythingMoved()
    {
        const State before = written({"a", "b"}, {traceComparisonMatrix(2, 2, {1, 0, 0, 1})});
        const State now = written({"a", "b"}, {traceComparisonMatrix(2, 2, {0, 1, 1, 0})});
        QCOMPARE(compare(now, before).moved(first).value(), 1.0);
    }

    void theLargestOfAllHeads()
    {
        const State before = written({"a", "b"}, {traceComparisonMatrix(2, 2, {0.5F, 0.5F, 0.5F, 0.5F}),
                                                  traceComparisonMatrix(2, 2, {1, 0, 0.5F, 0.5F})});
        const State now = written({"a", "b"}, {traceComparisonMatrix(2, 2, {0.75F, 0.25F, 0.5F, 0.5F}),
                                               traceComparisonMatrix(2, 2, {1, 0, 0, 1})});
        const TraceComparison comparison = compare(now, before);
        const auto change = comparison.largestChange();
        QVERIFY(change);
        QCOMPARE(change->head, second);
        QCOMPARE(change->query, 1);
        QCOMPARE(change->key, 0);
        QCOMPARE(comparison.moved(first).value(), 0.125);
        QCOMPARE(comparison.moved(second).value(), 0.25);
    }

    /// "too big" and "too small": what they share is compared, the others are new.
    void aMinimalPair()
    {
        const State before = written({"too", "big", "!"}, {traceComparisonMatrix(3, 3,
                                                                                 {0.5F, 0.25F, 0.25F, //
                                                                                  1, 0, 0,            //
                                                                                  0.25F, 0.5F, 0.25F})});
        const State now = written({"too", "small", "!"}, {traceComparisonMatrix(3, 3,
                                                                                {0.25F, 0.5F, 0.25F, //
                                                                                 0, 1, 0,            //
                                                                                 0, 0.25F, 0.75F})});
        const TraceComparison comparison = compare(now, before);
        QCOMPARE(comparison.queries(Attention::Encoder).before, (std::vector<int>{0, -1, 2}));
        QVERIFY(same(comparison.differenceBlock({Attention::Encoder, 0})->heads[0].weights,
                     traceComparisonMatrix(3, 3,
                                           {-0.25F, traceComparisonNone, 0, traceComparisonNone, traceComparisonNone,
                                            traceComparisonNone, -0.25F, traceComparisonNone, 0.5F})));
        // ½ (¼ + 0 + new ½ + gone ¼) and ½ (¼ + ½ + new ¼ + gone ½), averaged over the two words of both.
        QCOMPARE(comparison.moved(first).value(), 0.625);
        QCOMPARE(comparison.largestChange()->query, 2);
        QCOMPARE(comparison.largestChange()->key, 2);
        QCOMPARE(comparison.largestChange()->before, 0.25F);
    }

    void aWordInFront()
    {
        const State before = written({"cat"}, {traceComparisonMatrix(1, 1, {1})});
        const State now = written({"the", "cat"}, {traceComparisonMatrix(2, 2, {0.5F, 0.5F, 0.75F, 0.25F})});
        const TraceComparison comparison = compare(now, before);
        QVERIFY(
            same(comparison.differenceBlock({Attention::Encoder, 0})->heads[0].weights,
                 traceComparisonMatrix(2, 2, {traceComparisonNone, traceComparisonNone, traceComparisonNone, -0.75F})));
        QCOMPARE(comparison.moved(first).value(), 0.75); // what "the" has now
        QCOMPARE(comparison.largestChange()->query, 1);
        QCOMPARE(comparison.largestChange()->key, 1);
        QCOMPARE(comparison.largestChange()->before, 1.0F);
        QCOMPARE(comparison.largestChange()->now, 0.25F);
    }

    /// Nearly all of what a word that is gone had went to the one in its place.
    void aWordReplaced()
    {
        const State before = written({"cat", "it"}, {traceComparisonMatrix(2, 2, {1, 0, 0.96875F, 0.03125F})});
        const State now = written({"dog", "it"}, {traceComparisonMatrix(2, 2, {1, 0, 0.9375F, 0.0625F})});
        const TraceComparison comparison = compare(now, before);
        QCOMPARE(comparison.moved(first).value(), 0.96875); // ½ (1/32 + 30/32 + 31/32)
        QCOMPARE(comparison.largestChange()->key, 1);       // of the words of both
    }

    /// A sentence that lost all other words: what "it" gained is what they had.
    void oneWordLeft()
    {
        const State before =
            written({"the", "cat", "it"}, {traceComparisonMatrix(3, 3, {1, 0, 0, 0, 1, 0, 0.25F, 0.5F, 0.25F})});
        const State now = written({"it"}, {traceComparisonMatrix(1, 1, {1})});
        QCOMPARE(compare(now, before).moved(first).value(), 0.75);
        QCOMPARE(compare(before, now).moved(first).value(), 0.75);
    }

    void nothingInCommon()
    {
        const State before = written({"a"}, {traceComparisonMatrix(1, 1, {1})});
        const State now = written({"b"}, {traceComparisonMatrix(1, 1, {1})});
        const TraceComparison comparison = compare(now, before);
        QVERIFY(!comparison.moved(first));
        QVERIFY(!comparison.largestChange());
        QVERIFY(std::isnan(comparison.differenceBlock({Attention::Encoder, 0})->heads[0].weights(0, 0)));
    }

    void infinities()
    {
        const State state = written({"a", "b"}, {traceComparisonMatrix(2, 2, {1, 0, 0, 1})});
        const TraceComparison comparison = compare(state, state);
        const Matrix difference = comparison.difference(
            traceComparisonMatrix(2, 2, {-traceComparisonInfinity, 2, -traceComparisonInfinity, 1}),
            traceComparisonMatrix(2, 2, {-traceComparisonInfinity, -traceComparisonInfinity, 3, 3}),
            Attention::Encoder);
        QVERIFY(
            same(difference, traceComparisonMatrix(2, 2, {0, traceComparisonInfinity, -traceComparisonInfinity, -2})));
    }

    void nothingChanged_data()
    {
        QTest::addColumn<int>("architecture");
        QTest::newRow("encoder") << int(Architecture::Encoder);
        QTest::newRow("decoder") << int(Architecture::Decoder);
        QTest::newRow("both") << int(Architecture::EncoderDecoder);
    }

    /// Two passes of the same model and sentence, whatever they share: exactly 0 everywhere.
    void nothingChanged()
    {
        QFETCH(int, architecture);
        ModelConfig config = everything();
        config.architecture = Architecture(architecture);
        const State state = computed(config, sentences);
        const SharedTrace again = forward(*state.model, sentences);
        QVERIFY(again->blocks.front() != state.trace->blocks.front());
        for (const SharedTrace &now : {state.trace, again}) {
            const TraceComparison comparison(state.model, now, state.model, state.trace);
            QVERIFY(!comparison.largestChange());
            for (int block = 0; block < int(now->blocks.size()); ++block) {
                const AttentionPlace place = blockPlace(config, block);
                for (int head = 0; head < headsOf(config, place.attention); ++head) {
                    QCOMPARE(comparison.moved({place.attention, place.layer, head}).value(), 0.0);
                    const Matrix &difference = comparison.differenceBlock(place)->heads[std::size_t(head)].weights;
                    QVERIFY((difference.array() == 0).all());
                }
            }
        }
    }

    /// Another seed moves everything, each head as the numbers of its own say, and no head more than all it has.
    void movedIsTheTotalVariation()
    {
        ModelConfig config = everything();
        config.initializationStd = 3; // sharp heads
        config.initialization = Initialization::Gaussian;
        const State before = computed(config, sentences);
        config.seed = 2;
        const State now = computed(config, sentences);
        const TraceComparison comparison = compare(now, before);
        float largest = 0;
        for (int block = 0; block < int(now.trace->blocks.size()); ++block) {
            const AttentionPlace place = blockPlace(config, block);
            for (int head = 0; head < headsOf(config, place.attention); ++head) {
                const Matrix difference = now.trace->blocks[std::size_t(block)]->heads[std::size_t(head)].weights -
                                          before.trace->blocks[std::size_t(block)]->heads[std::size_t(head)].weights;
                QVERIFY(same(comparison.differenceBlock(place)->heads[std::size_t(head)].weights, difference));
                const double moved = comparison.moved({place.attention, place.layer, head}).value();
                const double expected = 0.5 * difference.cast<double>().cwiseAbs().rowwise().sum().mean();
                QVERIFY(moved > 0 && moved <= 1);
                QVERIFY(std::abs(moved - expected) < 1e-12); // both add float64
                largest = std::max(largest, difference.cwiseAbs().maxCoeff());
            }
        }
        const auto change = comparison.largestChange();
        QCOMPARE(std::abs(change->now - change->before), largest);
    }

    void newHeadsAndLayers()
    {
        ModelConfig config = everything();
        const State before = computed(config, sentences);
        auto more = std::make_shared<const Model>(reconfigured(*before.model, [&] {
            ModelConfig larger = config;
            larger.heads = 3;
            larger.encoderLayers = 3;
            return larger;
        }()));
        const TraceComparison comparison(more, forward(*more, sentences), before.model, before.trace);
        QVERIFY(!comparison.isNew({Attention::Encoder, 0, 1}));
        QVERIFY(comparison.isNew({Attention::Encoder, 0, 2}));
        QVERIFY(comparison.isNew({Attention::Encoder, 2, 0}));
        QVERIFY(!comparison.moved({Attention::Encoder, 0, 2}));
        QVERIFY(!comparison.moved({Attention::Encoder, 2, 0}));
        QVERIFY(comparison.blockBefore({Attention::Encoder, 1}));
        QVERIFY(!comparison.blockBefore({Attention::Encoder, 2}));
        const auto block = comparison.differenceBlock({Attention::Encoder, 0});
        QCOMPARE(block->heads.size(), std::size_t(3));
        QVERIFY(same(block->heads[1].weights,
                     comparison.now()->blocks[0]->heads[1].weights - before.trace->blocks[0]->heads[1].weights));
        QVERIFY(block->heads[2].weights.array().isNaN().all());
        QCOMPARE(block->heads[2].weights.rows(), Eigen::Index(3));
        QVERIFY(comparison.differenceBlock({Attention::Encoder, 2})->heads[0].weights.array().isNaN().all());
    }

    /// A decoder alone reads the source, beside an encoder the target: the same attention is still compared.
    void anotherArchitecture()
    {
        ModelConfig alone = everything();
        alone.architecture = Architecture::Decoder;
        const Input words{{"<s>", "die", "Katze"}, {}, {}, {}};
        const State before = computed(alone, words);
        const State now = computed(everything(), sentences);
        const TraceComparison comparison = compare(now, before);
        QCOMPARE(comparison.queries(Attention::Decoder).before, (std::vector<int>{0, 1, 2, -1}));
        QCOMPARE(comparison.queries(Attention::Encoder).before, (std::vector<int>{-1, -1, -1}));
        QVERIFY(comparison.moved({Attention::Decoder, 0, 0}));
        QVERIFY(!comparison.isNew({Attention::Decoder, 1, 0}));
        for (const Attention attention : {Attention::Encoder, Attention::Cross}) {
            QVERIFY(comparison.isNew({attention, 0, 0}));
            QVERIFY(!comparison.moved({attention, 0, 0}));
            QVERIFY(comparison.differenceBlock({attention, 0})->heads[0].weights.array().isNaN().all());
        }
        // And back: what only the pinned state has is nowhere.
        const TraceComparison back = compare(before, now);
        QVERIFY(!back.differenceBlock({Attention::Cross, 0}));
        QVERIFY(back.differenceBlock({Attention::Decoder, 0}));
        QCOMPARE(back.queries(Attention::Decoder).after, (std::vector<int>{0, 1, 2, -1}));
    }

    void crossAttentionHasTwoSentences()
    {
        const State before = computed(everything(), sentences);
        Input other = sentences;
        other.tokens = {"the", "dog", "sat"};
        other.masked.clear();
        const State now = computed(everything(), other);
        const TraceComparison comparison = compare(now, before);
        QVERIFY(comparison.queries(Attention::Cross).isIdentity());
        QCOMPARE(comparison.keys(Attention::Cross).before, (std::vector<int>{0, -1, 2}));
        const Matrix &difference = comparison.differenceBlock({Attention::Cross, 0})->heads[0].weights;
        QCOMPARE(difference.rows(), Eigen::Index(4));
        QCOMPARE(difference.cols(), Eigen::Index(3));
        QVERIFY(difference.col(1).array().isNaN().all());
        QVERIFY(difference.col(0).array().isFinite().all());
    }

    void anyThreadMayAsk()
    {
        const ModelConfig config = everything();
        const State before = computed(config, sentences);
        ModelConfig other = config;
        other.seed = 2;
        const State now = computed(other, sentences);
        const TraceComparison comparison = compare(now, before);
        const TraceComparison alone = compare(now, before);
        std::vector<std::thread> threads;
        std::vector<double> sums(4, 0);
        std::vector<const BlockTrace *> blocks(4, nullptr);
        for (std::size_t i = 0; i < sums.size(); ++i)
            threads.emplace_back([&, i] {
                for (int layer = 0; layer < config.encoderLayers; ++layer)
                    for (int head = 0; head < config.heads; ++head)
                        sums[i] += comparison.moved({Attention::Encoder, layer, head}).value();
                blocks[i] = comparison.differenceBlock({Attention::Cross, 1}).get();
            });
        for (std::thread &thread : threads)
            thread.join();
        double expected = 0;
        for (int layer = 0; layer < config.encoderLayers; ++layer)
            for (int head = 0; head < config.heads; ++head)
                expected += alone.moved({Attention::Encoder, layer, head}).value();
        for (std::size_t i = 0; i < sums.size(); ++i) {
            QCOMPARE(sums[i], expected);
            QCOMPARE(blocks[i], blocks[0]);
        }
    }

private:
    static ModelConfig everything()
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
        config.residual = true;
        config.norm = Norm::Post;
        return config;
    }

    const Input sentences{{"the", "cat", "sat"}, {2}, {"<s>", "die", "Katze", "the"}, {1}};
};

REGARD_GUILESS_TEST(TraceComparisonTest)
#include "test_trace_comparison.moc"
