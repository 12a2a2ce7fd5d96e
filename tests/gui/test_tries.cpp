#include <memory>

#include <QAbstractButton>
#include <QAction>
#include <QApplication>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QSettings>
#include <QStandardPaths>
#include <QStatusBar>
#include <QTemporaryDir>
#include <QTest>

#include "app/base/settings.h"
#include "app/files/lesson_desk.h"
#include "app/files/project_files.h"
#include "app/tries/sentence_try.h"
#include "app/window/main_window.h"
#include "app/window/note_strip.h"
#include "document/document.h"
#include "io/project/examples.h"
#include "io/project/project_state.h"
#include "paths.h"
#include "test_class.h"
#include "views/why/cell_try.h"
#include "widgets/editing/sentence_bar.h"

using namespace regard;
using namespace Qt::StringLiterals;

/// The first minute: the three things to try, and the row above them.
class TestTries : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    std::unique_ptr<MainWindow> m_window;

    Document *document() const { return m_window->document(); }
    QPushButton *button(const char *name) const
    {
        const QString wanted = QString::fromLatin1(name);
        if (auto *inRow = m_window->findChild<QWidget *>(u"top_row"_s)->findChild<QPushButton *>(wanted))
            return inRow;
        return m_window->findChild<QPushButton *>(wanted);
    }
    QWidget *strip() const { return m_window->findChild<QWidget *>(u"tries"_s); }
    void click(const char *name) const
    {
        QVERIFY2(button(name)->isVisible(), name);
        QTest::mouseClick(button(name), Qt::LeftButton);
        document()->waitForResult();
        QApplication::processEvents();
    }
    /// The weight of a link of the head in view.
    float weight(int query, int key) const
    {
        const Selection &within = document()->look().selection();
        const int block = blockIndex(document()->matrices().model()->config, within.attention, within.layer);
        return document()->result().trace->blocks[std::size_t(block)]->heads[std::size_t(within.head)].weights(query,
                                                                                                               key);
    }
    QString whereIs(const char *name) const
    {
        return u"%1 of %2 ends at %3 of %4"_s.arg(QString::fromLatin1(name))
            .arg(button(name)->width())
            .arg(button(name)->mapTo(m_window.get(), QPoint(button(name)->width(), 0)).x())
            .arg(m_window->width());
    }
    bool isIn(const char *name) const
    {
        const QRect place(button(name)->mapTo(m_window.get(), QPoint()), button(name)->size());
        return m_window->rect().contains(place);
    }

private slots:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_folder.path());
    }
    void init()
    {
        Settings().write();
        m_window = std::make_unique<MainWindow>();
        m_window->show();
        document()->waitForResult();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
    }
    void cleanup() { m_window.reset(); }

    void aCell()
    {
        const Matrix before = *document()->matrices().matrix("encoder.0.self.w_q");
        QCOMPARE(button("tryCell")->text(), u"Change a cell: W_Q [pronoun, 0] 4 → −4"_s);
        QVERIFY(weight(7, 1) > 0.9F); // "it" looks at "cat"
        click("tryCell");
        QCOMPARE((*document()->matrices().matrix("encoder.0.self.w_q"))(4, 0), -4.0F);
        QVERIFY(weight(7, 5) > 0.9F); // at "rug"
        QCOMPARE(button("tryCell")->text(), u"Undo"_s);
        QCOMPARE(button("tryCell")->parentWidget()->findChild<QLabel *>()->text(),
                 u"W_Q [pronoun, 0] = −4: “it” → “rug” 0.9695"_s);
        QCOMPARE(document()->look().cell(), (CellRef{"encoder.0.self.w_q", 4, 0}));
        click("tryCell");
        QCOMPARE(*document()->matrices().matrix("encoder.0.self.w_q"), before);
        QVERIFY(!button("tryCell")->isVisible());
        QVERIFY(button("trySentence")->isVisible());
    }

    void aSentence()
    {
        const QString before = document()->sentences().source();
        m_window->findChild<SentenceBar *>()->field()->setFocus();
        QTest::keyClick(m_window->findChild<SentenceBar *>()->field(), Qt::Key_End);
        QTest::keyClicks(m_window->findChild<SentenceBar *>()->field(), u"!"_s);
        click("trySentence");
        QCOMPARE(document()->sentences().source(), u"The rug lay on the cat and it was hungry."_s);
        click("trySentence");
        QCOMPARE(document()->sentences().source(), before + u'!'); // what was typed before stays
        QVERIFY(!button("trySentence")->isVisible());
    }

    void aSentenceThatIsTypedReplacesIt()
    {
        click("trySentence");
        QLineEdit *field = m_window->findChild<SentenceBar *>()->field();
        QCOMPARE(m_window->focusWidget(), static_cast<QWidget *>(field));
        QCOMPARE(field->selectedText(), u"The rug lay on the cat and it was hungry."_s);
        QTest::keyClicks(m_window->focusWidget(), u"a dog"_s);
        QCOMPARE(document()->sentences().source(), u"a dog"_s);
    }

    /// The next key must not press what a person did not go to.
    void noButtonTakesTheKeyboard()
    {
        const auto isOnButton = [this] { return qobject_cast<QAbstractButton *>(m_window->focusWidget()) != nullptr; };
        QVERIFY(m_window->focusWidget() && !isOnButton()); // as the window opens
        for (const char *name : {"tryCell", "tryCell", "tryLesson", "tryLesson"}) {
            click(name);
            QVERIFY2(!isOnButton(), name);
        }
        m_window->findChild<QAction *>(u"actionTries"_s)->trigger();
        QVERIFY(!isOnButton());
        auto *note = m_window->findChild<NoteStrip *>()->findChild<QAbstractButton *>();
        note->setFocus(Qt::TabFocusReason);
        QTest::keyClick(note, Qt::Key_Space);
        QVERIFY(!note->isVisible());
        QVERIFY(!isOnButton());
    }

    void aLesson()
    {
        click("tryCell"); // the lesson keeps it
        const Project before = document()->project();
        const QString title = m_window->windowTitle();
        click("tryLesson");
        QVERIFY(m_window->lessons()->player()->isOpen());
        QVERIFY(!isSameBesidesView(document()->project(), before));
        QVERIFY(!button("tryCell")->isVisible());
        QVERIFY(!button("trySentence")->isVisible());
        QCOMPARE(button("tryLesson")->text(), u"Leave the lesson"_s);
        click("tryLesson");
        QVERIFY(!m_window->lessons()->player()->isOpen());
        QVERIFY(isSameBesidesView(document()->project(), before));
        QCOMPARE(document()->look().stored(), before.view);
        QCOMPARE(m_window->windowTitle(), title);
        QVERIFY(document()->isModified());
        QVERIFY(m_window->files()->unsaved().kept.empty()); // it is not kept twice
        QCOMPARE(button("tryCell")->text(), u"Undo"_s);
        QVERIFY(!button("tryLesson")->isVisible());
        QVERIFY(button("trySentence")->isVisible());
    }

    void aLessonThatWasClosedOrFollowedByAnother()
    {
        const QString before = document()->sentences().source();
        click("tryLesson");
        m_window->lessons()->close();
        QVERIFY(!button("tryLesson")->isVisible());
        QCOMPARE(document()->sentences().source(), before);
        m_window->findChild<QAction *>(u"actionTries"_s)->trigger();
        click("tryLesson");
        QVERIFY(m_window->lessons()->openBundled(u"positions"_s));
        click("tryLesson"); // out of both
        QCOMPARE(document()->sentences().source(), before);
        QVERIFY(button("tryCell")->isVisible());
        QVERIFY(m_window->lessons()->openBundled(u"positions"_s));
        QVERIFY(!strip()->isVisible()); // it was not taken here
        m_window->lessons()->close();
        QVERIFY(button("tryCell")->isVisible());
    }

    void undoneInTheOrderOfTheSteps()
    {
        click("tryCell");
        click("trySentence");
        QVERIFY(!button("tryCell")->isVisible()); // the later step comes first
        click("trySentence");
        QVERIFY(button("tryCell")->isVisible());
        QCOMPARE(button("tryCell")->text(), u"Undo"_s);
        document()->undoStack()->undo();
        QVERIFY(!button("tryCell")->isVisible());
        document()->undoStack()->redo();
        QVERIFY(!button("tryCell")->isVisible());
    }

    void whatIsDoneStaysAwayUntilHelpBringsItBack()
    {
        click("tryCell");
        click("trySentence");
        click("trySentence");
        click("tryCell");
        m_window->close();
        m_window = std::make_unique<MainWindow>();
        m_window->show();
        QVERIFY(!button("tryCell")->isVisible());
        QVERIFY(!button("trySentence")->isVisible());
        QVERIFY(button("tryLesson")->isVisible());
        QTest::mouseClick(m_window->findChild<QAbstractButton *>(u"tryClose"_s), Qt::LeftButton);
        QVERIFY(!strip()->isVisible());
        m_window->findChild<QAction *>(u"actionTries"_s)->trigger();
        for (const char *name : {"tryCell", "trySentence", "tryLesson"})
            QVERIFY2(button(name)->isVisible(), name);
    }

    void byKeyboard()
    {
        button("tryCell")->setFocus();
        QTest::keyClick(m_window->focusWidget(), Qt::Key_Space);
        document()->waitForResult();
        QCOMPARE(m_window->focusWidget(), static_cast<QWidget *>(button("tryCell"))); // "Undo" is under the finger
        QTest::keyClick(m_window->focusWidget(), Qt::Key_Space);
        QVERIFY(!button("tryCell")->isVisible());
        QVERIFY(!qobject_cast<QAbstractButton *>(m_window->focusWidget()));
        QCOMPARE(button("trySentence")->accessibleName(),
                 u"Type another sentence: Types “The rug lay on the cat and it was hungry.”"_s);
    }

    void everyModelHasSomethingToTry_data()
    {
        QTest::addColumn<QString>("path");
        for (const ExampleEntry &entry : examples())
            QTest::newRow(entry.name.c_str()) << QString();
        const QString folder = QStringLiteral(REGARD_TEST_DATA "/checkpoints/");
        for (const QString &name : QDir(folder).entryList(QDir::Dirs | QDir::NoDotAndDotDot))
            QTest::newRow(qPrintable(u"checkpoint "_s + name)) << folder + name;
    }

    /// Each changes the picture visibly, and one undo takes it back.
    void everyModelHasSomethingToTry()
    {
        QFETCH(QString, path);
        if (path.isEmpty())
            QVERIFY(m_window->files()->openExample(QString::fromLatin1(QTest::currentDataTag())));
        else
            QVERIFY(m_window->openFile(path));
        document()->waitForResult();
        const auto change = cellTry(*document());
        QVERIFY(change);
        const Matrix before = *document()->matrices().matrix(change->cell.matrix);
        const float old = weight(change->query, change->key);
        click("tryCell");
        const float now = weight(change->query, change->key);
        QVERIFY2(std::abs(now - old) >= 0.1F, qPrintable(u"%1 to %2"_s.arg(old).arg(now)));
        click("tryCell");
        QCOMPARE(*document()->matrices().matrix(change->cell.matrix), before);

        const QString sentence = document()->sentences().source();
        const SharedTrace trace = document()->result().trace;
        const QString other = otherSentence(*document());
        QVERIFY(!other.isEmpty() && other != sentence);
        click("trySentence");
        QCOMPARE(document()->sentences().source(), other);
        QCOMPARE(document()->inputError(), QString());
        QVERIFY(document()->result().trace->source.tokens != trace->source.tokens);
        click("trySentence");
        QCOMPARE(document()->sentences().source(), sentence);
    }

    void aModelWithoutASentence()
    {
        QVERIFY(m_window->files()->startNew());
        QVERIFY(!button("tryCell")->isEnabled());
        click("trySentence");
        QCOMPARE(document()->sentences().source(), u"The cat sat on the rug and it was dry-cleaned."_s);
        QVERIFY(button("tryCell")->isEnabled());
    }

    void theRowGivesWayToTheSentence_data()
    {
        QTest::addColumn<int>("width");
        QTest::addColumn<QStringList>("folded");
        QTest::newRow("wide") << 1440 << QStringList();
        QTest::newRow("1024") << 1024 << QStringList{u"topSave"_s, u"topOpen"_s};
    }

    void theRowGivesWayToTheSentence()
    {
        QFETCH(int, width);
        QFETCH(QStringList, folded);
        m_window->resize(width, 600);
        QApplication::processEvents();
        for (const char *name : {"topLessons", "topCompare", "topPresent", "primary", "topExamples"})
            QVERIFY2(button(name)->isVisible() && isIn(name), qPrintable(whereIs(name)));
        QStringList gone;
        for (const char *name : {"topSave", "topOpen", "topRedo", "topUndo"})
            if (!button(name)->isVisible())
                gone << QString::fromLatin1(name);
        const QLineEdit *field = m_window->findChild<SentenceBar *>()->field();
        QVERIFY(field->width() >= 28 * field->fontMetrics().horizontalAdvance(u'e'));
        QCOMPARE(button("topMore")->isVisible(), !gone.isEmpty());
        for (const QString &name : folded)
            QVERIFY2(gone.contains(name) || width > 1024, qPrintable(name));
        if (folded.isEmpty())
            QCOMPARE(gone, folded);
        // What gave way is in the menu, and does what the button did.
        if (!gone.isEmpty())
            QVERIFY(button("topMore")->menu()->actions().contains(m_window->findChild<QAction *>(u"actionSave"_s)));
    }

    /// The strip costs the pictures no height where they have little.
    void inALowWindowAtTheBottom()
    {
        m_window->resize(1024, 600);
        QApplication::processEvents();
        QVERIFY(button("tryCell")->mapTo(m_window.get(), QPoint()).y() > 500);
        click("tryCell");
        QCOMPARE(button("tryCell")->text(), u"Undo"_s);
        m_window->resize(1280, 800);
        QApplication::processEvents();
        QVERIFY(button("tryCell")->mapTo(m_window.get(), QPoint()).y() < 150);
        click("tryCell");
        QVERIFY(!button("tryCell")->isVisible());
    }

    /// What a menu says of its actions stands in their place, and they come back.
    void aMessageInTheStatusLineStandsAlone()
    {
        m_window->resize(1024, 600);
        QApplication::processEvents();
        QVERIFY(strip()->isVisible());
        m_window->statusBar()->showMessage(u"Starts with the classroom model and no sentence"_s);
        document()->sentences().setSource(u"it slept"_s); // the line is laid out anew
        document()->waitForResult();
        m_window->resize(1030, 600);
        QApplication::processEvents();
        QVERIFY(!strip()->isVisible());
        m_window->statusBar()->clearMessage();
        QApplication::processEvents();
        QVERIFY(strip()->isVisible());
    }

    /// What is wrong with a sentence has a line of the window's width; of the buttons it takes none away.
    void aLongFaultTakesNoButtonAway()
    {
        m_window->resize(1024, 600);
        QApplication::processEvents();
        const auto visible = [this] {
            QStringList names;
            for (const QPushButton *each : m_window->findChild<QWidget *>(u"top_row"_s)->findChildren<QPushButton *>())
                if (each->isVisible())
                    names << each->objectName();
            return names;
        };
        const QStringList before = visible();
        const SentenceBar *bar = m_window->findChild<SentenceBar *>();
        const int width = bar->field()->width();
        const QString sentence = u"head 1, row 1: the weights sum to 0.99852, not to 1 "_s.repeated(5);
        emit document()->inputErrorChanged(sentence);
        QApplication::processEvents();
        const QWidget *line = bar->errorLine();
        QVERIFY(line->isVisible() && line->width() > 900);
        QCOMPARE(line->toolTip(), sentence);
        QCOMPARE(visible(), before);
        QCOMPARE(bar->field()->width(), width);
        QCOMPARE(m_window->width(), 1024);
    }

    void compareOnTheRow()
    {
        click("topCompare");
        QVERIFY(document()->comparison().pinned());
        QVERIFY(button("topCompare")->isChecked());
        QTest::keyClick(m_window.get(), Qt::Key_F8, Qt::ShiftModifier);
        QApplication::processEvents();
        QVERIFY(!document()->comparison().pinned());
        QVERIFY(!button("topCompare")->isChecked());
        click("topCompare");
        click("topCompare");
        QVERIFY(!document()->comparison().pinned());
        QVERIFY(!button("topCompare")->isChecked());
    }

    void lessonsOnTheRow()
    {
        QMenu *menu = button("topLessons")->menu();
        QVERIFY(menu);
        menu->findChild<QAction *>(u"query-key-value"_s)->trigger();
        QVERIFY(m_window->lessons()->player()->isOpen());
    }
};

REGARD_TEST(TestTries)
#include "test_tries.moc"
