#include <algorithm>
#include <memory>

#include <QAction>
#include <QApplication>
#include <QDockWidget>
#include <QFile>
#include <QLayout>
#include <QScreen>
#include <QSettings>
#include <QSplitter>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include "app/base/language.h"
#include "app/base/settings.h"
#include "app/docks/window_fit.h"
#include "app/files/lesson_desk.h"
#include "app/window/main_window.h"
#include "dock_hands.h"
#include "document/document.h"
#include "event_turns.h"
#include "test_class.h"
#include "widgets/lessons/lesson_player.h"
#include "widgets/panels/heatmap_panel.h"
#include "widgets/panels/link_panel.h"

using namespace regard;

namespace {

constexpr QMargins frame(2, 30, 2, 4);
constexpr QSize screens[] = {{1024, 600}, {1280, 720}, {1366, 768}, {1920, 1080}};

void windowFitAddSizes()
{
    QTest::addColumn<QSize>("size");
    for (const QSize &size : screens)
        QTest::addRow("%d x %d", size.width(), size.height()) << size;
}

} // namespace

/// A window lies on its screen, and its pictures are seen, whatever was stored.
class TestWindowFit : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    std::unique_ptr<MainWindow> m_window;

    QDockWidget *dock(const char *id) const { return m_window->findChild<QDockWidget *>(QString::fromLatin1(id)); }
    QWidget *links() const { return m_window->findChild<LinksPanel *>(); }
    QWidget *heatmap() const { return m_window->findChild<HeatmapPanel *>(); }
    QString widths() const
    {
        return QStringLiteral("window %1, middle %2, heads %3, model %4")
            .arg(m_window->width())
            .arg(middle()->width())
            .arg(dock("heads")->width())
            .arg(dock("model")->width());
    }
    QWidget *pictures() const { return m_window->findChild<QSplitter *>(QStringLiteral("pictures")); }
    QWidget *middle() const { return m_window->centralWidget(); }

    void open(QSize size)
    {
        m_window = std::make_unique<MainWindow>();
        m_window->resize(size);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
        m_window->document()->waitForResult();
        QApplication::processEvents();
    }
    void reopen(QSize size)
    {
        m_window->document()->undoStack()->setClean();
        m_window->close();
        m_window.reset();
        // The offscreen platform's screen is smaller than what is stored: the size comes from here, the layout from
        // there.
        Settings settings = Settings::read();
        settings.geometry.clear();
        settings.write();
        open(size);
    }

private slots:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        QVERIFY(m_folder.isValid());
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_folder.path());
    }

    void init()
    {
        QFile::remove(
            QSettings(QSettings::IniFormat, QSettings::UserScope, QStringLiteral("regard"), QStringLiteral("regard"))
                .fileName());
        // Things to try come and go with what is done, and with them a line of the window.
        Settings settings;
        settings.doneTries = {QStringLiteral("cell"), QStringLiteral("sentence"), QStringLiteral("lesson")};
        settings.write();
    }

    void cleanup()
    {
        if (m_window)
            m_window->document()->undoStack()->setClean();
        m_window.reset();
        installLanguage(QStringLiteral("en"));
    }

    void aWindowIsPlacedWithItsFrame_data() { windowFitAddSizes(); }

    void aWindowIsPlacedWithItsFrame()
    {
        QFETCH(QSize, size);
        const QRect screen(QPoint(0, 20), size - QSize(0, 20)); // below a bar of the desktop
        const QRect places[] = {{0, 0, 1440, 900},     {300, 200, 1440, 900}, {5000, -900, 900, 520},
                                {-700, 400, 800, 520}, {0, 20, 1920, 1060},   {100, 100, 760, 450}};
        for (const QRect &place : places) {
            const QRect on = placeOnScreen(place, frame, screen);
            QVERIFY(screen.contains(on.marginsAdded(frame)));
            const QSize room = screen.size() - QSize(4, 34);
            QCOMPARE(on.size(), place.size().boundedTo(room));
            if (screen.contains(place.marginsAdded(frame)))
                QCOMPARE(on, place);
        }
    }

    void theFirstWindowFits()
    {
        m_window = std::make_unique<MainWindow>();
        const QSize room = m_window->screen()->availableSize();
        QVERIFY(m_window->width() < room.width() && m_window->height() + 30 < room.height());
    }

    void everythingFitsOnASmallScreen_data()
    {
        QTest::addColumn<QString>("language");
        QTest::newRow("English") << QStringLiteral("en");
        QTest::newRow("Chinese") << QStringLiteral("zh_CN");
    }

    void everythingFitsOnASmallScreen()
    {
        QFETCH(QString, language);
        installLanguage(language);
        const QSize least(1024 - 16, 600 - 48);
        open(least);
        QCOMPARE(m_window->size(), least);
        QVERIFY(m_window->lessons()->openBundled(QStringLiteral("query-key-value")));
        turnEventLoop();
        QCOMPARE(m_window->size(), least); // no panel asks for more
        QVERIFY(!dock("steps")->visibleRegion().isEmpty() && !dock("weights")->visibleRegion().isEmpty());
        m_window->lessons()->player()->go(1);
        turnEventLoop();
        QCOMPARE(m_window->size(), least);
        QVERIFY(!dock("steps")->visibleRegion().isEmpty() && !links()->visibleRegion().isEmpty());
    }

    void aSmallerWindowKeepsItsPictures_data() { windowFitAddSizes(); }

    void aSmallerWindowKeepsItsPictures()
    {
        QFETCH(QSize, size);
        open(QSize(2000, 1200));
        openDock(m_window.get(), QStringLiteral("steps"));
        QVERIFY(dock("model")->isVisible());
        m_window->resizeDocks({dock("heads"), dock("model")}, {500, 600}, Qt::Horizontal);
        m_window->resizeDocks({dock("steps")}, {560}, Qt::Vertical);
        QApplication::processEvents();
        QVERIFY(dock("heads")->width() >= 490 && dock("model")->width() >= 590);
        m_window->resize(size);
        QTRY_VERIFY2(middle()->width() >= leastMiddleWidth(size.width(), 2), qPrintable(widths()));
        QTRY_VERIFY2(pictures()->height() >= leastPictureHeight(size.height()),
                     qPrintable(QStringLiteral("%1 of %2").arg(pictures()->height()).arg(size.height())));
        for (const QWidget *picture : {links(), heatmap()}) {
            QVERIFY(!picture->visibleRegion().isEmpty());
            QVERIFY(picture->width() * 5 >= middle()->width());
        }
    }

    void whatHasRoomStaysAsItIs_data() { windowFitAddSizes(); }

    void whatHasRoomStaysAsItIs()
    {
        QFETCH(QSize, size);
        open(size);
        QVERIFY(!makeRoomForMiddle(m_window.get(), m_window->findChild<QSplitter *>(QStringLiteral("pictures"))));
        openDock(m_window.get(), QStringLiteral("sentence"));
        const bool isOpen = dock("weights")->isVisible();
        const int width = dock("heads")->width();
        const int height = dock("sentence")->height();
        m_window->resize(size + QSize(200, 100)); // larger
        QApplication::processEvents();
        m_window->resize(size);
        turnEventLoop();
        QCOMPARE(dock("heads")->width(), width);
        QCOMPARE(dock("weights")->isVisible(), isOpen);
        QVERIFY(std::abs(dock("sentence")->height() - height) <= 40);
    }

    void aLessonClosedWithTheWindowLeavesNoColumn_data() { windowFitAddSizes(); }

    void aLessonClosedWithTheWindowLeavesNoColumn()
    {
        QFETCH(QSize, size);
        open(size);
        const int usual = std::clamp(size.width() / 6, 110, 250); // as in a first window of that size
        QVERIFY(m_window->lessons()->openBundled(QStringLiteral("query-key-value")));
        turnEventLoop();
        QVERIFY(dock("lesson")->isVisible());
        m_window->document()->undoStack()->setClean();
        reopen(size);
        QVERIFY(!dock("lesson")->isVisible());
        QTRY_VERIFY2(dock("heads")->width() <= usual + 2, qPrintable(widths()));
        QTRY_VERIFY2(middle()->width() >= leastMiddleWidth(size.width(), 2), qPrintable(widths()));
    }

    void aLessonGivesTheDocksBack_data() { windowFitAddSizes(); }

    void aLessonGivesTheDocksBack()
    {
        QFETCH(QSize, size);
        open(size);
        openDock(m_window.get(), QStringLiteral("output"));
        openDock(m_window.get(), QStringLiteral("changes"));
        m_window->resizeDocks({dock("heads")}, {size.width() / 5}, Qt::Horizontal);
        QTest::qWait(20);
        const char *const ids[] = {"heads", "output", "changes"};
        QList<QRect> before;
        for (const char *id : ids)
            before << dock(id)->geometry();
        // The lesson's project may need a line more in a panel.
        const auto farthest = [&] {
            int most = 0;
            for (qsizetype i = 0; i < before.size(); ++i) {
                const QRect now = dock(ids[i])->geometry();
                for (const int difference : {now.left() - before[i].left(), now.top() - before[i].top(),
                                             now.width() - before[i].width(), now.height() - before[i].height()})
                    most = std::max(most, std::abs(difference));
            }
            return most;
        };
        QVERIFY(m_window->lessons()->openBundled(QStringLiteral("query-key-value")));
        QTest::qWait(20);
        QVERIFY(dock("lesson")->isVisible());
        m_window->lessons()->player()->go(1); // links above Steps, or beside them
        QTRY_VERIFY2(pictures()->height() >= leastPictureHeight(size.height()), qPrintable(widths()));
        QVERIFY(farthest() > 40);
        QVERIFY(m_window->lessons()->close());
        QTRY_VERIFY2(farthest() <= 30, qPrintable(widths()));
        // Closed with the window, too: what is stored is what was there before the lesson.
        QVERIFY(m_window->lessons()->openBundled(QStringLiteral("query-key-value")));
        QTest::qWait(20);
        reopen(size);
        QTRY_VERIFY2(farthest() <= 30, qPrintable(widths()));
    }

    void aWidthThatAHandHasDrawnStays()
    {
        open(QSize(1440, 900));
        m_window->resizeDocks({dock("heads")}, {400}, Qt::Horizontal);
        QApplication::processEvents();
        const int drawn = dock("heads")->width();
        QVERIFY2(drawn >= 390, qPrintable(widths()));
        reopen(QSize(1440, 900));
        turnEventLoop();
        QVERIFY(std::abs(dock("heads")->width() - drawn) <= 8);
    }

    void oneOfThePicturesIsSeen()
    {
        Settings settings;
        settings.showsLinks = settings.showsHeatmap = false;
        settings.write();
        open(QSize(1280, 720));
        QVERIFY(links()->isVisible());
    }

    /// Qt would take a gap's width from it with every layout.
    void aDockBelowKeepsItsWidthWithoutPictures()
    {
        open(QSize(1366, 768));
        for (const char *id : {"heads", "model"})
            dock(id)->show();
        for (const char *id : {"why", "sentence", "steps", "output"})
            dock(id)->hide();
        for (const char *word : {"links", "heatmap"})
            m_window->findChild<QAction *>(QString::fromLatin1(word))->setChecked(false);
        QTest::qWait(20);
        QVERIFY(!links()->isVisible() && !heatmap()->isVisible());
        for (QWidget *part : middle()->findChildren<QWidget *>(QString(), Qt::FindDirectChildrenOnly))
            part->hide();
        QTRY_VERIFY(!middle()->isVisible());
        QDockWidget *below = dock("sentence");
        QCOMPARE(m_window->dockWidgetArea(below), Qt::BottomDockWidgetArea);
        below->show();
        QTest::qWait(20);
        const QRect before = below->geometry();
        for (int i = 0; i < 3; ++i) {
            m_window->layout()->invalidate();
            m_window->layout()->activate();
        }
        QCOMPARE(below->geometry(), before);
        // Moved there, too.
        below->hide();
        QTRY_VERIFY(!middle()->isVisible());
        QDockWidget *model = dock("model");
        m_window->addDockWidget(Qt::BottomDockWidgetArea, model);
        QTest::qWait(20);
        const QRect moved = model->geometry();
        m_window->layout()->invalidate();
        m_window->layout()->activate();
        QCOMPARE(model->geometry(), moved);
    }

    void aPictureWithoutAShareGetsOne()
    {
        open(QSize(1366, 768));
        auto *pictures = m_window->findChild<QSplitter *>(QStringLiteral("pictures"));
        QVERIFY(!makeRoomForMiddle(m_window.get(), pictures));
        pictures->setSizes({4000, 1});
        const bool isNarrow = pictures->sizes()[1] * 5 < pictures->sizes()[0] + pictures->sizes()[1];
        QCOMPARE(makeRoomForMiddle(m_window.get(), pictures), isNarrow);
        QVERIFY(pictures->sizes()[1] * 5 >= pictures->sizes()[0]);
    }
};

REGARD_TEST(TestWindowFit)
#include "test_window_fit.moc"
