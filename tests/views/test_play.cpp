#include <cmath>
#include <numeric>

#include <QTest>
#include <QXmlStreamReader>

#include "document/sentence/side.h"
#include "draw/export_figure.h"
#include "engine/analysis/token_groups.h"
#include "io/project/examples.h"
#include "shown_example.h"
#include "step_recomputation.h"
#include "test_class.h"
#include "views/play/play_figure.h"
#include "views/play/play_maker.h"
#include "views/play/play_pages.h"
#include "views/play/play_text.h"
#include "views/table/view_table.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

namespace {

using Scenes = std::vector<PlayScene>;

Tokens playTokens(const std::vector<std::string> &words)
{
    std::string text;
    for (const std::string &word : words)
        text += word + ' ';
    return tokenize(text, Tokenizer::Words);
}

ShownState playState(const Model &model, const SharedTrace &trace, const Selection &selection)
{
    ShownInput input{{{std::make_shared<const Model>(model), trace},
                      std::make_shared<const Tokens>(playTokens(trace->source.tokens)),
                      std::make_shared<const Tokens>(playTokens(trace->target.tokens))}};
    input.selection = selection;
    return shownOf(std::move(input)).attention;
}

PlayData playOf(const ComputedPass &run, const Selection &selection)
{
    const MadePlay made = madePlay(playState(run.model, run.trace, selection));
    return made.data ? *made.data : PlayData();
}

/// What the heads' scores are made of is drawn larger, so that they are not all alike.
ComputedPass sharpened(ModelConfig config, Input input)
{
    ComputedPass run = runOf(config, input);
    std::vector<std::string> names;
    for (const auto &[name, matrix] : run.model.weights.all())
        if (name.find("w_q") != std::string::npos || name.find("w_k") != std::string::npos)
            names.push_back(name);
    for (const std::string &name : names)
        run.model.weights.edit(name) *= 4;
    run.trace = forward(run.model, input);
    return run;
}

QStringList playDrawn(const PlayData &data, double seconds, QSizeF size = {1160, 560})
{
    const PlayFigure figure(std::make_shared<const PlayData>(data), seconds, size, Theme::light());
    QXmlStreamReader reader(figureBytes(figure, PictureFormat::Svg, 96, QString()));
    QStringList texts;
    while (!reader.atEnd())
        if (reader.readNext() == QXmlStreamReader::StartElement && reader.name() == u"text")
            texts << reader.readElementText(QXmlStreamReader::IncludeChildElements).trimmed();
    return texts;
}

/// Empty where every number of the play follows from q, k, v and the rule, and the weights and the output are the
/// trace's own.
QString playProblem(const PlayData &data, const HeadTrace &head, const ModelConfig &config, const Matrix &general)
{
    const auto near = [](double a, double b) { return std::abs(a - b) <= 2e-5 * std::max({1.0, std::abs(a)}); };
    std::vector<double> asks;
    for (Eigen::Index i = 0; i < head.q.cols(); ++i)
        asks.push_back(general.size() > 0 ? double(head.q.row(data.query).dot(general.col(i)))
                                          : double(head.q(data.query, i)));
    for (std::size_t i = 0; i < asks.size(); ++i)
        if (!near(asks[i], data.q.at(i)))
            return u"q"_s;
    double sum = 0;
    double weights = 0;
    std::vector<double> output(data.output.size());
    for (const PlayKey &key : data.keys) {
        for (Eigen::Index i = 0; i < head.k.cols(); ++i)
            if (key.k.at(std::size_t(i)) != double(head.k(key.key, i)))
                return u"k of %1"_s.arg(key.name);
        double score = 0;
        for (std::size_t i = 0; i < asks.size(); ++i)
            score += data.score == PlayScore::Additive ? data.additive.at(i) * std::tanh(asks[i] + key.k[i])
                                                       : asks[i] * key.k[i];
        if (!near(score, key.score))
            return u"the score of %1 is %2, not %3"_s.arg(key.name).arg(score).arg(key.score);
        const double scaled =
            score / (config.score == Score::ScaledDot ? std::sqrt(double(config.dKey)) : 1) / data.temperature;
        if (!near(scaled, key.scaled))
            return u"scaled, of %1"_s.arg(key.name);
        if (key.weight != double(head.weights(data.query, key.key)))
            return u"the weight of %1"_s.arg(key.name);
        sum += key.isMasked ? 0 : std::exp(key.scaled);
        weights += key.weight;
        for (std::size_t i = 0; i < output.size(); ++i)
            output[i] += key.weight * double(head.v(key.key, Eigen::Index(i)));
    }
    if (!near(weights, 1))
        return u"the weights sum to %1"_s.arg(weights);
    if (!near(sum, data.sum))
        return u"the sum is %1, not %2"_s.arg(sum).arg(data.sum);
    for (const PlayKey &key : data.keys)
        if (data.made == PlayWeights::Softmax && !near(key.exponential / data.sum, key.weight))
            return u"the share of %1"_s.arg(key.name);
    for (std::size_t i = 0; i < output.size(); ++i)
        if (!near(output[i], data.output[i]))
            return u"output"_s;
    return {};
}

} // namespace

/// The play of one word, whose numbers are the trace's.
class TestPlay : public QObject {
    Q_OBJECT
private slots:
    void everyNumber_data()
    {
        QTest::addColumn<int>("score");
        QTest::addColumn<bool>("isCausal");
        QTest::addColumn<int>("attention");
        QTest::addColumn<std::vector<PlayScene>>("scenes");
        using enum PlayScene;
        const Scenes undivided{Meet, Score, Softmax, Weigh};
        const Scenes masked{Meet, Score, Scale, Mask, Softmax, Weigh};
        const Scenes whole{Meet, Score, Scale, Softmax, Weigh};
        QTest::newRow("dot") << int(regard::Score::Dot) << false << int(Attention::Encoder) << undivided;
        QTest::newRow("scaled dot") << int(regard::Score::ScaledDot) << false << int(Attention::Encoder) << whole;
        QTest::newRow("general") << int(regard::Score::General) << false << int(Attention::Encoder) << undivided;
        QTest::newRow("additive") << int(regard::Score::Additive) << false << int(Attention::Encoder) << undivided;
        QTest::newRow("masked") << int(regard::Score::ScaledDot) << true << int(Attention::Encoder) << masked;
        QTest::newRow("decoder") << int(regard::Score::ScaledDot) << false << int(Attention::Decoder) << masked;
        QTest::newRow("cross") << int(regard::Score::ScaledDot) << false << int(Attention::Cross) << whole;
        QTest::newRow("cross, additive") << int(regard::Score::Additive) << false << int(Attention::Cross) << undivided;
    }
    void everyNumber()
    {
        QFETCH(int, score);
        QFETCH(bool, isCausal);
        QFETCH(int, attention);
        QFETCH(std::vector<PlayScene>, scenes);
        ModelConfig config = wholeTransformer();
        config.score = static_cast<regard::Score>(score);
        if (isCausal)
            config.encoderMask = Mask::Causal;
        const ComputedPass run = sharpened(config, twoSentences());
        const auto place = static_cast<Attention>(attention);
        for (const int head : {0, 1}) {
            for (const int query : {0, 2}) {
                const PlayData data = playOf(run, at(place, 1, head, query, 0));
                QVERIFY(playScenes(data) == scenes);
                QCOMPARE(data.own, place == Attention::Cross ? -1 : query);
                const HeadTrace &trace =
                    run.trace->blocks[std::size_t(blockIndex(config, place, 1))]->heads[std::size_t(head)];
                Matrix general;
                if (config.score == regard::Score::General)
                    general = run.model.weights.at("encoder.1.self.w_g").middleCols(head * config.dKey, config.dKey);
                const QString text = playProblem(data, trace, config, general);
                QVERIFY2(text.isEmpty(), qPrintable(text));
                // The last picture has the weights of all keys, whatever else is in it.
                const QStringList drawn = playDrawn(data, playSeconds(data));
                for (const PlayKey &key : data.keys) {
                    QVERIFY2(drawn.contains(shareText(key.weight, 3)), qPrintable(drawn.join(u'|')));
                    QCOMPARE(key.isMasked, scenes == masked() && key.key > query);
                }
            }
        }
        double length = 0;
        for (const PlayScene scene : scenes)
            length += secondsOf(scene);
        QCOMPARE(playSeconds(playOf(run, at(place, 1, 0, 0, 0))), length);
        QCOMPARE(length, scenes.size() == 5 ? 20.0 : scenes.size() == 6 ? 22.0 : 17.0);
    }

    /// The numbers of the design's picture: 4 × 4 = 16, ÷ √8, e^5.66 = 286.2 of 295.3.
    void designedNumbers()
    {
        const Project project = readExample("it");
        const Shown shown = shownExample(project);
        ShownState state = shown.attention;
        const auto &tokens = state.trace()->source.tokens;
        const auto place = [&](const char *word) {
            return int(std::find(tokens.begin(), tokens.end(), word) - tokens.begin());
        };
        Selection selection = state.selection;
        selection.query = place("it");
        selection.key = place("cat");
        const MadePlay made = madePlay(state.with(selection));
        QVERIFY(made.data);
        const PlayData &data = *made.data;
        QCOMPARE(playTitle(data), u"How “it” comes to look at “cat”"_s);
        const auto textOf = [&](PlayScene scene) {
            const Scenes scenes = playScenes(data);
            const auto found = std::find(scenes.begin(), scenes.end(), scene);
            return plainText(playLines(data, {int(found - scenes.begin()), scene, 0.5}));
        };
        QVERIFY2(textOf(PlayScene::Score).contains(u"“cat”: 4 × 4 = 16"_s), qPrintable(textOf(PlayScene::Score)));
        QVERIFY2(textOf(PlayScene::Scale).contains(u"16 ÷ √8 = 5.66"_s), qPrintable(textOf(PlayScene::Scale)));
        const QString softmax = textOf(PlayScene::Softmax);
        QVERIFY2(softmax.contains(u"e^5.66 = 286.2 for “cat”; all 11 sum to 295.2."_s) ||
                     softmax.contains(u"e^5.66 = 286.2 for “cat”; all 11 sum to 295.3."_s),
                 qPrintable(softmax));
        // e^(16 ÷ √8) + 9 + e^(−16 ÷ √8)
        const double sum = std::exp(16 / std::sqrt(8.0)) + 9 + std::exp(-16 / std::sqrt(8.0));
        QVERIFY(std::abs(data.sum - sum) < 1e-3);
        QVERIFY2(softmax.contains(u"÷ %1 = 0.97"_s.arg(sum, 0, 'f', 1)), qPrintable(softmax));
        QVERIFY(textOf(PlayScene::Weigh).contains(u"0.97 of “cat”, 0.03 of the other 10"_s));
    }

    void scenesBringTheirNumbers()
    {
        const Project project = readExample("it");
        ShownState state = shownExample(project).attention;
        Selection selection = state.selection;
        selection.query = 7;
        selection.key = 1;
        const PlayData data = *madePlay(state.with(selection)).data;
        const auto has = [&](int scene, const QString &text) {
            return playDrawn(data, tellingMoment(data, scene)).contains(text);
        };
        // A heading is drawn in pieces, each in the colour of what it names.
        const auto says = [&](int scene, const QString &heading) {
            return playDrawn(data, tellingMoment(data, scene)).join(u'|').contains(heading);
        };
        QVERIFY(!says(0, u"|q|·|k|"_s) && says(1, u"|q|·|k|"_s));
        QVERIFY(!has(0, u"16"_s) && has(1, u"16"_s) && !has(1, u"5.66"_s) && has(2, u"5.66"_s));
        QVERIFY(!has(2, u"0.970"_s) && has(3, u"0.970"_s));
        QVERIFY(says(3, u"|k|of each"_s) && !says(3, u"|v|of each"_s) && says(4, u"|v|of each"_s));
        // A play that is over is the still picture, and so is one without a moment.
        const QStringList still = playDrawn(data, playSeconds(data));
        QCOMPARE(playDrawn(data, 1000), still);
        QVERIFY(still.contains(u"of each word"_s) && still.contains(u"16"_s) && still.contains(u"0.970"_s));
        const PlayExtras same{true, false, true};
        const auto bytes = [&](const Figure &figure) { return figureBytes(figure, PictureFormat::Svg, 96, QString()); };
        const ViewOptions options;
        const MadeView made =
            madeView(viewOf(ViewId::Play),
                     {state.with(selection), project.dimensions, nullptr, options, {960, 720}, Theme::light()});
        QCOMPARE(bytes(*made.figure), bytes(PlayFigure(std::make_shared<const PlayData>(data), playSeconds(data),
                                                       {960, 720}, Theme::light(), same)));
    }

    void shares_data()
    {
        QTest::addColumn<double>("share");
        QTest::addColumn<QString>("inColumn");
        QTest::addColumn<QString>("inText");
        QTest::newRow("0") << 0.0 << u"0"_s << u"0"_s;
        QTest::newRow("1") << 1.0 << u"1"_s << u"1"_s;
        QTest::newRow("half") << 0.5 << u"0.500"_s << u"0.50"_s;
        QTest::newRow("nearly 1") << 0.997 << u"0.997"_s << u"0.997"_s;
        QTest::newRow("nearer") << 0.99996 << u">.999"_s << u">.9999"_s;
        QTest::newRow("nearly 0") << 0.00002 << u"<.001"_s << u"<.0001"_s;
        QTest::newRow("small") << 0.0034 << u"0.003"_s << u"0.003"_s;
    }
    void shares()
    {
        QFETCH(double, share);
        QTEST(shareText(share, 3), "inColumn");
        QTEST(shareInText(share), "inText");
    }

    void exponentials()
    {
        QCOMPARE(exponentialText(std::exp(5.656854)), u"286.2"_s);
        QCOMPARE(exponentialText(1), u"1"_s);
        QCOMPARE(exponentialText(std::exp(-5.656854)), u"0.003"_s);
        QCOMPARE(exponentialText(std::exp(30.0)), u"1.07×10¹³"_s);
        QCOMPARE(exponentialText(std::exp(-30.0)), u"9.36×10⁻¹⁴"_s);
    }

    /// With 512 tokens there are rows for the twelve largest keys and one for the others, which take what is left of 1.
    void longSentences()
    {
        ModelConfig config;
        config.dModel = 16;
        config.dKey = config.dValue = 8;
        Input input;
        for (int i = 0; i < 512; ++i)
            input.tokens.push_back("w" + std::to_string(i));
        const ComputedPass run = runOf(config, input);
        const auto data = std::make_shared<const PlayData>(playOf(run, at(Attention::Encoder, 0, 0, 3, 400)));
        QCOMPARE(data->keyCount(), 512);
        for (const QSizeF size : {QSizeF(1160, 450), QSizeF(500, 400), QSizeF(3840, 2160)}) {
            const PlayFigure figure(data, playSeconds(*data), size, Theme::light(), {false, false, false});
            QCOMPARE(figure.size(), size);
            const std::vector<PlayKey> &keys = figure.keys();
            QVERIFY(keys.size() >= 4 && keys.size() <= 13);
            QVERIFY(size.height() < 450 || keys.size() == 13);
            QCOMPARE(keys.back().name, u"%1 others"_s.arg(512 - keys.size() + 1));
            double named = 0;
            double least = 1;
            bool hasChosen = false;
            for (std::size_t i = 0; i + 1 < keys.size(); ++i) {
                named += keys[i].weight;
                hasChosen = hasChosen || keys[i].key == 400;
                if (keys[i].key != 400)
                    least = std::min(least, keys[i].weight);
            }
            QVERIFY(hasChosen);
            QVERIFY(std::abs(named + keys.back().weight - 1) < 1e-5);
            std::vector<double> weights;
            for (const PlayKey &key : data->keys)
                weights.push_back(key.weight);
            std::sort(weights.rbegin(), weights.rend());
            QVERIFY(least >= weights[keys.size() - 2]);
        }
    }

    void fillsItsSpace()
    {
        const Project project = readExample("it");
        const MadePlay made = madePlay(shownExample(project).attention);
        double before = 0;
        for (const QSizeF size : {QSizeF(500, 400), QSizeF(1160, 450), QSizeF(1800, 850), QSizeF(3700, 1800)}) {
            const PlayFigure figure(made.data, 1e3, size, Theme::light(), {false, false, false});
            QCOMPARE(figure.size(), size);
            QVERIFY(figure.labelSize() > before);
            before = figure.labelSize();
            // All rows are there, and take most of the height.
            QCOMPARE(figure.keys().size(), std::size_t(11));
            QVERIFY(figure.rowRect(10).bottom() > 0.85 * size.height());
            QVERIFY(figure.rowRect(10).right() > 0.9 * size.width() && figure.rowRect(10).right() <= size.width());
            QCOMPARE(figure.rowAt(figure.rowRect(4).center()), 4);
        }
        const PlayFigure normal(made.data, 1e3, {1160, 450}, Theme::light(), {false, false, false});
        QVERIFY(normal.labelSize() >= 14 && normal.labelSize() <= 20);
    }

    void bandsAreShares()
    {
        const Project project = readExample("three-inputs");
        const MadePlay made = madePlay(shownExample(project).attention);
        const PlayFigure before(made.data, startOf(*made.data, 2), {900, 400}, Theme::light());
        const PlayFigure after(made.data, 1e3, {900, 400}, Theme::light());
        const auto whole = after.bandHeight(0) / after.keys()[0].weight;
        for (int row = 0; row < 3; ++row) {
            QCOMPARE(before.bandHeight(row), 0.0);
            QVERIFY(std::abs(after.bandHeight(row) - whole * after.keys()[std::size_t(row)].weight) < 1e-9);
        }
    }

    void switchedOff_data()
    {
        QTest::addColumn<int>("replacement");
        QTest::addColumn<QString>("says");
        QTest::newRow("zero") << int(Replacement::Zero) << u"zeros stand in place of the sum"_s;
        QTest::newRow("mean") << int(Replacement::Mean) << u"the mean over all queries"_s;
        QTest::newRow("uniform") << int(Replacement::Uniform) << u"1 ÷ 3 = 0.33"_s;
    }
    void switchedOff()
    {
        QFETCH(int, replacement);
        QFETCH(QString, says);
        const auto put = static_cast<Replacement>(replacement);
        const ComputedPass run =
            runOf(wholeTransformer(), twoSentences(), {{{HeadRef{Attention::Encoder, 0, 1}, put}}, {}, {}});
        const PlayData data = playOf(run, at(Attention::Encoder, 0, 1, 0, 1));
        QCOMPARE(data.made == PlayWeights::Uniform, put == Replacement::Uniform);
        const QString text = plainText(playLines(data, momentAt(data, tellingMoment(data, 3))));
        QVERIFY2(text.contains(says), qPrintable(text));
        // What its weights make, not what stands in its place.
        const HeadTrace &head = run.trace->blocks[0]->heads[1];
        for (std::size_t i = 0; i < data.output.size(); ++i)
            QVERIFY(std::abs(data.output[i] - double(head.weights.row(0).dot(head.v.col(Eigen::Index(i))))) < 1e-5);
    }

    void temperatures()
    {
        const ComputedPass run =
            runOf(wholeTransformer(), twoSentences(), {{}, {}, {{HeadRef{Attention::Encoder, 0, 0}, 0.5F}}});
        const PlayData data = playOf(run, at(Attention::Encoder, 0, 0, 0, 1));
        QCOMPARE(data.temperature, 0.5);
        const QString text = playProblem(data, run.trace->blocks[0]->heads[0], run.model.config, {});
        QVERIFY2(text.isEmpty(), qPrintable(text));
        QVERIFY(playDrawn(data, 1e3).contains(u"÷ √4 ÷ 0.5"_s));
    }

    void everyKeyMasked()
    {
        ModelConfig config;
        config.encoderMask = Mask::Causal;
        const ComputedPass run = runOf(config, {{"a", "b"}, {0}, {}, {}});
        const PlayData data = playOf(run, at(Attention::Encoder, 0, 0, 0, 1));
        QCOMPARE(data.maskedKeys(), 2);
        QCOMPARE(data.sum, 0.0);
        QCOMPARE(playTitle(data), u"Why “a” does not look at “b”"_s);
        QVERIFY(plainText(playLines(data, momentAt(data, tellingMoment(data, 4)))).contains(u"all shares are 0"_s));
    }

    void scoresBeyondNumbers()
    {
        Project project = readExample("three-inputs");
        project.model.weights.edit("encoder.0.self.w_q") *= 300; // scores to 4800
        const ComputedPass run = runOf(project);
        const PlayData data = playOf(run, at(Attention::Encoder, 0, 0, 0, 1));
        QCOMPARE(data.shift, 1200.0);
        QVERIFY(std::isfinite(data.sum) &&
                std::abs(data.chosen().exponential / data.sum - data.chosen().weight) < 1e-6);
        QVERIFY(
            plainText(playLines(data, momentAt(data, tellingMoment(data, 2)))).contains(u"e^1200 − 1200 = 1 for"_s));
    }

    /// Weights alone: softmax and sum.
    void givenWeights()
    {
        const ComputedPass run = runOf(wholeTransformer(), twoSentences());
        auto given = std::make_shared<Trace>(*run.trace);
        given->isImported = true;
        const MadePlay made = madePlay(playState(run.model, given, at(Attention::Encoder, 0, 0, 1, 2)));
        QVERIFY(made.data);
        QVERIFY((playScenes(*made.data) == Scenes{PlayScene::Softmax, PlayScene::Weigh}));
        QCOMPARE(playSeconds(*made.data), 9.0);
        for (const PlayKey &key : made.data->keys)
            QCOMPARE(key.weight, double(run.trace->blocks[0]->heads[0].weights(1, key.key)));
        const QString text = plainText(playLines(*made.data, momentAt(*made.data, 2)));
        QVERIFY2(text.contains(u"The file says the shares"_s) && text.contains(u"all 3 sum to 1"_s), qPrintable(text));
    }

    /// Pieces of a word are summed, and it is said.
    void mergedWords()
    {
        const ComputedPass run = runOf(wholeTransformer(), twoSentences());
        const TokenGroups groups{{{0, 1, "one"}, {1, 2, "twothree"}}};
        const SharedTrace grouped = groupedTrace(run.trace, groups, TokenGroups{{{0, 4, "all"}}}, {});
        const MadePlay made = madePlay(playState(run.model, grouped, at(Attention::Encoder, 0, 0, 0, 1)));
        QVERIFY(made.data && made.data->isOfWords);
        const Matrix &weights = run.trace->blocks[0]->heads[0].weights;
        QVERIFY(std::abs(made.data->chosen().weight - double(weights(0, 1) + weights(0, 2))) < 1e-6);
        const QString text = plainText(playLines(*made.data, momentAt(*made.data, 2)));
        QVERIFY2(text.contains(u"the sum over its pieces"_s), qPrintable(text));
    }

    void pages()
    {
        const Project project = readExample("it");
        const ShownState state = shownExample(project).attention;
        const PlayPages scenes(state, WalkScope::Token, PlayPages::Kind::Scenes);
        QCOMPARE(scenes.count(), 5);
        for (int i = 0; i < scenes.count(); ++i)
            QCOMPARE(scenes.page(i, {960, 720}, Theme::light())->size(), QSizeF(960, 720));
        QCOMPARE(PlayPages(state, WalkScope::EveryToken, PlayPages::Kind::Scenes).count(), 55);
        QCOMPARE(PlayPages(state, WalkScope::Token, PlayPages::Kind::Film).count(), 201);
    }

private:
    static Scenes masked()
    {
        using enum PlayScene;
        return {Meet, Score, Scale, Mask, Softmax, Weigh};
    }
};

REGARD_TEST(TestPlay)
#include "test_play.moc"
