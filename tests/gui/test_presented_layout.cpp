#include <algorithm>
#include <cmath>

#include <QAction>
#include <QApplication>
#include <QDockWidget>
#include <QMenu>
#include <QSplitter>
#include <QTableView>
#include <QTest>

#include "app/base/language.h"
#include "app/base/settings.h"
#include "app/docks/arranger.h"
#include "app/files/lesson_desk.h"
#include "app/presentation/presentation.h"
#include "app/window/main_window.h"
#include "dock_hands.h"
#include "document/document.h"
#include "event_turns.h"
#include "figures/heatmap/heatmap_figure.h"
#include "io/lesson/lessons.h"
#include "painted_texts.h"
#include "paths.h"
#include "presented_window.h"
#include "test_class.h"
#include "widgets/editing/weights_panel.h"
#include "widgets/lessons/lesson_player.h"
#include "widgets/panels/heatmap_panel.h"
#include "widgets/panels/heatmap_plot.h"
#include "widgets/panels/link_panel.h"
#include "widgets/parts/figure_view.h"

using namespace regard;

/// The layout in front of an audience, and that all is as before afterwards.
class TestPresentedLayout : public QObject, private PresentedWindow {
    Q_OBJECT

private:
    /// Numbers that are painted smaller than a fiftieth of the screen's height; where there are none at all, that.
    QStringList smallNumbers() const
    {
        const double least = m_window->screen()->size().height() / 50.0 - 1;
        PaintedTexts painted(m_window->size());
        m_window->render(&painted);
        QStringList small;
        int numbers = 0;
        for (const PaintedText &each : painted.texts()) {
            if (!std::any_of(each.text.begin(), each.text.end(), [](QChar c) { return c.isDigit(); }))
                continue;
            ++numbers;
            if (each.digitHeight < least)
                small << QStringLiteral("“%1” is %2 px high").arg(each.text).arg(each.digitHeight);
        }
        if (numbers == 0)
            small << QStringLiteral("no number");
        return small;
    }

private slots:
    void initTestCase() { useOwnSettings(); }
    void init() { openWindow(); }
    void cleanup() { closeWindow(); }

    void escapeRestoresTheLayout_data()
    {
        QTest::addColumn<QString>("state");
        QTest::newRow("as it starts") << QString();
        QTest::newRow("moved about") << QStringLiteral("moved");
        QTest::newRow("heatmap hidden") << QStringLiteral("heatmap");
        QTest::newRow("maximised") << QStringLiteral("maximised");
        QTest::newRow("steps in front") << QStringLiteral("steps");
    }

    void tickingPanelsLeavesTheirMenuOpen_data()
    {
        QTest::addColumn<QString>("name");
        QTest::newRow("panels") << QStringLiteral("menuPanels");
        QTest::newRow("while presenting") << QStringLiteral("menuPresentPanels");
    }

    void tickingPanelsLeavesTheirMenuOpen()
    {
        QFETCH(QString, name);
        auto *menu = m_window->findChild<QMenu *>(name);
        menu->popup(m_window->mapToGlobal(QPoint(100, 100)));
        QAction *first = menu->actions().at(0);
        QAction *second = menu->actions().at(1);
        const bool wasFirst = first->isChecked();
        const bool wasSecond = second->isChecked();
        QTest::mouseClick(menu, Qt::LeftButton, Qt::NoModifier, menu->actionGeometry(first).center());
        QCOMPARE(first->isChecked(), !wasFirst);
        QVERIFY(menu->isVisible());
        menu->setActiveAction(second);
        QTest::keyClick(menu, Qt::Key_Space);
        QTest::keyClick(menu, Qt::Key_Return);
        QCOMPARE(second->isChecked(), wasSecond);
        QTest::keyClick(menu, Qt::Key_Return);
        QCOMPARE(second->isChecked(), !wasSecond);
        QVERIFY(menu->isVisible());
        QTest::keyClick(menu, Qt::Key_Escape);
        QVERIFY(!menu->isVisible());
    }

    void escapeRestoresTheLayout()
    {
        QFETCH(QString, state);
        if (state == QStringLiteral("moved")) {
            m_window->setGeometry(30, 40, 1100, 700);
            dock("heads")->hide();
            m_window->resizeDocks({dock("weights")}, {380}, Qt::Horizontal);
            m_window->findChild<QSplitter *>(QStringLiteral("pictures"))->setSizes({300, 700});
        } else if (state == QStringLiteral("heatmap")) {
            m_window->findChild<QMenu *>(QStringLiteral("menuPanels"))
                ->findChild<QAction *>(QStringLiteral("heatmap"))
                ->setChecked(false);
        } else if (state == QStringLiteral("maximised")) {
            m_window->showMaximized();
        } else if (state == QStringLiteral("steps")) {
            openDock(m_window.get(), QStringLiteral("steps"));
        }
        turnEventLoop(); // layouts follow each other
        canvas()->setFocus();
        const QMap<QString, QString> before = layout();
        present();
        QTest::keyClick(m_window.get(), Qt::Key_Plus, Qt::ControlModifier);
        QVERIFY(layout() != before);
        QTest::keyClick(canvas(), Qt::Key_Escape);
        QVERIFY(!presentation()->isOn());
        QTRY_COMPARE(differencesFrom(before), QStringList());
        QVERIFY(canvas()->hasFocus());
        // Again at once: nothing may creep.
        present();
        QTest::keyClick(canvas(), Qt::Key_Escape);
        QTRY_COMPARE(differencesFrom(before), QStringList());
    }

    /// Qt would put the layout that it kept for it in the place of the one that is being restored.
    void aDockThatIsDraggedMeanwhileIsLetGo()
    {
        openDock(m_window.get(), QStringLiteral("steps"));
        const QMap<QString, QString> before = layout();
        choice("weights")->setChecked(true);
        present();
        QDockWidget *dragged = dock("weights");
        QVERIFY(dragged->isVisible());
        QTest::mousePress(dragged->titleBarWidget(), Qt::LeftButton, {}, {5, 2});
        for (int i = 1; i <= 3; ++i)
            QTest::mouseMove(dragged, {-100 * i, 60 * i});
        QVERIFY(dragged->isFloating());
        QCOMPARE(QWidget::mouseGrabber(), dragged);
        presentation()->stop();
        QVERIFY(!QWidget::mouseGrabber());
        QTest::mouseRelease(dragged->titleBarWidget(), Qt::LeftButton);
        QTRY_COMPARE(differencesFrom(before), QStringList());
    }

    void aWindowOnItsWayBackIsNotRemembered()
    {
        const QRect place = m_window->geometry();
        present();
        QTest::keyClick(canvas(), Qt::Key_Escape);
        m_window->resize(place.size() - QSize(140, 90)); // a window manager that gives it its size in two steps
        present();
        QTest::keyClick(canvas(), Qt::Key_Escape);
        QTRY_COMPARE(m_window->geometry(), place);
    }

    /// The panels follow it once the window no longer returns to its size.
    void aSizeGivenRightAfterItCounts()
    {
        auto *arranger = m_window->findChild<Arranger *>();
        const auto *heads = m_window->findChild<QDockWidget *>(QStringLiteral("heads"));
        m_window->resize(1100, 700);
        QTest::qWait(20);
        arranger->lay(Arrangement::Edit);
        QTest::qWait(20);
        QVERIFY(heads->isHidden());
        present();
        QTest::keyClick(canvas(), Qt::Key_Escape);
        m_window->resize(1300, 700);
        QTRY_VERIFY(heads->isVisible());
        QCOMPARE(m_window->width(), 1300);
    }

    /// On this narrow screen the weights have the heatmap's place, with numbers enough to edit.
    void weightsHaveRoomToBeEdited()
    {
        choice("heatmap")->setChecked(true);
        choice("weights")->setChecked(true);
        present();
        QVERIFY(links()->isVisible() && !heatmap()->isVisible());
        QVERIFY(choice("heatmap")->isChecked());
        const QTableView *table = m_window->findChild<WeightsPanel *>()->table();
        QVERIFY2(table->rowAt(table->viewport()->height() - 1) >= 4 ||
                     table->rowAt(table->viewport()->height() - 1) < 0,
                 qPrintable(QString::number(table->viewport()->height())));
        QVERIFY(table->viewport()->height() * 2 >= m_window->height());
        choice("weights")->setChecked(false);
        QVERIFY(heatmap()->isVisible());
    }

    void chosenPanelsAreRemembered()
    {
        choice("steps")->setChecked(true);
        choice("heatmap")->setChecked(false);
        present();
        QCOMPARE(visible(), QStringList{QStringLiteral("steps")});
        QVERIFY(links()->isVisible());
        QVERIFY(!heatmap()->isVisible());
        choice("links")->setChecked(false);
        QVERIFY(!links()->isVisible() && m_window->centralWidget()->height() < 10);
        choice("steps")->setChecked(false); // something has to be seen
        QVERIFY(links()->isVisible());
        m_window->close();
        QCOMPARE(Settings::read().presentPanels, QStringList{QStringLiteral("lesson")});
    }

    void closingKeepsTheLayoutBefore()
    {
        // What the settings hold depends on the size, and the offscreen platform's screen is small.
        m_window->close();
        m_window->show();
        QTest::qWait(50); // texts that wrap have their heights now
        m_window->close();
        const Settings before = Settings::read();
        m_window->show();
        QApplication::processEvents();
        present();
        m_window->close();
        const Settings after = Settings::read();
        QCOMPARE(after.layout, before.layout);
        QCOMPARE(after.geometry, before.geometry);
        QCOMPARE(after.centre, before.centre);
        QCOMPARE(after.showsHeatmap, true);
    }

    void anotherWindowStartsWithItsUsualType()
    {
        const QFont font = QApplication::font();
        present();
        QVERIFY(QApplication::font().pointSizeF() > font.pointSizeF());
        std::unique_ptr<Document> kept(m_window->releaseDocument());
        m_window.reset();
        QCOMPARE(QApplication::font(), font);
        m_window = std::make_unique<MainWindow>(nullptr, kept.release());
        QVERIFY(!presentation()->isOn());
        QVERIFY(m_window->menuBar()->isVisibleTo(m_window.get()));
        QCOMPARE(visible().contains(QStringLiteral("weights")), true);
    }

    void typeGrowsAndIsRemembered()
    {
        const QSize before = canvas()->size();
        present();
        const QSizeF figure = links()->view()->figureSize();
        QVERIFY(std::abs(canvas()->width() - figure.width() * scale()) <= 1);
        QVERIFY(std::abs(heatmap()->plot()->width() - heatmap()->figureSize().width() * scale()) <= 1e-6);
        QCOMPARE(heatmap()->plot()->figure()->size(), heatmap()->figureSize());
        QTest::keyClick(canvas(), Qt::Key_Plus, Qt::ControlModifier);
        QTest::keyClick(canvas(), Qt::Key_Plus, Qt::ControlModifier);
        QApplication::processEvents();
        QVERIFY(std::abs(canvas()->width() - links()->view()->figureSize().width() * 1.2 * scale()) <= 1);
        QTest::keyClick(canvas(), Qt::Key_Escape);
        QTRY_COMPARE(canvas()->size(), before);
        m_window->close();
        QCOMPARE(Settings::read().presentType, 1.2);
    }

    void everyNumberIsReadable_data()
    {
        QTest::addColumn<QString>("folder");
        QTest::newRow("example") << QString();
        QTest::newRow("checkpoint") << QStringLiteral(REGARD_TEST_DATA "/checkpoints/gpt2");
    }

    void everyNumberIsReadable()
    {
        QFETCH(QString, folder);
        if (!folder.isEmpty())
            QVERIFY(m_window->openFile(folder));
        document()->waitForResult();
        present();
        for (const char *panel :
             {"heads", "weights", "steps", "block", "output", "summaries", "model", "find", "sentence"}) {
            for (const QDockWidget *each : m_window->findChildren<QDockWidget *>(QString(), Qt::FindDirectChildrenOnly))
                choice(qPrintable(each->objectName()))->setChecked(each->objectName() == QLatin1String(panel));
            QApplication::processEvents();
            QVERIFY2(smallNumbers().isEmpty(), qPrintable(QLatin1String(panel) + smallNumbers().join(u'\n')));
        }
    }

    void everyPagesNumbersAreReadable_data()
    {
        QTest::addColumn<QString>("lesson");
        for (const LessonEntry &lesson : lessons())
            QTest::newRow(lesson.name.c_str()) << QString::fromStdString(lesson.name);
    }

    void everyPagesNumbersAreReadable()
    {
        QFETCH(QString, lesson);
        QVERIFY(m_window->lessons()->openBundled(lesson));
        LessonPlayer *player = m_window->lessons()->player();
        present();
        for (int page = 0; page < int(player->lesson().pages.size()); ++page) {
            player->go(page);
            document()->waitForResult();
            QApplication::processEvents();
            QVERIFY2(smallNumbers().isEmpty(),
                     qPrintable(QStringLiteral("%1: %2").arg(page + 1).arg(smallNumbers().join(u'\n'))));
        }
    }

    void buttonsKeepTheirTexts_data()
    {
        QTest::addColumn<double>("type");
        QTest::addColumn<QString>("language");
        for (const double type : {1.0, 1.2, 1.5}) {
            QTest::addRow("English × %.1f", type) << type << QStringLiteral("en");
            QTest::addRow("Chinese × %.1f", type) << type << QStringLiteral("zh_CN");
        }
    }

    void buttonsKeepTheirTexts()
    {
        QFETCH(double, type);
        QFETCH(QString, language);
        m_window.reset();
        Settings settings;
        settings.presentType = type;
        settings.presentPanels = {QStringLiteral("links")};
        settings.write();
        installLanguage(language);
        m_window = std::make_unique<MainWindow>();
        m_window->resize(1280, 800);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        document()->waitForResult();
        present();
        QCOMPARE(squeezed(links()).join(QLatin1Char('\n')), QString());
        QStringList all;
        for (QDockWidget *each : m_window->findChildren<QDockWidget *>(QString(), Qt::FindDirectChildrenOnly)) {
            QAction *chosen = m_window->findChild<QAction *>(QStringLiteral("present_") + each->objectName());
            chosen->setChecked(true);
            QApplication::processEvents();
            if (each->isVisible())
                all += squeezed(each->widget());
            chosen->setChecked(false);
        }
        installLanguage(QStringLiteral("en"));
        QCOMPARE(all.join(QLatin1Char('\n')), QString());
    }
};

REGARD_TEST(TestPresentedLayout)
#include "test_presented_layout.moc"
