#include <map>

#include <QAction>
#include <QDockWidget>
#include <QMenu>
#include <QScrollArea>
#include <QScrollBar>
#include <QStackedWidget>
#include <QTest>
#include <QToolButton>

#include "controls/figure_view.h"
#include "controls/motion.h"
#include "controls/panel.h"
#include "io/lesson/lessons.h"
#include "panel_hands.h"
#include "test_class.h"
#include "views/heatmap/heatmap_figure.h"
#include "views/heatmap/panel/heatmap_panel.h"
#include "views/heatmap/panel/heatmap_plot.h"
#include "views/lesson/panel/lesson_panel.h"
#include "views/lesson/panel/lesson_player.h"
#include "views/links/link_figure.h"
#include "views/links/panel/link_panel.h"
#include "views/training/panel/training_answer.h"
#include "views/training/panel/training_details.h"
#include "views/training/panel/training_panel.h"
#include "views/training/panel/training_row.h"
#include "views/why/panel/why_panel.h"
#include "window/files/lesson_desk.h"
#include "window/regions/own_window.h"
#include "window/regions/region_glide.h"
#include "window/regions/region_handle.h"
#include "window_test.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

/// The regions of the whole window, as a hand uses them.
class TestRegionsWindow : public QObject, WindowTest {
    Q_OBJECT

private:
    Regions *regions() const { return m_window->regions(); }
    void trigger(const char *name) const
    {
        m_window->findChild<QAction *>(QString::fromLatin1(name))->trigger();
        turnEventLoop();
    }
    std::map<PanelId, QRect> places() const
    {
        std::map<PanelId, QRect> all;
        for (const PanelId id : regions()->seen())
            all[id] = m_window->panels()->panel(id)->geometry();
        return all;
    }
    bool isSeenPanel(PanelId id) const { return m_window->panels()->panel(id)->isVisible(); }
    void open(const std::string &lesson) const
    {
        QVERIFY(m_window->lessons()->openBundled(QString::fromStdString(lesson)));
        document()->waitForResult();
        turnEventLoop();
    }

private slots:
    void initTestCase() { useOwnSettings(); }
    void init()
    {
        QSettings(QSettings::IniFormat, QSettings::UserScope, u"regard"_s, u"regard"_s).clear();
        openWindow();
    }
    void cleanup()
    {
        setGlides(false);
        m_window.reset();
    }

    /// In the first window, which nobody has resized.
    void theStripNeedsNoScrolling()
    {
        const auto bars = m_window->panels()->why->findChildren<QScrollBar *>();
        QVERIFY(!bars.isEmpty());
        for (const QScrollBar *bar : bars)
            QVERIFY(!bar->isVisible());
    }

    void eachModeHasItsPanels()
    {
        QVERIFY(m_window->findChildren<QDockWidget *>().isEmpty());
        QVERIFY(isSeenPanel(PanelId::Links) && isSeenPanel(PanelId::Heatmap) && isSeenPanel(PanelId::Why));
        QVERIFY(isSeenPanel(PanelId::Heads) && !isSeenPanel(PanelId::Weights));
        trigger("actionExplain");
        QVERIFY(isSeenPanel(PanelId::Steps) && !isSeenPanel(PanelId::Links));
        trigger("actionEdit");
        QVERIFY(isSeenPanel(PanelId::Weights) && isSeenPanel(PanelId::Links));
        QVERIFY(m_window->panels()->panel(PanelId::Weights)->isAncestorOf(m_window->focusWidget()));
        trigger("actionTrain");
        QVERIFY(isSeenPanel(PanelId::Training));
        trigger("actionExplore");
        QVERIFY(isSeenPanel(PanelId::Heatmap) && !isSeenPanel(PanelId::Training));
    }

    /// Both pictures of a pair have their rows at the same heights; one alone has its own.
    void aPairSharesItsRows()
    {
        const auto *links = m_window->panels()->links;
        const auto *plot = m_window->panels()->heatmap->plot();
        for (const QSize size : {QSize(1280, 720), QSize(1440, 900), QSize(1280, 720)}) {
            m_window->resize(size);
            turnEventLoop();
            QVERIFY(plot->isVisible() && links->isVisible());
            for (const int row : {0, 7, 10}) {
                const QPointF word = links->picture()->tokenRect(LinkHit::Side::Query, row).center();
                const QPointF cell = plot->figure()->cellRect(row, 0).center();
                const double wordAt = links->view()->mapTo(m_window.get(), QPoint()).y() + word.y();
                const double cellAt = plot->mapTo(m_window.get(), QPoint()).y() + cell.y();
                QVERIFY2(std::abs(wordAt - cellAt) < 0.5, qPrintable(u"%1 and %2"_s.arg(wordAt).arg(cellAt)));
            }
        }
        m_window->resize(960, 600);
        turnEventLoop();
        QVERIFY(links->isVisible() && !plot->isVisible());
        QVERIFY(!links->picture()->data().rows.has_value());
    }

    /// In Train the run's row stands over the stage, answer and curve below it, also in a small window; elsewhere all
    /// of it stands in its panel.
    void theRunStandsOverTheStage()
    {
        TrainingPanel *training = m_window->panels()->training;
        const auto bottomOf = [this](const QWidget *widget) {
            return widget->mapTo(m_window.get(), QPoint(0, widget->height())).y();
        };
        const auto topOf = [this](const QWidget *widget) { return widget->mapTo(m_window.get(), QPoint(0, 0)).y(); };
        trigger("actionTrain");
        for (const QSize &size : {QSize(1280, 720), QSize(960, 600)}) {
            m_window->resize(size);
            turnEventLoop();
            const QWidget *links = m_window->panels()->links;
            QVERIFY(training->row()->isVisible() && bottomOf(training->row()) <= topOf(links));
            QVERIFY(links->isVisible() && bottomOf(links) <= topOf(training));
            QVERIFY(training->answer()->view()->isVisible());
            QVERIFY2(training->answer()->view()->height() >= 60,
                     qPrintable(QString::number(training->answer()->view()->height())));
        }
        QVERIFY(m_window->focusWidget() == training->row()->taskButton());
        training->row()->optionsAction()->setChecked(true); // beside the stage
        turnEventLoop();
        QVERIFY(training->details()->isVisible() && training->details()->parentWidget() == regions());
        training->row()->optionsAction()->setChecked(false);
        trigger("actionExplore");
        QVERIFY(!training->row()->isVisible() && training->isAncestorOf(training->row()));
        trigger("actionTrain");
        regions()->openInWindow(PanelId::Training);
        turnEventLoop();
        QVERIFY(training->row()->isVisible() && training->row()->window() != m_window.get());
        regions()->close(PanelId::Training);
        turnEventLoop();
        QVERIFY(training->row()->isVisible() && !training->isAncestorOf(training->row()));
    }

    /// A mode changes neither the project nor what is selected; its key again restores it.
    void aModeIsAViewAlone()
    {
        Selection selection = document()->look().selection();
        selection.query = 7;
        document()->look().setSelection(selection);
        for (const char *mode : {"actionExplain", "actionEdit", "actionTrain", "actionExplore"})
            trigger(mode);
        QCOMPARE(document()->look().selection().query, 7);
        QCOMPARE(document()->undoStack()->count(), 0);
        const auto before = places();
        openPanel(m_window.get(), u"find"_s);
        QVERIFY(isSeenPanel(PanelId::Find));
        trigger("actionEdit");
        QVERIFY(!isSeenPanel(PanelId::Find));
        trigger("actionExplore"); // as it was left
        QVERIFY(isSeenPanel(PanelId::Find));
        trigger("actionExplore");
        QVERIFY(places() == before);
    }

    /// Each panel opens, goes into a window of its own, comes back and closes.
    void everyPanelHasAWindowOfItsOwn()
    {
        for (const PanelId id : allPanels()) {
            QWidget *panel = m_window->panels()->panel(id);
            openPanel(m_window.get(), QString::fromStdString(panelWord(id)));
            regions()->openInWindow(id);
            turnEventLoop();
            QVERIFY2(panel->isVisible() && panel->window() != m_window.get(), panelWord(id).c_str());
            QVERIFY(qobject_cast<OwnWindow *>(panel->window()));
            panel->window()->close();
            turnEventLoop();
            QVERIFY2(panel->window() == m_window.get(), panelWord(id).c_str());
        }
        trigger("actionRestoreLayout");
        QVERIFY(isSeenPanel(PanelId::Links) && isSeenPanel(PanelId::Heatmap) && isSeenPanel(PanelId::Heads));
    }

    void ownWindowsCloseWithTheMainOneAndComeBack()
    {
        regions()->openInWindow(PanelId::Output);
        turnEventLoop();
        QVERIFY(m_window->close());
        for (const QWidget *window : QApplication::topLevelWidgets())
            QVERIFY(!window->isVisible());
        openWindow();
        QVERIFY(regions()->isInWindow(PanelId::Output));
        QVERIFY(m_window->panels()->panel(PanelId::Output)->isVisible());
    }

    /// Shortcuts of the window work in another one, too.
    void shortcutsWorkInAnOwnWindow()
    {
        regions()->openInWindow(PanelId::Output);
        QWidget *window = m_window->panels()->panel(PanelId::Output)->window();
        QVERIFY(QTest::qWaitForWindowActive(window));
        const std::uint64_t seed = document()->matrices().model()->config.seed;
        QTest::keyClick(window, Qt::Key_R, Qt::ControlModifier);
        QCOMPARE(document()->matrices().model()->config.seed, seed + 1);
    }

    /// Panels are at their places at once; what is seen gets there, and a key does not wait for it.
    void aModeMovesItsRegions()
    {
        regions()->setMode(Mode::Edit);
        turnEventLoop();
        const auto after = places();
        const QImage still = regions()->grab().toImage();
        regions()->setMode(Mode::Explore);
        turnEventLoop();
        const QImage before = regions()->grab().toImage();
        setGlides(true);
        auto *glide = regions()->findChild<RegionGlide *>();
        regions()->setMode(Mode::Edit);
        QVERIFY(glide->isVisible());
        QVERIFY(places() == after);
        glide->glide().advance(60);
        const QImage half = regions()->grab().toImage();
        QVERIFY(half != before && half != still);
        glide->glide().advance(60);
        QVERIFY(!glide->isVisible());
        turnEventLoop();
        QCOMPARE(regions()->grab().toImage(), still);
        setGlides(false);
        regions()->setMode(Mode::Explore);
        setGlides(true);
        QTest::qWait(121); // changes one upon another are shown as they are
        regions()->setMode(Mode::Edit);
        QVERIFY(glide->isVisible());
        QTest::keyClick(m_window.get(), Qt::Key_Shift);
        QVERIFY(!glide->isVisible());
        setReducesMotion(true);
        regions()->setMode(Mode::Explore);
        QVERIFY(!glide->isVisible());
        setReducesMotion(false);
    }

    void aLessonGivesTheRegionsBack_data()
    {
        QTest::addColumn<int>("mode");
        for (const ModeRow &row : modeRows())
            QTest::newRow(spelling(row.mode)) << int(row.mode);
    }
    void aLessonGivesTheRegionsBack()
    {
        QFETCH(int, mode);
        m_window->resize(1280, 720);
        regions()->setMode(Mode(mode));
        openPanel(m_window.get(), u"find"_s);
        const auto before = places();
        open("three-inputs");
        QVERIFY(m_window->panels()->lesson->isVisible());
        for (int page = 1; page < 11; ++page)
            m_window->lessons()->player()->go(page);
        trigger(mode == int(Mode::Explain) ? "actionEdit" : "actionExplain");
        QVERIFY(isSeenPanel(PanelId::Steps) == (mode != int(Mode::Explain)));
        QVERIFY(m_window->panels()->lesson->isVisible());
        QVERIFY(m_window->lessons()->close());
        turnEventLoop();
        QVERIFY(!m_window->panels()->lesson->isVisible());
        QVERIFY(regions()->mode() == Mode(mode));
        QVERIFY(places() == before);
    }

    /// On each page of each lesson the first two pictures stand on the stage, its forms below its text, and its control
    /// in it, whole.
    void everyPageShowsItsPanels()
    {
        m_window->resize(1280, 720);
        for (const LessonEntry &entry : lessons()) {
            open(entry.name);
            LessonPlayer *player = m_window->lessons()->player();
            for (int page = 0; page < int(player->lesson().pages.size()); ++page) {
                player->go(page);
                turnEventLoop();
                const Stand stand = standOfPage(player->currentPage().panels);
                if (player->currentPage().panels.empty())
                    continue;
                const QString where = QString::fromStdString(entry.name) + u' ' + QString::number(page + 1);
                for (std::size_t i = 0; i < std::min<std::size_t>(2, stand.pictures.size()); ++i)
                    QVERIFY2(isSeenPanel(stand.pictures[i]), qPrintable(where));
                if (!stand.inspector.empty())
                    QVERIFY2(isSeenPanel(stand.inspector.back()), qPrintable(where));
                const LessonPanel *panel = m_window->lessons()->panel();
                QCOMPARE(panel->control() != nullptr, player->currentPage().control.has_value());
                if (!panel->control())
                    continue;
                const auto *area = qobject_cast<QScrollArea *>(panel->reader());
                QVERIFY2(panel->control()->isVisible(), qPrintable(where));
                QVERIFY2(area->widget()->width() <= area->viewport()->width(), qPrintable(where));
                if (player->currentPage().control == LessonControl::Cell) // of a fixed size
                    continue;
                for (const QWidget *field : panel->control()->findChildren<QWidget *>())
                    QVERIFY2(!field->isVisible() || field->width() >= field->minimumSizeHint().width(),
                             qPrintable(where));
            }
            QVERIFY(m_window->lessons()->close());
        }
    }

    void handlesMoveAndAreRemembered()
    {
        trigger("actionEdit");
        const int before = m_window->panels()->panel(PanelId::Weights)->width();
        RegionHandle *inspector = nullptr;
        for (RegionHandle *handle : regions()->findChildren<RegionHandle *>())
            if (handle->isVisible() && handle->height() > regions()->height() / 2)
                inspector = handle;
        QVERIFY(inspector);
        QTest::keyClick(inspector, Qt::Key_Right);
        QCOMPARE(m_window->panels()->panel(PanelId::Weights)->width(), before - 16);
        QVERIFY(m_window->close());
        openWindow();
        m_window->resize(1280, 800); // the screen here has not so much, and the window came as large as that
        turnEventLoop();
        QVERIFY(regions()->mode() == Mode::Edit);
        QCOMPARE(m_window->panels()->panel(PanelId::Weights)->width(), before - 16);
    }

    void typeIsSizedEverywhereAndRemembered()
    {
        const double before = m_window->theme().scale();
        QTest::keyClick(m_window.get(), Qt::Key_Plus, Qt::ControlModifier);
        QTest::keyClick(m_window.get(), Qt::Key_Plus, Qt::ControlModifier);
        QCOMPARE(m_window->theme().scale(), before + 0.2);
        QVERIFY(m_window->close());
        openWindow();
        QCOMPARE(m_window->theme().scale(), before + 0.2);
        for (int i = 0; i < 30; ++i)
            QTest::keyClick(m_window.get(), Qt::Key_Minus, Qt::ControlModifier);
        QCOMPARE(m_window->theme().scale(), smallestType);
    }

    /// The menu of a panel's head, with the keyboard.
    void theMenuOfAHead()
    {
        QWidget *find = openPanel(m_window.get(), u"find"_s);
        auto *more = find->findChild<QToolButton *>(u"panelMore"_s);
        QVERIFY(more && !more->accessibleName().isEmpty());
        emit more->menu()->aboutToShow();
        QStringList names;
        for (const QAction *action : more->menu()->actions())
            if (action->isVisible())
                names << action->text();
        QCOMPARE(names, (QStringList{u"In a window of its own"_s, u"Close"_s}));
        more->menu()->actions().back()->trigger();
        QVERIFY(!find->isVisible());
    }
};

REGARD_TEST(TestRegionsWindow)
#include "test_regions_window.moc"
