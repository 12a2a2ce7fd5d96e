#include <cmath>
#include <limits>

#include <QTest>

#include "draw/even_number.h"
#include "engine/functions/score.h"
#include "engine/model/sublayer.h"
#include "engine/pass/attention_block.h"
#include "engine/pass/forward.h"
#include "io/project/examples.h"
#include "shown_example.h"
#include "step_recomputation.h"
#include "test_class.h"
#include "views/steps/step_maker.h"
#include "views/steps/step_terms.h"
#include "views/why/why_figure.h"
#include "views/why/why_json.h"
#include "views/why/why_maker.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

namespace {

ShownState whyStateOf(const ComputedPass &run, const Selection &selection, const TokenView &view = {})
{
    const auto tokens = std::make_shared<const Tokens>();
    ShownInput input{{{std::make_shared<const Model>(run.model), run.trace}, tokens, tokens}};
    input.selection = selection;
    ShownState state = shownOf(std::move(input)).tokens;
    state.view = view;
    return state;
}

WhyData whyOf(const ComputedPass &run, const Selection &selection, const std::vector<std::string> &dimensions = {},
              const StepChoice &choice = {})
{
    return madeWhy(whyStateOf(run, selection), dimensions, choice).data;
}

const HeadTrace &whyHeadOf(const ComputedPass &run, const Selection &within)
{
    return run.trace->blocks[std::size_t(blockIndex(run.model.config, within.attention, within.layer))]
        ->heads[std::size_t(within.head)];
}

/// The engine's scores of the query's row, whatever a mask forbids.
StepRow scoresOf(const ComputedPass &run, const Selection &within)
{
    AttentionRule rule = ruleOf(run.model, {within.attention, within.layer}, within.head, {});
    rule.mask = Mask::None;
    const HeadTrace &head = whyHeadOf(run, within);
    return stepRow(scoreHead(head.q.row(within.query), head.k, rule).scores, 0);
}

bool whyIsNear(double a, double b, double size)
{
    return std::abs(a - b) <= 1e-5 * std::max({1.0, std::abs(a), size});
}

double sumOf(const WhySide &side)
{
    double sum = side.othersSum;
    for (const WhyTerm &term : side.terms)
        sum += term.value;
    return sum;
}

/// Empty where the answer holds: its parts make the engine's score, what made q and k makes them, the keys that are
/// named are those that stand out.
QString problemOf(const ComputedPass &run, const Selection &within)
{
    const WhyData data = whyOf(run, within);
    const StepRow scores = scoresOf(run, within);
    const HeadTrace &head = whyHeadOf(run, within);
    if (data.score != scores[std::size_t(within.key)])
        return u"the score is not the engine's"_s;
    if (data.weight != double(head.weights(within.query, within.key)))
        return u"the weight is not the engine's"_s;
    double sum = data.othersSum;
    double size = 0;
    for (std::size_t i = 0; i < data.parts.size(); ++i) {
        const WhyPart &part = data.parts[i];
        sum += part.value;
        size += std::abs(part.value);
        // A general score multiplies q W_g with k.
        const Matrix asked = effectiveQueries(head.q.row(within.query),
                                              ruleOf(run.model, {within.attention, within.layer}, within.head, {}));
        if (part.q != double(asked(0, part.component)) || part.k != double(head.k(within.key, part.component)))
            return u"q or k is not the engine's"_s;
        if (i > 0 && std::abs(part.value) > std::abs(data.parts[i - 1].value))
            return u"the parts are not in order"_s;
        for (const auto &[side, value] : {std::pair(part.ofQuery, part.q), std::pair(part.ofKey, part.k)})
            if (!whyIsNear(sumOf(side), value, 10))
                return u"%1 is made of %2"_s.arg(value).arg(sumOf(side));
    }
    if (int(data.parts.size()) + data.others != run.model.config.dKey || data.parts.size() > 3)
        return u"%1 parts and %2 others"_s.arg(data.parts.size()).arg(data.others);
    if (!whyIsNear(sum, data.score, size))
        return u"%1 is made of %2"_s.arg(data.score).arg(sum);
    const int block = blockIndex(run.model.config, within.attention, within.layer);
    const double scaled =
        double(headScores(run.model, *run.trace, block, within.head).scaled(within.query, within.key));
    if (!whyIsNear(data.scaled, scaled, 1))
        return u"scaled to %1, not %2"_s.arg(data.scaled).arg(scaled);
    double high = -std::numeric_limits<double>::infinity();
    double low = -high;
    int allowed = 0;
    for (int key = 0; key < int(scores.size()); ++key) {
        const bool isLater = maskOf(run.model.config, within.attention) == Mask::Causal && key > within.query;
        const int window = windowOf(run.model.config, {within.attention, within.layer});
        if (key == within.key || isLater || (window > 0 && within.query - key >= window))
            continue;
        ++allowed;
        high = std::max(high, scores[std::size_t(key)]);
        low = std::min(low, scores[std::size_t(key)]);
    }
    if (int(data.keys.size()) + data.restKeys != allowed)
        return u"%1 and %2 other keys, not %3"_s.arg(data.keys.size()).arg(data.restKeys).arg(allowed);
    std::vector<double> said;
    for (const WhyKey &key : data.keys) {
        if (key.score != scores[std::size_t(key.key)])
            return u"%1 has another score"_s.arg(key.name);
        said.push_back(key.score);
    }
    if (data.restKeys > 0)
        said.insert(said.end(), {data.restLow, data.restHigh});
    if (allowed > 0 &&
        (*std::max_element(said.begin(), said.end()) != high || *std::min_element(said.begin(), said.end()) != low))
        return u"the other keys lie elsewhere"_s;
    return {};
}

/// Counts some pairs of every attention and head, and finds the first that does not hold.
QString whyFirstProblem(const ComputedPass &run, int *pairs)
{
    const ModelConfig &config = run.model.config;
    for (const Attention attention : attentionsOf(config)) {
        const int queries = int(queriesOf(*run.trace, attention).tokens.size());
        const int keys = int(keysOf(*run.trace, attention).tokens.size());
        for (const int layer : someOf(layersOf(config, attention)))
            for (const int head : someOf(headsOf(config, attention)))
                for (const int query : someOf(queries))
                    for (const int key : someOf(keys)) {
                        ++*pairs;
                        const Selection within = at(attention, layer, head, query, key);
                        if (const QString text = problemOf(run, within); !text.isEmpty())
                            return u"%1 layer %2 head %3, %4 → %5: %6"_s.arg(int(attention))
                                .arg(layer)
                                .arg(head)
                                .arg(query)
                                .arg(key)
                                .arg(text);
                    }
    }
    return {};
}

Selection itToCat()
{
    return at(Attention::Encoder, 0, 0, 7, 1);
}

} // namespace

/// Why a query looks at a key: the parts make the score, and what is said reads as it should.
class TestWhy : public QObject {
    Q_OBJECT
private slots:
    void itLooksAtCat()
    {
        const Project project = readExample("it");
        const ComputedPass run = runOf(project);
        const WhyData data = whyOf(run, itToCat(), project.dimensions);
        QCOMPARE(data.title, u"Why does “it” look at “cat”?"_s);
        QCOMPARE(data.parts.size(), std::size_t(1));
        const WhyPart &part = data.parts.front();
        QCOMPARE(part.q, 4.0);
        QCOMPARE(part.k, 4.0);
        QCOMPARE(part.value, 16.0);
        QVERIFY(data.othersAreZero);
        QCOMPARE(data.score, 16.0);
        QVERIFY(std::abs(data.scaled - 16 / std::sqrt(8.0)) < 1e-6);
        QVERIFY(std::abs(data.weight - 0.9695) < 5e-5);
        WhyData small = data;
        small.weight = 6.9e-20;
        QVERIFY(whyText(small).contains(u"weight <0.0001"_s));
        QCOMPARE(data.keys.size(), std::size_t(1));
        QCOMPARE(data.keys.front().name, u"rug"_s);
        QCOMPARE(data.keys.front().score, -16.0);
        QCOMPARE(data.restLow, 0.0);
        QCOMPARE(data.restHigh, 0.0);
        QCOMPARE(whyText(data), u"Why does “it” look at “cat”?\n"
                                "q[0] 4 × k[0] 4 = 16 pronoun → W_Q[pronoun, 0] = 4 animal → W_K[animal, 0] = 4\n"
                                "+ all others 0 = score 16 ÷ √8 = 5.6569 → softmax → weight 0.9695 "
                                "scores of other keys: rug −16 · all others 0"_s);
    }

    void columnsTurnTheWeights()
    {
        const Project project = readExample("it");
        StepChoice choice;
        choice.columns = true;
        const WhyData data = whyOf(runOf(project), itToCat(), project.dimensions, choice);
        QCOMPARE(data.parts.front().ofQuery.terms.front().cell, u"W_Q[0, pronoun]"_s);
        QCOMPARE(data.parts.front().ofKey.terms.front().cell, u"W_K[0, animal]"_s);
    }

    void otherHeadsHaveOtherColumns()
    {
        const Project project = readExample("it");
        const ComputedPass run = runOf(project);
        for (int head = 0; head < headsOf(run.model.config, Attention::Encoder); ++head)
            for (const WhyPart &part : whyOf(run, at(Attention::Encoder, 0, head, 7, 1)).parts)
                for (const WhyTerm &term : part.ofQuery.terms)
                    QVERIFY(term.cell.endsWith(u", %1]"_s.arg(head * run.model.config.dKey + part.component)));
        // "it" finds "rug" in head 2, whose columns begin at 8: q and W_Q count alike.
        QVERIFY(whyText(whyOf(run, at(Attention::Encoder, 0, 1, 7, 5), project.dimensions))
                    .contains(u"q[8] 4 × k[8] 4 = 16 pronoun → W_Q[pronoun, 8] = 4 thing → W_K[thing, 8] = 4"_s));
    }

    /// Two of four heads share k: head 4's q is in columns 12 to 15, the k that it reads in 4 to 7.
    void sharedKeysCountByTheirOwnMatrix()
    {
        Project project = readExample("it");
        project.model.config.heads = 4;
        project.model.config.dKey = project.model.config.dValue = 4;
        project.model.config.keyValueHeads = 2;
        project.model = buildModel(project.model.config, {}, {});
        const WhyData data = whyOf(runOf(project), at(Attention::Encoder, 0, 3, 7, 1), project.dimensions);
        QVERIFY(!data.parts.empty());
        for (const WhyPart &part : data.parts) {
            QCOMPARE(part.qColumn, 12 + part.component);
            QCOMPARE(part.kColumn, 4 + part.component);
        }
    }

    void examplesAddUp_data()
    {
        QTest::addColumn<QString>("name");
        for (const ExampleEntry &example : examples())
            QTest::newRow(example.name.c_str()) << QString::fromStdString(example.name);
    }
    void examplesAddUp()
    {
        QFETCH(QString, name);
        int pairs = 0;
        QCOMPARE(whyFirstProblem(runOf(readExample(name.toStdString())), &pairs), QString());
        QVERIFY(pairs >= 9);
    }

    void modelsAddUp_data()
    {
        QTest::addColumn<int>("score");
        QTest::addColumn<int>("norm");
        QTest::addColumn<int>("position");
        for (const Score score : {Score::Dot, Score::ScaledDot, Score::Additive, Score::General})
            for (const Norm norm : {Norm::None, Norm::Post, Norm::Pre})
                for (const Position position : {Position::None, Position::Sinusoidal, Position::OneHot,
                                                Position::Learned, Position::SinusoidalHalves, Position::Rotary})
                    QTest::addRow("score %d, norm %d, position %d", int(score), int(norm), int(position))
                        << int(score) << int(norm) << int(position);
    }
    void modelsAddUp()
    {
        QFETCH(int, score);
        QFETCH(int, norm);
        QFETCH(int, position);
        ModelConfig config = wholeTransformer();
        config.score = Score(score);
        config.norm = Norm(norm);
        config.finalNorm = Norm(norm) != Norm::None;
        config.position = Position(position);
        int pairs = 0;
        QCOMPARE(whyFirstProblem(runOf(config, twoSentences()), &pairs), QString());
        QVERIFY(pairs > 50);
    }

    void trainedModelsAddUp_data()
    {
        QTest::addColumn<int>("number");
        const auto cases = trainedCases();
        for (std::size_t i = 0; i < cases.size(); ++i)
            QTest::newRow(cases[i].name) << int(i);
    }
    void trainedModelsAddUp()
    {
        QFETCH(int, number);
        const ModelConfig config = trainedCases()[std::size_t(number)].config;
        int pairs = 0;
        QCOMPARE(whyFirstProblem(runOf(config, inputFor(config)), &pairs), QString());
        QVERIFY(pairs > 15);
    }

    void whatIsRotatedSaysSo()
    {
        const ComputedPass run = runOf(likeLlama(), inputFor(likeLlama()));
        const WhyData data = whyOf(run, at(Attention::Decoder, 1, 3, 2, 1));
        QVERIFY(data.notes.contains(u"rotary positions: q and k are rotated, q₀ and k₀ as projected"_s));
        QVERIFY(data.notes.contains(u"several heads share k: W_K's head 2"_s));
        QVERIFY(data.notes.contains(u"x: output of layer 1 after its norm"_s));
        QCOMPARE(data.parts.size(), std::size_t(3));
        for (const WhyPart &part : data.parts) {
            const int partner = (part.component + 3) % 6;
            QCOMPARE(part.ofQuery.terms.size(), std::size_t(2));
            QCOMPARE(part.ofQuery.terms[0].name, u"q₀[%1] × cos φ"_s.arg(part.qColumn));
            QCOMPARE(part.ofQuery.terms[1].name, (part.component < 3 ? u"q₀[%1] × −sin φ"_s : u"q₀[%1] × sin φ"_s)
                                                     .arg(part.qColumn - part.component + partner));
        }
    }

    /// The slope of the first of two heads is 1/16.
    void biasesByDistanceAreSaid()
    {
        ModelConfig config;
        config.scoreBias = ScoreBias::Alibi;
        const WhyData behind = whyOf(runOf(config, inputFor(config)), at(Attention::Encoder, 0, 0, 2, 0));
        QVERIFY2(behind.scale.startsWith(u"÷ √8 − 0.125"_s), qPrintable(behind.scale));
        QVERIFY(std::abs(behind.scaled - (behind.score / std::sqrt(8.0) - 0.125)) < 1e-6);
        config.score = Score::Dot;
        const WhyData unscaled = whyOf(runOf(config, inputFor(config)), at(Attention::Encoder, 0, 0, 2, 0));
        QVERIFY2(unscaled.scale.startsWith(u"− 0.125"_s), qPrintable(unscaled.scale));
        config.scoreBias = ScoreBias::Buckets;
        ModelWeights given;
        given.set("encoder.score_bias", Matrix(Matrix::Constant(32, 2, 0.5F)));
        const Model model = buildModel(config, std::move(given), {});
        const ComputedPass run{model, forward(model, inputFor(config))};
        const WhyData added = whyOf(run, at(Attention::Encoder, 0, 0, 2, 0));
        QVERIFY2(added.scale.startsWith(u"+ 0.5"_s), qPrintable(added.scale));
    }

    void masksAreSaid()
    {
        const ComputedPass run = runOf(likeLlama(), inputFor(likeLlama()));
        const WhyData later = whyOf(run, at(Attention::Decoder, 0, 0, 0, 2));
        QCOMPARE(later.title, u"Why does “one” not look at “three”?"_s);
        QVERIFY(later.made == WhyWeight::Masked);
        QCOMPARE(later.weight, 0.0);
        QVERIFY(later.notes.contains(u"the causal mask hides what comes later"_s));
        QVERIFY(whyText(later).contains(u"→ masked: −∞ → weight 0"_s));
        // “one” sees itself alone.
        QCOMPARE(later.restKeys + int(later.keys.size()), 1);
        Input padded = inputFor({});
        padded.masked = {1};
        const ComputedPass run2 = runOf(ModelConfig(), padded);
        const WhyData hidden = whyOf(run2, at(Attention::Encoder, 0, 0, 0, 1));
        QVERIFY(hidden.made == WhyWeight::Masked);
        QVERIFY(hidden.notes.contains(u"“two” is masked out as padding"_s));
        QCOMPARE(whyOf(run2, at(Attention::Encoder, 0, 0, 0, 0)).maskedKeys, 1);
    }

    void interventionsAreSaid()
    {
        ModelConfig config;
        config.heads = 4;
        Interventions done;
        done.heads[{Attention::Encoder, 0, 0}] = Replacement::Uniform;
        done.heads[{Attention::Encoder, 0, 1}] = Replacement::Zero;
        done.temperatures[{Attention::Encoder, 0, 2}] = 0.5F;
        const ComputedPass run = runOf(config, inputFor(config), done);
        const WhyData uniform = whyOf(run, at(Attention::Encoder, 0, 0, 0, 1));
        QVERIFY(uniform.made == WhyWeight::Uniform);
        QVERIFY(whyIsNear(uniform.weight, 1.0 / 3, 1));
        QVERIFY(whyText(uniform).contains(u"→ uniform, whatever the score → weight 0.3333"_s));
        const WhyData off = whyOf(run, at(Attention::Encoder, 0, 1, 0, 1));
        QVERIFY(off.notes.contains(u"the head is switched off: this is not used"_s));
        const WhyData sharp = whyOf(run, at(Attention::Encoder, 0, 2, 0, 1));
        QCOMPARE(sharp.temperature, 0.5);
        QCOMPARE(sharp.tempered, sharp.scaled * 2);
        QVERIFY(whyText(sharp).contains(u"÷ temperature 0.5 = %1"_s.arg(stepNumberText(sharp.tempered))));
        int pairs = 0;
        QCOMPARE(whyFirstProblem(run, &pairs), QString());
    }

    void ofTwoSentences()
    {
        const ComputedPass run = runOf(wholeTransformer(), twoSentences());
        const Selection cross = at(Attention::Cross, 1, 1, 1, 0);
        const WhyData data = whyOf(run, cross);
        QVERIFY(data.notes.contains(u"k is made of the encoder's output"_s));
        QVERIFY(data.place.contains(u"cross layer 2 · head 2"_s));
    }

    void whatRecurrentStacksAsk_data()
    {
        QTest::addColumn<int>("attention");
        QTest::addColumn<int>("encoder");
        QTest::addColumn<QString>("asks");
        QTest::addColumn<QString>("asked");
        const auto before = u"decoder’s state before this step"_s;
        const auto after = u"decoder’s state after this step"_s;
        const auto add = [](const char *name, DecoderAttention attention, StackKind encoder, const QString &asks) {
            QTest::newRow(name) << int(attention) << int(encoder) << asks
                                << (encoder == StackKind::Recurrent ? u"encoder’s states"_s : u"encoder's output"_s);
        };
        add("Bahdanau", DecoderAttention::Bahdanau, StackKind::Recurrent, before);
        add("Luong", DecoderAttention::Luong, StackKind::Recurrent, after);
        add("of an encoder of attentions", DecoderAttention::Luong, StackKind::Attention, after);
    }
    void whatRecurrentStacksAsk()
    {
        QFETCH(int, attention);
        QFETCH(int, encoder);
        QFETCH(QString, asks);
        QFETCH(QString, asked);
        ModelConfig config = wholeTransformer();
        config.encoderKind = StackKind(encoder);
        config.decoderKind = StackKind::Recurrent;
        config.decoderAttention = DecoderAttention(attention);
        const ComputedPass run = runOf(config, twoSentences());
        const Selection cross = at(Attention::Cross, 0, 1, 1, 0);
        const WhyData why = whyOf(run, cross);
        QVERIFY(why.notes.contains(u"q is made of the "_s + asks));
        QVERIFY(why.notes.contains(u"k is made of the "_s + asked));
        const StepsData steps = stepsData(run.model, run.trace, cross, {}, {});
        const int project = steps.positionOf(StepKind::Project);
        QVERIFY(project >= 0);
        const QString notes = steps.steps[std::size_t(project)].notes.join(u' ');
        QVERIFY2(notes.contains(asks), qPrintable(notes));
        QVERIFY2(notes.contains(QString(asked).replace(u'\'', u'’')), qPrintable(notes));
    }

    /// Three parts at most, and the smallest join the others where fewer are wanted: the sum stays.
    void fewerParts()
    {
        ModelConfig config;
        config.dModel = 40;
        config.dKey = 24;
        const ComputedPass run = runOf(config, inputFor(config));
        const WhyData data = whyOf(run, at(Attention::Encoder, 0, 0, 0, 1));
        QCOMPARE(data.parts.size(), std::size_t(3));
        QCOMPARE(data.others, 21);
        QVERIFY(whyText(data).contains(u"+ 21 others together "_s + stepNumberText(data.othersSum)));
        for (int count = 3; count >= 0; --count) {
            const WhyData fewer = withFewerParts(data, count);
            QCOMPARE(int(fewer.parts.size()), count);
            QCOMPARE(fewer.others, 24 - count);
            double sum = fewer.othersSum;
            for (const WhyPart &part : fewer.parts)
                sum += part.value;
            QVERIFY(whyIsNear(sum, data.score, 10));
        }
    }

    void whatIsInFocusChoosesThePair()
    {
        const ComputedPass run = runOf(readExample("it"));
        const Matrix &weights = whyHeadOf(run, itToCat()).weights;
        const auto pairAt = [&run](int query, int key) {
            const TokenPair pair = whyPair(whyStateOf(run, at(Attention::Encoder, 0, 0, query, key)));
            return std::pair(pair.query, pair.key);
        };
        QCOMPARE(pairAt(7, -1), std::pair(7, 1));
        QCOMPARE(pairAt(-1, 1), std::pair(7, 1));
        QCOMPARE(pairAt(3, 4), std::pair(3, 4));
        Eigen::Index strongest = 0;
        weights.row(0).maxCoeff(&strongest);
        QCOMPARE(pairAt(-1, -1), std::pair(0, int(strongest)));
    }

    void aWeakLinkIsCalledWeak()
    {
        const Project project = readExample("it");
        QCOMPARE(whyOf(runOf(project), at(Attention::Encoder, 0, 0, 7, 5)).title,
                 u"Why does “it” look so little at “rug”?"_s);
        QCOMPARE(whyOf(runOf(project), at(Attention::Encoder, 0, 0, 0, 5)).title,
                 u"Why does “The” look at all 11 keys alike?"_s);
    }

    void wordsAreSaidToBeTokens()
    {
        TokenView view;
        view.words = view.hidesSpecial = view.renormalises = true;
        const WhyData data = madeWhy(whyStateOf(runOf(readExample("it")), itToCat(), view), {}).data;
        QCOMPARE(data.notes, (QStringList{u"of single tokens, not of words"_s,
                                          u"the weight before the row is divided by its sum"_s}));
    }

    /// The present one of two states is shown, with the numbers before.
    void theStateBefore()
    {
        const Project then = readExample("it");
        Project now = then;
        Matrix queries = *then.model.given.find("encoder.0.self.w_q");
        const auto pronoun = std::find(then.dimensions.begin(), then.dimensions.end(), "pronoun");
        QVERIFY(pronoun != then.dimensions.end());
        queries(pronoun - then.dimensions.begin(), 0) = -4;
        now.model.given.set("encoder.0.self.w_q", queries);
        now.model = reconfigured(now.model, now.model.config);
        const Shown before = shownExample(then);
        const Shown shown = shownExample(now, std::make_shared<const PinnedState>(PinnedState{
                                                  before.now.result, *before.now.source, *before.now.target, u"x"_s}));
        const auto why = [&](Compared compared) {
            const ShownState state = shown.as(compared).tokens;
            return madeWhy(state.with(itToCat()), then.dimensions).data;
        };
        QCOMPARE(why(Compared::Now).score, -16.0);
        QCOMPARE(why(Compared::Pinned).score, 16.0);
        const WhyData difference = why(Compared::Difference);
        QCOMPARE(difference.score, -16.0);
        QVERIFY(difference.before);
        QCOMPARE(difference.before->score, 16.0);
        QVERIFY(whyText(difference).contains(u"pinned: score 16, weight 0.9695"_s));
    }

    /// At every width the numbers that matter are whole; what does not fit is given away from the smallest.
    void narrowFigures()
    {
        ModelConfig config;
        config.dModel = 40;
        config.dKey = 24;
        const ComputedPass run = runOf(config, inputFor(config));
        WhyData data = whyOf(run, at(Attention::Encoder, 0, 0, 0, 1));
        // The title and where it is stand below each other where they do not fit beside each other.
        WhyData titled = data;
        titled.place = u"layer 12 · head 16"_s;
        for (const double width : {700.0, 260.0}) {
            const QString text = WhyFigure(titled, {width, 0}, Theme::light()).text();
            QVERIFY2(text.contains(titled.place), qPrintable(text));
        }
        data.title.clear();
        const QString score = stepNumberText(data.score);
        const QString weight = data.weight < 1e-4 ? evenNumber(data.weight, 4) : stepNumberText(data.weight);
        for (const QSizeF &size : {QSizeF(1400, 90), QSizeF(900, 90), QSizeF(560, 80), QSizeF(300, 120)}) {
            const WhyFigure figure(data, size, Theme::light());
            QString text = figure.text();
            QVERIFY2(!text.contains(QChar(0x2026)), qPrintable(text));
            text.replace(u'\n', u' ');
            text.replace(u"  "_s, u" "_s);
            QVERIFY2(text.contains(u"score "_s + score), qPrintable(text));
            QVERIFY2(text.contains(u"weight "_s + weight), qPrintable(text));
            QVERIFY2(text.contains(u"q[%1]"_s.arg(data.parts.front().component)), qPrintable(text));
        }
        const auto named = [&data](const QSizeF &size) {
            const QString text = WhyFigure(data, size, Theme::light()).text();
            int count = 0;
            for (const WhyPart &part : data.parts)
                count += text.contains(u"q[%1] "_s.arg(part.component)) ? 1 : 0;
            return count;
        };
        QCOMPARE(named({1400, 110}), 3);
        QVERIFY(WhyFigure(data, {1400, 110}, Theme::light()).size().height() <= 110);
        QCOMPARE(named({560, 100}), 3); // without what made them
        QVERIFY(WhyFigure(data, {560, 100}, Theme::light()).size().height() <= 100);
        QCOMPARE(named({240, 60}), 1);
    }

    void longNames()
    {
        Project project = readExample("it");
        for (std::string &name : project.dimensions)
            name = std::string(80, 'm') + name;
        const ComputedPass run = runOf(project);
        WhyData data = whyOf(run, itToCat(), project.dimensions);
        for (const double width : {200.0, 560.0, 1400.0}) {
            const WhyFigure figure(data, {width, 90}, Theme::light());
            QCOMPARE(figure.size().width(), width);
            QString text = figure.text();
            text.replace(u'\n', u' ');
            QVERIFY2(text.contains(u"0.9695"_s), qPrintable(text));
        }
    }

    void numbersForPrograms()
    {
        const Project project = readExample("it");
        const std::string json = whyJson(whyStateOf(runOf(project), itToCat()), project.dimensions, StepView());
        QVERIFY(json.starts_with(R"({"block": "encoder.0.self", "head": 1, "query": 8, "key": 2,)"));
        for (const char *part : {R"("cell": "W_Q[pronoun, 0]", "weight": 4, "value": 4})", R"("score": 16,)",
                                 R"("made": "softmax")", R"({"key": 6, "token": "rug", "score": -16})",
                                 R"("other_keys": {"count": 9, "lowest": 0, "highest": 0})"})
            QVERIFY2(json.find(part) != std::string::npos, (part + ("\n" + json)).c_str());
    }
};

REGARD_TEST(TestWhy)
#include "test_why.moc"
