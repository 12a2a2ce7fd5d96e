#include <QClipboard>
#include <QComboBox>
#include <QElapsedTimer>
#include <QGuiApplication>
#include <QInputMethodEvent>
#include <QLabel>
#include <QLineEdit>
#include <QTest>

#include "document/document.h"
#include "widgets/app_theme.h"
#include "widgets/sentence_bar.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

class TestSentenceBar : public QObject {
    Q_OBJECT
private slots:
    void init();
    void cleanup();

    void typingChangesTheSource();
    void undoIsTheDocuments();
    void cursorStaysWhereItIs();
    void inputMethodCommitsChinese();
    void lineBreaksBecomeSpaces();
    void takesTwoThousandTokens();
    void emptySentenceGetsASentence();
    void tokenizerSplitsAnew();
    void rightToLeftStands();

private:
    QLabel *label(const char *name) const { return m_bar->findChild<QLabel *>(QLatin1String(name)); }

    std::unique_ptr<Document> m_document;
    std::unique_ptr<AppTheme> m_theme;
    std::unique_ptr<SentenceBar> m_bar;
};

void TestSentenceBar::init()
{
    m_document = std::make_unique<Document>();
    m_theme = std::make_unique<AppTheme>(AppTheme::Choice::Light);
    m_document->load(defaultProject(), {});
    m_bar = std::make_unique<SentenceBar>(m_document.get(), m_theme.get(), nullptr);
    m_bar->resize(700, 60);
    m_bar->show();
    QVERIFY(QTest::qWaitForWindowActive(m_bar.get()));
    m_bar->field()->setFocus();
}

void TestSentenceBar::cleanup()
{
    m_bar.reset();
    m_theme.reset();
    m_document.reset();
}

void TestSentenceBar::typingChangesTheSource()
{
    QTest::keyClicks(m_bar->field(), u"the cat"_s);
    QCOMPARE(m_document->source(), u"the cat"_s);
    QCOMPARE(label("muted")->text(), u"2 tokens"_s);
    QTest::keyClicks(m_bar->field(), u" sat"_s);
    QCOMPARE(label("muted")->text(), u"3 tokens"_s);
}

void TestSentenceBar::undoIsTheDocuments()
{
    QTest::keyClicks(m_bar->field(), u"the cat"_s);
    const std::string wQ = "encoder.0.self.w_q";
    const float before = (*m_document->matrix(wQ))(0, 0);
    m_document->editCell(wQ, 0, 0, 7.0F);
    QTest::keySequence(m_bar->field(), QKeySequence::Undo);
    QCOMPARE((*m_document->matrix(wQ))(0, 0), before);
    QCOMPARE(m_bar->field()->text(), u"the cat"_s);
    QTest::keySequence(m_bar->field(), QKeySequence::Undo);
    QCOMPARE(m_bar->field()->text(), QString());
    QTest::keySequence(m_bar->field(), QKeySequence::Redo);
    QCOMPARE(m_bar->field()->text(), u"the cat"_s);
    QCOMPARE(m_document->source(), u"the cat"_s);
}

void TestSentenceBar::cursorStaysWhereItIs()
{
    QTest::keyClicks(m_bar->field(), u"the sat"_s);
    m_bar->field()->setCursorPosition(4);
    QTest::keyClicks(m_bar->field(), u"cat "_s);
    QCOMPARE(m_document->source(), u"the cat sat"_s);
    QCOMPARE(m_bar->field()->cursorPosition(), 8);
}

void TestSentenceBar::inputMethodCommitsChinese()
{
    QInputMethodEvent composing(u"mao"_s, {});
    QCoreApplication::sendEvent(m_bar->field(), &composing);
    QCOMPARE(m_document->source(), QString()); // nothing is said before the input method commits
    QInputMethodEvent committed;
    committed.setCommitString(u"小猫坐在垫子上"_s);
    QCoreApplication::sendEvent(m_bar->field(), &committed);
    QCOMPARE(m_document->source(), u"小猫坐在垫子上"_s);
    QVERIFY(m_document->tokens().tokens.size() >= 3);
}

void TestSentenceBar::lineBreaksBecomeSpaces()
{
    QGuiApplication::clipboard()->setText(u"the\ncat\r\nsat\ton"_s);
    QTest::keySequence(m_bar->field(), QKeySequence::Paste);
    QVERIFY(!m_bar->field()->text().contains(u'\n'));
    QCOMPARE(m_bar->field()->text().simplified(), u"the cat sat on"_s);
    QCOMPARE(label("muted")->text(), u"4 tokens"_s);
    QCOMPARE(m_bar->field()->cursorPosition(), static_cast<int>(m_bar->field()->text().size()));
}

void TestSentenceBar::takesTwoThousandTokens()
{
    QGuiApplication::clipboard()->setText(u"word "_s.repeated(2000));
    QElapsedTimer timer;
    timer.start();
    QTest::keySequence(m_bar->field(), QKeySequence::Paste);
    m_bar->grab();
    QVERIFY2(timer.elapsed() < 5000, qPrintable(QString::number(timer.elapsed())));
    QCOMPARE(m_document->tokens().tokens.size(), 2000U);
    QVERIFY(label("muted")->text().contains(u"000"_s));
    m_document->setSource(u"a"_s); // the long pass need not be awaited
}

void TestSentenceBar::emptySentenceGetsASentence()
{
    QTest::keyClicks(m_bar->field(), u"a"_s);
    m_document->waitForResult();
    QVERIFY(label("error")->isHidden());
    QTest::keyClick(m_bar->field(), Qt::Key_Backspace);
    QTRY_VERIFY(!label("error")->isHidden());
    QVERIFY(!label("error")->text().isEmpty());
    QVERIFY(m_bar->field()->styleSheet().contains(m_theme->theme().error.name()));
    QTest::keyClicks(m_bar->field(), u"b"_s);
    QTRY_VERIFY(label("error")->isHidden());
    QCOMPARE(m_bar->field()->styleSheet(), QString());
}

void TestSentenceBar::tokenizerSplitsAnew()
{
    QTest::keyClicks(m_bar->field(), u"dry."_s);
    QCOMPARE(label("muted")->text(), u"2 tokens"_s);
    auto *tokenizer = m_bar->findChild<QComboBox *>(u"tokenizer"_s);
    tokenizer->setFocus();
    QTest::keyClick(tokenizer, Qt::Key_Down);
    QCOMPARE(m_document->tokenizer(), Tokenizer::Whitespace);
    QCOMPARE(label("muted")->text(), u"1 token"_s);
}

void TestSentenceBar::rightToLeftStands()
{
    QTest::keyClicks(m_bar->field(), QString());
    QInputMethodEvent committed;
    committed.setCommitString(u"החתול ישב"_s);
    QCoreApplication::sendEvent(m_bar->field(), &committed);
    QCOMPARE(m_document->source(), u"החתול ישב"_s);
    QCOMPARE(label("muted")->text(), u"2 tokens"_s);
}

QTEST_MAIN(TestSentenceBar)
#include "test_sentence_bar.moc"
