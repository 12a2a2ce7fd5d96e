#include <QAbstractButton>
#include <QAction>
#include <QApplication>
#include <QDockWidget>
#include <QFile>
#include <QLineEdit>
#include <QListView>
#include <QSettings>
#include <QStandardPaths>
#include <QTabBar>
#include <QTemporaryDir>
#include <QTest>

#include "app/window/main_window.h"
#include "dock_hands.h"
#include "document/document.h"
#include "test_class.h"
#include "widgets/editing/sentence_bar.h"
#include "widgets/snapshots/snapshot_strip.h"
#include "window_test.h"

using namespace regard;

/// Who has the keyboard when the strip of snapshots comes to the front: it, where a person brought it there.
class TestSnapshotFocus : public QObject, private WindowTest {
    Q_OBJECT

private:
    SnapshotStrip *strip() const { return m_window->findChild<SnapshotStrip *>(); }
    QDockWidget *dock(const char *id) const { return m_window->findChild<QDockWidget *>(QString::fromLatin1(id)); }
    QLineEdit *field() const { return m_window->findChild<SentenceBar *>()->field(); }
    bool isInStrip() const { return strip()->isAncestorOf(QApplication::focusWidget()); }
    void moveFocus() const
    {
        for (int i = 0; i < 5; ++i)
            QApplication::processEvents();
    }
    void clickTab(const QString &title) const { QVERIFY2(clickPanel(m_window.get(), title), "no such tab"); }

private slots:
    void initTestCase() { useOwnSettings(); }

    void init()
    {
        QFile::remove(
            QSettings(QSettings::IniFormat, QSettings::UserScope, QStringLiteral("regard"), QStringLiteral("regard"))
                .fileName());
        openWindow();
        moveFocus();
        field()->setFocus();
    }

    void cleanup() { m_window.reset(); }

    void aClickOnItsTab()
    {
        document()->snapshots().take();
        QVERIFY(field()->hasFocus()); // taken behind another tab
        const QString sentence = document()->sentences().source();
        openTogether(m_window.get(), {QStringLiteral("snapshots"), QStringLiteral("sentence")});
        QVERIFY(field()->hasFocus());
        clickTab(QStringLiteral("Snapshots"));
        QVERIFY(strip()->list()->hasFocus());
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_1);
        QCOMPARE(document()->sentences().source(), sentence);
        field()->setFocus();
        clickTab(QStringLiteral("Snapshots")); // it is in front already
        QVERIFY(strip()->list()->hasFocus());
    }

    void aClickOnItsButton()
    {
        document()->snapshots().take();
        clickTab(QStringLiteral("Snapshots"));
        QVERIFY(strip()->list()->hasFocus());
        clickTab(QStringLiteral("Snapshots")); // folds it again
        QVERIFY(dock("snapshots")->isHidden());
        QVERIFY(!isInStrip());
    }

    void anEmptyStripTakesTheKeyboardToo()
    {
        clickTab(QStringLiteral("Snapshots"));
        QVERIFY(isInStrip());
        QVERIFY(!qobject_cast<QAbstractButton *>(QApplication::focusWidget()));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_F7);
        QCOMPARE(document()->snapshots().all().size(), std::size_t(1));
        QVERIFY(strip()->list()->hasFocus());
    }

    void otherTabsLeaveItWhereItIs()
    {
        clickTab(QStringLiteral("Steps"));
        QVERIFY(!isInStrip());
        QVERIFY(field()->hasFocus());
    }

    void raisedByProgramItLeavesTheKeyboard()
    {
        document()->snapshots().take();
        openTogether(m_window.get(), {QStringLiteral("sentence"), QStringLiteral("snapshots")});
        QVERIFY(!strip()->visibleRegion().isEmpty());
        QVERIFY(field()->hasFocus());
        const QByteArray state = m_window->saveState();
        dock("sentence")->raise();
        moveFocus();
        m_window->restoreState(state);
        moveFocus();
        QVERIFY(!strip()->visibleRegion().isEmpty());
        QVERIFY(!isInStrip());
    }

    void aSnapshotTakenWithItsKey()
    {
        QTest::keyClick(field(), Qt::Key_F7);
        QCOMPARE(document()->snapshots().all().size(), std::size_t(1));
        QVERIFY(field()->hasFocus()); // nothing of the strip is seen
        openTogether(m_window.get(), {QStringLiteral("snapshots")});
        QTest::keyClick(field(), Qt::Key_F7);
        QCOMPARE(document()->snapshots().all().size(), std::size_t(2));
        QVERIFY(strip()->list()->hasFocus());
        QTest::keyClick(strip()->list(), Qt::Key_1);
        QCOMPARE(document()->snapshots().current(), 0);
    }

    void walkedTo()
    {
        document()->snapshots().take();
        openTogether(m_window.get(), {QStringLiteral("snapshots")});
        for (int i = 0; i < 20 && !isInStrip(); ++i)
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_F6);
        QVERIFY(strip()->list()->hasFocus());
    }

    void docksThatMoveKeepIt()
    {
        document()->snapshots().take();
        // Its own tab bar goes with the dock, and another takes its place.
        openTogether(m_window.get(), {QStringLiteral("model"), QStringLiteral("snapshots")});
        dock("snapshots")->setFloating(true);
        moveFocus();
        dock("snapshots")->setFloating(false);
        m_window->tabifyDockWidget(dock("model"), dock("snapshots"));
        dock("model")->raise();
        moveFocus();
        m_window->activateWindow(); // the floating dock was a window of its own
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        field()->setFocus();
        clickTab(QStringLiteral("Snapshots"));
        QTRY_VERIFY(strip()->list()->hasFocus());
    }
};

REGARD_TEST(TestSnapshotFocus)
#include "test_snapshot_focus.moc"
