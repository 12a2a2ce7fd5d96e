#include <QAccessible>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalSpy>
#include <QTest>
#include <QTextDocument>
#include <QToolButton>

#include "controls/app_theme.h"
#include "document/document.h"
#include "engine/base/errors.h"
#include "event_turns.h"
#include "io/lesson/lessons.h"
#include "io/project/examples.h"
#include "io/project/words.h"
#include "test_class.h"
#include "views/lesson/panel/lesson_control.h"
#include "views/lesson/panel/lesson_editor.h"
#include "views/lesson/panel/lesson_html.h"
#include "views/lesson/panel/lesson_panel.h"
#include "views/lesson/panel/lesson_player.h"
#include "views/lesson/panel/lesson_reading.h"
#include "views/present/presented_page.h"

using namespace regard;

namespace {

QString htmlOf(const char *text)
{
    return lessonBlocks(
               text, [](const LessonValue &) { return QStringLiteral("*a* | <b>"); }, Theme::light())
        .front()
        .html;
}

Lesson lessonOf(const QByteArray &pages)
{
    return parseLesson((R"({"format": "regard-lesson", "version": 1, "title": "T", "example": "three-inputs",
        "pages": [)" + pages +
                        "]}")
                           .toStdString(),
                       "test", {});
}

/// What a user reads of a rich text.
QString plain(const QString &html)
{
    QTextDocument document;
    document.setHtml(html);
    return document.toPlainText();
}

/// A panel over a document that shows a lesson.
struct ShownLesson {
    explicit ShownLesson(Lesson lesson) : theme(AppTheme::Choice::Light), player(&document, &document)
    {
        panel = std::make_unique<LessonPanel>(&player, &theme, nullptr);
        panel->resize(300, 500);
        panel->show();
        player.open(std::move(lesson));
    }
    QPushButton *button(const QString &text) const
    {
        for (QPushButton *button : panel->findChildren<QPushButton *>())
            if (button->text() == text)
                return button;
        return nullptr;
    }
    QString text() const
    {
        QString all;
        for (const QLabel *label : panel->findChildren<QLabel *>())
            if (!label->isHidden())
                all += plain(label->text()) + QLatin1Char('\n');
        return all;
    }

    AppTheme theme;
    Document document;
    LessonPlayer player;
    std::unique_ptr<LessonPanel> panel;
};

const char *const threePages = R"({"title": "One", "text": "weight {weight 1 2}", "view": {"query": 1, "key": 2}},
    {"title": "Two", "text": "tokens {tokens}", "source": "x1 x2", "panels": ["steps"],
     "highlight": [{"matrix": "encoder.0.self.w_q", "row": 1}, {"query": 1}],
     "try": "Make it 0.99: {weight 1 2}", "done": [{"value": "weight 1 2", "at_least": 0.99}]},
    {"title": "Three", "text": "kept {token 2}", "keep": true, "view": {"query": 2}})";

} // namespace

class TestLessonPanel : public QObject {
    Q_OBJECT

private slots:
    void markup_data();
    void markup();
    void numbers_data();
    void numbers();
    void numbersAreOfTheMoment();
    void aTitlesIndexIsBelowTheLine();
    void turningPages();
    void aLongSentenceIsReadWhole();
    void nothingIsLost();
    void pagesAloneAreNoChange();
    void aPageThatKeeps();
    void onlyTheViewChanges();
    void doneAndAgain();
    void whatUndoBringsBackIsNotDone();
    void turningAloneIsNoUndoStep();
    void aShorterSentence();
    void keys();
    void closing();
    void drawingsAreSeenAndSpoken();
    void drawingsStayOnThePanel();
    void bundled_data();
    void bundled();
    void recording();
    void editing();
    void movingAndRemoving();
    void whatCannotBeSaved();
};

void TestLessonPanel::markup_data()
{
    QTest::addColumn<QString>("html");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char *name, const char *text, const char *expected) {
        QTest::newRow(name) << htmlOf(text) << QString::fromUtf8(expected);
    };
    row("paragraphs", "a\nb\n\nc", "<p>a\nb</p><p>c</p>");
    row("emphasis", "an *easy* one", "<p>an <i>easy</i> one</p>");
    row("no emphasis", "3 * 4 * 5", "<p>3 * 4 * 5</p>");
    row("indices", "√d_k < *W_Q*, not `d_k` or my_d_k",
        "<p>√d<sub>k</sub> &lt; <i>W<sub>Q</sub></i>, not <code>d_k</code> or my_d_k</p>");
    row("code", "see `a*b*c` there", "<p>see <code>a*b*c</code> there</p>");
    row("escaped", "1 < 2 & <img src=x>", "<p>1 &lt; 2 &amp; &lt;img src=x&gt;</p>");
    row("escaped code", "`<b>`", "<p><code>&lt;b&gt;</code></p>");
    row("a value is no markup", "{token 1} | b", "<p>*a* | &lt;b&gt; | b</p>");
    row("a brace", "{{x}", "<p>{x}</p>");
    row("what cannot be read", "{foo} <b>", "<p>{foo} &lt;b&gt;</p>");
    row("a list", "- a\n- *b*", "<ul style=\"margin-left:14px; -qt-list-indent:0\"><li>a</li><li><i>b</i></li></ul>");
}

void TestLessonPanel::markup()
{
    QFETCH(QString, html);
    QFETCH(QString, expected);
    QCOMPARE(html, expected);
    QVERIFY(htmlOf("|a|{token 1}|\n|c|d|")
                .contains(
                    QLatin1String("<tr><td>a</td><td>*a* | &lt;b&gt;</td></tr><tr><td>c</td><td>d</td></tr></table>")));
}

void TestLessonPanel::numbers_data()
{
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char *value, const char *expected) {
        QTest::newRow(value) << QString::fromLatin1(value) << QString::fromUtf8(expected);
    };
    row("token 2", "x2");
    row("tokens", "3");
    row("score 2", "4 16 12");
    row("score 2:1", "4.0 16.0 12.0");
    row("weight 1", "0.0634 0.4683 0.4683");
    row("weight 1 2:2", "0.47");
    row("weight 2 1", "6.034e−06");
    row("weight 2 1:4", "0.0000");
    row("output 1", "1.9366 6.6831 1.5951");
    row("hand 1", "0.0 0.5 0.5");
    row("hand 3", "0.0 0.9 0.1");
    row("hand_output 3", "2.0 7.8 0.3");
    row("hand_weighted 1 3", "1.0 3.0 1.5");
    row("hand_output 1:2", "2.00 7.00 1.50");
    row("weight 4 1", "–");
}

void TestLessonPanel::numbers()
{
    QFETCH(QString, value);
    QFETCH(QString, expected);
    Document document;
    LessonPlayer player(&document, &document);
    player.open(lessonOf(threePages));
    QCOMPARE(player.valueText(parseLessonValue(value.toStdString())), expected);
    document.matrices().editCell("encoder.0.self.w_q", 0, 0, -1);
    QCOMPARE(player.valueText(parseLessonValue("q 1:1")), QStringLiteral("−1.0 0.0 2.0"));
    ModelConfig config = document.matrices().model()->config;
    config.encoderMask = Mask::Causal;
    document.matrices().setConfig(config, QStringLiteral("mask"));
    QCOMPARE(player.valueText(parseLessonValue("masked 1 2:1")), QStringLiteral("−∞"));
}

void TestLessonPanel::numbersAreOfTheMoment()
{
    ShownLesson shown(lessonOf(threePages));
    QVERIFY2(shown.text().contains(QLatin1String("weight 0.4683")), qPrintable(shown.text()));
    shown.document.matrices().editCell("encoder.0.self.w_q", 0, 0, 30);
    QVERIFY2(shown.text().contains(QLatin1String("weight 1\n")), qPrintable(shown.text()));
    shown.document.undoStack()->undo();
    QVERIFY(shown.text().contains(QLatin1String("weight 0.4683")));
}

/// The field under a page's text is narrow: what it cuts stands below it.
void TestLessonPanel::aLongSentenceIsReadWhole()
{
    Document document;
    AppTheme theme(AppTheme::Choice::Light);
    document.load(readExample("it"), {});
    const QString sentence =
        QStringLiteral("The cat that we found in the old garden sat on the rug because it was tired.");
    document.sentences().setSource(sentence);
    QWidget window;
    QWidget *control = newLessonControl(LessonControl::Sentence, &document, &theme, {}, &window);
    const auto shown = [&](int width) {
        window.resize(width, 300);
        control->setGeometry(0, 0, width, 300);
        window.show();
        turnEventLoop();
        QStringList texts;
        for (const QLabel *label : control->findChildren<QLabel *>())
            if (label->isVisible())
                texts << label->text();
        return texts.contains(sentence);
    };
    QVERIFY(shown(320));
    QVERIFY(!shown(1200));
}

void TestLessonPanel::aTitlesIndexIsBelowTheLine()
{
    const ShownLesson shown(lessonOf(R"({"title": "d_k < 4", "text": "a"})"));
    const auto *title = shown.panel->findChild<QLabel *>(QStringLiteral("lessonPageTitle"));
    QCOMPARE(title->text(), QStringLiteral("d<sub>k</sub> &lt; 4"));
    QCOMPARE(title->accessibleName(), QStringLiteral("d_k < 4"));
    const std::vector<CaptionRun> runs = titledCaption(QStringLiteral("d_k is 4"), QStringLiteral("Small."));
    QCOMPARE(runs.size(), std::size_t(4));
    QCOMPARE(runs[1], (CaptionRun{.text = QStringLiteral("k"), .isBold = true, .isIndex = true}));
    QCOMPARE(runs[2], (CaptionRun{.text = QStringLiteral(" is 4. "), .isBold = true}));
}

void TestLessonPanel::turningPages()
{
    ShownLesson shown(lessonOf(threePages));
    QSignalSpy asked(&shown.player, &LessonPlayer::panelsAsked);
    auto *pages = shown.panel->findChild<QToolButton *>(QStringLiteral("lessonPages"));
    QCOMPARE(pages->text(), QStringLiteral("T · 1 of 3 ▾"));
    QVERIFY(!shown.button(QStringLiteral("Back"))->isEnabled());
    QTest::mouseClick(shown.button(QStringLiteral("Next")), Qt::LeftButton);
    QCOMPARE(pages->text(), QStringLiteral("T · 2 of 3 ▾"));
    QCOMPARE(shown.document.sentences().source(), QStringLiteral("x1 x2"));
    QVERIFY(asked.last().first().value<std::vector<PanelId>>() == std::vector{PanelId::Steps});
    QCOMPARE(shown.document.look().highlight().cells, (std::vector<CellRef>{{"encoder.0.self.w_q", 0, -1}}));
    QCOMPARE(shown.document.look().highlight().pairs, (std::vector<PairRef>{{0, -1}}));
    QVERIFY(shown.text().contains(QLatin1String("tokens 2")));
    QVERIFY(shown.text().contains(QLatin1String("Two")));
    QVERIFY(pages->menu()->actions()[1]->isChecked() && !pages->menu()->actions()[0]->isChecked());
    pages->menu()->actions()[0]->trigger();
    QCOMPARE(shown.document.sentences().source(), QStringLiteral("x1 x2 x3"));
    QVERIFY(shown.document.look().highlight().isEmpty());
}

// One undo step a page, with what a user made before it in the step below.
void TestLessonPanel::nothingIsLost()
{
    ShownLesson shown(lessonOf(threePages));
    shown.document.matrices().editCell("encoder.0.self.w_q", 0, 0, 7);
    shown.player.go(1);
    QCOMPARE(shown.document.undoStack()->count(), 2);
    QCOMPARE(shown.document.undoStack()->undoText(), QStringLiteral("Page 2 of “T”"));
    QCOMPARE((*shown.document.matrices().matrix("encoder.0.self.w_q"))(0, 0), 1.0F);
    shown.document.undoStack()->undo();
    QCOMPARE((*shown.document.matrices().matrix("encoder.0.self.w_q"))(0, 0), 7.0F);
    QCOMPARE(shown.document.sentences().source(), QStringLiteral("x1 x2 x3"));
    QVERIFY(shown.document.isModified());
}

void TestLessonPanel::pagesAloneAreNoChange()
{
    ShownLesson shown(lessonOf(threePages));
    QVERIFY(!shown.document.isModified());
    shown.player.go(1);
    QVERIFY(!shown.document.isModified());
    shown.document.sentences().setSource(QStringLiteral("x1 x2 x1"));
    shown.player.go(0);
    QVERIFY(shown.document.isModified());
}

void TestLessonPanel::aPageThatKeeps()
{
    ShownLesson shown(lessonOf(threePages));
    shown.player.go(1);
    shown.document.sentences().setSource(QStringLiteral("x1 x3"));
    shown.player.go(2);
    QCOMPARE(shown.document.sentences().source(), QStringLiteral("x1 x3"));
    QCOMPARE(shown.document.look().selection().query, 1);
    QVERIFY(shown.text().contains(QLatin1String("kept x3")));
    // From elsewhere there is nothing to go on with: the state is that of the page before.
    shown.player.go(0);
    shown.player.go(2);
    QCOMPARE(shown.document.sentences().source(), QStringLiteral("x1 x2"));
    shown.document.sentences().setSource(QStringLiteral("x3"));
    shown.player.restart();
    QCOMPARE(shown.document.sentences().source(), QStringLiteral("x1 x2"));
}

void TestLessonPanel::onlyTheViewChanges()
{
    ShownLesson shown(lessonOf(R"({"text": "a", "view": {"query": 1}}, {"text": "b", "view": {"query": 3, "key": 2,
        "stage": "scores", "steps": {"step": "mask"}, "cell": {"matrix": "encoder.0.self.w_k", "row": 2, "column": 1}}})"));
    QSignalSpy loaded(&shown.document, &Document::loaded);
    shown.player.go(1);
    QCOMPARE(loaded.count(), 0);
    QCOMPARE(shown.document.undoStack()->count(), 0);
    QCOMPARE(shown.document.look().selection().query, 2);
    QCOMPARE(shown.document.look().selection().pinnedKeys, std::vector<int>{1});
    QCOMPARE(shown.document.look().selection().stage, Stage::Scores);
    QCOMPARE(shown.document.look().stepView().kind, StepKind::Mask);
    QCOMPARE(shown.document.look().cell(), (CellRef{"encoder.0.self.w_k", 1, 0}));
}

void TestLessonPanel::doneAndAgain()
{
    ShownLesson shown(lessonOf(threePages));
    QSignalSpy done(&shown.player, &LessonPlayer::doneChanged);
    shown.player.go(1);
    QVERIFY(!shown.player.isDone());
    QVERIFY(shown.text().contains(QStringLiteral("Try this. Make it 0.99")));
    shown.document.matrices().editCell("encoder.0.self.w_q", 0, 0, 1.5F);
    turnEventLoop();
    QCOMPARE(done.count(), 0);
    shown.document.matrices().editCell("encoder.0.self.w_q", 0, 0, 5);
    QTRY_COMPARE(done.count(), 1);
    QVERIFY(shown.text().contains(QStringLiteral("✓ Done. Make it 0.99")));
    QCOMPARE(shown.panel->findChild<QFrame *>(QStringLiteral("lessonTry"))->accessibleName(),
             QStringLiteral("Try this: done"));
    // What has been done stays done, wherever one goes from there.
    shown.document.undoStack()->undo();
    QVERIFY(shown.player.isDone());
    shown.player.go(0);
    QVERIFY(!shown.player.isDone());
    shown.player.go(1);
    QVERIFY(shown.player.isDone());
    QTest::mouseClick(shown.panel->findChild<QPushButton *>(QStringLiteral("lessonAgain")), Qt::LeftButton);
    QVERIFY(!shown.player.isDone());
    QVERIFY(shown.text().contains(QStringLiteral("Try this. Make it 0.99")));
}

void TestLessonPanel::whatUndoBringsBackIsNotDone()
{
    ShownLesson shown(lessonOf(R"({"text": "a"}, {"text": "b", "model": {"score": "scaled_dot"}, "try": "Back to dot",
        "done": [{"model": {"score": "dot"}}]})"));
    shown.document.matrices().editCell("encoder.0.self.w_q", 0, 0, 7);
    shown.player.go(1);
    QCOMPARE(shown.document.undoStack()->count(), 2);
    QVERIFY(!shown.document.matrices().compared().isChanged("encoder.0.self.w_q", 0,
                                                            0)); // the page's own state is the measure
    shown.document.undoStack()->undo();
    // The page turns back with its state, and the edit is there again.
    QCOMPARE(shown.player.page(), 0);
    QCOMPARE(shown.document.matrices().model()->config.score, Score::Dot);
    QCOMPARE((*shown.document.matrices().matrix("encoder.0.self.w_q"))(0, 0), 7.0F);
    turnEventLoop();
    QVERIFY(!shown.player.isDone());
    shown.document.undoStack()->redo();
    QCOMPARE(shown.player.page(), 1);
    QVERIFY(!shown.player.isDone());
    ModelConfig config = shown.document.matrices().model()->config;
    config.score = Score::Dot;
    shown.document.matrices().setConfig(config, QStringLiteral("score"));
    QTRY_VERIFY(shown.player.isDone());
}

// Where nothing was changed there is nothing to bring back, and nothing to save.
void TestLessonPanel::turningAloneIsNoUndoStep()
{
    ShownLesson shown(lessonOf(R"({"text": "a"}, {"text": "b", "model": {"score": "scaled_dot"}})"));
    shown.player.go(1);
    QCOMPARE(shown.document.matrices().model()->config.score, Score::ScaledDot);
    QCOMPARE(shown.document.undoStack()->count(), 0);
    shown.player.go(0);
    QCOMPARE(shown.document.matrices().model()->config.score, Score::Dot);
    QCOMPARE(shown.document.undoStack()->count(), 0);
    QVERIFY(!shown.document.isModified());
}

void TestLessonPanel::aShorterSentence()
{
    ShownLesson shown(lessonOf(threePages));
    shown.document.sentences().setSource(QStringLiteral("x1"));
    QVERIFY2(shown.text().contains(QStringLiteral("weight –")), qPrintable(shown.text()));
    shown.document.sentences().setSource(QString());
    QVERIFY(shown.text().contains(QStringLiteral("weight –"))); // the last good result stays
}

void TestLessonPanel::keys()
{
    ShownLesson shown(lessonOf(threePages));
    QVERIFY(QTest::qWaitForWindowActive(shown.panel.get()));
    QWidget *reader = shown.panel->reader();
    reader->setFocus();
    QTest::keyClick(reader, Qt::Key_PageDown);
    QCOMPARE(shown.player.page(), 1);
    auto *text = shown.panel->findChild<LessonReading *>()->findChild<QLabel *>();
    text->setFocus();
    QTest::keyClick(text, Qt::Key_PageDown);
    QCOMPARE(shown.player.page(), 2);
    QTest::keyClick(text, Qt::Key_PageDown); // there is no page behind the last
    QCOMPARE(shown.player.page(), 2);
    QTest::keyClick(reader, Qt::Key_PageUp);
    QCOMPARE(shown.player.page(), 1);
}

void TestLessonPanel::closing()
{
    ShownLesson shown(lessonOf(threePages));
    shown.player.go(1);
    shown.player.close();
    QVERIFY(!shown.player.isOpen());
    QVERIFY(shown.document.look().highlight().isEmpty());
    QCOMPARE(shown.document.sentences().source(), QStringLiteral("x1 x2")); // what is there stays
    shown.document.sentences().setSource(QStringLiteral("x1"));
    shown.player.go(0);
    QCOMPARE(shown.document.sentences().source(), QStringLiteral("x1"));
}

// The number that is changed is painted anew, and spoken.
void TestLessonPanel::drawingsAreSeenAndSpoken()
{
    ShownLesson shown(lessonOf(
        R"({"text": "Before.\n\n{matrix X\n{now token 1}: {now x 1}\nlast: 7 7 7 7\n}\n\nBehind.\n\n{formula a / b}"})"));
    const QList<LessonDrawings *> views = shown.panel->findChildren<LessonDrawings *>();
    QVERIFY(views.size() >= 2);
    QCOMPARE(views[0]->accessibleName(), QStringLiteral("Matrix X. x1: 1 0 1 0; last: 7 7 7 7"));
    QVERIFY(views[1]->accessibleName().contains(QStringLiteral("a / b")));
    QVERIFY(shown.text().indexOf(QStringLiteral("Before.")) < shown.text().indexOf(QStringLiteral("Behind.")));
    const QImage before = views[0]->grab().toImage();
    shown.document.matrices().editCell("X", 0, 0, 5);
    QCOMPARE(views[0]->accessibleName(), QStringLiteral("Matrix X. x1: 5 0 1 0; last: 7 7 7 7"));
    QVERIFY(views[0]->grab().toImage() != before);
    shown.document.sentences().setSource(QString());
    shown.document.sentences().setSource(QStringLiteral("x2"));
    QCOMPARE(views[0]->accessibleName(), QStringLiteral("Matrix X. x2: 0 2 0 2; last: 7 7 7 7"));
}

// Too wide a drawing is made smaller, enlarged type makes it larger, and the night's paper is the panel's.
void TestLessonPanel::drawingsStayOnThePanel()
{
    ShownLesson shown(
        lessonOf(R"({"text": "a\n\n{boxes\na long name | another long name | a third long name\n}\n{formula x}"})"));
    const auto *view = shown.panel->findChild<LessonDrawings *>();
    QCOMPARE(view->drawings().size(), std::size_t{2});
    const QSizeF natural = view->drawings()[1].figure->size();
    QVERIFY(view->drawings()[0].figure->size().width() > view->width());
    QVERIFY(view->placeOf(0).right() <= view->width());
    QCOMPARE(view->placeOf(1).size(), natural);
    QVERIFY(view->placeOf(1).top() >= view->placeOf(0).bottom());
    shown.theme.setScale(1.5);
    QCOMPARE(view->placeOf(1).size(), natural * 1.5);
}

void TestLessonPanel::bundled_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("language");
    for (const LessonEntry &entry : lessons())
        for (const char *language : {"en", "zh_CN"})
            QTest::addRow("%s %s", entry.name.c_str(), language)
                << QString::fromStdString(entry.name) << QString::fromLatin1(language);
}

// Every page says all that it means to, and leaves what there is to try to the user.
void TestLessonPanel::bundled()
{
    QFETCH(QString, name);
    QFETCH(QString, language);
    Document document;
    LessonPlayer player(&document, &document);
    player.setLanguage(language);
    player.open(readBundledLesson(name.toStdString()));
    QString titles;
    for (int page = 0; page < int(player.lesson().pages.size()); ++page) {
        player.go(page);
        document.waitForResult();
        QVERIFY2(document.inputError().isEmpty(), qPrintable(document.inputError()));
        const LessonPage &shown = player.currentPage();
        const QString where = player.pageTitle(page) + QStringLiteral(": ");
        for (const LessonText &text : {shown.text, shown.caption, shown.attempt}) {
            for (const LessonPiece &piece : lessonPieces(text.text(language.toStdString()))) {
                if (piece.mark != LessonMark::None)
                    continue;
                const QString words =
                    piece.isValue ? player.valueText(piece.value) : QString::fromStdString(piece.words);
                const bool mayBeMissing = piece.isValue && piece.value.isNow;
                QVERIFY2(mayBeMissing || (!words.isEmpty() && words != QStringLiteral("–")),
                         qPrintable(where + QString::fromStdString(piece.words)));
                QVERIFY2(!words.contains(QLatin1Char('{')) && !words.contains(QLatin1Char('}')),
                         qPrintable(where + words));
            }
            QVERIFY2(text.isEmpty() || text.texts.size() == 2, qPrintable(where));
        }
        turnEventLoop();
        QVERIFY2(!player.isDone(), qPrintable(where));
        titles += player.pageTitle(page);
    }
    const bool isChinese =
        std::any_of(titles.begin(), titles.end(), [](QChar c) { return c.script() == QChar::Script_Han; });
    QCOMPARE(isChinese, language == QLatin1String("zh_CN"));
}

void TestLessonPanel::recording()
{
    Document document;
    document.load(readBundledLesson("three-inputs").project, {});
    LessonEditor editor(&document, nullptr);
    editor.setSeenPanels([] { return std::vector{PanelId::Steps}; });
    editor.open({});
    QCOMPARE(editor.problem(), QStringLiteral("Give the lesson a title first."));
    QTest::keyClicks(editor.findChild<QLineEdit *>(QStringLiteral("lessonTitle")), QStringLiteral("Mine"));
    QCOMPARE(editor.problem(), QStringLiteral("Add at least one page first."));
    Selection selection = document.look().selection();
    selection.query = 0;
    selection.key = 2;
    document.look().setSelection(selection);
    document.look().setCell({"encoder.0.self.w_q", 0, 1});
    editor.addPage();
    QTest::keyClicks(editor.findChild<QLineEdit *>(QStringLiteral("pageTitle")), QStringLiteral("First"));
    editor.findChild<QPlainTextEdit *>(QStringLiteral("pageText"))->setPlainText(QStringLiteral("w {weight 1 3}"));
    auto *caption = editor.findChild<QPlainTextEdit *>(QStringLiteral("pageCaption"));
    QTest::keyClicks(caption, QStringLiteral("c {weight 1 2}"));
    auto *mode = editor.findChild<QComboBox *>(QStringLiteral("pageMode"));
    auto *control = editor.findChild<QComboBox *>(QStringLiteral("pageControl"));
    QCOMPARE(mode->count(), 1 + int(wordsOf<LessonMode>().size()));
    QCOMPARE(control->count(), 1 + int(wordsOf<LessonControl>().size()));
    QTest::keyClick(mode, Qt::Key_End);
    QTest::keyClick(control, Qt::Key_End);
    document.sentences().setSource(QStringLiteral("x2 x1"));
    editor.addPage();
    QVERIFY(caption->toPlainText().isEmpty());
    QCOMPARE(mode->currentIndex(), 0);
    editor.findChild<QPlainTextEdit *>(QStringLiteral("pageTry"))->setPlainText(QStringLiteral("Try"));
    QVERIFY(editor.isModified());
    QCOMPARE(editor.problem(), QString());
    const Lesson read = parseLesson(lessonJson(editor.lesson()), "test", {});
    QCOMPARE(read.title.text("en"), std::string("Mine"));
    QCOMPARE(read.pages.size(), std::size_t{2});
    QCOMPARE(read.pages[0].title.text("en"), std::string("First"));
    QCOMPARE(read.pages[0].text.text("en"), std::string("w {weight 1 3}"));
    QVERIFY(read.pages[0].panels == std::vector{PanelId::Steps});
    QCOMPARE(read.pages[0].cells, (std::vector<CellRef>{{"encoder.0.self.w_q", 0, 1}}));
    QCOMPARE(read.pages[0].pairs, (std::vector<LessonPair>{{0, 2}}));
    QCOMPARE(read.pages[0].project.view.query, 0);
    QCOMPARE(read.pages[0].caption.text("en"), std::string("c {weight 1 2}"));
    QCOMPARE(read.pages[0].mode, std::optional(LessonMode::Train));
    QCOMPARE(read.pages[0].control, std::optional(LessonControl::Seed));
    QVERIFY(!read.pages[1].mode && !read.pages[1].control && read.pages[1].caption.isEmpty());
    QCOMPARE(read.pages[1].project.source, std::string("x2 x1"));
    QCOMPARE(read.pages[1].attempt.text("en"), std::string("Try"));
    editor.setSaved();
    QVERIFY(!editor.isModified());
}

// What the editor has no fields for stays.
void TestLessonPanel::editing()
{
    Document document;
    LessonEditor editor(&document, nullptr);
    editor.setLanguage(QStringLiteral("zh_CN"));
    editor.open(readBundledLesson("three-inputs"), 10);
    QCOMPARE(editor.findChild<QListWidget *>()->currentRow(), 10);
    auto *text = editor.findChild<QPlainTextEdit *>(QStringLiteral("pageText"));
    const Lesson before = readBundledLesson("three-inputs");
    QCOMPARE(text->toPlainText(), QString::fromStdString(before.pages[10].text.text("zh_CN")));
    QVERIFY(!editor.isModified());
    text->setPlainText(QStringLiteral("新"));
    QCOMPARE(editor.lesson().pages[10].text.text("zh_CN"), std::string("新"));
    QCOMPARE(editor.lesson().pages[10].text.text("en"), before.pages[10].text.text("en"));
    QCOMPARE(editor.lesson().pages[10].conditions.size(), before.pages[10].conditions.size());
    document.load(before.project, {});
    document.sentences().setSource(QStringLiteral("x1 x2"));
    editor.replaceState();
    QCOMPARE(editor.lesson().pages[10].project.source, std::string("x1 x2"));
    QCOMPARE(editor.lesson().pages[10].text.text("zh_CN"), std::string("新"));
    emit editor.findChild<QListWidget *>()->itemActivated(editor.findChild<QListWidget *>()->item(10));
    QCOMPARE(document.undoStack()->undoText(), QStringLiteral("Page 11 of “手算三个输入”"));
}

// A page that went on with another one keeps what it showed when that one goes.
void TestLessonPanel::movingAndRemoving()
{
    Document document;
    LessonEditor editor(&document, nullptr);
    editor.open(lessonOf(threePages), 1);
    editor.removePage();
    QCOMPARE(editor.lesson().pages.size(), std::size_t{2});
    QCOMPARE(editor.lesson().pages[1].title.text("en"), std::string("Three"));
    QVERIFY(!editor.lesson().pages[1].keeps);
    QCOMPARE(editor.lesson().pages[1].project.source, std::string("x1 x2"));
    QCOMPARE(editor.problem(), QString());
    editor.movePage(-1);
    QCOMPARE(editor.lesson().pages[0].title.text("en"), std::string("Three"));
    editor.movePage(-1);
    QCOMPARE(editor.lesson().pages[0].title.text("en"), std::string("Three"));
    editor.removePage();
    editor.removePage();
    editor.removePage();
    QVERIFY(editor.lesson().pages.empty());
}

void TestLessonPanel::whatCannotBeSaved()
{
    Document document;
    LessonEditor editor(&document, nullptr);
    editor.open(lessonOf(threePages), 0);
    auto *text = editor.findChild<QPlainTextEdit *>(QStringLiteral("pageText"));
    const auto *error = editor.findChild<QLabel *>(QStringLiteral("error"));
    QVERIFY(error->isHidden());
    text->setPlainText(QStringLiteral("{wieght 1 2}"));
    QCOMPARE(error->text(), QStringLiteral("there is no value \"wieght 1 2\" (did you mean \"weight\"?)"));
    QVERIFY(!error->isHidden());
    text->setPlainText(QStringLiteral("{weight 1 9}"));
    QVERIFY(error->isHidden());
    auto *caption = editor.findChild<QPlainTextEdit *>(QStringLiteral("pageCaption"));
    caption->setPlainText(QStringLiteral("字").repeated(91));
    QCOMPARE(error->text(), QStringLiteral("91 characters are too many for a caption, which holds 45 words or 90 "
                                           "Chinese characters"));
    caption->clear();
    QVERIFY(error->isHidden());
    QCOMPARE(editor.problem(),
             QStringLiteral("pages[1].text: the value \"weight 1 9\" is not there, because there is no key 9, only 3"));
}

REGARD_TEST(TestLessonPanel)
#include "test_lesson_panel.moc"
