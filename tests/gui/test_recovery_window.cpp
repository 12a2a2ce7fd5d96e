#include <QDir>
#include <QFile>
#include <QLabel>
#include <QListWidget>
#include <QMenu>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPointer>
#include <QPushButton>
#include <QScrollBar>
#include <QSettings>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include "controls/figure_view.h"
#include "document/document.h"
#include "draw/export_figure.h"
#include "event_turns.h"
#include "io/project/examples.h"
#include "io/project/project_file.h"
#include "io/project/task_project.h"
#include "io/recovery/recovery.h"
#include "io/recovery/recovery_folder.h"
#include "open_dialog.h"
#include "panel_hands.h"
#include "test_class.h"
#include "training/run/training_record.h"
#include "training/tasks/task_table.h"
#include "views/lesson/panel/lesson_editor.h"
#include "window/fault_strip.h"
#include "window/files/lesson_desk.h"
#include "window/files/project_files.h"
#include "window/main_window.h"
#include "window/presentation/presentation.h"
#include "window/recovery/autosave.h"
#include "window/recovery/recovery_dialog.h"
#include "window/window_holder.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

namespace {

constexpr int patience = 120'000; // milliseconds, on a machine that has much else to do

} // namespace

/// Unsaved work is kept while the window runs, and offered after an end that was not clean.
class TestRecoveryWindow : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_home;
    Autosave *m_autosave = nullptr;
    std::unique_ptr<WindowHolder> m_holder;

    QString root() const { return m_home->filePath(u"recovery"_s); }
    Document *document() const { return m_holder->window()->document(); }
    ProjectFiles *files() const { return m_holder->window()->files(); }

    void start(Autosave::Pace pace = {20, 60})
    {
        auto autosave = std::make_unique<Autosave>(RecoveryFolder::make(root()), pace);
        m_autosave = autosave.get();
        m_holder = std::make_unique<WindowHolder>(std::move(autosave));
        document()->waitForResult();
    }
    /// As a process that is killed: nothing is asked, nothing removed.
    void kill()
    {
        m_holder.reset();
        m_autosave = nullptr;
    }
    QStringList kept() const
    {
        QStringList all;
        for (const QString &folder : QDir(root()).entryList(QDir::Dirs | QDir::NoDotAndDotDot))
            for (const QString &name : QDir(root() + u'/' + folder).entryList({u"*.recovery"_s}, QDir::Files))
                all.push_back(root() + u'/' + folder + u'/' + name);
        return all;
    }
    void edit(float value) const
    {
        document()->matrices().editCell(u"encoder.0.self.w_q"_s.toStdString(), 0, 1, value);
    }
    /// The saved file of a window that was killed after another edit.
    QString killedWithAnEdit()
    {
        start();
        const QString path = m_home->filePath(u"mine.regard"_s);
        document()->save(path);
        edit(3);
        m_autosave->flush();
        kill();
        return path;
    }
    QStringList openPanels() const { return seenPanels(m_holder->window()); }
    std::string stateOf(const Document &of) const
    {
        Project project = of.project();
        project.view = {};
        return projectJson(project);
    }

private slots:
    /// Neither the language nor anything else of whoever runs the tests.
    void init()
    {
        m_home = std::make_unique<QTemporaryDir>();
        QStandardPaths::setTestModeEnabled(true);
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_home->path());
    }
    void cleanup() { kill(); }

    void onlyWhatIsUnsavedIsKept()
    {
        start();
        QTest::qWait(150);
        QVERIFY(kept().isEmpty());
        edit(0.75F);
        QTRY_COMPARE_WITH_TIMEOUT(kept().size(), 1, patience);
        const Recovery first = readRecovery(kept().front());
        QCOMPARE(projectJson(first.state), projectJson(document()->project()));
        QVERIFY(first.path.isEmpty() && first.isExample);
        // Another change replaces it; the user's own file is another one.
        const QString path = m_home->filePath(u"mine.regard"_s);
        document()->save(path);
        QTRY_VERIFY_WITH_TIMEOUT(kept().isEmpty(), patience);
        QFile saved(path);
        QVERIFY(saved.open(QIODevice::ReadOnly));
        const QByteArray before = saved.readAll();
        document()->sentences().setSource(u"x1 x3 x2"_s);
        QTRY_COMPARE_WITH_TIMEOUT(kept().size(), 1, patience);
        QCOMPARE(readRecovery(kept().front()).path, path);
        saved.seek(0);
        QCOMPARE(saved.readAll(), before);
        document()->undoStack()->undo();
        QTRY_VERIFY_WITH_TIMEOUT(kept().isEmpty(), patience);
        m_autosave->end();
        QVERIFY(QDir(root()).entryList(QDir::Dirs | QDir::NoDotAndDotDot).isEmpty());
        // While the window goes, the pointer leaves its pictures.
        Selection seen = document()->look().selection();
        seen.pinnedQueries = {1};
        document()->look().setSelection(seen);
        document()->load(readExample("it"), {});
        document()->sentences().setSource(u"x3"_s);
        QVERIFY(QDir(root()).entryList(QDir::Dirs | QDir::NoDotAndDotDot).isEmpty());
    }

    /// While changes go on it does not wait for their end.
    void changesThatGoOn()
    {
        start({200, 300});
        QElapsedTimer clock;
        clock.start();
        while (clock.elapsed() < patience && kept().isEmpty()) {
            edit(float(clock.elapsed()));
            QTest::qWait(20);
        }
        QVERIFY(!kept().isEmpty());
    }

    /// Killed, started again, recovered: the very same numbers, unsaved, and kept again before the old file goes.
    void recovered()
    {
        start();
        const QString path = m_home->filePath(u"mine.regard"_s);
        document()->save(path);
        edit(0.75F);
        document()->sentences().setSource(u"x3 x1"_s);
        document()->snapshots().take(u"a state"_s);
        document()->waitForResult();
        document()->comparison().pin();
        edit(-2.5F);
        const std::string wanted = stateOf(*document());
        m_autosave->flush();
        kill();
        QCOMPARE(kept().size(), 1);
        const QString old = kept().front();
        start();
        RecoveryDialog *dialog = m_holder->offerRecovery(root());
        QVERIFY(dialog);
        QCOMPARE(dialog->count(), 1);
        QVERIFY(dialog->details()->text().contains(path));
        QTRY_VERIFY_WITH_TIMEOUT(dialog->picture()->figure(), patience);
        QTest::mouseClick(dialog->recoverButton(), Qt::LeftButton);
        QCOMPARE(stateOf(*document()), wanted);
        QCOMPARE(document()->path(), path);
        QVERIFY(document()->isModified());
        QVERIFY(document()->comparison().pinned());
        QCOMPARE(document()->snapshots().all().size(), 1U);
        QVERIFY(!QFile::exists(old));
        QCOMPARE(kept().size(), 1); // this run's
        QVERIFY(!m_holder->offerRecovery(root()));
        QVERIFY(document()->matrices().compared().changes().size() == 1); // against the saved file
    }

    /// The regions as the user had put them, though the end came in front of an audience.
    void theRegionsAreThePersonsOwn()
    {
        start();
        openPanel(m_holder->window(), u"steps"_s);
        const QStringList own = openPanels();
        edit(0.75F);
        m_holder->window()->presentation()->start();
        turnEventLoop();
        QVERIFY(openPanels() != own);
        m_autosave->flush();
        kill();
        start();
        turnEventLoop();
        QVERIFY(openPanels() != own);
        RecoveryDialog *dialog = m_holder->offerRecovery(root());
        QVERIFY(dialog);
        QTest::mouseClick(dialog->recoverButton(), Qt::LeftButton);
        turnEventLoop();
        QCOMPARE(openPanels(), own);
    }

    /// The file that the program was started with is in its place behind the question, and not lost by the answer.
    void theFileThatWasAskedForIsFound()
    {
        start();
        edit(0.75F);
        m_autosave->flush();
        kill();
        const QString path = m_home->filePath(u"asked.regard"_s);
        writeProject(path, readExample("it"));
        start();
        QVERIFY(m_holder->window()->openFile(path));
        RecoveryDialog *dialog = m_holder->offerRecovery(root());
        QVERIFY(dialog->opened()->isHidden());
        dialog->nameOpened(path);
        QVERIFY(dialog->opened()->isVisible() && dialog->opened()->text().contains(u"asked.regard is open"_s));
        QTest::mouseClick(dialog->recoverButton(), Qt::LeftButton);
        QVERIFY(document()->path().isEmpty()); // the recovered example
        QMenu recent;
        files()->fillRecentMenu(&recent);
        QAction *entry = nullptr;
        for (QAction *each : recent.actions())
            if (each->text().contains(u"asked.regard"_s))
                entry = each;
        QVERIFY(entry);
    }

    void aPictureTallerThanAnImageMayBeIsScrolled()
    {
        start();
        document()->load(defaultProject(), {});
        document()->sentences().setSource(u"so "_s.repeated(1400));
        m_autosave->flush();
        kill();
        start();
        RecoveryDialog *dialog = m_holder->offerRecovery(root());
        QTRY_VERIFY_WITH_TIMEOUT(dialog->picture()->figure(), patience);
        QVERIFY(dialog->picture()->figureSize().height() > largestPictureSide);
        QVERIFY(dialog->picture()->verticalScrollBar()->maximum() > 0);
        QTest::mouseClick(dialog->recoverButton(), Qt::LeftButton);
        QCOMPARE(document()->sentences().tokens().tokens.size(), 1400U);
    }

    void comparedWithTheSavedFile()
    {
        killedWithAnEdit();
        start();
        RecoveryDialog *dialog = m_holder->offerRecovery(root());
        QTest::mouseClick(dialog->compareButton(), Qt::LeftButton);
        document()->waitForResult();
        QCOMPARE(document()->comparison().compared(), Compared::Difference);
        QVERIFY(document()->shown().tokens.difference());
    }

    /// It is recovered all the same, and the sentence outlasts the dialog.
    void comparedWithASavedFileThatCannotBeRead()
    {
        const QString path = killedWithAnEdit();
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("{") == 1);
        file.close();
        start();
        const QPointer<RecoveryDialog> dialog = m_holder->offerRecovery(root());
        QTest::mouseClick(dialog->compareButton(), Qt::LeftButton);
        QTRY_VERIFY(!dialog);
        QVERIFY(document()->isModified());
        QVERIFY(!document()->comparison().pinned());
        auto *box = qobject_cast<QMessageBox *>(QApplication::activeModalWidget());
        QVERIFY(box && box->text().contains(path));
        box->accept();
    }

    void laterAndDiscarded()
    {
        start();
        edit(3);
        m_autosave->flush();
        kill();
        start();
        RecoveryDialog *dialog = m_holder->offerRecovery(root());
        QTest::mouseClick(dialog->laterButton(), Qt::LeftButton);
        QTest::qWait(1); // it is deleted, and lets go
        QVERIFY(!document()->isModified());
        dialog = m_holder->offerRecovery(root());
        QVERIFY(dialog);
        QTest::mouseClick(dialog->discardButton(), Qt::LeftButton);
        QVERIFY(kept().isEmpty());
        QTest::qWait(1);
        QVERIFY(!m_holder->offerRecovery(root()));
    }

    /// A damaged file says so and costs itself alone; two runs' work is offered together.
    void severalAndADamagedOne()
    {
        start();
        edit(3);
        m_autosave->flush();
        kill();
        start();
        document()->sentences().setSource(u"x2"_s);
        files()->openExample(u"it"_s); // the first is kept beside
        document()->sentences().setSource(u"the cat"_s);
        m_autosave->flush();
        kill();
        QCOMPARE(kept().size(), 3);
        QFile damaged(kept().front());
        QVERIFY(damaged.open(QIODevice::ReadWrite));
        damaged.resize(damaged.size() / 2);
        damaged.close();
        start();
        RecoveryDialog *dialog = m_holder->offerRecovery(root());
        QCOMPARE(dialog->count(), 3);
        int row = 0;
        while (!dialog->list()->item(row)->text().startsWith(u"Damaged"_s))
            ++row;
        dialog->list()->setCurrentRow(row);
        QVERIFY(!dialog->recoverButton()->isEnabled() && dialog->discardButton()->isEnabled());
        QTest::mouseClick(dialog->discardButton(), Qt::LeftButton);
        QCOMPARE(dialog->count(), 2);
        QTest::mouseClick(dialog->recoverButton(), Qt::LeftButton);
        QTest::mouseClick(dialog->recoverButton(), Qt::LeftButton);
        // Both are there: one as the document, one among the recent files.
        QCOMPARE(files()->unsaved().kept.size(), 1U);
        QVERIFY(document()->isModified());
        QTRY_COMPARE_WITH_TIMEOUT(kept().size(), 2, patience);
    }

    /// What is opened after a recovery is clean, and neither kept nor asked about.
    void anExampleIsCleanUntilSomeoneChangesIt()
    {
        start();
        edit(3);
        m_autosave->flush();
        kill();
        start();
        RecoveryDialog *dialog = m_holder->offerRecovery(root());
        QTest::mouseClick(dialog->recoverButton(), Qt::LeftButton);
        QVERIFY(document()->isModified());
        MainWindow *window = m_holder->window();
        for (const ExampleEntry &entry : examples()) {
            QVERIFY(files()->openExample(QString::fromStdString(entry.name)));
            QVERIFY2(!document()->isModified() && !window->isWindowModified(), entry.name.c_str());
        }
        QVERIFY(window->lessons()->openBundled(u"three-inputs"_s));
        window->lessons()->close();
        QVERIFY(!document()->isModified() && !window->isWindowModified());
        QCOMPARE(files()->unsaved().kept.size(), std::size_t(1)); // what was recovered
        QString asked;
        whenOpen<QMessageBox>(window, [&asked](QMessageBox *box) {
            asked = box->text();
            box->reject();
        });
        QVERIFY(!window->close());
        QVERIFY2(asked.startsWith(u"Save the changes to “it: the cat or the rug? — edited "_s), qPrintable(asked));
    }

    /// Work that a lesson has set aside is kept as well, against the file from which it began; so is what was tried.
    void inALesson()
    {
        const QString path = m_home->filePath(u"mine.regard"_s);
        start();
        document()->save(path);
        edit(3);
        const std::string wanted = stateOf(*document());
        QVERIFY(m_holder->window()->lessons()->openBundled(u"three-inputs"_s));
        QTRY_COMPARE_WITH_TIMEOUT(kept().size(), 1, patience);
        document()->sentences().setSource(u"x1"_s);
        m_autosave->flush();
        kill();
        QCOMPARE(kept().size(), 2);
        start();
        RecoveryDialog *dialog = m_holder->offerRecovery(root());
        QCOMPARE(dialog->count(), 2);
        QStringList names{dialog->list()->item(0)->text(), dialog->list()->item(1)->text()};
        QCOMPARE(names.removeDuplicates(), 0);
        dialog->list()->setCurrentRow(dialog->list()->item(0)->text().startsWith(u"it"_s) ? 0 : 1);
        QVERIFY2(dialog->details()->text().contains(path) && dialog->details()->text().contains(u"Changed: "_s),
                 qPrintable(dialog->details()->text()));
        QTest::mouseClick(dialog->recoverButton(), Qt::LeftButton);
        QCOMPARE(stateOf(*document()), wanted);
        QCOMPARE(document()->path(), path);
        QVERIFY(files()->save()); // nobody else has changed it: nothing is asked
        QTest::mouseClick(dialog->recoverButton(), Qt::LeftButton);
        QCOMPARE(document()->sentences().source(), u"x1"_s);
    }

    /// After the lesson it is the document's again, against the same file.
    void afterALesson()
    {
        start();
        const QString path = m_home->filePath(u"mine.regard"_s);
        document()->save(path);
        edit(3);
        QVERIFY(m_holder->window()->lessons()->openBundled(u"three-inputs"_s));
        m_autosave->flush();
        m_holder->window()->lessons()->close();
        m_autosave->flush();
        QCOMPARE(kept().size(), 1);
        const Recovery recovery = readRecovery(kept().front());
        QCOMPARE(recovery.path, path);
        QVERIFY(!recovery.isExample);
        QCOMPARE((*recovery.base->model.weights.find("encoder.0.self.w_q"))(0, 1), 0.0F);
        QCOMPARE((*recovery.state.model.weights.find("encoder.0.self.w_q"))(0, 1), 3.0F);
    }

    /// A run is kept while it goes on: what the weights are, how far, and how it went.
    void aTrainingRun()
    {
        start();
        const Task task = *findTask("copy");
        document()->restore(taskProject(task, task.options), u"model"_s);
        document()->training().choose(task.name);
        document()->waitForResult();
        document()->training().play();
        QTRY_VERIFY_WITH_TIMEOUT(document()->training().state().step > 3, patience);
        QTRY_VERIFY_WITH_TIMEOUT(!kept().isEmpty(), patience);
        m_autosave->flush();
        QVERIFY(document()->training().isRunning());
        document()->training().pause();
        QTRY_VERIFY_WITH_TIMEOUT(!document()->training().isRunning(), patience);
        const Recovery recovery = readRecovery(kept().front());
        QVERIFY(recovery.state.task);
        QCOMPARE(recovery.state.task->task, std::string("copy"));
        QVERIFY(recovery.state.task->step > 0);
        QVERIFY(!recovery.state.task->curve.empty());
        QVERIFY(recovery.state.task->curve.back().step <= recovery.state.task->step);
        m_autosave->flush();
        const std::string wanted = stateOf(*document());
        kill();
        start();
        RecoveryDialog *dialog = m_holder->offerRecovery(root());
        QTest::mouseClick(dialog->recoverButton(), Qt::LeftButton);
        QCOMPARE(stateOf(*document()), wanted);
        QVERIFY(document()->training().state().step > 3);
    }

    void aLessonBeingRecorded()
    {
        start();
        LessonDesk *desk = m_holder->window()->lessons();
        QVERIFY(desk->record());
        QTest::qWait(100);
        QVERIFY(kept().isEmpty()); // nothing was recorded yet
        desk->editor()->addPage();
        edit(0.5F);
        desk->editor()->addPage();
        auto *text = desk->editor()->findChild<QPlainTextEdit *>(u"pageText"_s);
        text->setPlainText(u"A half {weight"_s);
        m_autosave->flush();
        const Lesson wanted = desk->editor()->lesson();
        kill();
        start();
        RecoveryDialog *dialog = m_holder->offerRecovery(root());
        QCOMPARE(dialog->count(), 2); // and the edited example
        int row = 0;
        while (!dialog->list()->item(row)->text().startsWith(u"Lesson"_s))
            ++row;
        dialog->list()->setCurrentRow(row);
        QVERIFY(dialog->recoverButton()->isEnabled() && !dialog->compareButton()->isEnabled());
        QTRY_VERIFY_WITH_TIMEOUT(dialog->picture()->figure(), patience);
        QTest::mouseClick(dialog->recoverButton(), Qt::LeftButton);
        desk = m_holder->window()->lessons();
        QVERIFY(desk->isRecording() && desk->editor()->isModified());
        const Lesson &read = desk->editor()->lesson();
        QCOMPARE(read.pages.size(), 2U);
        QVERIFY(read.pages[1].text == wanted.pages[1].text);
        QCOMPARE(projectJson(read.pages[1].project), projectJson(wanted.pages[1].project));
        QCOMPARE(dialog->count(), 1);
        QTest::mouseClick(dialog->discardButton(), Qt::LeftButton);
        QCOMPARE(kept().size(), 1);
        desk->editor()->setSaved();
        QTRY_VERIFY_WITH_TIMEOUT(kept().isEmpty(), patience);
    }

    void aFolderThatIsGone()
    {
        start();
        QSignalSpy failed(m_autosave, &Autosave::failed);
        QDir(root()).removeRecursively();
        edit(1);
        QTRY_COMPARE_WITH_TIMEOUT(failed.size(), 1, patience);
        edit(2);
        QTest::qWait(150);
        QCOMPARE(failed.size(), 1); // said once
        QVERIFY(m_holder->window()->faults()->isVisible());
        QVERIFY(document()->isModified());
        // And once more to a window that takes its place, in that one's language.
        m_holder->window()->findChild<QAction *>(u"zh_CN"_s)->trigger();
        QTRY_COMPARE_WITH_TIMEOUT(failed.size(), 2, patience);
        QVERIFY(m_holder->window()->faults()->isVisible());
        QVERIFY2(!failed.last().first().toString().contains(u"Unsaved work"_s),
                 qPrintable(failed.last().first().toString()));
    }
};

REGARD_TEST(TestRecoveryWindow)
#include "test_recovery_window.moc"
