#include <functional>

#include <QAbstractButton>
#include <QAction>
#include <QApplication>
#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QLineEdit>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>
#include <QRegularExpression>
#include <QSet>
#include <QSettings>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

#include "document/document.h"
#include "engine/base/available_memory.h"
#include "io/project/project_file.h"
#include "io/project/task_project.h"
#include "open_dialog.h"
#include "paths.h"
#include "test_class.h"
#include "training/tasks/task_table.h"
#include "views/lesson/panel/lesson_player.h"
#include "window/base/settings.h"
#include "window/files/lesson_desk.h"
#include "window/files/project_files.h"
#include "window/main_window.h"
#include "window/window_holder.h"

using namespace regard;

/// What is asked, and what is kept, where a document is left or the program ends.
class TestUnsavedWork : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<MainWindow> m_window;

    Document *document() const { return m_window->document(); }
    LessonPlayer *player() const { return m_window->lessons()->player(); }
    QString path(const char *name) const { return m_folder->filePath(QString::fromUtf8(name)); }
    void trigger(const char *name) const
    {
        auto *action = m_window->findChild<QAction *>(QString::fromLatin1(name));
        QVERIFY(action);
        action->trigger();
        document()->waitForResult();
    }
    void openExample(const char *name) const { m_window->files()->openExample(QString::fromLatin1(name)); }
    void type(const char *sentence) const { document()->sentences().setSource(QString::fromUtf8(sentence)); }

    /// Runs something that must not ask anything.
    static void quietly(const std::function<void()> &run)
    {
        QString asked;
        QTimer timer;
        connect(&timer, &QTimer::timeout, &timer, [&asked] {
            auto *box = qobject_cast<QMessageBox *>(QApplication::activeModalWidget());
            if (!box)
                return;
            asked += box->text();
            box->reject();
        });
        timer.start(5);
        run();
        QVERIFY2(asked.isEmpty(), qPrintable(asked));
    }
    /// Runs something that asks once, and gives the whole text of the question.
    QString asking(QMessageBox::StandardButton answer, const std::function<void()> &run) const
    {
        QStringList asked;
        QTimer timer;
        connect(&timer, &QTimer::timeout, &timer, [&asked, answer] {
            auto *box = qobject_cast<QMessageBox *>(QApplication::activeModalWidget());
            if (!box)
                return;
            asked << box->text() + QLatin1Char('\n') + box->informativeText();
            if (QAbstractButton *button = box->button(answer))
                button->click();
            else
                box->reject();
        });
        timer.start(5);
        run();
        return asked.size() == 1 ? asked.first() : QStringLiteral("asked %1 times").arg(asked.size());
    }
    /// Types into the file dialog that the next call opens.
    void whereTo(const QString &place) const
    {
        auto *timer = new QTimer(m_window.get());
        connect(timer, &QTimer::timeout, timer, [timer, place] {
            auto *dialog = qobject_cast<QFileDialog *>(QApplication::activeModalWidget());
            if (!dialog)
                return;
            timer->stop();
            timer->deleteLater();
            dialog->findChild<QLineEdit *>(QStringLiteral("fileNameEdit"))->setText(place);
            QMetaObject::invokeMethod(dialog, "accept");
        });
        timer->start(5);
    }
    /// What the menu Model begins with.
    QString projectState() const
    {
        auto *menu = m_window->findChild<QMenu *>(QStringLiteral("menuModel"));
        emit menu->aboutToShow();
        return menu->actions().first()->text();
    }
    QList<QAction *> recent() const
    {
        auto *menu = m_window->findChild<QMenu *>(QStringLiteral("menuRecent"));
        emit menu->aboutToShow();
        QList<QAction *> kept;
        for (QAction *action : menu->actions())
            if (action->text().contains(QStringLiteral(" — edited ")))
                kept << action;
        return kept;
    }

private slots:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        QApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
    }

    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        QVERIFY(m_folder->isValid());
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_folder->path());
        m_window = std::make_unique<MainWindow>();
        m_window->show();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        document()->waitForResult();
    }

    void cleanup() { m_window.reset(); }

    void anExampleIsLeftAndBroughtBack()
    {
        const std::string w = "encoder.0.self.w_q";
        type("my own words");
        document()->matrices().editCell(w, 0, 0, 7);
        document()->snapshots().take();
        const QString title = document()->title();
        quietly([this] { openExample("three-inputs"); });
        QCOMPARE(document()->sentences().source(), QStringLiteral("x1 x2 x3"));
        QVERIFY(!document()->isModified());
        QCOMPARE(recent().size(), 1);
        QVERIFY2(recent().first()->text().startsWith(title), qPrintable(recent().first()->text()));
        QVERIFY(recent().first()->toolTip().contains(QLatin1String("my own words")));
        quietly([this] { recent().first()->trigger(); });
        QCOMPARE(document()->sentences().source(), QStringLiteral("my own words"));
        QCOMPARE((*document()->matrices().matrix(w))(0, 0), 7.0F);
        QCOMPARE(document()->snapshots().all().size(), std::size_t{1});
        QVERIFY(document()->isModified());
        QVERIFY(document()->matrices().compared().isChanged(w, 0, 0)); // against the example as it was opened
        QVERIFY(m_window->isWindowModified());
        QVERIFY(recent().isEmpty()); // it is open
        // And away again, with nothing but looked at.
        quietly([this] { openExample("three-inputs"); });
        QCOMPARE(recent().size(), 1);
    }

    /// What a bundled example's model has learned is asked for like any unsaved change, where a change is asked for.
    void whatWasLearnedIsAskedFor()
    {
        const Task task = *findTask("copy");
        document()->training().choose(task.name);
        document()->restore(taskProject(task, task.options), QStringLiteral("model"));
        document()->waitForResult();
        document()->training().takeSteps(2);
        QVERIFY2(projectState().startsWith(QStringLiteral("training… · ")), qPrintable(projectState()));
        document()->training().waitUntilDone();
        QTRY_COMPARE(document()->training().state().step, 2LL);
        QTRY_VERIFY(!document()->training().isRunning());
        QVERIFY2(!projectState().contains(QStringLiteral("training")), qPrintable(projectState()));
        const auto leave = [this] { trigger("actionNew"); };
        QVERIFY(asking(QMessageBox::Cancel, leave).startsWith(QLatin1String("Save the changes to")));
        QCOMPARE(document()->training().state().step, 2LL);
        quietly([this] { openExample("three-inputs"); });
        QCOMPARE(recent().size(), 1);
        quietly([this] { recent().first()->trigger(); });
        QCOMPARE(document()->training().state().step, 2LL);
        QVERIFY(asking(QMessageBox::Discard, leave).startsWith(QLatin1String("Save the changes to")));
        QCOMPARE(document()->sentences().source(), QString());
        QVERIFY(recent().isEmpty()); // it was discarded
    }

    void whatWasNotChangedIsNotKept()
    {
        quietly([this] { openExample("three-inputs"); });
        type("x1");
        document()->undoStack()->undo();
        quietly([this] { trigger("vaswani"); });
        QVERIFY(recent().isEmpty());
    }

    void eachLeavingKeepsItsOwn()
    {
        type("one");
        openExample("it");
        type("two");
        openExample("three-inputs");
        type("x1");
        quietly([this] { recent()[1]->trigger(); }); // the newest comes first
        QCOMPARE(document()->sentences().source(), QStringLiteral("one"));
        QStringList kept;
        for (const QAction *action : recent())
            kept << action->toolTip();
        QCOMPARE(kept.size(), 2);
        QVERIFY(kept[0].contains(QStringLiteral("“x1”")));
        QVERIFY(kept[1].contains(QStringLiteral("“two”")));
    }

    void everyWayOutKeepsIt()
    {
        Project project = defaultProject();
        project.source = "a file";
        writeProject(path("a.regard"), project);
        const std::vector<std::function<void()>> ways{
            [this] { trigger("actionNew"); }, [this] { QVERIFY(m_window->openFile(path("a.regard"))); },
            [this] { QVERIFY(m_window->openFile(QStringLiteral(REGARD_TEST_DATA "/checkpoints/bert"))); }};
        for (std::size_t i = 0; i < ways.size(); ++i) {
            openExample("it");
            type(qPrintable(QStringLiteral("way %1").arg(i)));
            quietly(ways[i]);
            QCOMPARE(recent().size(), qsizetype(i) + 1);
            QVERIFY(document()->sentences().source() != QStringLiteral("way %1").arg(i));
        }
    }

    void whatCannotBeOpenedLeavesEverything()
    {
        type("my own words");
        asking(QMessageBox::Ok, [this] { QVERIFY(!m_window->openFile(path("none.regard"))); });
        QCOMPARE(document()->sentences().source(), QStringLiteral("my own words"));
        QVERIFY(recent().isEmpty());
    }

    void aFileOfOnesOwnIsAskedAbout()
    {
        type("my own words");
        document()->save(path("own.regard"));
        type("my own words again");
        const QString question = asking(QMessageBox::Cancel, [this] { trigger("actionNew"); });
        QVERIFY2(question.startsWith(QLatin1String("Save the changes to")), qPrintable(question));
        QCOMPARE(document()->sentences().source(), QStringLiteral("my own words again"));
        asking(QMessageBox::Discard, [this] { trigger("actionNew"); });
        QCOMPARE(document()->sentences().source(), QString());
        QVERIFY(recent().isEmpty());
    }

    /// It comes back as the same file, which the end then writes without another question.
    void anExampleOverAFileOfOnesOwn()
    {
        const QString mine = path("own.regard");
        type("my own words");
        document()->save(mine);
        QVERIFY(m_window->openFile(mine));
        type("my own words again");
        quietly([this] { openExample("three-inputs"); });
        QCOMPARE(recent().size(), 1);
        QVERIFY2(QRegularExpression(QStringLiteral("^it: the cat or the rug\\? — edited \\d\\d:\\d\\d$"))
                     .match(recent().first()->text())
                     .hasMatch(),
                 qPrintable(recent().first()->text()));
        quietly([this] { recent().first()->trigger(); });
        QCOMPARE(document()->sentences().source(), QStringLiteral("my own words again"));
        QCOMPARE(document()->path(), mine);
        QVERIFY(document()->isModified());
        quietly([this] { openExample("three-inputs"); });
        asking(QMessageBox::Save, [this] { QVERIFY(m_window->close()); });
        QCOMPARE(QString::fromStdString(readProject(mine).source), QStringLiteral("my own words again"));
    }

    /// Left in the same minute, they are told apart all the same; so are files of one name in two folders.
    void noTwoEntriesShareAName()
    {
        for (const char *words : {"one", "two", "three"}) {
            openExample("it");
            type(words);
        }
        openExample("three-inputs");
        QVERIFY(QDir(m_folder->path()).mkpath(QStringLiteral("a")) &&
                QDir(m_folder->path()).mkpath(QStringLiteral("b")));
        for (const char *file : {"a/mine.regard", "b/mine.regard", "alone.regard"}) {
            writeProject(path(file), defaultProject());
            QVERIFY(m_window->openFile(path(file)));
        }
        auto *menu = m_window->findChild<QMenu *>(QStringLiteral("menuRecent"));
        emit menu->aboutToShow();
        QStringList names;
        for (const QAction *action : menu->actions())
            if (!action->isSeparator())
                names << action->text();
        QCOMPARE(names.size(), 6);
        QCOMPARE(QSet<QString>(names.begin(), names.end()).size(), 6);
        QVERIFY2(names.contains(path("a/mine.regard")) && names.contains(QStringLiteral("alone.regard")),
                 qPrintable(names.join(QLatin1Char('\n'))));
        const QString question = asking(QMessageBox::Cancel, [this] { QVERIFY(!m_window->close()); });
        QStringList lines = question.split(QLatin1Char('\n')).filter(QStringLiteral("• "));
        QCOMPARE(lines.size(), 3);
        QCOMPARE(lines.removeDuplicates(), 0);
    }

    void aNewProjectIsAskedAbout()
    {
        trigger("actionNew");
        type("my own words");
        const QString question = asking(QMessageBox::Cancel, [this] { trigger("actionNew"); });
        QVERIFY2(question.startsWith(QStringLiteral("Save the changes to “Untitled”?")), qPrintable(question));
        quietly([this] { openExample("three-inputs"); });
        QVERIFY(recent().size() == 1 && recent().first()->text().startsWith(QStringLiteral("Untitled — edited ")));
    }

    void aLessonIsLeftWithoutAQuestion_data()
    {
        QTest::addColumn<QString>("action");
        QTest::newRow("another lesson") << QStringLiteral("why-attention");
        QTest::newRow("an example") << QStringLiteral("vaswani");
        QTest::newRow("a new project") << QStringLiteral("actionNew");
        QTest::newRow("closing, then an example") << QStringLiteral("actionCloseLesson");
    }

    void aLessonIsLeftWithoutAQuestion()
    {
        QFETCH(QString, action);
        quietly([&] {
            m_window->lessons()->openBundled(QStringLiteral("three-inputs"));
            player()->go(10);
            document()->matrices().editCell("encoder.0.self.w_q", 0, 0, 6);
            trigger(qPrintable(action));
            if (action == QLatin1String("actionCloseLesson"))
                trigger("vaswani");
        });
        QVERIFY(document()->sentences().source() != QLatin1String("x1 x2 x3"));
        // Nothing was asked, and yet nothing is lost.
        QCOMPARE(recent().size(), 1);
        quietly([this] { recent().first()->trigger(); });
        QCOMPARE((*document()->matrices().matrix("encoder.0.self.w_q"))(0, 0), 6.0F);
    }

    void theEndAfterALessonAsksNothing()
    {
        quietly([this] {
            m_window->lessons()->openBundled(QStringLiteral("three-inputs"));
            player()->go(10);
            document()->matrices().editCell("encoder.0.self.w_q", 0, 0, 6);
            m_window->lessons()->openBundled(QStringLiteral("why-attention"));
            type("The cat");
            player()->go(3);
            QVERIFY(m_window->close());
        });
    }

    void pagesAloneAreNotKept()
    {
        quietly([this] {
            m_window->lessons()->openBundled(QStringLiteral("three-inputs"));
            for (int page = 0; page < int(player()->lesson().pages.size()); ++page)
                player()->go(page);
            type("x1");
            player()->go(0); // the try stands in the undo stack, the page as it is on the screen
            trigger("vaswani");
        });
        QVERIFY(recent().isEmpty());
    }

    void aLessonKeepsItsLatestTry()
    {
        m_window->lessons()->openBundled(QStringLiteral("three-inputs"));
        type("x1");
        m_window->lessons()->openBundled(QStringLiteral("three-inputs"));
        type("x1 x2");
        trigger("vaswani");
        QCOMPARE(recent().size(), 1);
        QVERIFY(recent().first()->toolTip().contains(QStringLiteral("“x1 x2”")));
        m_window->lessons()->openBundled(QStringLiteral("three-inputs"));
        document()->snapshots().take(); // is more than the page, too
        quietly([this] { trigger("vaswani"); });
        QCOMPARE(recent().size(), 1);
        recent().first()->trigger();
        QCOMPARE(document()->snapshots().all().size(), std::size_t{1});
    }

    /// It was set aside for the lesson, and the questions speak of it as if the lesson were not there.
    void workFromBeforeALesson()
    {
        trigger("actionNew");
        type("my own words");
        quietly([this] { QVERIFY(m_window->lessons()->openBundled(QStringLiteral("three-inputs"))); });
        type("x1");
        QVERIFY(recent().isEmpty());
        QString question = asking(QMessageBox::Cancel, [this] { QVERIFY(!m_window->close()); });
        QVERIFY2(question.startsWith(QStringLiteral("Save the changes to “Untitled”?")), qPrintable(question));
        question = asking(QMessageBox::Cancel, [this] { trigger("actionNew"); });
        QVERIFY2(question.startsWith(QStringLiteral("Save the changes to “Untitled”?")), qPrintable(question));
        QVERIFY(player()->isOpen()); // nothing has happened
        QCOMPARE(document()->sentences().source(), QStringLiteral("x1"));
        quietly([this] { trigger("vaswani"); });
        QVERIFY(!player()->isOpen());
        QCOMPARE(recent().size(), 2); // what was tried, and the work
        quietly([this] { recent().first()->trigger(); });
        QCOMPARE(document()->sentences().source(), QStringLiteral("my own words"));
        quietly([this] { QVERIFY(m_window->lessons()->openBundled(QStringLiteral("three-inputs"))); });
        whereTo(path("mine.regard"));
        asking(QMessageBox::Save, [this] { QVERIFY(m_window->close()); });
        QCOMPARE(QString::fromStdString(readProject(path("mine.regard")).source), QStringLiteral("my own words"));
    }

    /// What was tried on a page is not shown with the note of the example that the page was made from.
    void aTryHasNoNoteOfAnExample()
    {
        m_window->lessons()->openBundled(QStringLiteral("three-inputs"));
        type("x1");
        trigger("actionCloseLesson");
        QVERIFY(!document()->note().isEmpty()); // of the example from before
        quietly([this] { recent().first()->trigger(); });
        QCOMPARE(document()->sentences().source(), QStringLiteral("x1"));
        QVERIFY2(document()->note().isEmpty(), qPrintable(document()->note()));
    }

    void aSavedLessonIsOnesOwnWork()
    {
        m_window->lessons()->openBundled(QStringLiteral("three-inputs"));
        type("x1");
        document()->save(path("x1.regard"));
        type("x1 x2");
        quietly([this] { trigger("actionCloseLesson"); });
        QCOMPARE(recent().size(), 1);
        quietly([this] { recent().first()->trigger(); });
        QCOMPARE(document()->path(), path("x1.regard"));
        asking(QMessageBox::Discard, [this] { trigger("actionNew"); });
        QVERIFY(recent().isEmpty());
    }

    void theEndAsksOnceForAll()
    {
        const QString first = document()->title();
        type("one");
        openExample("three-inputs");
        const QString second = document()->title();
        type("x1");
        trigger("actionNew");
        QString question = asking(QMessageBox::Cancel, [this] { QVERIFY(!m_window->close()); });
        const QStringList names{recent()[1]->text(), recent()[0]->text()};
        QVERIFY(names[0].startsWith(first) && names[1].startsWith(second));
        QVERIFY2(question.startsWith(
                     QStringLiteral("Save the changes to these projects?\n• %1\n• %2\n\n").arg(names[0], names[1])),
                 qPrintable(question));
        QVERIFY(m_window->isVisible());
        QCOMPARE(recent().size(), 2);
        type("my own words");
        question = asking(QMessageBox::Discard, [this] { QVERIFY(m_window->close()); });
        QVERIFY2(question.contains(QStringLiteral("• Untitled\n• %1\n• %2\n").arg(names[0], names[1])),
                 qPrintable(question));
    }

    void savingAllIntoAFolder()
    {
        const QString name =
            QStringLiteral("it the cat or the rug"); // the title, without what names of files may not have
        type("one");
        openExample("it");
        type("two");
        openExample("it");
        type("three");
        QFile taken(m_folder->filePath(name + QStringLiteral(".regard")));
        QVERIFY(taken.open(QIODevice::WriteOnly));
        taken.close();
        whereTo(m_folder->path());
        asking(QMessageBox::SaveAll, [this] { QVERIFY(m_window->close()); });
        QCOMPARE(QFileInfo(taken).size(), 0);
        QStringList saved;
        for (int number = 2; number <= 4; ++number) {
            const QString file = m_folder->filePath(QStringLiteral("%1 %2.regard").arg(name).arg(number));
            saved << QString::fromStdString(readProject(file).source);
            QVERIFY(Settings::read().recentFiles.contains(file));
        }
        saved.sort();
        QCOMPARE(saved, (QStringList{QStringLiteral("one"), QStringLiteral("three"), QStringLiteral("two")}));
    }

    void savingOneByName()
    {
        type("one");
        openExample("three-inputs");
        whereTo(path("mine.regard"));
        asking(QMessageBox::Save, [this] { QVERIFY(m_window->close()); });
        QCOMPARE(readProject(path("mine.regard")).source, std::string("one"));
    }

    void aCancelledFolderEndsNothing()
    {
        m_window->lessons()->openBundled(QStringLiteral("why-attention"));
        type("tried");
        openExample("it");
        type("one");
        openExample("three-inputs");
        type("x1");
        auto *timer = new QTimer(m_window.get());
        connect(timer, &QTimer::timeout, timer, [timer] {
            if (auto *dialog = qobject_cast<QFileDialog *>(QApplication::activeModalWidget())) {
                timer->stop();
                dialog->reject();
            }
        });
        timer->start(5);
        asking(QMessageBox::SaveAll, [this] { QVERIFY(!m_window->close()); });
        QCOMPARE(document()->sentences().source(), QStringLiteral("x1"));
        QCOMPARE(recent().size(), 2); // what was tried in the lesson, too
    }

    void anotherLanguageKeepsWhatIsKept()
    {
        m_window.reset();
        Settings settings;
        settings.language = QStringLiteral("en");
        settings.write();
        WindowHolder holder;
        const auto take = [&holder](const char *word) {
            holder.window()->findChild<QAction *>(QString::fromLatin1(word))->trigger();
            QApplication::processEvents();
        };
        holder.window()->document()->sentences().setSource(QStringLiteral("one"));
        holder.window()->files()->openExample(QStringLiteral("three-inputs"));
        holder.window()->document()->sentences().setSource(QStringLiteral("x1"));
        take("zh_CN");
        quietly([&holder] { holder.window()->files()->openExample(QStringLiteral("it")); });
        QCOMPARE(holder.window()->files()->unsaved().kept.size(), std::size_t{2});
        QVERIFY(holder.window()->lessons()->openBundled(QStringLiteral("three-inputs")));
        holder.window()->document()->sentences().setSource(QStringLiteral("x1 x2"));
        take("en");
        quietly([&holder] { holder.window()->files()->openExample(QStringLiteral("it")); });
        QCOMPARE(holder.window()->files()->unsaved().kept.size(), std::size_t{3});
    }

    /// What another program wrote since the file was opened is not replaced without a question.
    void aFileThatAnotherProgramChanged()
    {
        const QString mine = path("mine.regard");
        type("as it was saved");
        document()->save(mine);
        QVERIFY(m_window->files()->openFile(mine));
        quietly([this] { trigger("actionSave"); });
        type("my own words");
        Project theirs = document()->project();
        theirs.source = "their words";
        writeProject(mine, theirs);

        const auto saveAnd = [this](const char *button, QString *text) {
            whenOpen<QMessageBox>(m_window.get(), [button, text](QMessageBox *box) {
                *text = box->text();
                for (QAbstractButton *each : box->buttons())
                    if (each->text().remove(QLatin1Char('&')) == QString::fromUtf8(button))
                        return each->click();
                box->reject();
            });
            trigger("actionSave");
        };
        const auto saved = [&mine] { return QString::fromStdString(readProject(mine).source); };
        QString asked;
        saveAnd("Cancel", &asked);
        QCOMPARE(asked, QStringLiteral("“mine.regard” was changed by another program since it was opened here."));
        QCOMPARE(saved(), QStringLiteral("their words"));
        QVERIFY(document()->isModified());

        saveAnd("Compare", &asked);
        QCOMPARE(saved(), QStringLiteral("their words"));
        QVERIFY(document()->comparison().pinned());
        QCOMPARE(document()->comparison().pinned()->source.tokens.size(), std::size_t(2));
        QCOMPARE(document()->comparison().compared(), Compared::Difference);

        saveAnd("Overwrite", &asked);
        QCOMPARE(saved(), QStringLiteral("my own words"));
        type("and more");
        quietly([this] { trigger("actionSave"); }); // it is this program's own now
        QCOMPARE(saved(), QStringLiteral("and more"));
        QVERIFY(QFile::remove(mine));
        type("there is no file");
        quietly([this] { trigger("actionSave"); });
        QCOMPARE(saved(), QStringLiteral("there is no file"));

        type("elsewhere");
        writeProject(mine, theirs);
        auto *naming = new QTimer(m_window.get());
        connect(naming, &QTimer::timeout, naming, [this, naming] {
            auto *dialog = qobject_cast<QFileDialog *>(QApplication::activeModalWidget());
            if (!dialog)
                return;
            naming->stop();
            // Its list keeps the proposed file selected, whose name it would ask about, where a text alone is set.
            dialog->setOption(QFileDialog::DontConfirmOverwrite);
            dialog->selectFile(path("elsewhere.regard"));
            QMetaObject::invokeMethod(dialog, "accept");
        });
        naming->start(5);
        saveAnd("Save as…", &asked);
        QCOMPARE(saved(), QStringLiteral("their words"));
        QCOMPARE(QString::fromStdString(readProject(path("elsewhere.regard")).source), QStringLiteral("elsewhere"));
        QCOMPARE(document()->path(), path("elsewhere.regard"));
        QVERIFY(!document()->isModified());
    }

    /// Where a file cannot be written its work stays, and another place is offered.
    void aFolderThatIsGone()
    {
        const QString folder = path("folder");
        QVERIFY(QDir().mkdir(folder));
        type("as it was saved");
        document()->save(folder + QStringLiteral("/mine.regard"));
        type("my own words");
        QVERIFY(QDir(folder).removeRecursively());
        QString asked;
        whenOpen<QMessageBox>(m_window.get(), [&asked](QMessageBox *box) {
            asked = box->text();
            box->defaultButton()->click();
        });
        whereTo(path("elsewhere.regard"));
        trigger("actionSave");
        QVERIFY2(asked.contains(QStringLiteral("does not exist")), qPrintable(asked));
        QCOMPARE(QString::fromStdString(readProject(path("elsewhere.regard")).source), QStringLiteral("my own words"));
        QVERIFY(!document()->isModified());
    }

    /// A sentence that does not fit into memory is refused, and the last picture stays.
    void aSentenceThatDoesNotFitIntoMemory()
    {
        Project project = defaultProject();
        ModelConfig config;
        config.dModel = 32;
        config.heads = 8;
        config.dKey = config.dValue = 4;
        config.encoderLayers = 3;
        project.model = buildModel(config, {}, {});
        project.source = "one two";
        document()->load(project, {});
        document()->waitForResult();
        const LimitedMemory limit(1e6);
        QString longer;
        for (int i = 0; i < 700; ++i)
            longer += QStringLiteral("w%1 ").arg(i);
        const SharedTrace last = document()->result().trace;
        document()->sentences().setSource(longer);
        document()->waitForResult();
        QVERIFY2(document()->inputError().contains(QStringLiteral("are free")), qPrintable(document()->inputError()));
        QCOMPARE(document()->result().trace, last);
        type("and short again");
        document()->waitForResult();
        QVERIFY(document()->inputError().isEmpty());
    }
};

REGARD_TEST(TestUnsavedWork)
#include "test_unsaved_work.moc"
