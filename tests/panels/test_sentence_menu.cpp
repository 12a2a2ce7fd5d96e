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
