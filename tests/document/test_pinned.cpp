#include <QSignalSpy>
#include <QTest>

#include "document/document.h"
#include "engine/pass/forward.h"
#include "io/project/examples.h"
#include "test_class.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

/// A state that is kept to compare with: what is shown, what cells compare with, and the selection in its tokens.
class TestPinned : public QObject {
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

    void pinningKeepsTheResult()
    {
        const SharedTrace before = m_document->result().trace;
        QSignalSpy pinned(&m_document->comparison(), &Comparison::pinnedChanged);
        QSignalSpy shown(m_document.get(), &Document::shownChanged);
        m_document->comparison().pin();
        QCOMPARE(pinned.count(), 1);
        QCOMPARE(shown.count(), 1);
        QVERIFY(m_document->comparison().pinned());
        QCOMPARE(m_document->comparison().pinned()->result.trace, before);
        QCOMPARE(m_document->comparison().pinned()->name, u"pinned"_s);
        QCOMPARE(m_document->comparison().pinned()->tokens(Side::Source).tokens.size(), std::size_t(5));
        QCOMPARE(m_document->comparison().chosen(), Compared::Now);
        QCOMPARE(m_document->undoStack()->count(), 0);
        QVERIFY(!m_document->isModified());
        edit();
        QVERIFY(m_document->result().trace != before);
        QCOMPARE(m_document->comparison().pinned()->result.trace, before);
        // The pinned result is of its own model, number for number.
        const SharedTrace again =
            forward(*m_document->comparison().pinned()->result.model, {before->source.tokens, {}, {}, {}});
        QVERIFY(again->blocks[0]->output == before->blocks[0]->output);
    }

    void aPinnedStateSharesWhatDidNotChange()
    {
        ModelConfig config = m_document->matrices().model()->config;
        config.encoderLayers = 3;
        m_document->matrices().setConfig(config, u"layers"_s);
        m_document->waitForResult();
        m_document->comparison().pin();
        m_document->matrices().editCell("encoder.2.self.w_q", 0, 0, 3);
        m_document->waitForResult();
        const auto &before = m_document->comparison().pinned()->result;
        const auto &now = m_document->result();
        QCOMPARE(now.trace->blocks[0], before.trace->blocks[0]);
        QCOMPARE(now.trace->blocks[1], before.trace->blocks[1]);
        QVERIFY(now.trace->blocks[2] != before.trace->blocks[2]);
        for (const auto &[name, matrix] : before.model->weights.all())
            QCOMPARE(now.model->weights.find(name) == matrix, name != "encoder.2.self.w_q");
    }

    void whatIsShown()
    {
        const SharedTrace before = m_document->result().trace;
        m_document->comparison().pin();
        edit();
        const SharedTrace now = m_document->result().trace;
        QCOMPARE(m_document->shown().attention.result.trace, now);
        QSignalSpy shown(m_document.get(), &Document::shownChanged);
        m_document->comparison().choose(Compared::Pinned);
        QCOMPARE(m_document->shown().attention.result.trace, before);
        m_document->comparison().choose(Compared::Pinned);
        QCOMPARE(shown.count(), 1);
        m_document->comparison().choose(Compared::Difference);
        QCOMPARE(m_document->shown().attention.result.trace, now);
        QCOMPARE(m_document->comparison().compared(), Compared::Difference);
        QCOMPARE(shown.count(), 2);
        m_document->comparison().unpin();
        QCOMPARE(m_document->comparison().chosen(), Compared::Now);
        QCOMPARE(m_document->comparison().compared(), Compared::Now);
        QVERIFY(!m_document->shown().tokens.comparison);
    }

    void flipping_data()
    {
        QTest::addColumn<int>("comparison");
        QTest::addColumn<int>("flipped");
        QTest::newRow("now") << int(Compared::Now) << int(Compared::Pinned);
        QTest::newRow("pinned") << int(Compared::Pinned) << int(Compared::Now);
        QTest::newRow("difference") << int(Compared::Difference) << int(Compared::Pinned);
    }

    void flipping()
    {
        QFETCH(int, comparison);
        QFETCH(int, flipped);
        m_document->comparison().pin();
        m_document->comparison().choose(Compared(comparison));
        m_document->comparison().setFlipped(true);
        QCOMPARE(m_document->comparison().chosen(), Compared(comparison));
        QCOMPARE(m_document->comparison().compared(), Compared(flipped));
        m_document->comparison().setFlipped(false);
        QCOMPARE(m_document->comparison().compared(), Compared(comparison));
        // Nothing of it is left behind where the pin goes while the key is down.
        m_document->comparison().setFlipped(true);
        m_document->comparison().unpin();
        QVERIFY(!m_document->comparison().isFlipped());
        QCOMPARE(m_document->comparison().compared(), Compared::Now);
    }

    void withoutAPinThereIsNothingToCompare()
    {
        QSignalSpy shown(m_document.get(), &Document::shownChanged);
        m_document->comparison().choose(Compared::Difference);
        m_document->comparison().setFlipped(true);
        m_document->comparison().unpin();
        QCOMPARE(m_document->comparison().compared(), Compared::Now);
        QCOMPARE(shown.count(), 0);
        // Nothing can be pinned before there is a result.
        Document empty;
        empty.comparison().pin();
        QVERIFY(!empty.comparison().pinned());
    }

    void loadingUnpins()
    {
        m_document->comparison().pin();
        m_document->comparison().choose(Compared::Difference);
        m_document->load(readExample("three-inputs"), {});
        QVERIFY(!m_document->comparison().pinned());
        QCOMPARE(m_document->comparison().chosen(), Compared::Now);
        m_document->waitForResult();
        QVERIFY(!m_document->shown().tokens.comparison);
    }

    void theComparisonFollowsTheResult()
    {
        m_document->comparison().pin();
        QVERIFY(!m_document->shown().tokens.comparison->largestChange());
        const auto first = m_document->shown().tokens.comparison;
        QCOMPARE(m_document->shown().tokens.comparison, first); // kept
        edit();
        QVERIFY(m_document->shown().tokens.comparison != first);
        QCOMPARE(m_document->shown().tokens.comparison->now(), m_document->result().trace);
        QVERIFY(m_document->shown().tokens.comparison->largestChange());
        m_document->comparison().pin();
        QVERIFY(!m_document->shown().tokens.comparison->largestChange());
    }

    void cellsCompareWithThePinnedState()
    {
        const std::string name = "encoder.0.self.w_q";
        const float opened = (*m_document->matrices().matrix(name))(0, 0);
        m_document->matrices().editCell(name, 0, 0, 3);
        QVERIFY(m_document->matrices().compared().isChanged(name, 0, 0));
        QCOMPARE(m_document->matrices().compared().valueBefore(name, 0, 0), opened);
        m_document->waitForResult();
        m_document->comparison().pin();
        QVERIFY(!m_document->matrices().compared().isChanged(name, 0, 0));
        m_document->matrices().editCell(name, 0, 0, 4);
        QCOMPARE(m_document->matrices().compared().valueBefore(name, 0, 0), 3.0F);
        const std::vector<MatrixChanges> changes = m_document->matrices().compared().changes();
        QCOMPARE(changes.size(), std::size_t(1));
        QCOMPARE(changes[0].matrix, name);
        QCOMPARE(changes[0].cells.size(), std::size_t(1));
        QCOMPARE(changes[0].cells[0].before, 3.0F);
        QCOMPARE(changes[0].cells[0].now, 4.0F);
        m_document->matrices().revertCell(name, 0, 0);
        QCOMPARE((*m_document->matrices().matrix(name))(0, 0), 3.0F);
        m_document->comparison().unpin();
        QCOMPARE(m_document->matrices().compared().valueBefore(name, 0, 0), opened);
    }

    /// A matrix that a file gave does not fit a model of another size: its cells compare with what is left of it
    /// there.
    void cellsOfAnotherSize()
    {
        m_document->load(readExample("source-and-target"), {});
        m_document->waitForResult();
        m_document->comparison().pin();
        QVERIFY(m_document->matrices().model()->given.contains("output.w"));
        ModelConfig config = m_document->matrices().model()->config;
        config.dModel += 2;
        m_document->matrices().setConfig(config, u"model"_s);
        m_document->waitForResult();
        QVERIFY(m_document->matrices().matrix("output.w")->rows() >
                m_document->comparison().pinned()->result.model->given.at("output.w").rows());
        for (const MatrixChanges &changes : m_document->matrices().compared().changes())
            QVERIFY(changes.matrix != "output.w" || changes.cells.empty());
    }

    void theSelectionIsInTheTokensThatAreShown()
    {
        m_document->comparison().pin();
        setSource(u"now it was too small ."_s); // everything moves on by one
        focus(2, 5);
        m_document->comparison().choose(Compared::Pinned);
        QCOMPARE(m_document->shown().attention.asked.query, 1);
        QCOMPARE(m_document->shown().attention.asked.key, 4);
        QCOMPARE(m_document->look().selection().query, 2);
        // What is new there is not in focus here.
        focus(0, 4);
        QCOMPARE(m_document->shown().attention.asked.query, -1);
        QCOMPARE(m_document->shown().attention.asked.key, -1);
        // And back.
        Selection selection = m_document->shown().attention.asked;
        selection.query = 0;
        selection.key = 3; // "big"
        selection.pinnedQueries = {0, 3};
        QSignalSpy changed(&m_document->look(), &Look::selectionChanged);
        m_document->setShownSelection(selection);
        QCOMPARE(changed.count(), 1);
        QCOMPARE(m_document->look().selection().query, 1);
        QCOMPARE(m_document->look().selection().key, -1);
        QCOMPARE(m_document->look().selection().pinnedQueries, std::vector<int>{1});
        QCOMPARE(m_document->shown().attention.asked, selection);
        m_document->comparison().choose(Compared::Now);
        QCOMPARE(m_document->shown().attention.asked, m_document->look().selection());
        // Whatever is chosen in the present sentence counts again.
        focus(2, 3);
        m_document->comparison().choose(Compared::Pinned);
        QCOMPARE(m_document->shown().attention.asked.query, 1);
        QCOMPARE(m_document->shown().attention.asked.key, 2);
    }

    /// Words that only the pinned sentence has differ for the views, though the present selection stays empty.
    void wordsThatAreGoneAreAnnounced()
    {
        m_document->comparison().pin();
        setSource(u"it was too small ."_s);
        m_document->comparison().choose(Compared::Pinned);
        QSignalSpy changed(&m_document->look(), &Look::selectionChanged);
        Selection selection = m_document->shown().attention.asked;
        selection.query = 3;
        m_document->setShownSelection(selection);
        QCOMPARE(changed.count(), 1);
        QCOMPARE(m_document->look().selection().query, -1);
        m_document->setShownSelection(selection);
        QCOMPARE(changed.count(), 1);
        selection.query = -1;
        m_document->setShownSelection(selection);
        QCOMPARE(changed.count(), 2);
        QCOMPARE(m_document->shown().attention.asked.query, -1);
    }

    void anotherWholeStateForgetsWordsThatAreGone()
    {
        m_document->comparison().pin();
        setSource(u"it was too small ."_s);
        m_document->comparison().choose(Compared::Pinned);
        Selection selection = m_document->shown().attention.asked;
        selection.query = 3;
        m_document->setShownSelection(selection);
        Project other = m_document->project();
        other.source = "it was";
        m_document->restore(other, u"another state"_s);
        m_document->waitForResult();
        QVERIFY(m_document->comparison().pinned());
        QCOMPARE(m_document->shown().attention.asked.query, -1);
    }

    void crossAttentionTranslatesBothSides()
    {
        m_document->load(readExample("source-and-target"), {});
        m_document->waitForResult();
        m_document->comparison().pin();
        const QString source = m_document->sentences().source();
        m_document->sentences().setSource(u"entirely "_s + source);
        m_document->waitForResult();
        Selection selection = m_document->look().selection();
        selection.attention = Attention::Cross;
        m_document->look().setSelection(selection);
        selection = m_document->look().selection();
        selection.query = 1;
        selection.key = 2;
        m_document->look().setSelection(selection);
        m_document->comparison().choose(Compared::Pinned);
        QCOMPARE(m_document->shown().attention.asked.query, 1);
        QCOMPARE(m_document->shown().attention.asked.key, 1);
        // Another attention reads another sentence: no token of this one means anything there.
        selection = m_document->shown().attention.asked;
        selection.attention = Attention::Encoder;
        m_document->setShownSelection(selection);
        QCOMPARE(m_document->look().selection().attention, Attention::Encoder);
        QCOMPARE(m_document->look().selection().query, -1);
    }

private:
    void edit()
    {
        m_document->matrices().editCell("encoder.0.self.w_q", 0, 0, 3);
        m_document->waitForResult();
    }
    void setSource(const QString &text)
    {
        m_document->sentences().setSource(text);
        m_document->waitForResult();
    }
    void focus(int query, int key)
    {
        Selection selection = m_document->look().selection();
        selection.query = query;
        selection.key = key;
        m_document->look().setSelection(selection);
    }

    std::unique_ptr<Document> m_document;
};

REGARD_GUILESS_TEST(TestPinned)
#include "test_pinned.moc"
