#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include <QSignalSpy>
#include <QtTest>

#include "document/document.h"
#include "document/sentence/token_grouping.h"
#include "engine/analysis/token_groups.h"
#include "fake_checkpoint.h"
#include "test_class.h"

using namespace regard;

namespace {

using Words = std::vector<std::string>;

TokenView wordsView()
{
    TokenView view;
    view.words = true;
    return view;
}

TokenView hiddenView()
{
    TokenView view;
    view.hidesSpecial = true;
    return view;
}

const Matrix &weightsOf(const Result &result, int layer, int head)
{
    return result.trace->blocks.at(std::size_t(layer))->heads.at(std::size_t(head)).weights;
}

} // namespace

/// Pieces or words, with or without special tokens: [CLS] dry ##-cl ##ean ##ed cat [SEP].
class TokenViewTest : public QObject {
    Q_OBJECT
private slots:
    void init()
    {
        m_document = std::make_unique<Document>();
        m_document->load(fakeProject("dry-cleaned cat"), {});
        m_document->waitForResult();
    }

    void piecesAreShownAsTheyAre()
    {
        QCOMPARE(m_document->result().trace->source.tokens,
                 (Words{"[CLS]", "dry", "##-cl", "##ean", "##ed", "cat", "[SEP]"}));
        QCOMPARE(m_document->shown().attention.result.trace, m_document->result().trace);
        m_document->look().setTokenView(wordsView());
        m_document->look().setTokenView({});
        QCOMPARE(m_document->shown().attention.result.trace, m_document->result().trace);
    }

    void groups_data()
    {
        QTest::addColumn<bool>("words");
        QTest::addColumn<bool>("hides");
        QTest::addColumn<std::vector<std::string>>("tokens");
        QTest::addColumn<std::vector<std::string>>("labels");
        QTest::newRow("words") << true << false << Words{"[CLS]", "dry-cleaned", "cat", "[SEP]"}
                               << Words{"[CLS]", "dry-cleaned", "cat", "[SEP]"};
        QTest::newRow("no special") << false << true << Words{"dry", "##-cl", "##ean", "##ed", "cat"}
                                    << Words{"dry", "-cl", "ean", "ed", "cat"};
        QTest::newRow("both") << true << true << Words{"dry-cleaned", "cat"} << Words{"dry-cleaned", "cat"};
    }

    void groups()
    {
        QFETCH(bool, words);
        QFETCH(bool, hides);
        TokenView view;
        view.words = words;
        view.hidesSpecial = hides;
        m_document->look().setTokenView(view);
        const Trace &shown = *m_document->shown().attention.result.trace;
        QTEST(shown.source.tokens, "tokens");
        QTEST(labelsOf(shown.source), "labels");
        const TokenGroups groups = tokenGroups(m_document->sentences().tokens(), view);
        for (int layer = 0; layer < 2; ++layer)
            for (int head = 0; head < 3; ++head)
                QCOMPARE(weightsOf(m_document->shown().attention.result, layer, head),
                         groupedWeights(weightsOf(m_document->result(), layer, head), groups, groups, false));
        QCOMPARE(m_document->shown().attention.tokens(Side::Source).tokens.size(), groups.groups.size());
        QCOMPARE(m_document->sentences().tokens().tokens.size(), std::size_t(7));
    }

    void madeOnce()
    {
        m_document->look().setTokenView(wordsView());
        const SharedTrace shown = m_document->shown().attention.result.trace;
        Selection selection = m_document->shown().attention.asked;
        selection.query = 1;
        m_document->setShownSelection(selection);
        QCOMPARE(m_document->shown().attention.result.trace, shown);
        // Another filter of pairs makes nothing anew either.
        TokenView view = wordsView();
        view.pairs = PairFilter::AToB;
        m_document->look().setTokenView(view);
        QCOMPARE(m_document->shown().attention.result.trace, shown);
    }

    void renormalised()
    {
        TokenView view = hiddenView();
        m_document->look().setTokenView(view);
        QVERIFY(weightsOf(m_document->shown().attention.result, 0, 0).row(0).sum() < 0.99F);
        view.renormalises = true;
        m_document->look().setTokenView(view);
        // Five float32 numbers divided by their sum.
        QVERIFY(std::abs(weightsOf(m_document->shown().attention.result, 0, 0).row(0).sum() - 1) < 1e-6F);
    }

    void notOnTheUndoStackButKept()
    {
        QSignalSpy views(&m_document->look(), &Look::tokenViewChanged);
        QSignalSpy shown(m_document.get(), &Document::shownChanged);
        m_document->look().setTokenView(wordsView());
        m_document->look().setTokenView(wordsView());
        QCOMPARE(views.size(), 1);
        QCOMPARE(shown.size(), 1);
        QVERIFY(!m_document->isModified());
        QCOMPARE(m_document->undoStack()->count(), 0);
        const Project kept = m_document->project();
        QVERIFY(kept.view.tokens == wordsView());
        m_document->load(fakeProject("other"), {});
        QVERIFY(m_document->look().tokenView() == TokenView());
        m_document->load(kept, {});
        QVERIFY(m_document->look().tokenView() == wordsView());
        m_document->waitForResult();
        QCOMPARE(m_document->shown().attention.result.trace->source.tokens,
                 (Words{"[CLS]", "dry-cleaned", "cat", "[SEP]"}));
    }

    void aFocusIsTranslatedBothWays()
    {
        Selection selection = m_document->look().selection();
        selection.query = 3; // ##ean
        selection.key = 0;   // [CLS]
        selection.pinnedQueries = {3, 4, 5};
        m_document->look().setSelection(selection);
        m_document->look().setTokenView(wordsView());
        QCOMPARE(m_document->shown().attention.asked.query, 1);
        QCOMPARE(m_document->shown().attention.asked.key, 0);
        QCOMPARE(m_document->shown().attention.asked.pinnedQueries, (std::vector<int>{1, 2}));
        // What is said again stays as it was, token by token.
        m_document->setShownSelection(m_document->shown().attention.asked);
        QCOMPARE(m_document->look().selection().query, 3);
        QCOMPARE(m_document->look().selection().pinnedQueries, (std::vector<int>{3, 4, 5}));
        Selection shown = m_document->shown().attention.asked;
        shown.query = 2;
        shown.pinnedQueries = {1};
        m_document->setShownSelection(shown);
        QCOMPARE(m_document->look().selection().query, 5);
        QCOMPARE(m_document->look().selection().pinnedQueries, (std::vector<int>{1}));
        QCOMPARE(m_document->shown().attention.asked.query, 2);
    }

    void whatBecomesHiddenIsNotInFocus()
    {
        Selection selection = m_document->look().selection();
        selection.query = 0; // [CLS]
        selection.pinnedQueries = {0, 1, 3};
        selection.key = 6; // [SEP]
        selection.pinnedKeys = {5, 6};
        m_document->look().setSelection(selection);
        QSignalSpy moved(&m_document->look(), &Look::selectionChanged);
        m_document->look().setTokenView(hiddenView());
        QCOMPARE(moved.size(), 1);
        // In the tokens that the steps read, and in those that the other views show.
        QCOMPARE(m_document->look().selection().query, 1);
        QCOMPARE(m_document->look().selection().pinnedQueries, (std::vector<int>{1, 3}));
        QCOMPARE(m_document->look().selection().key, 5);
        QCOMPARE(m_document->look().selection().pinnedKeys, std::vector<int>{5});
        QCOMPARE(m_document->shown().tokens.asked.query, 1);
        QCOMPARE(m_document->shown().attention.asked.query, 0);
        QCOMPARE(m_document->shown().attention.asked.key, 4);
        m_document->look().setTokenView({});
        QCOMPARE(m_document->look().selection().query, 1);
        // A step may speak of a hidden token, which the other views then do not have in focus.
        m_document->look().setTokenView(hiddenView());
        m_document->look().setSelection(selection);
        QCOMPARE(m_document->look().selection().query, 0);
        QCOMPARE(m_document->shown().attention.asked.query, -1);
        Selection shown = m_document->shown().attention.asked;
        shown.head = 2;
        m_document->setShownSelection(shown);
        QCOMPARE(m_document->look().selection().query, 0);
        QCOMPARE(m_document->look().selection().head, 2);
    }

    void theFocusMovesToTheNearest_data()
    {
        QTest::addColumn<int>("focus");
        QTest::addColumn<int>("expected");
        // [CLS] cat [X] [Y] [Z] sat [SEP] it [SEP]
        const std::vector<int> expected{1, 1, 1, 5, 5, 5, 7, 7, 7};
        for (int focus = 0; focus < 9; ++focus)
            QTest::addRow("%d", focus) << focus << expected[std::size_t(focus)];
    }

    void theFocusMovesToTheNearest()
    {
        QFETCH(int, focus);
        QFETCH(int, expected);
        m_document->load(fakeProject("cat [X] [Y] [Z] sat", "it"), {});
        m_document->waitForResult();
        Selection selection = m_document->look().selection();
        selection.query = selection.key = focus;
        m_document->look().setSelection(selection);
        m_document->look().setTokenView(hiddenView());
        QCOMPARE(m_document->look().selection().query, expected);
        QCOMPARE(m_document->look().selection().key, expected);
    }

    void aFileAndATextHideNothingInFocusEither()
    {
        Project project = fakeProject("dry-cleaned cat");
        project.view.query = 0;
        project.view.key = 6;
        project.view.tokens = hiddenView();
        m_document->load(project, {});
        m_document->waitForResult();
        QCOMPARE(m_document->look().selection().query, 1);
        QCOMPARE(m_document->look().selection().pinnedQueries, std::vector<int>{1});
        QCOMPARE(m_document->look().selection().key, 5);
        m_document->sentences().setSource(QStringLiteral("[X] cat"));
        m_document->waitForResult();
        QCOMPARE(m_document->look().selection().key, 2); // with its word
        QVERIFY(m_document->look().selection().query < 0 || m_document->look().selection().query == 2);
    }

    void thePinnedStatesFocusMovesToo()
    {
        m_document->comparison().pin();
        m_document->sentences().setSource(QStringLiteral("a dry-cleaned cat"));
        m_document->waitForResult();
        m_document->comparison().choose(Compared::Pinned);
        Selection shown = m_document->shown().attention.asked;
        shown.query = 0;
        shown.key = 6;
        m_document->setShownSelection(shown);
        QCOMPARE(m_document->look().selection().key, 7);
        m_document->look().setTokenView(hiddenView());
        QCOMPARE(m_document->shown().tokens.asked.query, 1); // dry
        QCOMPARE(m_document->shown().tokens.asked.key, 5);   // cat
        QCOMPARE(m_document->look().selection().query, 2);
        QCOMPARE(m_document->look().selection().key, 6);
    }

    void aMaskTokenIsNeverHidden()
    {
        m_document->load(fakeProject("the [MASK] [SEP] cat"), {});
        m_document->waitForResult();
        m_document->look().setTokenView(hiddenView());
        QCOMPARE(m_document->shown().attention.result.trace->source.tokens, (Words{"the", "[MASK]", "cat"}));
        TokenView view = hiddenView();
        view.words = true;
        m_document->look().setTokenView(view);
        QCOMPARE(m_document->shown().attention.result.trace->source.tokens, (Words{"the", "[MASK]", "cat"}));
        m_document->load(fakeProject("[MASK]"), {});
        m_document->waitForResult();
        m_document->look().setTokenView(hiddenView());
        QCOMPARE(m_document->shown().attention.result.trace->source.tokens, Words{"[MASK]"});
        Tokens alone{"[MASK]", {{"[MASK]", 0, 6}}};
        alone.tokens[0].isSpecial = alone.tokens[0].isMask = true;
        QVERIFY(!hasSpecialTokens(alone)); // there is nothing that could be hidden
        alone.tokens[0].isMask = false;
        QVERIFY(hasSpecialTokens(alone));
    }

    void mergedWordsHaveWeightsAlone()
    {
        Selection selection = m_document->look().selection();
        selection.stage = Stage::Scores;
        m_document->look().setSelection(selection);
        m_document->look().setTokenView(wordsView());
        QCOMPARE(m_document->shown().attention.asked.stage, Stage::Weights);
        Selection shown = m_document->shown().attention.asked;
        shown.query = 1;
        m_document->setShownSelection(shown);
        QCOMPARE(m_document->look().selection().stage, Stage::Scores);
        m_document->look().setTokenView(hiddenView());
        QCOMPARE(m_document->shown().attention.asked.stage, Stage::Scores);
    }

    void theSentenceChanges()
    {
        m_document->look().setTokenView(wordsView());
        m_document->sentences().setSource(QStringLiteral("mathematics"));
        m_document->waitForResult();
        QCOMPARE(m_document->shown().attention.result.trace->source.tokens, (Words{"[CLS]", "mathematics", "[SEP]"}));
        m_document->sentences().setSource(QString());
        m_document->waitForResult();
        QVERIFY(!m_document->inputError().isEmpty());
        QCOMPARE(m_document->shown().attention.result.trace->source.tokens, (Words{"[CLS]", "mathematics", "[SEP]"}));
    }

    void aWordIsMaskedAtOnce()
    {
        m_document->sentences().setMasked(Side::Source, {1, 2, 3, 4}, true);
        QCOMPARE(m_document->sentences().masked(Side::Source), (std::vector<int>{1, 2, 3, 4}));
        QCOMPARE(m_document->undoStack()->undoText(), QStringLiteral("Mask “dry-cleaned”"));
        m_document->waitForResult();
        m_document->look().setTokenView(wordsView());
        QCOMPARE(m_document->shown().attention.result.trace->source.masked, std::vector<int>{1});
        m_document->undoStack()->undo();
        QVERIFY(m_document->sentences().masked(Side::Source).empty());
    }

    void bothStatesAreGroupedAlike()
    {
        m_document->comparison().pin();
        m_document->sentences().setSource(QStringLiteral("dry-cleaned mathematics cat"));
        m_document->waitForResult();
        QCOMPARE(m_document->shown().attention.comparison, m_document->shown().tokens.comparison);
        m_document->look().setTokenView(wordsView());
        const auto comparison = m_document->shown().attention.comparison;
        QCOMPARE(comparison->before()->source.tokens, (Words{"[CLS]", "dry-cleaned", "cat", "[SEP]"}));
        QCOMPARE(comparison->keys(Attention::Encoder).before, (std::vector<int>{0, 1, -1, 2, 3}));
        QCOMPARE(m_document->shown().attention.comparison, comparison);
        m_document->comparison().choose(Compared::Pinned);
        QCOMPARE(m_document->shown().attention.result.trace, comparison->before());
        Selection shown = m_document->shown().attention.asked;
        shown.query = 2; // cat, the fifth token of then and the ninth of now
        m_document->setShownSelection(shown);
        QCOMPARE(m_document->shown().tokens.asked.query, 5);
        QCOMPARE(m_document->look().selection().query, 9);
        m_document->comparison().choose(Compared::Now);
        QCOMPARE(m_document->shown().attention.asked.query, 3);
    }

    void aPair()
    {
        m_document->load(fakeProject("the cat", "cleaned it"), {});
        m_document->waitForResult();
        QVERIFY(isPair(m_document->sentences().tokens()));
        TokenView view = wordsView();
        view.hidesSpecial = true;
        m_document->look().setTokenView(view);
        // Words of both sentences are numbered from 0.
        QCOMPARE(m_document->shown().attention.result.trace->source.tokens, (Words{"the", "cat", "cleaned", "it"}));
        QCOMPARE(m_document->shown().attention.tokens(Side::Source).tokens[2].sentence, 1);
    }

    void otherTokenizersHaveNothingToMerge()
    {
        Project project = fakeProject("dry-cleaned cat");
        project.tokenizer = Tokenizer::Words;
        m_document->load(project, {});
        m_document->waitForResult();
        TokenView view = wordsView();
        view.hidesSpecial = true;
        m_document->look().setTokenView(view);
        QCOMPARE(m_document->shown().attention.result.trace, m_document->result().trace);
    }

    void specialTokensAloneStay()
    {
        Tokens tokens = FakeTokenizer().encode("");
        QCOMPARE(tokenGroups(tokens, hiddenView()).groups.size(), std::size_t(2));
    }

private:
    std::unique_ptr<Document> m_document;
};

REGARD_TEST(TokenViewTest)
#include "test_token_view.moc"
