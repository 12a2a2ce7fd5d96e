#include <cstdlib>

#include <QApplication>
#include <QComboBox>
#include <QFile>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSettings>
#include <QStackedWidget>
#include <QStandardPaths>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QToolButton>

#include "controls/segment_switch.h"
#include "document/document.h"
#include "event_turns.h"
#include "io/lesson/lessons.h"
#include "io/project/project_file.h"
#include "panel_hands.h"
#include "run_program.h"
#include "test_class.h"
#include "views/circuits/panel/circuits_panel.h"
#include "views/heatmap/panel/heatmap_panel.h"
#include "views/lesson/panel/lesson_editor.h"
#include "views/lesson/panel/lesson_panel.h"
#include "views/lesson/panel/lesson_player.h"
#include "views/links/panel/link_panel.h"
#include "views/parts/panel/logit_parts_panel.h"
#include "views/sentence_bar/panel/sentence_bar.h"
#include "views/weights/panel/weights_panel.h"
#include "window/files/lesson_desk.h"
#include "window/files/project_files.h"
#include "window/main_window.h"

using namespace regard;

/// Lessons in the whole window, used as a hand uses them.
class TestLessonWindow : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    std::unique_ptr<MainWindow> m_window;

    Document *document() const { return m_window->document(); }
    LessonPlayer *player() const { return m_window->lessons()->player(); }
    QString path(const char *name) const { return m_folder.filePath(QString::fromLatin1(name)); }
    QAction *action(const char *name) const
    {
        auto *found = m_window->findChild<QAction *>(QString::fromLatin1(name));
        Q_ASSERT(found);
        return found;
    }
    QWidget *lessonText() const { return m_window->panels()->lesson; }
    QWidget *panelNamed(const char *word) const { return panelOf(m_window.get(), QString::fromLatin1(word)); }
    QPushButton *button(QWidget *of, const QString &text) const
    {
        for (QPushButton *button : of->findChildren<QPushButton *>())
            if (button->text() == text)
                return button;
        return nullptr;
    }
    /// Does something with the dialog that the next call opens.
    template <typename Dialog, typename Act>
    void whenOpen(Act act) const
    {
        auto *timer = new QTimer(m_window.get());
        connect(timer, &QTimer::timeout, this, [timer, act] {
            if (auto *dialog = qobject_cast<Dialog *>(QApplication::activeModalWidget())) {
                timer->stop();
                timer->deleteLater();
                act(dialog);
            }
        });
        timer->start(20);
    }
    void answer(QMessageBox::StandardButton button, QString *text = nullptr) const
    {
        whenOpen<QMessageBox>([button, text](QMessageBox *box) {
            if (text)
                *text = box->text();
            box->button(button)->click();
        });
    }
    /// Chooses a lesson in the menu.
    void open(const char *name) const
    {
        const auto *menu = m_window->findChild<QMenu *>(QStringLiteral("menuLessons"));
        menu->findChild<QAction *>(QString::fromLatin1(name))->trigger();
        document()->waitForResult();
        QApplication::processEvents();
    }
    /// Types a number into a cell of the weights' table.
    void typeCell(int row, int column, const QString &number) const
    {
        auto *weights = m_window->findChild<WeightsPanel *>();
        weights->setMatrix("encoder.0.self.w_q");
        QTableView *table = weights->table();
        table->setCurrentIndex(table->model()->index(row, column));
        table->setFocus();
        table->edit(table->currentIndex());
        auto *editor = table->findChild<QLineEdit *>();
        QVERIFY(editor);
        editor->selectAll();
        QTest::keyClicks(editor, number);
        QTest::keyClick(editor, Qt::Key_Return);
        QTRY_VERIFY(!table->findChild<QLineEdit *>());
        document()->waitForResult();
    }

    QStringList seen() const { return seenPanels(m_window.get()); }

private slots:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        QApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
        QVERIFY(m_folder.isValid());
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_folder.path());
    }

    void init()
    {
        m_window = std::make_unique<MainWindow>();
        m_window->resize(1280, 800);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        document()->waitForResult();
    }

    void cleanup() { m_window.reset(); }

    void theMenu()
    {
        QStringList titles;
        for (QAction *entry : m_window->menuBar()->actions())
            titles << entry->text();
        QVERIFY(titles.indexOf(QStringLiteral("&Lessons")) > titles.indexOf(QStringLiteral("&View")));
        QVERIFY(titles.indexOf(QStringLiteral("&Lessons")) < titles.indexOf(QStringLiteral("&Help")));
        const QList<QAction *> entries = m_window->findChild<QMenu *>(QStringLiteral("menuLessons"))->actions();
        for (std::size_t i = 0; i < lessons().size(); ++i) {
            QCOMPARE(entries[qsizetype(i)]->text(), QString::fromStdString(lessons()[i].title.text("en")));
            QCOMPARE(entries[qsizetype(i)]->toolTip(), QString::fromStdString(lessons()[i].summary.text("en")));
        }
        QVERIFY(!lessonText()->isVisible());
        QVERIFY(!action("actionNextPage")->isEnabled());
        QVERIFY(!action("actionCloseLesson")->isEnabled());
    }

    /// A page of heads and a form has the head's picture on the stage, and the form below its text.
    void aPageOfFormsHasAPicture()
    {
        Lesson lesson = readBundledLesson("three-inputs");
        lesson.pages.front().panels = {PanelId::Model, PanelId::Heads};
        writeLesson(path("forms.lesson"), lesson);
        QVERIFY(m_window->lessons()->openFile(path("forms.lesson")));
        document()->waitForResult();
        turnEventLoop();
        QCOMPARE(seen(), (QStringList{QStringLiteral("heads"), QStringLiteral("heatmap"), QStringLiteral("model")}));
        QVERIFY(panelNamed("model")->geometry().top() > lessonText()->geometry().bottom());
        QVERIFY(panelNamed("model")->width() >= 250);
    }

    void pages()
    {
        open("three-inputs");
        QVERIFY(lessonText()->isVisible());
        QCOMPARE(document()->sentences().source(), QStringLiteral("x1 x2 x3"));
        QVERIFY(document()->path().isEmpty());
        QVERIFY(!document()->isModified());
        auto *panel = m_window->findChild<LessonPanel *>();
        QVERIFY(panel->isVisible());
        QTest::mouseClick(button(panel, QStringLiteral("Next")), Qt::LeftButton);
        QCOMPARE(player()->page(), 1);
        // The keys work wherever the focus is, in a field as well.
        QLineEdit *field = m_window->findChild<SentenceBar *>()->field();
        field->setFocus();
        QTest::keyClick(field, Qt::Key_Right, Qt::AltModifier);
        QCOMPARE(player()->page(), 2);
        QTest::keyClick(field, Qt::Key_Left, Qt::AltModifier);
        QCOMPARE(player()->page(), 1);
        QVERIFY(!document()->isModified());
    }

    /// The pictures answer what the page's text speaks of, whatever was asked on another page or before.
    void aPageAsksAnew()
    {
        open("why-it-looks-there");
        const LogitPartsPanel *logits = m_window->panels()->logitParts;
        player()->go(1);
        turnEventLoop();
        logits->ratherBox()->setCurrentIndex(1);
        emit logits->ratherBox()->activated(1);
        QCOMPARE(logits->viewOptions().parts.rather, LogitReference::Nothing);
        player()->go(4);
        const CircuitsPanel *circuits = m_window->panels()->circuits;
        circuits->circuit()->button(1)->click();
        QCOMPARE(circuits->viewOptions().circuits.circuit, Circuit::Ov);
        player()->restart();
        QCOMPARE(circuits->viewOptions().circuits.circuit, Circuit::Qk);
        player()->go(1);
        turnEventLoop();
        QCOMPARE(logits->viewOptions().parts.rather, LogitReference::Second);
        QVERIFY(logits->ratherBox()->currentText() != logits->ratherBox()->itemText(1));
        // What was asked before the lesson is gone as well.
        logits->ratherBox()->setCurrentIndex(1);
        emit logits->ratherBox()->activated(1);
        open("why-it-looks-there");
        QCOMPARE(logits->viewOptions().parts.rather, LogitReference::Second);
    }

    void panelsComeToTheFront()
    {
        open("three-inputs");
        openPanel(m_window.get(), QStringLiteral("sentence"));
        QVERIFY(panelNamed("sentence")->isVisible());
        player()->go(3);
        QApplication::processEvents();
        QVERIFY(panelNamed("steps")->isVisible());
        QVERIFY(!panelNamed("sentence")->isVisible());
        player()->go(8);
        QVERIFY(panelNamed("links")->isVisible());
    }

    /// Only what a page names is seen, whatever a user had open; and that comes back with the end of the lesson.
    void aPageShowsOnlyItsPanels()
    {
        openPanel(m_window.get(), QStringLiteral("output"));
        const QStringList own = seen();
        QVERIFY(own.contains(QStringLiteral("output")));
        open("three-inputs");
        for (int page = 0; page < int(player()->lesson().pages.size()); ++page) {
            player()->go(page);
            QApplication::processEvents();
            if (player()->currentPage().panels.empty())
                continue;
            // Each at a size that shows it, and nothing else but the heads.
            const Stand stand = standOfPage(player()->currentPage().panels);
            for (const QString &word : seen()) {
                const PanelId id = *panelOfWord(word.toStdString());
                const bool isAsked = holds(stand.pictures, id) || holds(stand.inspector, id) || stand.strip == id;
                QVERIFY2(isAsked || id == PanelId::Heads, qPrintable(word));
                const QWidget *panel = m_window->panels()->panel(id);
                if (id != PanelId::Heads && stand.strip != id)
                    QVERIFY2(panel->width() >= 220 && panel->height() >= 200,
                             qPrintable(QStringLiteral("page %1, %2: %3 x %4")
                                            .arg(page + 1)
                                            .arg(word)
                                            .arg(panel->width())
                                            .arg(panel->height())));
            }
        }
        // What a user opens stays for the page.
        player()->go(2);
        openPanel(m_window.get(), QStringLiteral("summaries"));
        QVERIFY(seen().contains(QStringLiteral("summaries")));
        player()->go(1);
        QVERIFY(!seen().contains(QStringLiteral("summaries")));
        action("actionCloseLesson")->trigger();
        turnEventLoop();
        QCOMPARE(seen(), own);
    }

    /// The settings keep the user's own choice, not a page's.
    void aPagesPicturesAreNotRemembered()
    {
        open("three-inputs");
        player()->go(2); // Steps alone
        QVERIFY(!panelNamed("links")->isVisible());
        QVERIFY(m_window->close());
        m_window = std::make_unique<MainWindow>();
        m_window->resize(1280, 800);
        m_window->show();
        QVERIFY(panelNamed("links")->isVisible() && panelNamed("heatmap")->isVisible());
    }

    // "Make x1 attend only to x2", the last page of the first lesson.
    void anEditThatIsAskedFor()
    {
        open("three-inputs");
        player()->go(10);
        QVERIFY(!player()->isDone());
        typeCell(0, 0, QStringLiteral("2"));
        turnEventLoop();
        QVERIFY(!player()->isDone());
        typeCell(0, 0, QStringLiteral("5"));
        QTRY_VERIFY(player()->isDone());
        QCOMPARE(m_window->findChild<QFrame *>(QStringLiteral("lessonTry"))->accessibleName(),
                 QStringLiteral("Try this: done"));
        QVERIFY(document()->isModified());
        // Turning back does not lose the edit.
        player()->go(0);
        QCOMPARE((*document()->matrices().matrix("encoder.0.self.w_q"))(0, 0), 1.0F);
        document()->undoStack()->undo();
        QCOMPARE((*document()->matrices().matrix("encoder.0.self.w_q"))(0, 0), 5.0F);
    }

    void theEndGivesAllBack_data()
    {
        QTest::addColumn<QString>("way");
        QTest::newRow("the cross") << QStringLiteral("cross");
        QTest::newRow("the menu") << QStringLiteral("menu");
        QTest::newRow("after another lesson") << QStringLiteral("another");
        QTest::newRow("as its author") << QStringLiteral("author");
    }

    /// Whichever way the lesson ends: model, sentence, view, panels and undo steps are those from before.
    void theEndGivesAllBack()
    {
        QFETCH(QString, way);
        const std::string w = "encoder.0.self.w_q";
        document()->matrices().editCell(w, 4, 0, -4);
        document()->sentences().setSource(QStringLiteral("The rug lay on the cat and it was hungry."));
        document()->matrices().editCell(w, 0, 1, 3);
        document()->snapshots().take();
        document()->undoStack()->undo();
        document()->undoStack()->undo(); // two steps can be redone
        openPanel(m_window.get(), QStringLiteral("output"));
        Selection selection = document()->look().selection();
        selection.head = 2;
        document()->look().setSelection(selection);
        document()->waitForResult();
        for (int i = 0; i < 3; ++i)
            turnEventLoop();
        const auto all = [this] {
            QStringList state{QString::fromStdString(projectJson(document()->project())), m_window->windowTitle(),
                              document()->note(), document()->isModified() ? QStringLiteral("modified") : QString(),
                              QString::number(document()->undoStack()->index())};
            for (int i = 0; i < document()->undoStack()->count(); ++i)
                state << document()->undoStack()->text(i);
            state << document()->undoStack()->undoText() << seen();
            for (const QString &id : seen()) {
                const QRect place = panelNamed(qPrintable(id))->geometry();
                state << QStringLiteral("%1 %2 %3 %4 %5")
                             .arg(id)
                             .arg(place.x())
                             .arg(place.y())
                             .arg(place.width())
                             .arg(place.height());
            }
            return state;
        };
        const QStringList before = all();
        open("three-inputs");
        for (const int page : {3, 4, 7})
            player()->go(page);
        typeCell(0, 0, QStringLiteral("5"));
        QVERIFY(all() != before);
        if (way == QLatin1String("another")) {
            open("why-attention");
            player()->go(2);
        }
        if (way == QLatin1String("author"))
            action("actionEditLesson")->trigger();
        if (way == QLatin1String("cross"))
            for (QToolButton *each : m_window->findChild<LessonPanel *>()->findChildren<QToolButton *>()) {
                if (each->accessibleName() == QLatin1String("Close lesson"))
                    QTest::mouseClick(each, Qt::LeftButton);
            }
        else
            action("actionCloseLesson")->trigger();
        document()->waitForResult();
        for (int i = 0; i < 3; ++i)
            turnEventLoop();
        QVERIFY(!player()->isOpen());
        QCOMPARE(all(), before);
        document()->undoStack()->redo();
        document()->undoStack()->redo();
        document()->waitForResult();
        QCOMPARE((*document()->matrices().matrix(w))(0, 1), 3.0F);
        QVERIFY(document()->result().model == document()->matrices().model());
        while (document()->undoStack()->canUndo())
            document()->undoStack()->undo();
        QVERIFY(!document()->isModified());
        QCOMPARE((*document()->matrices().matrix(w))(4, 0), 4.0F);
        QVERIFY(!m_window->isWindowModified());
    }

    /// Turning pages is no change, whichever way they are turned.
    void pagesByUndoAreNoChange()
    {
        open("three-inputs");
        player()->go(4); // another score
        player()->go(9);
        document()->undoStack()->undo();
        QVERIFY(!document()->isModified());
        document()->undoStack()->redo();
        QVERIFY(!document()->isModified());
    }

    /// A lesson whose file is bad leaves everything, one that is open too.
    void aBadLessonLeavesTheOpenOne()
    {
        open("three-inputs");
        player()->go(2);
        QFile file(path("bad.lesson"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(R"({"format": "regard-lesson", "version": 3, "title": "T", "pages": [{}]})");
        file.close();
        answer(QMessageBox::Ok);
        QVERIFY(!m_window->openFile(file.fileName()));
        QVERIFY(player()->isOpen());
        QCOMPARE(player()->page(), 2);
        answer(QMessageBox::Ok);
        QVERIFY(!m_window->openFile(path("none.regard")));
        QCOMPARE(player()->page(), 2);
    }

    void anotherProjectClosesTheLesson()
    {
        open("three-inputs");
        action("vaswani")->trigger();
        const QString title = document()->title();
        QVERIFY(!player()->isOpen());
        QVERIFY(!lessonText()->isVisible());
        QVERIFY(document()->look().highlight().isEmpty());
        open("three-inputs");
        action("actionCloseLesson")->trigger();
        QVERIFY(!lessonText()->isVisible());
        QCOMPARE(document()->title(), title);
    }

    void theRestoredModesHaveNoEmptyLesson()
    {
        action("actionRestoreLayout")->trigger();
        QVERIFY(!lessonText()->isVisible());
        open("three-inputs");
        action("actionRestoreLayout")->trigger();
        QVERIFY(lessonText()->isVisible());
        QVERIFY(m_window->close());
        m_window = std::make_unique<MainWindow>(); // with the layout that was stored
        m_window->show();
        QVERIFY(!lessonText()->isVisible());
    }

    void recordSaveOpen()
    {
        QVERIFY(m_window->files()->openExample(QStringLiteral("three-inputs")));
        action("actionRecordLesson")->trigger();
        auto *editor = m_window->findChild<LessonEditor *>();
        QVERIFY(editor->isVisible());
        QTest::keyClicks(editor->findChild<QLineEdit *>(QStringLiteral("lessonTitle")), QStringLiteral("Recorded"));
        QTest::mouseClick(button(editor, QStringLiteral("Add page")), Qt::LeftButton);
        editor->findChild<QPlainTextEdit *>(QStringLiteral("pageText"))->setPlainText(QStringLiteral("{weight 1 2}"));
        document()->sentences().setSource(QStringLiteral("x3 x2 x1"));
        QTest::mouseClick(button(editor, QStringLiteral("Add page")), Qt::LeftButton);
        const QString file = path("recorded.lesson");
        whenOpen<QFileDialog>([&file](QFileDialog *dialog) {
            dialog->findChild<QLineEdit *>(QStringLiteral("fileNameEdit"))->setText(file);
            QMetaObject::invokeMethod(dialog, "accept");
        });
        QTest::mouseClick(button(editor, QStringLiteral("Save lesson…")), Qt::LeftButton);
        QVERIFY(QFile::exists(file));
        QVERIFY(!editor->isModified());
        QVERIFY(m_window->openFile(file));
        QVERIFY(!editor->isOpen());
        QCOMPARE(player()->lesson().pages.size(), std::size_t{2});
        QCOMPARE(document()->sentences().source(), QStringLiteral("x1 x2 x3"));
        player()->go(1);
        QCOMPARE(document()->sentences().source(), QStringLiteral("x3 x2 x1"));
        action("actionEditLesson")->trigger();
        QVERIFY(editor->isVisible());
        QCOMPARE(editor->lesson().pages.size(), std::size_t{2});
    }

    /// A page of many panels, as they are seen when it is recorded, leaves the pictures half of what it can.
    void aRecordedPageKeepsThePicturesLarge()
    {
        QFile file(path("many.lesson"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(R"({"format": "regard-lesson", "version": 3, "title": "T", "example": "it", "pages": [
            {"title": "A", "text": "a", "panels": ["heads", "links", "heatmap", "why", "model", "weights"]},
            {"title": "B", "text": "b", "panels": ["heads", "links", "heatmap", "why", "model", "weights"]},
            {"title": "C", "text": "c", "panels": ["heads", "links", "heatmap", "why"]}]})");
        file.close();
        m_window->resize(1440, 900);
        QApplication::processEvents();
        QVERIFY(m_window->openFile(file.fileName()));
        turnEventLoop();
        auto *links = m_window->findChild<LinksPanel *>();
        auto *heatmap = m_window->findChild<HeatmapPanel *>();
        QTest::keyClick(m_window.get(), Qt::Key_Right, Qt::AltModifier);
        turnEventLoop();
        QCOMPARE(player()->page(), 1);
        const auto sizes = [&] {
            QStringList said;
            for (const QWidget *each :
                 std::initializer_list<QWidget *>{links, heatmap, panelNamed("why"), lessonText()})
                said << QStringLiteral("%1 x %2").arg(each->width()).arg(each->height());
            return said.join(QStringLiteral(", "));
        };
        const QString second = sizes();
        QVERIFY2(panelNamed("why")->height() <= 160, qPrintable(second));
        QVERIFY2(2 * links->height() >= m_window->height(), qPrintable(second));
        QVERIFY2(2 * (links->width() + heatmap->width()) >= m_window->width() - 60, qPrintable(second));
        QTest::keyClick(m_window.get(), Qt::Key_Left, Qt::AltModifier);
        turnEventLoop();
        QCOMPARE(sizes(), second);
        player()->go(2);
        turnEventLoop();
        QVERIFY2(2 * (links->width() + heatmap->width()) >= m_window->width() &&
                     2 * links->height() >= m_window->height(),
                 qPrintable(sizes()));
    }

    /// Whatever panel is seen, the page keeps it, the file takes it, and the page brings it back.
    void everyPanelThatIsSeenIsRecorded()
    {
        action("actionRecordLesson")->trigger();
        auto *editor = m_window->findChild<LessonEditor *>();
        QTest::keyClicks(editor->findChild<QLineEdit *>(QStringLiteral("lessonTitle")), QStringLiteral("Panels"));
        std::vector<PanelId> recorded;
        for (const PanelId panel : allPanels()) {
            openPanel(m_window.get(), QString::fromStdString(panelWord(panel)));
            editor->addPage();
            recorded.push_back(panel);
            const std::vector<PanelId> &kept = editor->lesson().pages.back().panels;
            QVERIFY2(holds(kept, panel), panelWord(panel).c_str());
            // One of the pictures is always seen, whatever stands beside it.
            QVERIFY2(holds(kept, PanelId::Links) || holds(kept, PanelId::Heatmap), panelWord(panel).c_str());
        }
        editor->addPage();
        QCOMPARE(editor->problem(), QString());
        const Lesson read = parseLesson(lessonJson(editor->lesson()), "test", {});
        QCOMPARE(read.pages.size(), recorded.size() + 1);
        for (std::size_t i = 0; i < read.pages.size(); ++i)
            QVERIFY(read.pages[i].panels == editor->lesson().pages[i].panels);
        editor->setSaved();
        action("actionCloseLesson")->trigger();
        QVERIFY(m_window->lessons()->openBundled(QStringLiteral("three-inputs")));
        for (const PanelId panel : recorded) {
            emit player()->panelsAsked({panel});
            QApplication::processEvents();
            QVERIFY2(panelNamed(panelWord(panel).c_str())->isVisible(), panelWord(panel).c_str());
        }
    }

    void anUnsavedRecordingIsNotLost()
    {
        action("actionRecordLesson")->trigger();
        auto *editor = m_window->findChild<LessonEditor *>();
        editor->addPage();
        answer(QMessageBox::Cancel);
        action("actionCloseLesson")->trigger();
        QVERIFY(editor->isOpen());
        answer(QMessageBox::Cancel);
        QVERIFY(!m_window->close());
        answer(QMessageBox::Discard);
        action("actionCloseLesson")->trigger();
        QVERIFY(!editor->isOpen());
        QVERIFY(!lessonText()->isVisible());
    }

    void aBadLesson()
    {
        QFile file(path("bad.lesson"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(R"({"format": "regard-lesson", "version": 1, "title": "T", "example": "it",
                      "pages": [{"text": "{wieght 1 2}"}]})");
        file.close();
        const QString before = document()->sentences().source();
        QString said;
        answer(QMessageBox::Ok, &said);
        QVERIFY(!m_window->openFile(file.fileName()));
        QVERIFY2(said.contains(QLatin1String("pages[1].text")), qPrintable(said));
        QCOMPARE(document()->sentences().source(), before);
        QVERIFY(!lessonText()->isVisible());
    }

    void commandLine()
    {
        const auto run = [](const QStringList &arguments, QByteArray *errors = nullptr) {
            const ProgramRun ran = Program{arguments}.run();
            if (errors)
                *errors = ran.err;
            return std::pair(ran.exitCode, QString::fromUtf8(ran.out));
        };
        const auto [listed, list] = run({QStringLiteral("lessons")});
        QCOMPARE(listed, 0);
        QCOMPARE(list.section(QLatin1Char('\n'), 0, 0), QStringLiteral("three-inputs\tThree inputs by hand"));
        QCOMPARE(list.count(QLatin1Char('\n')), qsizetype(lessons().size()));
        QFile file(path("named.regard")); // the content decides, whatever the name says
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(R"({"format": "regard-lesson", "version": 1, "title": "T", "example": "it",
                      "pages": [{"title": "A", "text": "a"}, {"title": "B", "text": "b"}]})");
        file.close();
        const auto [informed, info] = run({QStringLiteral("info"), file.fileName()});
        QCOMPARE(informed, 0);
        QCOMPARE(info, QStringLiteral("title = T\npages = 2\npage 1 = A\npage 2 = B\n"));
        QByteArray errors;
        const auto [refused, nothing] = run({QStringLiteral("info"), path("bad.lesson")}, &errors);
        QCOMPARE(refused, 1);
        QCOMPARE(nothing, QString());
        QCOMPARE(QString::fromUtf8(errors),
                 QStringLiteral("regard: %1: pages[1].text: there is no value \"wieght 1 2\" (did you mean "
                                "\"weight\"?)\n")
                     .arg(path("bad.lesson")));
    }
};

REGARD_TEST(TestLessonWindow)
#include "test_lesson_window.moc"
