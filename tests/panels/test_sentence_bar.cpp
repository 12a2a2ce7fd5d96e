#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QInputMethodEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <QUndoStack>

#include "controls/app_theme.h"
#include "document/document.h"
#include "document/sentence/sentence_command.h"
#include "test_class.h"
#include "views/sentence_bar/panel/sentence_bar.h"

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
    void aSentenceTypedOverAnotherIsUndoneAtOnce_data();
    void aSentenceTypedOverAnotherIsUndoneAtOnce();
    void everyKindOfEditIsUndoneByItself();
    void lettersBeforeEqualLettersAreOneStep();
    void undoPutsTheCaretWhereTheChangeWas();
    void inputMethodCommitsChinese();
    void inputMethodReplacesTheSelectionInOneStep();
    void givenUpCompositionInPlaceOfASelectionDeletesIt();
    void lineBreaksBecomeSpaces();
    void everyOtherCharacterStays();
    void takesTwoThousandTokens();
    void emptySentenceGetsASentence();
    void tokenizerSplitsAnew();
    void rightToLeftStands();
    void targetAppearsWithADecoderBesideAnEncoder();
    void aDecoderAloneSaysThatItReads();
    void typingChangesTheTarget();
    void targetTakesWhatTheSourceTakes();
    void undoInTheTargetIsTheDocuments();
    void tabGoesFromSourceToTarget();
    void focusGoesToEitherSentence();
    void targetThatIsMissingIsMarked();
    void theTextEndsBeforeTheCount();
    void labelsGiveWayToTheSentence();
    void theNoteIsBehindAnI();
    void lostWeightsAreSaid();
    void lostPatchesAreSaid();
    void everyFieldHasNameAndToolTip();

private:
    void setArchitecture(Architecture architecture)
    {
        ModelConfig config = m_document->matrices().model()->config;
        config.architecture = architecture;
        config.encoderLayers = config.decoderLayers = 1;
        m_document->matrices().setConfig(config, u"architecture"_s);
    }
    QLabel *targetCount() const
    {
        for (QLabel *count : m_bar->findChildren<QLabel *>(u"muted"_s))
            if (count->accessibleName() == u"Number of target tokens"_s)
                return count;
        return nullptr;
    }
    QToolButton *count() const { return m_bar->findChild<QToolButton *>(u"tokenCount"_s); }
    /// Whether a field has the red border of a text that cannot be read.
    bool isMarked(QLineEdit *field) const
    {
        const QColor red = m_theme->theme().error;
        return field->grab().toImage().pixelColor(field->width() / 2, 0) == red;
    }
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

/// Weights that are set go with words that go; the line below the sentence says so until undo brings them back.
void TestSentenceBar::lostWeightsAreSaid()
{
    m_document->sentences().setSource(u"the cat sat"_s);
    Interventions set;
    set.weights[{Attention::Encoder, 0, 0}] = {{{0, 1}, 0.5F}, {{2, 0}, 0.25F}};
    m_document->matrices().setInterventions(set, u"by hand"_s);
    QVERIFY(label("error")->isHidden());
    m_bar->field()->selectAll();
    QTest::keyClicks(m_bar->field(), u"a dog"_s);
    QVERIFY(m_document->matrices().model()->interventions.weights.empty());
    QVERIFY(!label("error")->isHidden());
    QVERIFY2(label("error")->text().contains(u"Undo brings"_s), qPrintable(label("error")->text()));
    QVERIFY(!isMarked(m_bar->field()));
    while (m_document->matrices().model()->interventions.weights.empty())
        m_document->undoStack()->undo();
    QVERIFY(label("error")->isHidden());
}

void TestSentenceBar::lostPatchesAreSaid()
{
    m_document->sentences().setSource(u"the cat sat"_s);
    const ModelConfig &config = m_document->matrices().model()->config;
    const std::vector<float> row(std::size_t(config.dModel), 0.5F);
    Interventions set;
    set.patches[{PatchKind::Stream, Attention::Encoder, 0}] = {{1, {row, {}, "a dog"}}, {2, {row, {}, "a dog"}}};
    m_document->matrices().setInterventions(set, u"patch"_s);
    QVERIFY(label("error")->isHidden());
    m_bar->field()->selectAll();
    QTest::keyClicks(m_bar->field(), u"the"_s);
    QVERIFY(m_document->matrices().model()->interventions.patches.empty());
    QVERIFY(!label("error")->isHidden());
    QVERIFY2(label("error")->text().contains(u"patched"_s), qPrintable(label("error")->text()));
}

void TestSentenceBar::typingChangesTheSource()
{
    QTest::keyClicks(m_bar->field(), u"the cat"_s);
    QCOMPARE(m_document->sentences().source(), u"the cat"_s);
    QCOMPARE(count()->accessibleName(), u"2 words"_s);
    QTest::keyClicks(m_bar->field(), u" sat"_s);
    QCOMPARE(count()->accessibleName(), u"3 words"_s);
}

void TestSentenceBar::undoIsTheDocuments()
{
    QTest::keyClicks(m_bar->field(), u"the cat"_s);
    const std::string wQ = "encoder.0.self.w_q";
    const float before = (*m_document->matrices().matrix(wQ))(0, 0);
    m_document->matrices().editCell(wQ, 0, 0, 7.0F);
    QTest::keySequence(m_bar->field(), QKeySequence::Undo);
    QCOMPARE((*m_document->matrices().matrix(wQ))(0, 0), before);
    QCOMPARE(m_bar->field()->text(), u"the cat"_s);
    QTest::keySequence(m_bar->field(), QKeySequence::Undo);
    QCOMPARE(m_bar->field()->text(), QString());
    QTest::keySequence(m_bar->field(), QKeySequence::Redo);
    QCOMPARE(m_bar->field()->text(), u"the cat"_s);
    QCOMPARE(m_document->sentences().source(), u"the cat"_s);
}

void TestSentenceBar::cursorStaysWhereItIs()
{
    QTest::keyClicks(m_bar->field(), u"the sat"_s);
    m_bar->field()->setCursorPosition(4);
    QTest::keyClicks(m_bar->field(), u"cat "_s);
    QCOMPARE(m_document->sentences().source(), u"the cat sat"_s);
    QCOMPARE(m_bar->field()->cursorPosition(), 8);
}

void TestSentenceBar::aSentenceTypedOverAnotherIsUndoneAtOnce_data()
{
    QTest::addColumn<bool>("target");
    QTest::newRow("source") << false;
    QTest::newRow("target") << true;
}

void TestSentenceBar::aSentenceTypedOverAnotherIsUndoneAtOnce()
{
    QFETCH(bool, target);
    if (target)
        setArchitecture(Architecture::EncoderDecoder);
    QLineEdit *field = target ? m_bar->targetField() : m_bar->field();
    const auto text = [&] { return m_document->sentences().text(target ? Side::Target : Side::Source); };
    const QString before = u"The cat sat on the rug and it was dry-cleaned."_s;
    const QString after = u"The cat sat on the dry-cleaned rug."_s;
    m_document->sentences().setText(target ? Side::Target : Side::Source, before, {});
    target ? m_bar->focusTarget() : m_bar->focusSource();
    const int steps = m_document->undoStack()->index();
    QTest::keyClicks(field, after);
    QCOMPARE(text(), after);
    QCOMPARE(m_document->undoStack()->index(), steps + 1);
    QTest::keySequence(field, QKeySequence::Undo);
    QCOMPARE(text(), before);
    QCOMPARE(field->text(), before);
    QCOMPARE(field->cursorPosition(), int(before.size()));
    QTest::keySequence(field, QKeySequence::Redo);
    QCOMPARE(field->text(), after);
}

void TestSentenceBar::everyKindOfEditIsUndoneByItself()
{
    QLineEdit *field = m_bar->field();
    QStringList states{QString()};
    const auto done = [&] { states.prepend(m_document->sentences().source()); };
    QTest::keyClicks(field, u"one two"_s);
    done();
    QGuiApplication::clipboard()->setText(u" ten"_s); // short enough to be taken for typing
    QTest::keySequence(field, QKeySequence::Paste);
    done();
    QTest::keyClicks(field, u"th"_s);
    done();
    QTest::keyClick(field, Qt::Key_Backspace);
    QTest::keyClick(field, Qt::Key_Backspace);
    done();
    field->setSelection(0, 4);
    QTest::keyClick(field, Qt::Key_Delete);
    done();
    QTest::keyClicks(field, u"a "_s);
    done();
    QTest::keyClick(field, Qt::Key_End);
    QTest::keyClick(field, Qt::Key_Backspace, Qt::ControlModifier);
    done();
    field->setSelection(0, 1);
    QTest::keySequence(field, QKeySequence::Cut);
    done();
    QCOMPARE(states.front(), u" two "_s);
    QCOMPARE(m_document->undoStack()->count(), int(states.size()) - 1);
    for (const QString &state : states) {
        QCOMPARE(m_document->sentences().source(), state);
        QCOMPARE(field->text(), state);
        QTest::keySequence(field, QKeySequence::Undo);
    }
}

void TestSentenceBar::lettersBeforeEqualLettersAreOneStep()
{
    m_document->sentences().setText(Side::Source, u"the cat"_s, {});
    m_bar->field()->setCursorPosition(2);
    QTest::keyClicks(m_bar->field(), u"er"_s); // the first could as well stand behind the other e
    QCOMPARE(m_document->sentences().source(), u"there cat"_s);
    QTest::keySequence(m_bar->field(), QKeySequence::Undo);
    QCOMPARE(m_document->sentences().source(), u"the cat"_s);
    QCOMPARE(m_bar->field()->cursorPosition(), 2);
}

void TestSentenceBar::undoPutsTheCaretWhereTheChangeWas()
{
    QLineEdit *field = m_bar->field();
    m_document->sentences().setText(Side::Source, u"the cat sat"_s, {});
    field->setCursorPosition(3);
    QTest::keyClicks(field, u" old"_s);
    QTest::keyClick(field, Qt::Key_End);
    QTest::keySequence(field, QKeySequence::Undo);
    QCOMPARE(field->text(), u"the cat sat"_s);
    QCOMPARE(field->cursorPosition(), 3);
    QTest::keyClick(field, Qt::Key_Home);
    QTest::keySequence(field, QKeySequence::Redo);
    QCOMPARE(field->text(), u"the old cat sat"_s);
    QCOMPARE(field->cursorPosition(), 7);
}

void TestSentenceBar::inputMethodReplacesTheSelectionInOneStep()
{
    m_document->sentences().setText(Side::Source, u"小狗坐在垫子上"_s, {});
    m_bar->focusSource();
    const int steps = m_document->undoStack()->count();
    for (const QString &choice : {u"小猫"_s, u"坐在"_s, u"椅子上"_s}) {
        QInputMethodEvent composing(u"xiao"_s, {});
        const QString before = m_document->sentences().source();
        QCoreApplication::sendEvent(m_bar->field(), &composing);
        QCOMPARE(m_document->sentences().source(), before); // the old sentence stays until there is a new one
        QInputMethodEvent committed;
        committed.setCommitString(choice);
        QCoreApplication::sendEvent(m_bar->field(), &committed);
    }
    QCOMPARE(m_document->sentences().source(), u"小猫坐在椅子上"_s);
    QCOMPARE(m_document->undoStack()->count(), steps + 1);
    QTest::keySequence(m_bar->field(), QKeySequence::Undo);
    QCOMPARE(m_document->sentences().source(), u"小狗坐在垫子上"_s);
    QCOMPARE(m_bar->field()->text(), u"小狗坐在垫子上"_s);
}

void TestSentenceBar::givenUpCompositionInPlaceOfASelectionDeletesIt()
{
    m_document->sentences().setText(Side::Source, u"小狗坐在垫子上"_s, {});
    m_bar->field()->setSelection(0, 2);
    QInputMethodEvent composing(u"mao"_s, {});
    QCoreApplication::sendEvent(m_bar->field(), &composing);
    QCOMPARE(m_document->sentences().source(), u"小狗坐在垫子上"_s);
    QInputMethodEvent givenUp;
    QCoreApplication::sendEvent(m_bar->field(), &givenUp);
    QCOMPARE(m_bar->field()->text(), u"坐在垫子上"_s);
    QCOMPARE(m_document->sentences().source(), u"坐在垫子上"_s);
    QTest::keySequence(m_bar->field(), QKeySequence::Undo);
    QCOMPARE(m_document->sentences().source(), u"小狗坐在垫子上"_s);
}

void TestSentenceBar::inputMethodCommitsChinese()
{
    QInputMethodEvent composing(u"mao"_s, {});
    QCoreApplication::sendEvent(m_bar->field(), &composing);
    QCOMPARE(m_document->sentences().source(), QString()); // nothing is said before the input method commits
    QInputMethodEvent committed;
    committed.setCommitString(u"小猫坐在垫子上"_s);
    QCoreApplication::sendEvent(m_bar->field(), &committed);
    QCOMPARE(m_document->sentences().source(), u"小猫坐在垫子上"_s);
    QVERIFY(m_document->sentences().tokens().tokens.size() >= 3);
}

void TestSentenceBar::lineBreaksBecomeSpaces()
{
    QGuiApplication::clipboard()->setText(u"the\ncat\r\nsat\ton"_s);
    QTest::keySequence(m_bar->field(), QKeySequence::Paste);
    QVERIFY(!m_bar->field()->text().contains(u'\n'));
    QCOMPARE(m_bar->field()->text().simplified(), u"the cat sat on"_s);
    QCOMPARE(count()->accessibleName(), u"4 words"_s);
    QCOMPARE(m_bar->field()->cursorPosition(), int(m_bar->field()->text().size()));
}

void TestSentenceBar::everyOtherCharacterStays()
{
    // A byte order mark is text here, and so are the others: only the model's tokenizer says what becomes of them.
    for (const QString &text :
         {u"\uFEFFcat"_s, u"\uFEFF\uFEFFcat"_s, u"a\uFEFF b\uFEFF"_s, u"\u00A0a\u00A0b"_s, u"\u200Ba\u00ADb\u2060"_s,
          u"\u202Ecat"_s, u"e\u0301"_s, u"\uFFFDcat"_s, u"😀\uFE0F"_s}) {
        m_bar->field()->selectAll();
        QGuiApplication::clipboard()->setText(text);
        QTest::keyClick(m_bar->field(), Qt::Key_V, Qt::ControlModifier);
        QCOMPARE(m_document->sentences().source(), text);
        QCOMPARE(m_document->project().source, text.toStdString());
        QCOMPARE(m_bar->field()->text(), text);
        // Opened again it is the same.
        m_document->load(m_document->project(), {});
        QCOMPARE(m_document->sentences().source(), text);
        QCOMPARE(m_bar->field()->text(), text);
    }
}

void TestSentenceBar::takesTwoThousandTokens()
{
    QGuiApplication::clipboard()->setText(u"word "_s.repeated(2000));
    QSignalSpy changes(&m_document->sentences(), &Sentences::sourceChanged);
    const SharedTrace before = m_document->result().trace;
    QTest::keySequence(m_bar->field(), QKeySequence::Paste);
    m_bar->grab();
    QCOMPARE(changes.count(), 1);
    QCOMPARE(m_document->result().trace, before); // the pass is not waited for
    QCOMPARE(m_document->sentences().tokens().tokens.size(), 2000U);
    QVERIFY(count()->accessibleName().contains(u"000"_s));
    m_document->sentences().setSource(u"a"_s); // the long pass need not be awaited
}

void TestSentenceBar::emptySentenceGetsASentence()
{
    QTest::keyClicks(m_bar->field(), u"a"_s);
    m_document->waitForResult();
    QVERIFY(label("error")->isHidden());
    QTest::keyClick(m_bar->field(), Qt::Key_Backspace);
    QTRY_VERIFY(!label("error")->isHidden());
    QVERIFY(!label("error")->text().isEmpty());
    QVERIFY(isMarked(m_bar->field()));
    QTest::keyClicks(m_bar->field(), u"b"_s);
    QTRY_VERIFY(label("error")->isHidden());
    QVERIFY(!isMarked(m_bar->field()));
}

void TestSentenceBar::tokenizerSplitsAnew()
{
    QTest::keyClicks(m_bar->field(), u"dry."_s);
    QCOMPARE(count()->accessibleName(), u"2 words"_s);
    count()->menu()->findChild<QAction *>(u"splitWhiteSpace"_s)->trigger();
    QCOMPARE(m_document->sentences().tokenizer(), Tokenizer::Whitespace);
    QCOMPARE(count()->accessibleName(), u"1 word"_s);
    count()->menu()->findChild<QAction *>(u"splitCharacters"_s)->trigger();
    QCOMPARE(m_document->sentences().tokenizer(), Tokenizer::Characters);
    QCOMPARE(count()->text(), u"4 characters ▾"_s);
    m_document->undoStack()->undo();
    QCOMPARE(count()->text(), u"1 word ▾"_s);
}

void TestSentenceBar::rightToLeftStands()
{
    QTest::keyClicks(m_bar->field(), QString());
    QInputMethodEvent committed;
    committed.setCommitString(u"החתול ישב"_s);
    QCoreApplication::sendEvent(m_bar->field(), &committed);
    QCOMPARE(m_document->sentences().source(), u"החתול ישב"_s);
    QCOMPARE(count()->accessibleName(), u"2 words"_s);
}

void TestSentenceBar::targetAppearsWithADecoderBesideAnEncoder()
{
    QVERIFY(m_bar->targetField()->isHidden());
    QVERIFY(!targetCount()->isVisible());
    QVERIFY(label("fieldLabel")->isHidden());
    setArchitecture(Architecture::EncoderDecoder);
    QVERIFY(m_bar->targetField()->isVisible());
    QVERIFY(targetCount()->isVisible());
    QCOMPARE(label("fieldLabel")->text(), u"Source"_s);
    QCOMPARE(label("targetLabel")->text(), u"Target"_s);
    QVERIFY(label("targetLabel")->isVisible());
    QCOMPARE(m_bar->field()->accessibleName(), u"Source"_s);
    QCOMPARE(m_bar->targetField()->accessibleName(), u"Target"_s);
    m_bar->targetField()->setFocus();
    m_document->undoStack()->undo();
    QVERIFY(m_bar->targetField()->isHidden());
    QVERIFY(m_bar->field()->hasFocus());
    QCOMPARE(m_bar->field()->accessibleName(), u"Sentence"_s);
}

void TestSentenceBar::aDecoderAloneSaysThatItReads()
{
    QVERIFY(!m_bar->field()->placeholderText().contains(u"decoder"_s));
    setArchitecture(Architecture::Decoder);
    QVERIFY(m_bar->field()->placeholderText().contains(u"decoder reads"_s));
    QVERIFY(m_bar->targetField()->isHidden());
}

void TestSentenceBar::typingChangesTheTarget()
{
    setArchitecture(Architecture::EncoderDecoder);
    m_bar->targetField()->setFocus();
    QTest::keyClicks(m_bar->targetField(), u"<s> le cat"_s);
    QCOMPARE(m_document->sentences().target(), u"<s> le cat"_s);
    QCOMPARE(m_document->sentences().source(), QString());
    QCOMPARE(targetCount()->text(), u"3 words"_s);
    m_bar->targetField()->setCursorPosition(7);
    QTest::keyClick(m_bar->targetField(), Qt::Key_H);
    QCOMPARE(m_bar->targetField()->text(), u"<s> le hcat"_s);
    QCOMPARE(m_bar->targetField()->cursorPosition(), 8);
    m_document->sentences().setTarget(u"<s>"_s);
    QCOMPARE(m_bar->targetField()->text(), u"<s>"_s);
    QCOMPARE(targetCount()->text(), u"1 word"_s);
}

void TestSentenceBar::targetTakesWhatTheSourceTakes()
{
    setArchitecture(Architecture::EncoderDecoder);
    m_bar->targetField()->setFocus();
    QInputMethodEvent composing(u"mao"_s, {});
    QCoreApplication::sendEvent(m_bar->targetField(), &composing);
    QCOMPARE(m_document->sentences().target(), QString());
    QInputMethodEvent committed;
    committed.setCommitString(u"小猫"_s);
    QCoreApplication::sendEvent(m_bar->targetField(), &committed);
    QCOMPARE(m_document->sentences().target(), u"小猫"_s);
    QGuiApplication::clipboard()->setText(u"\nle\r\nchat"_s);
    QTest::keySequence(m_bar->targetField(), QKeySequence::Paste);
    QCOMPARE(m_document->sentences().target(), u"小猫 le chat"_s);
    QCOMPARE(m_bar->targetField()->text(), u"小猫 le chat"_s);
}

void TestSentenceBar::undoInTheTargetIsTheDocuments()
{
    setArchitecture(Architecture::EncoderDecoder);
    QTest::keyClicks(m_bar->field(), u"a"_s);
    m_bar->targetField()->setFocus();
    QTest::keyClicks(m_bar->targetField(), u"le chat"_s);
    QTest::keySequence(m_bar->targetField(), QKeySequence::Undo);
    QCOMPARE(m_bar->targetField()->text(), QString());
    QCOMPARE(m_document->sentences().source(), u"a"_s);
    QTest::keySequence(m_bar->targetField(), QKeySequence::Undo);
    QCOMPARE(m_bar->field()->text(), QString());
    QTest::keySequence(m_bar->targetField(), QKeySequence::Redo);
    QTest::keySequence(m_bar->targetField(), QKeySequence::Redo);
    QCOMPARE(m_document->sentences().source(), u"a"_s);
    QCOMPARE(m_bar->targetField()->text(), u"le chat"_s);
}

void TestSentenceBar::tabGoesFromSourceToTarget()
{
    setArchitecture(Architecture::EncoderDecoder);
    QTest::keyClick(m_bar->field(), Qt::Key_Tab);
    QVERIFY(m_bar->targetField()->hasFocus());
    QTest::keyClick(m_bar->targetField(), Qt::Key_Tab);
    QVERIFY(count()->hasFocus());
    setArchitecture(Architecture::Encoder);
    m_bar->field()->setFocus();
    QTest::keyClick(m_bar->field(), Qt::Key_Tab);
    QVERIFY(count()->hasFocus());
}

void TestSentenceBar::focusGoesToEitherSentence()
{
    m_document->sentences().setSource(u"the cat"_s);
    m_document->sentences().setTarget(u"le chat"_s);
    count()->setFocus();
    m_bar->focusTarget(); // there is none yet
    QVERIFY(m_bar->field()->hasFocus());
    setArchitecture(Architecture::EncoderDecoder);
    m_bar->focusTarget();
    QVERIFY(m_bar->targetField()->hasFocus());
    QCOMPARE(m_bar->targetField()->selectedText(), u"le chat"_s);
    m_bar->focusSource();
    QVERIFY(m_bar->field()->hasFocus());
    QCOMPARE(m_bar->field()->selectedText(), u"the cat"_s);
}

void TestSentenceBar::targetThatIsMissingIsMarked()
{
    setArchitecture(Architecture::EncoderDecoder);
    QTest::keyClicks(m_bar->field(), u"a"_s);
    QTRY_VERIFY(!label("error")->isHidden());
    QCOMPARE(label("error")->textFormat(), Qt::PlainText); // it names tokens such as <s>
    QVERIFY(isMarked(m_bar->targetField()));
    QVERIFY(!isMarked(m_bar->field()));
    m_document->sentences().setTarget(u"<s>"_s);
    QTRY_VERIFY(label("error")->isHidden());
    QVERIFY(!isMarked(m_bar->targetField()));
    m_document->sentences().setSource(QString());
    QTRY_VERIFY(isMarked(m_bar->field()));
    QVERIFY(!isMarked(m_bar->targetField()));
}

void TestSentenceBar::theTextEndsBeforeTheCount()
{
    QTest::keyClicks(m_bar->field(), u"a very long sentence "_s.repeated(20));
    QCOMPARE(count()->text(), u"80 words ▾"_s);
    QTRY_VERIFY(m_bar->field()->inputMethodQuery(Qt::ImCursorRectangle).toRectF().right() <= count()->x());
    QVERIFY(m_bar->field()->rect().contains(count()->geometry()));
    QVERIFY(count()->width() >= count()->sizeHint().width());
}

void TestSentenceBar::labelsGiveWayToTheSentence()
{
    setArchitecture(Architecture::EncoderDecoder);
    QVERIFY(label("targetLabel")->isVisible());
    m_bar->resize(m_bar->minimumSizeHint().width(), m_bar->height());
    QVERIFY(m_bar->width() >= 240 && m_bar->width() < 300);
    QVERIFY(!label("targetLabel")->isVisible() && !label("fieldLabel")->isVisible());
    QTRY_COMPARE(m_bar->targetField()->width(), m_bar->width());
    m_bar->resize(700, m_bar->height());
    QVERIFY(label("targetLabel")->isVisible());
}

void TestSentenceBar::theNoteIsBehindAnI()
{
    auto *note = m_bar->findChild<QToolButton *>(u"sentenceNote"_s);
    QVERIFY(note->isHidden());
    m_bar->setNote(u"“it” is <s> here"_s);
    QVERIFY(note->isVisible());
    QCOMPARE(note->accessibleDescription(), u"“it” is <s> here"_s);
    QCOMPARE(note->toolTip(), u"“it” is <s> here"_s); // plain, as every tool tip is shown
    m_bar->setNote(u"One. Two: 猫。狗。"_s);
    QCOMPARE(note->toolTip(), u"One.\nTwo: 猫。\n狗。"_s);
    m_bar->setNote({});
    QVERIFY(note->isHidden());
}

void TestSentenceBar::everyFieldHasNameAndToolTip()
{
    const QWidget *fields[] = {m_bar->field(), m_bar->targetField(), count(), targetCount()};
    for (const QWidget *field : fields) {
        QVERIFY2(!field->accessibleName().isEmpty(), qPrintable(field->objectName()));
        QVERIFY2(!field->toolTip().isEmpty(), qPrintable(field->objectName()));
    }
    QCOMPARE(label("targetLabel")->buddy(), m_bar->targetField());
}

REGARD_TEST(TestSentenceBar)
#include "test_sentence_bar.moc"
