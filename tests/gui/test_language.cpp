#include <QAction>
#include <QApplication>
#include <QDockWidget>
#include <QMenu>
#include <QPointer>
#include <QSettings>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QUndoStack>

#include "app/base/language.h"
#include "app/base/settings.h"
#include "app/files/lesson_desk.h"
#include "app/window/main_window.h"
#include "app/window/window_holder.h"
#include "document/document.h"
#include "test_class.h"
#include "widgets/lessons/lesson_panel.h"

using namespace regard;

/// Another language is taken while the program runs.
class TestLanguage : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;

    static void take(MainWindow *window, const char *word)
    {
        auto *action = window->findChild<QAction *>(QString::fromLatin1(word));
        QVERIFY(action);
        action->trigger();
        QApplication::processEvents();
    }
    static QString fileMenu(MainWindow *window)
    {
        return window->findChild<QMenu *>(QStringLiteral("menuFile"))->title();
    }

private slots:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        QVERIFY(m_folder.isValid());
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_folder.path());
        Settings settings;
        settings.language = QStringLiteral("en");
        settings.write();
    }

    void switchKeepsTheDocument()
    {
        WindowHolder holder;
        QCOMPARE(fileMenu(holder.window()), QStringLiteral("&File"));
        const QPointer<MainWindow> old = holder.window();
        const QPointer<Document> document = holder.window()->document();
        document->sentences().setSource(QStringLiteral("a rose is a rose"));
        document->waitForResult();
        const int steps = document->undoStack()->count();
        QVERIFY(steps > 0);

        take(holder.window(), "zh_CN");
        QVERIFY(!old);
        QVERIFY(holder.window() && holder.window()->isVisible());
        QCOMPARE(holder.window()->document(), document.data());
        QCOMPARE(fileMenu(holder.window()), QStringLiteral("文件(&F)"));
        QCOMPARE(document->sentences().source(), QStringLiteral("a rose is a rose"));
        QCOMPARE(document->undoStack()->count(), steps);
        QVERIFY(holder.window()->isWindowModified());
        QCOMPARE(Settings::read().language, QStringLiteral("zh_CN"));
        document->undoStack()->undo();
        QVERIFY(document->sentences().source() != QLatin1String("a rose is a rose"));
        document->undoStack()->redo();

        take(holder.window(), "en");
        QCOMPARE(fileMenu(holder.window()), QStringLiteral("&File"));
        QVERIFY(holder.window()->findChild<QAction *>(QStringLiteral("en"))->isChecked());
        QCOMPARE(holder.window()->document(), document.data());
        document->undoStack()->setClean();
    }

    /// What the new window says of unsaved changes follows the document, whatever was changed before.
    void savingAfterASwitchIsSeen()
    {
        WindowHolder holder;
        Document *document = holder.window()->document();
        document->matrices().editCell("encoder.0.self.w_q", 0, 0, 3);
        document->waitForResult();
        take(holder.window(), "zh_CN");
        document->matrices().editCell("encoder.0.self.w_q", 0, 0, 2);
        document->waitForResult();
        QVERIFY(holder.window()->isWindowModified());
        document->save(m_folder.filePath(QStringLiteral("saved.regard")));
        QApplication::processEvents();
        QVERIFY(!document->isModified());
        QVERIFY(!holder.window()->isWindowModified());
        take(holder.window(), "en");
        QVERIFY(!holder.window()->isWindowModified());
        document->matrices().editCell("encoder.0.self.w_q", 0, 0, 1);
        document->waitForResult();
        QVERIFY(holder.window()->isWindowModified());
        holder.window()->findChild<QAction *>(QStringLiteral("actionSave"))->trigger();
        QApplication::processEvents();
        QVERIFY(!holder.window()->isWindowModified());
    }

    void anOpenLessonGoesOn()
    {
        WindowHolder holder;
        QVERIFY(holder.window()->lessons()->openBundled(QStringLiteral("three-inputs")));
        LessonPlayer *before = holder.window()->lessons()->player();
        before->go(2);
        const QString english = before->pageTitle(2);
        Document *document = holder.window()->document();
        document->matrices().editCell("encoder.0.self.w_q", 0, 0, 5);
        document->waitForResult();
        take(holder.window(), "zh_CN");
        const LessonPlayer *after = holder.window()->lessons()->player();
        QVERIFY(after->isOpen());
        QCOMPARE(after->page(), 2);
        QVERIFY(after->language() == QLatin1String("zh_CN"));
        QVERIFY(holder.window()->lessons()->player()->pageTitle(2) != english);
        QCOMPARE((*document->matrices().matrix("encoder.0.self.w_q"))(0, 0),
                 5.0F); // what was changed on the page stays
        QVERIFY(holder.window()->lessons()->panel()->isVisible());
        take(holder.window(), "en");
        QCOMPARE(holder.window()->lessons()->player()->page(), 2);
        document->undoStack()->setClean();
    }

    /// Its panel follows the focus, which goes on while the dock is destroyed.
    void whileAFloatingPanelHasTheKeyboard()
    {
        WindowHolder holder;
        auto *dock = holder.window()->findChild<QDockWidget *>(QStringLiteral("unrolled"));
        dock->setFloating(true);
        dock->show();
        dock->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(dock));
        take(holder.window(), "zh_CN");
        QCOMPARE(fileMenu(holder.window()), QStringLiteral("文件(&F)"));
        take(holder.window(), "en");
        holder.window()->document()->undoStack()->setClean();
    }

    void theSameLanguageKeepsTheWindow()
    {
        WindowHolder holder;
        const QPointer<MainWindow> window = holder.window();
        take(holder.window(), "en");
        QCOMPARE(holder.window(), window.data());
        QVERIFY(window);
    }
};

REGARD_TEST(TestLanguage)
#include "test_language.moc"
