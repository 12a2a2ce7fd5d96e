#include <functional>

#include <QSignalSpy>
#include <QTest>

#include "document/document.h"
#include "document/sentence/token_grouping.h"
#include "fake_checkpoint.h"
#include "io/project/examples.h"
#include "test_class.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

namespace {

using Act = std::function<void(Document &document)>;

ModelConfig withHeads(const Document &document, int heads)
{
    ModelConfig config = document.matrices().model()->config;
    config.heads = heads;
    return config;
}

void choose(Document &document, int head)
{
    Selection selection = document.look().selection();
    selection.head = head;
    document.look().setSelection(selection);
}

} // namespace

/// What all views show: told once for all that changes at once, made of what was made before.
class TestShown : public QObject {
    Q_OBJECT
private slots:
    void init()
    {
        m_document = std::make_unique<Document>();
        Project project = defaultProject();
        project.source = "it was too big .";
        m_document->load(project, {});
        m_document->waitForResult();
    }

    void isToldOnce_data()
    {
        QTest::addColumn<Act>("before");
        QTest::addColumn<Act>("act");
        const Act nothing = [](Document &) {};
        const Act addHeads = [](Document &document) {
            document.matrices().setConfig(withHeads(document, 4), QStringLiteral("Heads"));
            choose(document, 3);
        };
        const Act undo = [](Document &document) { document.undoStack()->undo(); };
        const Act pin = [](Document &document) {
            document.comparison().pin();
            document.comparison().choose(Compared::Pinned);
        };
        QTest::newRow("a selection") << nothing << Act([](Document &document) { choose(document, 1); });
        QTest::newRow("a weight") << nothing << Act([](Document &document) {
            document.matrices().editCell("encoder.0.self.w_q", 0, 0, 3);
        });
        QTest::newRow("heads go, with the one that was selected") << Act([addHeads](Document &document) {
            // The first step has its own focus to go back to.
            document.matrices().editCell("encoder.0.self.w_q", 0, 0, 3);
            addHeads(document);
        }) << undo;
        QTest::newRow("words go, with the one in focus") << Act([](Document &document) {
            Selection selection = document.look().selection();
            selection.query = 4;
            document.look().setSelection(selection);
        }) << Act([](Document &document) { document.sentences().setSource(QStringLiteral("it was")); });
        QTest::newRow("several edits in one step") << nothing << Act([](Document &document) {
            document.asOneStep(QStringLiteral("Both"), [&] {
                document.matrices().editCell("encoder.0.self.w_q", 0, 0, 3);
                document.matrices().editCell("encoder.0.self.w_k", 0, 0, 2);
            });
        });
        QTest::newRow("several edits undone") << Act([](Document &document) {
            document.asOneStep(QStringLiteral("Both"), [&] {
                document.matrices().editCell("encoder.0.self.w_q", 0, 0, 3);
                document.sentences().setSource(QStringLiteral("it was"));
            });
        }) << undo;
        QTest::newRow("a snapshot recalled") << Act([](Document &document) {
            document.snapshots().take();
            document.matrices().setConfig(withHeads(document, 4), QStringLiteral("Heads"));
            choose(document, 3);
        }) << Act([](Document &document) { document.snapshots().recall(0); });
        QTest::newRow("another file") << pin << Act([](Document &document) {
            Project project = defaultProject();
            project.source = "another one";
            document.load(project, {});
        });
        QTest::newRow("the pin goes while it is shown")
            << pin << Act([](Document &document) { document.comparison().unpin(); });
        QTest::newRow("special tokens hide, and one that was in focus") << Act([](Document &document) {
            document.load(fakeProject("dry-cleaned cat"), {});
            document.waitForResult();
            Selection selection = document.look().selection();
            selection.query = 0;
            document.look().setSelection(selection);
        }) << Act([](Document &document) {
            TokenView view;
            view.hidesSpecial = true;
            document.look().setTokenView(view);
        });
    }

    /// These passes are small enough to be done before the change returns.
    void isToldOnce()
    {
        QFETCH(Act, before);
        QFETCH(Act, act);
        before(*m_document);
        m_document->waitForResult();
        const ShownInput input = m_document->shown().input;
        int told = 0;
        ShownInput seen;
        connect(m_document.get(), &Document::shownChanged, this, [&] {
            ++told;
            seen = m_document->shown().input;
        });
        act(*m_document);
        QVERIFY(!m_document->isBusy());
        QCOMPARE(told, 1);
        QVERIFY(seen != input);
        QVERIFY(seen == m_document->shown().input); // nothing came after it
        QCOMPARE(seen.now.result.trace, m_document->result().trace);
        QCOMPARE(seen.selection, m_document->look().selection());
    }

    void nothingIsTold()
    {
        QSignalSpy told(m_document.get(), &Document::shownChanged);
        m_document->look().setSelection(m_document->look().selection());
        m_document->look().setTokenView(m_document->look().tokenView());
        m_document->sentences().setSource(m_document->sentences().source());
        m_document->snapshots().take();
        QCOMPARE(told.count(), 0);
    }

    /// A result may be of a smaller model than the selection: what is selected in it exists all the same.
    void theSelectionIsOneOfTheResult()
    {
        const ShownState now = m_document->shown().tokens;
        Selection asked = now.selection;
        asked.layer = 7;
        asked.head = 9;
        asked.heads = {0, 9};
        asked.query = 50;
        asked.pinnedKeys = {1, 50};
        const ShownState state = now.with(asked);
        QCOMPARE(state.asked, asked);
        QCOMPARE(state.selection.layer, now.model().config.encoderLayers - 1);
        QCOMPARE(state.selection.head, now.model().config.heads - 1);
        QCOMPARE(state.selection.heads, std::vector<int>{0});
        QCOMPARE(state.selection.query, -1);
        QCOMPARE(state.selection.pinnedKeys, std::vector<int>{1});
    }

    void comparisonsAndGroupsAreMadeOnce()
    {
        m_document->load(fakeProject("dry-cleaned cat"), {});
        m_document->waitForResult();
        TokenView view;
        view.words = true;
        m_document->look().setTokenView(view);
        m_document->comparison().pin();
        m_document->sentences().setSource(u"dry-cleaned dog"_s);
        m_document->waitForResult();
        m_document->comparison().choose(Compared::Difference);
        const Shown first = m_document->shown();
        QVERIFY(first.attention.trace()->grouping);
        QVERIFY(first.attention.comparison != first.tokens.comparison);
        QCOMPARE(first.attention.comparison->now(), first.now.result.trace);
        QCOMPARE(first.attention.comparison->before(), first.pinned.result.trace);
        choose(*m_document, 1);
        view.pairs = PairFilter::AToA;
        m_document->look().setTokenView(view);
        for (const Shown &next :
             {m_document->shown(), m_document->shown().as(Compared::Pinned), m_document->shown().as(Compared::Now)}) {
            QCOMPARE(next.attention.comparison, first.attention.comparison);
            QCOMPARE(next.tokens.comparison, first.tokens.comparison);
            QCOMPARE(next.now.result.trace, first.now.result.trace);
            QCOMPARE(next.pinned.result.trace, first.pinned.result.trace);
        }
        QCOMPARE(m_document->shown().as(Compared::Pinned).attention.trace(), first.pinned.result.trace);
        QCOMPARE(m_document->shown().as(Compared::Now).attention.trace(), first.now.result.trace);
    }

    /// Made from plain inputs, as the command line makes it.
    void itIsTheSameWithoutADocument()
    {
        m_document->comparison().pin();
        m_document->matrices().editCell("encoder.0.self.w_q", 0, 0, 3);
        for (const Compared compared : {Compared::Now, Compared::Pinned, Compared::Difference}) {
            m_document->comparison().choose(compared);
            const Shown &shown = m_document->shown();
            const Shown again = shownOf(shown.input);
            QCOMPARE(again.attention.trace(), shown.attention.trace());
            QCOMPARE(again.attention.selection, shown.attention.selection);
            QCOMPARE(again.tokens.selection, shown.tokens.selection);
            QCOMPARE(again.attention.pinnedName, u"pinned"_s);
            QCOMPARE(again.attention.difference() != nullptr, compared == Compared::Difference);
        }
    }

private:
    std::unique_ptr<Document> m_document;
};

REGARD_TEST(TestShown)
#include "test_shown.moc"
