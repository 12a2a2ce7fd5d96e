#include <cmath>

#include <QSignalSpy>
#include <QTest>

#include "engine/pass/forward.h"
#include "io/project/examples.h"
#include "shown_example.h"
#include "test_class.h"
#include "views/path/path_data.h"
#include "views/path/path_numbers.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

namespace {

constexpr CellPlace forwardChain{Stack::Encoder, 0, Direction::Forward};
constexpr CellPlace backwardChain{Stack::Encoder, 0, Direction::Backward};
constexpr CellPlace decoderChain{Stack::Decoder, 0, Direction::Forward};

Project translation(DecoderAttention attention, int dModel = 8)
{
    ModelConfig config;
    config.architecture = Architecture::EncoderDecoder;
    config.encoderKind = config.decoderKind = StackKind::Recurrent;
    config.decoderAttention = attention;
    config.decoderLayers = 1;
    config.directions = 2;
    config.dModel = dModel;
    Project project;
    project.model = buildModel(config, {}, {});
    project.source = "the cat sat on it";
    project.target = "le chat y est";
    project.maskedSource = {2};
    return project;
}

ShownState stateOf(const Project &project)
{
    const auto model = std::make_shared<const Model>(project.model);
    return shownOf({{{model, forward(*model, inputOf(project))},
                     std::make_shared<const Tokens>(sourceTokens(project)),
                     std::make_shared<const Tokens>(targetTokens(project))}})
        .tokens;
}

} // namespace

/// What the path shows of a model.
class TestPathView : public QObject {
    Q_OBJECT
private slots:
    void everyWayOfAModel()
    {
        const Project with = translation(DecoderAttention::Bahdanau);
        const std::vector<PathPlace> ways{
            {forwardChain, {}}, {backwardChain, {}}, {decoderChain, {}}, {std::nullopt, Attention::Cross}};
        QCOMPARE(pathPlaces(with.model.config), ways);
        const ModelConfig without = translation(DecoderAttention::None).model.config;
        QCOMPARE(pathPlaces(without).size(), 3U);
        const std::vector<PathPlace> self{{std::nullopt, Attention::Encoder}};
        QCOMPARE(pathPlaces(readExample("it").model.config), self);
        for (const PathPlace &way : ways) // what is selected is shown
            QCOMPARE(pathPlaceOf(withPathPlace({}, way), with.model.config), std::optional(way));
        QCOMPARE(pathPlaceOf({}, without), std::optional(ways.front()));
        ModelConfig none;
        none.encoderLayers = 0;
        QCOMPARE(pathPlaceOf({}, none), std::optional<PathPlace>());
        QCOMPARE(pathPlaceTitle(with.model.config, ways[1]), u"encoder, layer 1, backward"_s);
        QCOMPARE(pathPlaceTitle(with.model.config, ways[2]), u"decoder, layer 1"_s);
        QCOMPARE(pathPlaceTitle(with.model.config, ways[3]), u"cross-attention"_s);
    }

    void theWayThroughCells()
    {
        const ShownState state = stateOf(translation(DecoderAttention::Bahdanau));
        const PathData data = pathData(state, {forwardChain, {}}, {{4, 0}}); // in either order
        QCOMPARE(data.way, (std::vector<int>{0, 1, 3, 4}));
        QVERIFY2(data.sentences[0].contains(u"3 steps"_s), qPrintable(data.sentences[0]));
        QVERIFY2(data.sentences[1].contains(u"5 rows"_s), qPrintable(data.sentences[1]));
        QVERIFY2(data.sentences[2].contains(u"‖∂h₅ / ∂hₜ‖"_s), qPrintable(data.sentences[2]));
        QVERIFY(data.words[2].isMasked && !data.words[1].isMasked);
        QVERIFY(std::abs(data.words[4].left - 2) < 1e-12); // of the state by itself: √4
        QCOMPARE(data.words[2].left, data.words[1].left);  // the state stays at a masked word
        const PathData ends = pathData(state, {backwardChain, {}}, {});
        QCOMPARE(ends.from, 4);
        QCOMPARE(ends.to, 0);
        QCOMPARE(ends.way, (std::vector<int>{4, 3, 1, 0}));
        QVERIFY(ends.valueHeader.contains(u"h₁"_s));
        const PathData decoder = pathData(state, {decoderChain, {}}, {{0, 1}});
        QCOMPARE(decoder.words.size(), 4U);
        QVERIFY2(decoder.sentences[0].startsWith(u"1 step "_s), qPrintable(decoder.sentences[0]));
    }

    void theWayThroughAttention()
    {
        const Project project = readExample("it");
        const ShownState state = shownExample(project).tokens;
        const PathPlace self{std::nullopt, Attention::Encoder};
        const PathData data = pathData(state, self, {{1, 7}});
        QCOMPARE(data.way, (std::vector<int>{1, 7}));
        QVERIFY2(data.sentences[0].startsWith(u"1 step from “cat” to “it”"_s), qPrintable(data.sentences[0]));
        QVERIFY2(data.sentences[1].contains(u"all 11 rows"_s), qPrintable(data.sentences[1]));
        QVERIFY(data.askers.isEmpty());
        const auto norms = *pathNorms(state.model(), *state.trace(), self);
        for (std::size_t i = 0; i < norms.size(); ++i)
            QCOMPARE(data.words[i].left, norms[i]);
    }

    void theWayBetweenTwoSentences()
    {
        const ShownState state = stateOf(translation(DecoderAttention::Luong));
        const PathPlace cross{std::nullopt, Attention::Cross};
        const PathData data = pathData(state, cross, {{3, 1}});
        QCOMPARE(data.words.size(), 5U);
        QCOMPARE(data.askers, (QStringList{u"le"_s, u"chat"_s, u"y"_s, u"est"_s}));
        QCOMPARE(data.way, std::vector<int>{3});
        QVERIFY2(data.sentences[0].contains(u"“on” to “chat”"_s), qPrintable(data.sentences[0]));
        const PathData masked = pathData(state, cross, {{2, 1}});
        QVERIFY(masked.way.empty());
        QVERIFY2(masked.sentences[0].contains(u"mask"_s), qPrintable(masked.sentences[0]));
    }

    void wordsThatAreGone()
    {
        const ShownState state = stateOf(translation(DecoderAttention::None));
        const PathWords there = existingPathWords({9, 2}, *state.trace(), {forwardChain, {}});
        QCOMPARE(there, (PathWords{0, 2}));
        QCOMPARE(existingPathWords({1, 5}, *state.trace(), {decoderChain, {}}), (PathWords{1, 3}));
    }

    /// What takes longer than a frame comes later, the same.
    void longOnesAreComputedOnAThread()
    {
        const ShownState state = stateOf(translation(DecoderAttention::None, 288));
        const PathPlace place{forwardChain, {}};
        QVERIFY(pathCost(state.model(), *state.trace(), place) > PathNumbers::immediateCost);
        PathNumbers numbers(nullptr);
        QSignalSpy progressed(&numbers, &PathNumbers::progressed);
        const std::vector<double> before = numbers.of(state.result, place);
        QCOMPARE(before.size(), 5U);
        QVERIFY(std::isnan(before.front()) && numbers.isBusy());
        QTRY_VERIFY_WITH_TIMEOUT(!numbers.isBusy(), 60000);
        QVERIFY(progressed.count() > 0);
        QCOMPARE(numbers.of(state.result, place), *pathNorms(state.model(), *state.trace(), place));
        QVERIFY(!numbers.isBusy());
        // A file does not wait for the thread.
        const PathPlace other{backwardChain, {}};
        numbers.of(state.result, other);
        QVERIFY(numbers.isBusy());
        QCOMPARE(numbers.wholeOf(state.result, other), *pathNorms(state.model(), *state.trace(), other));
        QVERIFY(!numbers.isBusy());
        // What is no longer asked for is left, and begun anew.
        numbers.of(state.result, place);
        numbers.stop();
        QVERIFY(!numbers.isBusy());
        QVERIFY(std::isnan(numbers.of(state.result, place).front()) && numbers.isBusy());
    }
};

REGARD_TEST(TestPathView)
#include "test_path_view.moc"
