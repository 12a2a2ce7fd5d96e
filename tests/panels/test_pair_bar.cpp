#include <memory>

#include <QAction>
#include <QActionGroup>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QTest>
#include <QToolButton>

#include "controls/app_theme.h"
#include "document/document.h"
#include "io/checkpoint/checkpoint.h"
#include "paths.h"
#include "test_class.h"
#include "views/sentence_bar/panel/sentence_bar.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

/// The sentence bar of a trained model: its tokenizer, the second sentence, the model's limit.
class TestPairBar : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<Document> m_document;
    std::unique_ptr<AppTheme> m_theme;
    std::unique_ptr<SentenceBar> m_bar;

    void open(const char *name, const char *source)
    {
        Project project = checkpointProject(
            openCheckpoint(QStringLiteral(REGARD_TEST_DATA "/checkpoints/") + QString::fromUtf8(name)));
        project.source = source;
        m_document->load(std::move(project), {});
        m_document->waitForResult();
    }
    QToolButton *sourceCount() const { return m_bar->findChild<QToolButton *>(u"tokenCount"_s); }
    /// The menu's, as it is shown.
    QAction *split(const QString &name) const
    {
        emit sourceCount()->menu()->aboutToShow();
        return m_bar->findChild<QAction *>(name);
    }
    QStringList offered() const
    {
        QStringList texts;
        for (const QAction *action : split(u"splitWords"_s)->actionGroup()->actions())
            if (action->isVisible())
                texts << action->text();
        return texts;
    }
    QLabel *label(const QString &name) const { return m_bar->findChild<QLabel *>(name); }
    QString count(const QString &accessibleName) const
    {
        for (const QLabel *each : m_bar->findChildren<QLabel *>(u"muted"_s))
            if (each->accessibleName() == accessibleName)
                return each->text();
        return u"none"_s;
    }

private slots:
    void init()
    {
        m_document = std::make_unique<Document>();
        m_theme = std::make_unique<AppTheme>(AppTheme::Choice::Light);
        m_bar = std::make_unique<SentenceBar>(m_document.get(), m_theme.get(), nullptr);
        m_bar->resize(700, 80);
        m_bar->show();
    }
    void cleanup()
    {
        m_bar.reset();
        m_document.reset();
    }

    void theSecondSentence()
    {
        open("bert", "The cat sat.");
        QVERIFY(m_bar->targetField()->isVisible());
        QCOMPARE(label(u"fieldLabel"_s)->text(), u"Sentence"_s);
        QCOMPARE(label(u"targetLabel"_s)->text(), u"Second sentence"_s);
        QCOMPARE(m_bar->targetField()->accessibleName(), u"Second sentence"_s);
        QCOMPARE(sourceCount()->text(), u"6 tokens ▾"_s); // [CLS] the cat sat . [SEP]
        QCOMPARE(count(u"Number of tokens of the second sentence"_s), QString());
        QTest::keyClicks(m_bar->targetField(), u"it was"_s);
        QCOMPARE(m_document->sentences().target(), u"it was"_s);
        m_document->waitForResult();
        QCOMPARE(m_document->result().trace->source.tokens,
                 (std::vector<std::string>{"[CLS]", "the", "cat", "sat", ".", "[SEP]", "it", "was", "[SEP]"}));
        QCOMPARE(sourceCount()->text(), u"6 tokens ▾"_s);
        QCOMPARE(count(u"Number of tokens of the second sentence"_s), u"3 tokens"_s);
        m_document->undoStack()->undo();
        QCOMPARE(m_bar->targetField()->text(), QString());
        QCOMPARE(m_document->sentences().tokens().tokens.size(), std::size_t(6));
    }

    void theModelsTokenizerIsOneOfFour()
    {
        QCOMPARE(offered().size(), 3);
        open("bert", "The cat");
        QCOMPARE(offered().size(), 4);
        QVERIFY(split(u"splitCheckpoint"_s)->isChecked());
        split(u"splitCharacters"_s)->trigger();
        QCOMPARE(m_document->sentences().tokenizer(), Tokenizer::Characters);
        split(u"splitWhiteSpace"_s)->trigger();
        QCOMPARE(m_document->sentences().tokenizer(), Tokenizer::Whitespace);
        QVERIFY(m_bar->targetField()->isHidden()); // pairs are the checkpoint's
        m_document->waitForResult();
        QVERIFY2(label(u"error"_s)->text().contains(u"The"_s), qPrintable(label(u"error"_s)->text()));
        split(u"splitCheckpoint"_s)->trigger();
        QCOMPARE(m_document->sentences().tokenizer(), Tokenizer::Checkpoint);
        QVERIFY(m_bar->targetField()->isVisible());
        m_document->waitForResult();
        QVERIFY(label(u"error"_s)->isHidden());
        m_document->load(defaultProject(), {});
        QCOMPARE(offered().size(), 3);
        QVERIFY(m_bar->targetField()->isHidden());
    }

    void aDecoderAloneReadsNoPair()
    {
        open("gpt2", "The cat");
        QVERIFY(m_bar->targetField()->isHidden());
        QCOMPARE(m_bar->field()->placeholderText(), u"Type a sentence: the decoder reads it"_s);
    }

    void aTargetBesideAnEncoder()
    {
        open("bart", "The cat");
        QVERIFY(m_bar->targetField()->isVisible());
        QCOMPARE(label(u"targetLabel"_s)->text(), u"Target"_s);
        QCOMPARE(label(u"fieldLabel"_s)->text(), u"Source"_s);
        QCOMPARE(label(u"error"_s)->text(), u"Type a target sentence: the decoder has nothing to read yet."_s);
        QVERIFY(m_bar->targetField()->property("faulty").toBool());
    }

    void aMaskIsTyped()
    {
        open("bert", "");
        QVERIFY(m_bar->field()->toolTip().contains(u"[MASK]"_s));
        QTest::keyClicks(m_bar->field(), u"the [MASK] sat"_s);
        m_document->waitForResult();
        QCOMPARE(m_document->result().trace->source.tokens,
                 (std::vector<std::string>{"[CLS]", "the", "[MASK]", "sat", "[SEP]"}));
    }

    void beyondTheLimitTheLastPictureStays()
    {
        open("bert", "The cat sat.");
        const SharedTrace shown = m_document->result().trace;
        m_bar->field()->setText(QStringList(70, u"cat"_s).join(u' '));
        emit m_bar->field()->textEdited(m_bar->field()->text());
        m_document->waitForResult();
        QCOMPARE(label(u"error"_s)->text(),
                 u"The sentence has 72 tokens, but this model reads up to 64. Shorten it."_s);
        QVERIFY(!label(u"error"_s)->isHidden());
        QVERIFY(m_document->result().trace == shown);
    }
};

REGARD_TEST(TestPairBar)
#include "test_pair_bar.moc"
