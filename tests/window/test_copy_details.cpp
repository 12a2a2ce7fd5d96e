#include <QClipboard>
#include <QGuiApplication>
#include <QMenu>
#include <QSettings>
#include <QStandardPaths>
#include <QStatusBar>
#include <QTemporaryDir>
#include <QTest>

#include "child.h"
#include "cli/doctor/report.h"
#include "test_class.h"
#include "window/main_window.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

/// Help ▸ Copy details for a report.
class TestCopyDetails : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;

    /// But for what is free at the moment.
    static QStringList linesOf(const QString &report)
    {
        QStringList lines = report.split(u'\n');
        lines.removeIf([](const QString &line) { return line.startsWith(u"memory = "_s); });
        return lines;
    }

private slots:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_folder.path());
    }

    void copiesWhatTheDoctorPrints()
    {
        const MainWindow window;
        auto *action = child<QAction>(window, "actionCopyDetails");
        QVERIFY(child<QMenu>(window, "menuHelp")->actions().contains(action));
        QVERIFY(action->isEnabled() && !action->statusTip().isEmpty());
        QGuiApplication::clipboard()->setText(u"before"_s);
        action->trigger();
        const QString copied = QGuiApplication::clipboard()->text();
        QCOMPARE(linesOf(copied), linesOf(problemReport()));
        QVERIFY(copied.contains(u"\nmemory = "_s) && copied.contains(u"\nplatform = offscreen\n"_s));
        QVERIFY(window.statusBar()->currentMessage().startsWith(u"Copied"_s));
    }
};

REGARD_TEST(TestCopyDetails)
#include "test_copy_details.moc"
