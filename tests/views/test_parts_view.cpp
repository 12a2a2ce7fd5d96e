#include <cmath>
#include <tuple>

#include <QTest>

#include "engine/model/model.h"
#include "io/project/examples.h"
#include "shown_example.h"
#include "test_class.h"
#include "views/parts/part_names.h"
#include "views/parts/parts_figure.h"
#include "views/parts/parts_lists.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

namespace {

Project partsProject(const std::function<void(ModelConfig &)> &change, const char *source = "the cat sat on it")
{
    Project project = defaultProject();
    ModelConfig config;
    config.encoderLayers = config.decoderLayers = 2;
    config.dFf = config.decoderDFf = 12;
    config.residual = true;
    config.norm = Norm::Pre;
    config.finalNorm = true;
    config.bias = true; // which are drawn as zeros, and are no parts
    config.position = Position::Sinusoidal;
    change(config);
    project.model = buildModel(config, {}, {});
    project.source = source;
    project.target = "u v w";
    return project;
}

ShownState stateOf(const Project &project, const Selection &wanted)
{
    const ShownState state = shownExample(project).tokens;
    return state.with(wanted);
}

double sumOf(const PartsList &list)
{
    double sum = 0;
    for (const BarListData::Row &row : list.bars.rows)
        sum += row.value;
    return sum;
}

QStringList labelsOfRows(const PartsList &list)
{
    QStringList labels;
    for (const BarListData::Row &row : list.bars.rows)
        labels << row.label;
    return labels;
}

} // namespace

class TestPartsView : public QObject {
    Q_OBJECT
private slots:
    /// Where parts cancel none stands out, however large it is.
    void whatCancels()
    {
        Eigen::VectorXd numbers(3);
        numbers << 5, -4.5, 0.25;
        QCOMPARE(cancelledText(numbers, 0.75), u"Parts cancel: they add +5.25 and take away −4.50."_s);
        QVERIFY(!standsOut(5, numbers));
        numbers << 5, -1, 0.25;
        QCOMPARE(cancelledText(numbers, 4.25), QString());
        QVERIFY(standsOut(5, numbers));
        QVERIFY(!standsOut(3, numbers));
    }

    /// Of a whole list the rows that have no room are one, with their sum; of one of the strongest they go.
    void longLists()
    {
        PartsList list = partsList(u"parts"_s, u"score"_s);
        for (const double value : {1.0, -3.0, 0.5, 2.0, -0.25})
            addRow(list, QString::number(value), value);
        list.isWhole = true;
        const PartsList brief = shortened(list, 3);
        QCOMPARE(labelsOfRows(brief), (QStringList{u"-3"_s, u"2"_s, u"3 other(s)"_s}));
        QCOMPARE(sumOf(brief), sumOf(list));
        QCOMPARE(brief.parts.size(), brief.bars.rows.size());
        list.isWhole = false;
        QCOMPARE(labelsOfRows(shortened(list, 3)), (QStringList{u"1"_s, u"-3"_s, u"2"_s}));
        QCOMPARE(labelsOfRows(shortened(list, 9)).size(), 5);
    }

    /// Of 56 words those that bring most are named, and the others counted.
    void manyWords()
    {
        QString source;
        for (int word = 0; word < 56; ++word)
            source += u"w%1 "_s.arg(word);
        Selection wanted;
        wanted.attention = Attention::Decoder;
        const ShownState state = stateOf(
            partsProject([](ModelConfig &config) { config.architecture = Architecture::Decoder; }, qPrintable(source)),
            wanted);
        const PartsData data = logitPartsData(state, {});
        QCOMPARE(data.whyNone, QString());
        QCOMPARE(data.lists.back().bars.rows.size(), 16U);
        QCOMPARE(data.lists.back().bars.rows.back().label, u"41 other(s)"_s);
    }

    /// Both sides and the map sum to the same score, which the first sentence names.
    void scoreSums()
    {
        Selection wanted;
        wanted.layer = 1;
        wanted.head = 1;
        wanted.query = 4;
        wanted.key = 1;
        const ShownState state = stateOf(partsProject([](ModelConfig &) {}), wanted);
        const PartsData data = scorePartsData(state, {});
        QCOMPARE(data.whyNone, QString());
        QCOMPARE(data.lists.size(), 5U);
        const double total = sumOf(data.lists[0]);
        QVERIFY(std::abs(sumOf(data.lists[1]) - total) < 1e-9);
        QVERIFY(std::abs(double(data.map->values->sum()) - total) < 1e-5);
        const QStringList groups{u"word"_s, u"position"_s, u"layer 1 · heads"_s, u"layer 1 · feed-forward"_s};
        QCOMPARE(labelsOfRows(data.lists[0]), groups);
        QCOMPARE(data.map->keys, (QStringList{u"word"_s, u"position"_s, u"heads 1"_s, u"feed-forward 1"_s}));
        QVERIFY2(data.sentences[0].startsWith(u"“it” to “cat”: the scaled score is "_s), qPrintable(data.sentences[0]));
        QCOMPARE(data.sentences.size(), 4); // the third says that parts of drawn weights cancel
        QVERIFY2(data.sentences[2].startsWith(u"Parts cancel"_s), qPrintable(data.sentences[2]));
        // As computed, and beyond another key: the difference of two scores as computed.
        PartsQuestion plain;
        plain.reference = ScoreReference::Nothing;
        PartsQuestion beyond;
        beyond.reference = ScoreReference::Key;
        beyond.otherKey = 3;
        const double cat = sumOf(scorePartsData(state, plain).lists[0]);
        wanted.key = 3;
        const double on = sumOf(scorePartsData(state.with(wanted), plain).lists[0]);
        QVERIFY(std::abs(sumOf(scorePartsData(state, beyond).lists[0]) - (cat - on)) < 1e-9);
    }

    /// One sentence where there is no such sum.
    void refusals_data()
    {
        QTest::addColumn<QString>("rule");
        QTest::addColumn<QString>("sentence");
        QTest::newRow("additive") << u"additive"_s
                                  << u"Additive scores are no sum over parts: tanh takes query and key together."_s;
        QTest::newRow("recurrent")
            << u"recurrent"_s << u"The decoder is recurrent: its states come out of gates and are no sum of parts."_s;
        QTest::newRow("masked") << u"masked"_s << u"“cat” may not look at “it”: there is no weight to explain."_s;
    }

    void refusals()
    {
        QFETCH(QString, rule);
        QFETCH(QString, sentence);
        const Project project = partsProject([&](ModelConfig &config) {
            if (rule == u"additive")
                config.score = Score::Additive;
            if (rule == u"masked")
                config.encoderMask = Mask::Causal;
            if (rule == u"recurrent") {
                config.architecture = Architecture::EncoderDecoder;
                config.decoderKind = StackKind::Recurrent;
                config.decoderAttention = DecoderAttention::Luong;
            }
        });
        Selection wanted;
        wanted.query = 1;
        wanted.key = 4;
        if (rule == u"recurrent") {
            wanted.attention = Attention::Cross;
            wanted.key = 2;
        }
        const PartsData data = scorePartsData(stateOf(project, wanted), {});
        QCOMPARE(data.whyNone, sentence);
        QVERIFY(data.lists.empty());
    }

    void logitSums()
    {
        const Project project = partsProject([](ModelConfig &config) { config.architecture = Architecture::Decoder; });
        Selection wanted;
        wanted.attention = Attention::Decoder;
        wanted.query = 2;
        const ShownState state = stateOf(project, wanted);
        const PartsData data = logitPartsData(state, {});
        QCOMPARE(data.whyNone, QString());
        QCOMPARE(labelsOfRows(data.lists[0]),
                 (QStringList{u"word"_s, u"position"_s, u"layer 1 · heads"_s, u"layer 1 · feed-forward"_s,
                              u"layer 2 · heads"_s, u"layer 2 · feed-forward"_s}));
        const Matrix logits = state.trace()->logits.middleRows(2, 1);
        Eigen::Index best = 0;
        const float most = logits.row(0).maxCoeff(&best);
        std::vector<float> sorted(logits.data(), logits.data() + logits.size());
        std::sort(sorted.rbegin(), sorted.rend());
        QVERIFY(std::abs(sumOf(data.lists[0]) - double(sorted[0] - sorted[1])) < 1e-5);
        // The map has each head, and the list of words those of the head that adds most.
        QCOMPARE(data.map->values->rows(), 2);
        QCOMPARE(data.map->values->cols(), 2);
        const Matrix &heads = *data.map->values;
        Eigen::Index layer = 0;
        Eigen::Index head = 0;
        heads.cwiseAbs().maxCoeff(&layer, &head);
        QCOMPARE(data.lists[2].bars.title, u"layer %1 · head %2, by word"_s.arg(layer + 1).arg(head + 1));
        QVERIFY(std::abs(sumOf(data.lists[2]) - double(heads(layer, head))) < 1e-5);
        // One word alone.
        PartsQuestion alone;
        alone.rather = LogitReference::Nothing;
        QVERIFY(std::abs(sumOf(logitPartsData(state, alone).lists[0]) - double(most)) < 1e-5);
        QCOMPARE(wordSpelled(*state.trace(), nullptr, u"cat"_s), 1);
        QCOMPARE(wordSpelled(*state.trace(), nullptr, u"dog"_s), -1);
        // Another word is compared with the one that is likelier.
        PartsQuestion other;
        const int column = int(best) == 0 ? 1 : 0;
        other.word = state.trace()->vocabulary[std::size_t(column)];
        QVERIFY(std::abs(sumOf(logitPartsData(state, other).lists[0]) - double(logits(0, column) - most)) < 1e-5);
        // An encoder says no word.
        QVERIFY(!logitPartsData(stateOf(partsProject([](ModelConfig &) {}), {}), {}).whyNone.isEmpty());
    }

    /// The vocabulary of a toy is its own words: a word that was chosen is not the one that comes in its place.
    void wordsKeepTheirSpelling()
    {
        const auto decoder = [](ModelConfig &config) { config.architecture = Architecture::Decoder; };
        PartsQuestion question;
        question.word = "sat";
        question.rather = LogitReference::Word;
        question.otherWord = "on";
        const auto asked = [&](const char *sentence) {
            const ShownState state = stateOf(partsProject(decoder, sentence), {});
            const LogitQuestion found = logitQuestion(state, question);
            const TokenList &words = state.trace()->vocabulary;
            const LogitQuestion plain = logitQuestion(state, {});
            return std::tuple(words.at(std::size_t(found.word)), found.other ? words.at(std::size_t(*found.other)) : "",
                              found.word == plain.word && found.other == plain.other);
        };
        for (const char *sentence : {"the cat sat on it", "on it the big cat sat"}) {
            const auto [word, other, isPlain] = asked(sentence);
            QCOMPARE(word, std::string("sat"));
            QCOMPARE(other, std::string("on"));
        }
        QVERIFY(std::get<2>(asked("the cat"))); // as nothing chosen
    }

    void figureHitsItsRows()
    {
        const ShownState state = stateOf(partsProject([](ModelConfig &) {}), {});
        const PartsData data = scorePartsData(state, {});
        for (const double width : {320.0, 700.0}) {
            const PartsFigure figure(data, QSizeF(width, 0), Theme::light());
            const bool isWide = width > 520;
            QCOMPARE(figure.rowRect({0, 0}).top() == figure.rowRect({1, 0}).top(), isWide);
            for (int list = 0; list < int(data.lists.size()); ++list)
                for (int row = 0; row < int(data.lists[std::size_t(list)].bars.rows.size()); ++row) {
                    const QRectF place = figure.rowRect({list, row});
                    QCOMPARE(figure.hit(place.center()), (PartsHit{list, row}));
                    QVERIFY(QRectF(QPointF(0, 0), figure.size()).contains(place));
                }
            QCOMPARE(figure.hit(QPointF(2, 2)), std::nullopt);
        }
    }

    void wordsOfFiles()
    {
        const Sublayer cross{Stack::Decoder, 1, SublayerKind::CrossAttention};
        const Sublayer ffn{Stack::Encoder, 0, SublayerKind::FeedForward};
        QCOMPARE(partWord({PartKind::Head, cross, 2}), std::string("head cross.2.3"));
        QCOMPARE(partTitle({PartKind::Head, cross, 2}), u"layer 2 · cross head 3"_s);
        QCOMPARE(partWord({PartKind::FeedForward, ffn}), std::string("ffn 1"));
        QCOMPARE(partWord({PartKind::Bias, ffn, -1, "encoder.0.ffn.b_2"}), std::string("bias encoder.0.ffn.b_2"));
    }
};

REGARD_TEST(TestPartsView)
#include "test_parts_view.moc"
