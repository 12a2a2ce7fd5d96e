#include <memory>

#include <QAction>
#include <QTest>
#include <QToolButton>

#include "../document/fake_checkpoint.h"
#include "child.h"
#include "controls/app_theme.h"
#include "engine/analysis/summaries.h"
#include "engine/analysis/token_groups.h"
#include "test_class.h"
#include "views/base/shown_text.h"
#include "views/base/shown_tokens.h"
#include "views/heatmap/panel/heatmap_panel.h"
#include "views/links/panel/link_panel.h"
#include "views/sentence/shown_sentence.h"
#include "views/sentence_bar/panel/sentence_menu.h"
#include "views/summaries/summary_data.h"

using namespace regard;

/// The menu that says how tokens are shown, and the pictures that follow it: [CLS] dry ##-cl ##ean ##ed cat [SEP].
class TestSentenceMenu : public QObject {
    Q_OBJECT
private slots:
    void init()
    {
        m_document = std::make_unique<Document>();
        m_theme = std::make_unique<AppTheme>(AppTheme::Choice::Light);
        show(fakeProject("dry-cleaned cat"));
        m_menu = std::make_unique<SentenceMenu>(m_document.get(), nullptr);
    }
    void cleanup()
    {
        m_menu.reset();
        m_theme.reset();
        m_document.reset();
    }

    void offersWhatThereIsToChoose()
    {
        QVERIFY(entry("splitCheckpoint")->isVisible());
        QVERIFY(entry("mergeWords")->isVisible());
        QVERIFY(entry("specialTokens")->isVisible());
        QVERIFY(!entry("renormalise")->isVisible());
        QVERIFY(!entry("pairAToB")->isVisible());
        show(fakeProject("a cat", "a dog"));
        QVERIFY(entry("pairAToB")->isVisible());
        entry("splitWords")->trigger();
        for (const char *name : {"mergeWords", "specialTokens", "renormalise", "pairAToB", "specialShare"})
            QVERIFY2(!entry(name)->isVisible(), name);
        show(defaultProject());
        QVERIFY(entry("splitWords")->isVisible() && entry("splitWords")->isChecked());
        for (const char *name : {"splitCheckpoint", "mergeWords", "specialTokens", "pairAll", "specialShare"})
            QVERIFY2(!entry(name)->isVisible(), name);
        for (const char *name : {"byValue", "withoutSink"})
            QVERIFY2(entry(name)->isVisible() && entry(name)->isEnabled(), name);
    }

    void entriesChooseAndFollow()
    {
        QVERIFY(!entry("mergeWords")->isChecked());
        entry("mergeWords")->trigger();
        QVERIFY(m_document->look().tokenView().words);
        entry("specialTokens")->trigger();
        QVERIFY(m_document->look().tokenView().hidesSpecial);
        QVERIFY(entry("renormalise")->isVisible());
        entry("renormalise")->trigger();
        QVERIFY(m_document->look().tokenView().renormalises);
        m_document->look().setTokenView({});
        QVERIFY(!entry("mergeWords")->isChecked());
        QVERIFY(entry("specialTokens")->isChecked());
        show(fakeProject("a cat", "a dog"));
        entry("pairBToA")->trigger();
        QCOMPARE(m_document->look().tokenView().pairs, PairFilter::BToA);
        m_document->look().setTokenView({});
        QVERIFY(entry("pairAll")->isChecked() && !entry("pairBToA")->isChecked());
    }

    void theNoteSaysWhatSpecialTokensTook()
    {
        select({1});
        const Matrix &weights = m_document->result().trace->blocks[0]->heads[1].weights;
        double taken = 0;
        for (int query = 1; query < 6; ++query) // the five that are no special tokens
            taken += double(weights(query, 0) + weights(query, 6)) / 5;
        const QString percent = QStringLiteral("%1 %").arg(100 * taken, 0, 'f', 0);
        QCOMPARE(entry("specialShare")->text(),
                 QStringLiteral("special tokens took %1 of the attention of head 2").arg(percent));
        // The same number in the title of a picture without them.
        entry("specialTokens")->trigger();
        QVERIFY2(links().title.contains(QStringLiteral("special tokens hidden: %1").arg(percent)),
                 qPrintable(links().title));
        select({0, 1});
        QVERIFY(entry("specialShare")->text().endsWith(QStringLiteral("of 2 heads, on average")));
    }

    void picturesAreOfWords()
    {
        entry("mergeWords")->trigger();
        const QStringList words{QStringLiteral("[CLS]"), QStringLiteral("dry-cleaned"), QStringLiteral("cat"),
                                QStringLiteral("[SEP]")};
        QCOMPARE(links().queries, words);
        QCOMPARE(links().keys, words);
        QVERIFY(links().title.endsWith(QStringLiteral("words")));
        const ShownState state = m_document->shown().attention;
        const HeatmapData map = heatmapData(state);
        QCOMPARE(map.queries, words);
        QCOMPARE(map.values->rows(), 4);
        const SentenceData sentence = sentenceData(state);
        QCOMPARE(sentence.tokens, words);
        const HeadsData heads = headsData(state);
        QCOMPARE(heads.sections[0].layers[0]->heads[0].weights.rows(), 4);
        QCOMPARE(heads.caption, QStringLiteral("words"));
    }

    /// ‖α v W_O‖ in every picture, drawn so that the largest of the layer nearly fills what a weight of 1 does.
    void byValuePicturesShowWhatIsMoved()
    {
        select({0, 1});
        const Model &model = *m_document->result().model;
        const BlockTrace &block = *m_document->result().trace->blocks[0];
        std::vector<Matrix> expected;
        float largest = 0;
        for (int head = 0; head < int(block.heads.size()); ++head) {
            const HeadTrace &computed = block.heads[std::size_t(head)];
            const Matrix rows =
                model.weights.at("encoder.0.self.w_o").middleRows(head * computed.v.cols(), computed.v.cols());
            const Matrix vectors = computed.v * rows;
            expected.push_back(computed.weights * vectors.rowwise().norm().asDiagonal());
            largest = std::max(largest, expected.back().maxCoeff());
        }
        entry("byValue")->trigger();
        QVERIFY(m_document->look().tokenView().byValue);
        const ShownState state = m_document->shown().attention;
        const LinkData data = links();
        for (std::size_t head = 0; head < 2; ++head)
            QVERIFY((*data.heads[head].weights - expected[head]).cwiseAbs().maxCoeff() < 1e-5F * largest);
        QVERIFY(data.numbers.isMoved());
        QVERIFY(data.numbers.one >= double(largest) && data.numbers.one <= 2.5 * double(largest));
        QVERIFY(data.title.contains(QStringLiteral("by value: ‖α v W_O‖")));
        const HeatmapData map = heatmapData(state, nullptr, ColorScale::ZeroToOne);
        QCOMPARE(map.numbers, data.numbers);
        QVERIFY(map.valueLabel.contains(QStringLiteral("no share")));
        QCOMPARE(HeatmapFigure(map, {300, 300}, m_theme->theme()).range().upper, data.numbers.one);
        QCOMPARE(sentenceData(state).numbers, data.numbers);
        QVERIFY(headsData(state).caption.contains(QStringLiteral("colours from 0 to")));
        // Whole heads are measured by shares of it, and steps go on with weights.
        QVERIFY(std::abs(measuredTrace(state.result.trace)->blocks[0]->heads[0].weights.row(1).sum() - 1) < 1e-5F);
        QCOMPARE(m_document->shown().tokens.result.trace, m_document->result().trace);
        // Where scores were looked at there are none of these.
        Selection scores = m_document->look().selection();
        scores.stage = Stage::Scores;
        m_document->look().setSelection(scores);
        QCOMPARE(m_document->shown().attention.selection.stage, Stage::Weights);
        entry("byValue")->trigger();
        QCOMPARE(m_document->shown().attention.selection.stage, Stage::Scores);
        QVERIFY(!links().numbers.isMoved());
    }

    /// What a layer's heads move together is the length of the sum, which is no mean.
    void heatmapOfAllHeadsTogether()
    {
        Selection selection = m_document->look().selection();
        selection.summary = Summary::Mean;
        m_document->look().setSelection(selection);
        entry("byValue")->trigger();
        const Model &model = *m_document->result().model;
        const BlockTrace &block = *m_document->result().trace->blocks[0];
        const Matrix output = model.weights.at("encoder.0.self.w_o");
        const Matrix &shown = *links().heads.at(0).weights;
        for (int query = 0; query < shown.rows(); ++query)
            for (int key = 0; key < shown.cols(); ++key) {
                Eigen::RowVectorXf sum = Eigen::RowVectorXf::Zero(output.cols());
                for (int head = 0; head < int(block.heads.size()); ++head) {
                    const HeadTrace &computed = block.heads[std::size_t(head)];
                    sum += computed.weights(query, key) * computed.v.row(key) *
                           output.middleRows(head * computed.v.cols(), computed.v.cols());
                }
                QVERIFY(std::abs(shown(query, key) - sum.norm()) < 1e-5F * shown.maxCoeff());
            }
        QVERIFY2(links().title.contains(QStringLiteral("heads together")), qPrintable(links().title));
    }

    /// Its keys get nothing and the rest of each row sums to 1; as queries its tokens are there.
    void withoutTheSinkRowsAreDivided()
    {
        select({1});
        const Matrix &weights = m_document->result().trace->blocks[0]->heads[1].weights;
        double taken = 0;
        for (int query = 0; query < 7; ++query)
            taken += double(weights(query, 0) + weights(query, 6)) / 7;
        entry("withoutSink")->trigger();
        const Matrix &left = *links().heads.at(0).weights;
        QCOMPARE(left.rows(), Eigen::Index(7));
        for (int query = 0; query < 7; ++query) {
            QCOMPARE(left(query, 0), 0.0F);
            QCOMPARE(left(query, 6), 0.0F);
            QVERIFY(std::abs(left.row(query).sum() - 1) < 1e-5F);
        }
        const QString percent = QStringLiteral("%1 %").arg(100 * taken, 0, 'f', 0);
        QVERIFY2(links().title.contains(QStringLiteral("without the sink: %1 · rows ÷ what is left").arg(percent)),
                 qPrintable(links().title));
        QVERIFY(!links().numbers.isMoved());
        entry("byValue")->trigger(); // shares of what is moved
        QVERIFY(!links().numbers.isMoved());
        QVERIFY(links().title.contains(QStringLiteral("shares of ‖α v W_O‖")));
        QVERIFY(std::abs(links().heads.at(0).weights->row(2).sum() - 1) < 1e-5F);
    }

    void piecesShowTheirLabels()
    {
        QCOMPARE(links().keys.mid(1, 2), (QStringList{QStringLiteral("dry"), QStringLiteral("-cl")}));
        QCOMPARE(m_document->result().trace->source.tokens[2], std::string("##-cl"));
    }

    void rolloutGoesThroughPieces()
    {
        Selection selection = m_document->look().selection();
        selection.layer = 1;
        selection.summary = Summary::Rollout;
        m_document->look().setSelection(selection);
        entry("mergeWords")->trigger();
        const TokenGroups groups = m_document->shown().attention.result.trace->grouping->source;
        const Matrix expected =
            groupedWeights(attentionRollout(*m_document->result().trace, Attention::Encoder, 1), groups, groups, false);
        QCOMPARE(*links().heads.at(0).weights, expected);
    }

    void wholeHeadsAreMeasuredByRowsThatSumToOne()
    {
        entry("specialTokens")->trigger();
        const SharedTrace shown = m_document->shown().attention.result.trace;
        const SharedTrace measured = measuredTrace(shown);
        QVERIFY(shown->blocks[0]->heads[0].weights.row(0).sum() < 0.99F);
        QVERIFY(std::abs(measured->blocks[0]->heads[0].weights.row(0).sum() - 1) < 1e-6F);
        QCOMPARE(measuredTrace(shown, measured), measured);
        m_document->look().setTokenView({});
        QCOMPARE(measuredTrace(m_document->shown().attention.result.trace), m_document->result().trace);
    }

    void stagesOfMergedWords()
    {
        HeatmapPanel panel(m_document.get(), m_theme.get(), nullptr);
        QVERIFY(panel.stageChip(Stage::Scores)->isEnabled());
        panel.stageChip(Stage::Scores)->click();
        entry("mergeWords")->trigger();
        QVERIFY(!panel.stageChip(Stage::Scores)->isEnabled());
        QVERIFY(panel.stageChip(Stage::Scores)->toolTip().contains(QStringLiteral("scores do not add up")));
        QVERIFY(panel.stageChip(Stage::Weights)->isChecked());
        QVERIFY(panel.heatmapData().isWeights);
        entry("mergeWords")->trigger();
        QVERIFY(panel.stageChip(Stage::Scores)->isChecked());
        // Hidden tokens leave the others' scores as they are.
        const Matrix whole = *panel.heatmapData().values;
        entry("specialTokens")->trigger();
        QCOMPARE(*panel.heatmapData().values, Matrix(whole.block(1, 1, 5, 5)));
    }

    void aPartOfAPair()
    {
        show(fakeProject("a cat", "a dog"));
        select({0});
        TokenView view;
        view.pairs = PairFilter::AToB;
        m_document->look().setTokenView(view);
        const LinkData data = links();
        QCOMPARE(data.pair.borders(), std::pair(4, 4)); // [CLS] a cat [SEP] | a dog [SEP]
        QVERIFY(data.title.endsWith(QStringLiteral("A → B")));
        LinkData all = data;
        all.floor = 0;
        const LinkFigure figure(all, {400, 500}, Theme::named(false));
        for (const LinkFigure::Band &band : figure.bands())
            QVERIFY(band.query < 4 && band.key >= 4);
        QCOMPARE(figure.bands().size(), std::size_t(4 * 3));
        QCOMPARE(figure.filteredLinks(), 7 * 7 - 4 * 3);
    }

    void pointedAtInTokensLitInWords()
    {
        entry("mergeWords")->trigger();
        Highlight highlight;
        highlight.pairs = {{3, 5}, {-1, 2}};
        m_document->look().setPointed(highlight);
        QCOMPARE(shownPairs(m_document->shown(), m_document->look().highlight()),
                 (std::vector<PairRef>{{1, 2}, {-1, 1}}));
        QCOMPARE(presentTokens(m_document->shown(), TokenSide::Key, 1), (std::vector<int>{1, 2, 3, 4}));
        entry("specialTokens")->trigger();
        highlight.pairs = {{0, 5}};
        m_document->look().setPointed(highlight);
        QVERIFY(shownPairs(m_document->shown(), m_document->look().highlight()).empty());
    }

    void everythingHasATip()
    {
        QVERIFY(!m_menu->accessibleName().isEmpty());
        for (const QAction *action : m_menu->actions())
            if (action->isCheckable())
                QVERIFY2(action->toolTip() != action->text(), qPrintable(action->text()));
    }

private:
    /// As it is when the menu is shown.
    QAction *entry(const char *name) const
    {
        emit m_menu->aboutToShow();
        return child<QAction>(*m_menu, name);
    }
    void show(const Project &project)
    {
        m_document->load(project, {});
        m_document->waitForResult();
    }
    void select(const std::vector<int> &heads)
    {
        Selection selection = m_document->look().selection();
        selection.heads = heads;
        selection.head = heads.front();
        m_document->look().setSelection(selection);
    }
    LinkData links() const
    {
        const ShownState state = m_document->shown().attention;
        return linkData(state, {});
    }

    std::unique_ptr<Document> m_document;
    std::unique_ptr<AppTheme> m_theme;
    std::unique_ptr<SentenceMenu> m_menu;
};

REGARD_TEST(TestSentenceMenu)
#include "test_sentence_menu.moc"
