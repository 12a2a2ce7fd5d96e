#include <QLabel>
#include <QStatusBar>
#include <QTest>

#include "app/window/status_line.h"
#include "io/checkpoint/checkpoint.h"
#include "paths.h"
#include "test_class.h"
#include "views/text/change_text.h"
#include "views/text/value_text.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

class TestStatusLine : public QObject {
    Q_OBJECT
private slots:
    void init()
    {
        m_document = std::make_unique<Document>();
        Project project = defaultProject();
        project.source = "it was too big .";
        m_document->load(project, {});
        m_document->waitForResult();
        m_bar = std::make_unique<QStatusBar>();
        new StatusLine(m_document.get(), m_bar.get());
    }
    void cleanup()
    {
        m_bar.reset();
        m_document.reset();
    }

    void namesTheLargestChange()
    {
        QCOMPARE(text(), QString());
        m_document->comparison().pin();
        QCOMPARE(text(), QString());
        edit();
        const QString change = u"largest change: "_s + largestChangeText(*m_document->shown().tokens.comparison);
        QCOMPARE(text(), change);
        focus(1, -1);
        QCOMPARE(text(), u"query was · "_s + change);
        m_document->comparison().choose(Compared::Difference);
        focus(-1, -1);
        QCOMPARE(text(), change);
        m_document->comparison().unpin();
        QCOMPARE(text(), QString());
    }

    /// Also one that comes while the bar itself is hidden, as in a presentation.
    void aMessageTakesThePlaceOfThePair()
    {
        const auto *pair = m_bar->findChild<QLabel *>();
        QVERIFY(pair);
        for (const bool isSeen : {true, false}) {
            m_bar->setVisible(isSeen);
            m_bar->showMessage(u"a tip"_s);
            m_bar->show();
            QVERIFY(!pair->isVisible());
            m_bar->clearMessage();
            QVERIFY(pair->isVisible());
        }
    }

    /// A head of the last layer that is switched off changes no weight.
    void namesWhatElseDiffers()
    {
        m_document->comparison().pin();
        const HeadRef head{Attention::Encoder, m_document->matrices().model()->config.encoderLayers - 1, 0};
        Interventions interventions;
        interventions.heads[head] = Replacement::Zero;
        m_document->matrices().setInterventions(interventions, u"off"_s);
        m_document->waitForResult();
        QVERIFY(!m_document->shown().tokens.comparison->largestChange());
        const QString off = u"switched off since: head 1 of layer %1"_s.arg(head.layer + 1);
        QCOMPARE(text(), off);
        focus(1, -1);
        QCOMPARE(text(), u"query was · "_s + off);
    }

    void namesBothNumbersOfAPair()
    {
        m_document->comparison().pin();
        const float before = m_document->result().trace->blocks[0]->heads[0].weights(0, 2);
        edit();
        const float now = m_document->result().trace->blocks[0]->heads[0].weights(0, 2);
        QVERIFY(now != before);
        focus(0, 2);
        QVERIFY2(text().startsWith(u"it → too %1 · score "_s.arg(valueText(now))), qPrintable(text()));
        QVERIFY2(text().endsWith(u" · pinned %1, change %2"_s.arg(valueText(before), signedText(now - before))),
                 qPrintable(text()));
        m_document->comparison().choose(Compared::Pinned);
        QVERIFY2(text().startsWith(u"it → too %1 · score "_s.arg(valueText(before))), qPrintable(text()));
        QVERIFY2(text().endsWith(u" · pinned"_s), qPrintable(text()));
    }

    void wordsOfOneSentenceOnly()
    {
        m_document->comparison().pin();
        m_document->sentences().setSource(u"it was too small ."_s);
        m_document->waitForResult();
        focus(3, 0);
        QVERIFY2(text().startsWith(u"small → it "_s) && text().endsWith(u" · new"_s), qPrintable(text()));
        m_document->comparison().choose(Compared::Pinned);
        Selection selection = m_document->shown().attention.asked;
        selection.query = 3;
        selection.key = 0;
        m_document->setShownSelection(selection);
        QVERIFY2(text().startsWith(u"big → it "_s) && text().endsWith(u" · pinned"_s), qPrintable(text()));
    }

    void aHeadThatIsNew()
    {
        m_document->comparison().pin();
        ModelConfig config = m_document->matrices().model()->config;
        config.heads = 3;
        m_document->matrices().setConfig(config, u"model"_s);
        m_document->waitForResult();
        Selection selection = m_document->look().selection();
        selection.head = 2;
        m_document->look().setSelection(selection);
        focus(0, 1);
        QVERIFY2(text().startsWith(u"it → was "_s) && text().endsWith(u" · new"_s), qPrintable(text()));
        // The pinned state has no such head: no number of another one.
        m_document->comparison().choose(Compared::Pinned);
        QVERIFY2(!text().startsWith(u"it → was 0"_s), qPrintable(text()));
    }

    /// Where the weights are counted.
    void tellsWhatOfACheckpointIsNotUsed()
    {
        const auto tips = [this] {
            QStringList found;
            for (const QLabel *label : m_bar->findChildren<QLabel *>())
                if (label->text().contains(u" weights"_s)) {
                    found << label->toolTip();
                    if (label->accessibleDescription() != label->toolTip())
                        found << u"described otherwise"_s;
                }
            return found.join(QString());
        };
        m_document->load(checkpointProject(openCheckpoint(QStringLiteral(REGARD_TEST_DATA "/checkpoints/bert_cased"))),
                         {});
        QCOMPARE(tips(), u"Not used of the checkpoint’s files: bert.pooler.dense.bias, bert.pooler.dense.weight, "
                         u"cls.seq_relationship.bias, cls.seq_relationship.weight"_s);
        m_document->load(checkpointProject(openCheckpoint(QStringLiteral(REGARD_TEST_DATA "/checkpoints/llama"))), {});
        QCOMPARE(tips(), QString());
    }

private:
    QString text() const
    {
        for (const QLabel *label : m_bar->findChildren<QLabel *>())
            if (label->accessibleName() == u"Pair in focus"_s)
                return label->text();
        return u"no label"_s;
    }
    void edit()
    {
        m_document->matrices().editCell("encoder.0.self.w_q", 0, 0, 3);
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
    std::unique_ptr<QStatusBar> m_bar;
};

REGARD_TEST(TestStatusLine)
#include "test_status_line.moc"
