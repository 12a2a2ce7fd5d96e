#include <QAbstractButton>
#include <QApplication>
#include <QFile>
#include <QLabel>
#include <QScreen>
#include <QTest>

#include "child.h"
#include "event_turns.h"
#include "presented_window.h"
#include "run_program.h"
#include "test_class.h"
#include "views/lesson/panel/lesson_player.h"
#include "window/files/lesson_desk.h"
#include "window/presentation/present_controls.h"
#include "window/presentation/present_stage.h"
#include "window/presentation/presenter_view.h"

using namespace regard;

namespace {

constexpr const char *laptopAndWall = R"({"screens": [
    {"name": "laptop", "x": 0, "y": 0, "width": 1280, "height": 800,
     "logicalDpi": 96, "logicalBaseDpi": 96, "dpr": 1},
    {"name": "wall", "x": 1280, "y": 0, "width": 1920, "height": 1080,
     "logicalDpi": 96, "logicalBaseDpi": 96, "dpr": 1}]})";

} // namespace

/// A presentation on two screens: the stage on the wall, the text and what comes next on the laptop.
class TestTwoScreens : public QObject, private PresentedWindow {
    Q_OBJECT
private:
    bool m_ranElsewhere = false;

    static QScreen *laptop() { return QGuiApplication::screens().at(0); }
    static QScreen *wall() { return QGuiApplication::screens().at(1); }
    PresenterView *presenter() const { return presentation()->presenter(); }
    /// Whoever gets the keys there.
    QWidget *desk() const
    {
        QWidget *focus = presenter()->window()->focusWidget();
        return focus ? focus : presenter()->window();
    }
    QString text(const char *label) const { return child<QLabel>(presenter(), label)->text(); }
    LessonPlayer *lesson() const
    {
        m_window->lessons()->openBundled(QStringLiteral("three-inputs"));
        document()->waitForResult();
        turnEventLoop();
        return m_window->lessons()->player();
    }
    void start() const
    {
        QTest::keyClick(m_window.get(), Qt::Key_F5);
        turnEventLoop();
        QVERIFY(presentation()->isOn());
    }
    /// Nothing but white.
    static bool isBlank(QWidget *widget)
    {
        const QImage picture = widget->grab().toImage();
        for (int y = 0; y < picture.height(); ++y)
            for (int x = 0; x < picture.width(); ++x)
                if (picture.pixel(x, y) != picture.pixel(0, 0))
                    return false;
        return true;
    }

private slots:
    /// The platform has as many screens as a file said when the program began.
    void initTestCase()
    {
        if (QGuiApplication::screens().size() > 1)
            return useOwnSettings();
        m_ranElsewhere = true;
        QTemporaryDir folder;
        QFile screens(folder.filePath(QStringLiteral("screens.json")));
        QVERIFY(screens.open(QIODevice::WriteOnly) && screens.write(laptopAndWall) > 0);
        screens.close();
        Program own{{QStringLiteral("TestTwoScreens")}, QCoreApplication::applicationFilePath()};
        own.environment.insert("QT_QPA_PLATFORM", "offscreen:configfile=" + QFile::encodeName(screens.fileName()));
        const ProgramRun ran = own.run();
        QVERIFY2(!ran.crashed && ran.exitCode == 0, (ran.out + ran.err).constData());
    }
    void init()
    {
        if (m_ranElsewhere)
            QSKIP("a program with two screens ran these");
        openWindow();
        m_window->move(laptop()->geometry().topLeft());
    }
    void cleanup()
    {
        if (!m_ranElsewhere)
            closeWindow();
    }

    void theStageFillsTheWall()
    {
        const LessonPlayer *player = lesson();
        QCOMPARE(m_window->screen(), laptop());
        start();
        QCOMPARE(m_window->screen(), wall());
        QVERIFY(m_window->isFullScreen());
        QCOMPARE(m_window->size(), wall()->size());
        QVERIFY(presenter()->isVisible());
        QCOMPARE(presenter()->screen(), laptop());
        QVERIFY(text("presenterText").contains(player->pageTitle(0).toHtmlEscaped()));
        const bool hasMore = presentation()->stage()->screens() > 1;
        QVERIFY(hasMore || text("presenterNext").contains(player->pageTitle(1)));
        QVERIFY(text("presenterClock").startsWith(QLatin1String("0:0")));
        QTest::keyClick(desk(), Qt::Key_Escape);
        QVERIFY(!presentation()->isOn());
        QVERIFY(!presenter()->isVisible());
        turnEventLoop();
        QCOMPARE(m_window->screen(), laptop());
        QVERIFY(!m_window->isFullScreen());
    }

    /// Keys and buttons of either screen turn the pages, and what comes next is drawn.
    void bothScreensTurnPages()
    {
        const LessonPlayer *player = lesson();
        start();
        const auto forward = [this] { QTest::keyClick(desk(), Qt::Key_PageDown); };
        while (player->page() < 2)
            forward();
        turnEventLoop();
        QVERIFY(text("presenterText").contains(player->pageTitle(2).toHtmlEscaped()));
        auto *next = presenter()->findChild<QWidget *>(QStringLiteral("presenterPicture"));
        QVERIFY(next);
        QTRY_VERIFY(!isBlank(next));
        QTest::keyClick(receiver(), Qt::Key_PageUp);
        QTRY_COMPARE(player->page(), 1);
        QVERIFY(text("presenterText").contains(player->pageTitle(1).toHtmlEscaped()));
        for (QAbstractButton *button : presenter()->controls()->findChildren<QAbstractButton *>())
            if (button->text() == QStringLiteral("▶"))
                QTest::mouseClick(button, Qt::LeftButton);
        QTRY_VERIFY(player->page() == 2 || presentation()->stage()->screen() == 1);
        while (player->hasNext())
            forward();
        turnEventLoop();
        while (presentation()->stage()->screen() + 1 < presentation()->stage()->screens())
            forward();
        QVERIFY(!text("presenterNext").contains(QLatin1Char(':')));
        QVERIFY(isBlank(next));
    }

    /// Where a screen goes, the stage takes the one that is left, at the same page; where it comes again, it goes back.
    void aScreenGoesAndComes()
    {
        const LessonPlayer *player = lesson();
        start();
        while (player->page() < 3)
            QTest::keyClick(receiver(), Qt::Key_PageDown);
        presentation()->spread({laptop()});
        turnEventLoop();
        QVERIFY(presentation()->isOn());
        QVERIFY(!presenter()->isVisible());
        QCOMPARE(m_window->screen(), laptop());
        QVERIFY(m_window->isFullScreen());
        QCOMPARE(m_window->size(), laptop()->size());
        QCOMPARE(player->page(), 3);
        presentation()->spread({laptop(), wall()});
        turnEventLoop();
        QVERIFY(presenter()->isVisible());
        QCOMPARE(m_window->screen(), wall());
        QCOMPARE(m_window->size(), wall()->size());
        QCOMPARE(player->page(), 3);
        presentation()->spread({wall()});
        QVERIFY(!presenter()->isVisible());
        presentation()->spread({laptop(), wall()});
        turnEventLoop();
        QCOMPARE(m_window->screen(), wall());
        QCOMPARE(presenter()->screen(), laptop());
        QVERIFY(text("presenterText").contains(player->pageTitle(3).toHtmlEscaped()));
    }

    void theNextSnapshot()
    {
        document()->snapshots().take(QStringLiteral("first"));
        edit(9);
        document()->snapshots().take(QStringLiteral("second"));
        document()->snapshots().recall(0);
        start();
        QVERIFY(text("presenterNext").contains(QStringLiteral("second")));
        QTest::keyClick(desk(), Qt::Key_PageDown);
        turnEventLoop();
        QVERIFY(text("presenterNext").isEmpty());
    }
};

REGARD_TEST(TestTwoScreens)
#include "test_two_screens.moc"
