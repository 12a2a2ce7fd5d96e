#include <algorithm>
#include <cmath>
#include <functional>
#include <set>

#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QLineEdit>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QSet>
#include <QStackedWidget>
#include <QTest>

#include "controls/figure_view.h"
#include "controls/motion.h"
#include "document/document.h"
#include "draw/theme.h"
#include "engine/model/attention_place.h"
#include "engine/model/weight_shapes.h"
#include "event_turns.h"
#include "io/lesson/lessons.h"
#include "io/project/examples.h"
#include "panel_hands.h"
#include "presented_window.h"
#include "test_class.h"
#include "views/heatmap/heatmap_figure.h"
#include "views/heatmap/panel/heatmap_panel.h"
#include "views/heatmap/panel/heatmap_plot.h"
#include "views/lesson/panel/lesson_panel.h"
#include "views/lesson/panel/lesson_player.h"
#include "views/links/link_figure.h"
#include "views/links/panel/link_panel.h"
#include "views/patch/panel/patch_panel.h"
#include "views/patch/patch_run.h"
#include "views/sentence_bar/panel/sentence_bar.h"
#include "views/steps/panel/steps_panel.h"
#include "views/steps/steps_figure.h"
#include "views/why/panel/cell_field.h"
#include "window/files/lesson_desk.h"
#include "window/main_window.h"
#include "window/presentation/present_flash.h"
#include "window/presentation/present_matrix.h"
#include "window/presentation/present_stage.h"
#include "window/presentation/presentation.h"

using namespace regard;

namespace {

QImage pictureOf(QWidget *widget)
{
    QApplication::processEvents();
    return widget->grab().toImage().convertToFormat(QImage::Format_RGB32);
}

/// Whether every channel of every pixel is the one of `colours` at the same place, but for rounding.
bool isAlike(const QImage &picture, const std::function<QColor(QPoint place)> &colour)
{
    for (int y = 0; y < picture.height(); ++y) {
        for (int x = 0; x < picture.width(); ++x) {
            const QColor is = picture.pixelColor(x, y);
            const QColor wanted = colour({x, y});
            if (std::max({std::abs(is.red() - wanted.red()), std::abs(is.green() - wanted.green()),
                          std::abs(is.blue() - wanted.blue())}) > 3)
                return false;
        }
    }
    return true;
}

/// So much of one colour over another.
QColor mixture(const QColor &over, const QColor &under, double share)
{
    const auto channel = [share](int a, int b) { return int(std::lround(share * a + (1 - share) * b)); };
    return {channel(over.red(), under.red()), channel(over.green(), under.green()), channel(over.blue(), under.blue())};
}

} // namespace

/// A real window in front of an audience: what is seen with a lesson and without, and what the keys do.
class TestPresentation : public QObject, private PresentedWindow {
    Q_OBJECT

    PresentMatrix *matrix() const { return m_window->findChild<PresentMatrix *>(); }
    float cellNow() const
    {
        const CellRef &cell = document()->look().cell();
        return (*document()->matrices().matrix(cell.matrix))(cell.row, cell.column);
    }

private slots:
    void initTestCase() { useOwnSettings(); }
    void init() { openWindow(); }
    void cleanup() { closeWindow(); }

    void showsLinksAndHeatmapAlone()
    {
        present();
        QVERIFY(links()->isVisible() && heatmap()->isVisible());
        QCOMPARE(visible(), (QStringList{QStringLiteral("links"), QStringLiteral("heatmap")}));
        QVERIFY(!m_window->menuBar()->isVisible());
        QVERIFY(!topBar()->isVisible());
        // Pictures alone: no button, no scroll bar.
        for (const char *word : {"links", "heatmap"})
            for (const QWidget *each : panelNamed(word)->findChildren<QWidget *>())
                QVERIFY2(!each->isVisible() || !(each->inherits("QAbstractButton") || each->inherits("QScrollBar")),
                         each->metaObject()->className());
    }

    /// A panel that answers a question about the pictures is presented with them, as a picture alone.
    void whatExplainsIsPresented_data()
    {
        QTest::addColumn<QString>("word");
        for (const char *word : {"lens", "circuits", "score-parts", "logit-parts", "patch"})
            QTest::newRow(word) << QString::fromLatin1(word);
    }
    void whatExplainsIsPresented()
    {
        QFETCH(QString, word);
        document()->load(readBundledLesson("why-it-looks-there").pages[2].project, {});
        document()->waitForResult();
        m_window->regions()->setMode(Mode::Explore);
        if (word == QStringLiteral("patch")) {
            document()->comparison().pin();
            const QString text = document()->sentences().source();
            // A word of the sentence, which a toy's vocabulary has.
            document()->sentences().setSource(text.section(u' ', 0, -2) + u' ' + text.section(u' ', 1, 1));
            Selection selection = document()->look().selection();
            selection.query = int(document()->sentences().tokens().tokens.size()) - 1;
            selection.key = 0;
            document()->look().setSelection(selection);
            document()->waitForResult();
        }
        openPanel(m_window.get(), word);
        present();
        const auto *patch = qobject_cast<const PatchPanel *>(panelNamed(word.toLatin1()));
        if (patch) { // its map is computed meanwhile, and laid out then
            QTRY_VERIFY(!patch->run()->isBusy());
            QApplication::processEvents();
        }
        const std::vector<PanelId> shown = presentation()->stage()->page().panels();
        QCOMPARE(shown.back(), panelOfWord(word.toStdString()).value());
        QVERIFY(shown.size() > 1);
        const auto &screens = presentation()->stage()->arrangement();
        for (const PresentedScreen &screen : screens)
            QVERIFY(screen.type >= leastPresentedType(1080) - 1e-6);
        if (word == QStringLiteral("logit-parts")) { // which does not fit beside both pictures
            const auto count = int(screens.size());
            QVERIFY(count > 1);
            QVERIFY2(line().startsWith(QStringLiteral("1 / %1 · ").arg(count)), qPrintable(line()));
            QTest::keyClick(canvas(), Qt::Key_PageDown);
            QCOMPARE(line(), QStringLiteral("2 / %1").arg(count));
        }
        presentation()->stage()->setScreen(int(screens.size()) - 1);
        QApplication::processEvents();
        QVERIFY(visible().contains(word));
        for (const QWidget *each : panelNamed(word.toLatin1())->findChildren<QWidget *>())
            QVERIFY2(!each->isVisible() || !(each->inherits("QAbstractButton") || each->inherits("QScrollBar") ||
                                             each->inherits("QComboBox") || each->inherits("QLineEdit")),
                     each->metaObject()->className());
        const auto *view = patch ? patch->view() : panelNamed(word.toLatin1())->findChild<FigureView *>();
        QVERIFY(view && view->isVisible());
        QTRY_VERIFY(view->figure());
        presentation()->stop();
    }

    void fieldsPopupsAndFocusComeBeforeLeaving()
    {
        m_window->regions()->setMode(Mode::Edit); // its weights can be edited
        const Selection before = document()->look().selection();
        present();
        const float value = cellNow();
        QTest::keyClick(matrix(), Qt::Key_8);
        QVERIFY(matrix()->number()->isVisible());
        QTest::keyClick(matrix()->number(), Qt::Key_Escape); // drops what was typed
        QVERIFY(presentation()->isOn());
        QVERIFY(!matrix()->number()->isVisible());
        QCOMPARE(cellNow(), value);

        canvas()->setFocus();
        QTest::keyClick(canvas(), Qt::Key_Down);
        QVERIFY(document()->look().selection().query >= 0);
        QTest::keyClick(canvas(), Qt::Key_Escape, Qt::ShiftModifier);
        QVERIFY(presentation()->isOn());
        QCOMPARE(document()->look().selection().query, -1);
        QTest::keyClick(canvas(), Qt::Key_Down);
        QVERIFY(document()->look().selection() != before);
        QTest::keyClick(canvas(), Qt::Key_Escape);
        QVERIFY(!presentation()->isOn());
        QCOMPARE(document()->look().selection(), before); // as it was before presenting
    }

    /// In type that is read from the last row, and as one step that can be undone.
    void aCellIsChangedOnTheWall()
    {
        document()->load(readExample("it"), {});
        document()->waitForResult();
        m_window->regions()->setMode(Mode::Edit);
        present();
        QVERIFY(matrix() && matrix()->isVisible());
        const auto &screens = presentation()->stage()->arrangement();
        QVERIFY(screens.front().type >= leastPresentedType(1080) - 1e-6);
        QVERIFY(!document()->look().cell().matrix.empty());
        // Click through the cells: each is the one that is seen there.
        std::set<std::pair<int, int>> chosen;
        for (int y = matrix()->height() / 4; y < matrix()->height(); y += 20)
            for (int x = matrix()->width() / 3; x < matrix()->width(); x += 40) {
                QTest::mouseClick(matrix(), Qt::LeftButton, {}, QPoint(x, y));
                const CellRef &cell = document()->look().cell();
                chosen.insert({cell.row, cell.column});
            }
        QVERIFY2(chosen.size() > 12, qPrintable(QString::number(chosen.size())));
        const int steps = document()->undoStack()->index();
        matrix()->setFocus();
        QTest::keyClick(matrix(), Qt::Key_7);
        QTest::keyClick(matrix()->number(), Qt::Key_Return);
        document()->waitForResult();
        QCOMPARE(cellNow(), 7.0F);
        QCOMPARE(document()->undoStack()->index(), steps + 1);
        QVERIFY(!matrix()->number()->isVisible());
        QVERIFY(matrix()->hasFocus());
        const CellRef before = document()->look().cell();
        QTest::keyClick(matrix(), before.row > 0 ? Qt::Key_Up : Qt::Key_Down);
        QVERIFY(document()->look().cell() != before);
        QCOMPARE(document()->look().cell().matrix, before.matrix);
    }

    void menusAndShortcutsGoOnWorking()
    {
        present();
        edit(3);
        QTest::keyClick(canvas(), Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(document()->undoStack()->index(), 0);
        const std::uint64_t seed = document()->matrices().model()->config.seed;
        QTest::keyClick(canvas(), Qt::Key_R, Qt::ControlModifier);
        QCOMPARE(document()->matrices().model()->config.seed, seed + 1);

        QTest::keyClick(canvas(), Qt::Key_F10);
        QVERIFY(m_window->menuBar()->isVisible());
        QVERIFY(QApplication::activePopupWidget());
        QTest::keyClick(QApplication::activePopupWidget(), Qt::Key_Escape);
        QVERIFY(m_window->menuBar()->hasFocus()); // as ever: the menu first, then the bar
        QTest::keyClick(m_window->menuBar(), Qt::Key_Escape);
        QTRY_VERIFY(!m_window->menuBar()->isVisible());
        QVERIFY(presentation()->isOn());
        QCOMPARE(m_window->focusWidget(), canvas());

        QTest::keyClick(canvas(), Qt::Key_V, Qt::AltModifier);
        QVERIFY(QApplication::activePopupWidget());
        QCOMPARE(QApplication::activePopupWidget()->objectName(), QStringLiteral("menuView"));
        QTest::keyClick(QApplication::activePopupWidget(), Qt::Key_Escape);
        QTest::keyClick(m_window->menuBar(), Qt::Key_Escape);
        QTRY_VERIFY(!m_window->menuBar()->isVisible());
        QCOMPARE(m_window->focusWidget(), canvas());
        // The offscreen platform gives a window that had menus over it no activation back, and shortcuts need it.
        QApplication::setActiveWindow(m_window.get());
        // Alt with another key, which a shortcut takes, is no Alt alone.
        for (QWidget *receiver : {canvas(), static_cast<QWidget *>(m_window.get())}) {
            QTest::keyPress(canvas(), Qt::Key_Alt, Qt::AltModifier);
            QTest::keyClick(receiver, Qt::Key_Right, Qt::AltModifier);
            QTest::keyRelease(canvas(), Qt::Key_Alt);
            QVERIFY(!QApplication::activePopupWidget());
            QVERIFY(!m_window->menuBar()->isVisible());
        }
        QTest::keyClick(canvas(), Qt::Key_F5);
        QVERIFY(!presentation()->isOn());
        QVERIFY(topBar()->isVisible());
    }

    void theSameKeyEnds()
    {
        present();
        QTest::keyClick(canvas(), Qt::Key_F5);
        QVERIFY(!presentation()->isOn());
        QVERIFY(topBar()->isVisible());
    }

    void panelsAreWalkedThroughAsSeen()
    {
        present();
        QTest::keyClick(canvas(), Qt::Key_F6);
        QVERIFY(heatmap()->plot()->hasFocus());
        QTest::keyClick(heatmap()->plot(), Qt::Key_F6);
        QVERIFY(canvas()->hasFocus());
    }

    void pointingHitsWhatIsSeen()
    {
        present();
        const auto *figure = dynamic_cast<const LinkFigure *>(links()->view()->figure());
        QVERIFY(figure);
        const QPointF token = figure->tokenRect(LinkHit::Side::Query, 3).center();
        QTest::mouseClick(canvas(), Qt::LeftButton, {}, (token * scale()).toPoint());
        QCOMPARE(document()->look().selection().pinnedQueries, std::vector<int>{3});
        const QPointF cell = heatmap()->plot()->figure()->cellRect(2, 5).center();
        // The wall is larger than the platform's screen, beyond which its pointer does not go.
        const QPointF at = cell * scale();
        QMouseEvent move(QEvent::MouseMove, at, heatmap()->plot()->mapToGlobal(at), Qt::NoButton, Qt::NoButton, {});
        QApplication::sendEvent(heatmap()->plot(), &move);
        QTRY_COMPARE(document()->look().selection().query, 2);
        QCOMPARE(document()->look().selection().key, 5);
    }

    void clickerGoesThroughSnapshots()
    {
        edit(1);
        document()->snapshots().take(QStringLiteral("one"));
        edit(2);
        document()->snapshots().take(QStringLiteral("two"));
        present();
        const auto cell = [this] {
            return (*document()->matrices().matrix(blockWeight(Attention::Encoder, 0, "w_q")))(0, 0);
        };
        QTest::keyClick(canvas(), Qt::Key_PageUp);
        QCOMPARE(cell(), 1.0F);
        QCOMPARE(line(), QStringLiteral("1 / 2 · one"));
        QTest::keyClick(canvas(), Qt::Key_PageUp);
        QCOMPARE(cell(), 1.0F);
        QTest::keyClick(canvas(), Qt::Key_PageDown);
        QCOMPARE(cell(), 2.0F);
        edit(7);
        QTest::keyClick(canvas(), Qt::Key_PageUp); // back to the one that was changed
        QCOMPARE(cell(), 2.0F);
        QCOMPARE(line(), QStringLiteral("2 / 2 · two"));
    }

    void pageKeysReachThePanelOtherwise()
    {
        present();
        HeatmapPlot *plot = heatmap()->plot();
        plot->setFocus();
        QTest::keyClick(plot, Qt::Key_Down);
        QTest::keyClick(plot, Qt::Key_PageDown);
        const int rows = int(document()->sentences().tokens().tokens.size());
        QCOMPARE(document()->look().selection().query, std::min(10, rows - 1));
        QTest::keyClick(plot, Qt::Key_PageUp);
        QCOMPARE(document()->look().selection().query, 0);
        document()->snapshots().take(QStringLiteral("one"));
        QTest::keyClick(plot, Qt::Key_PageDown, Qt::ShiftModifier);
        QCOMPARE(document()->look().selection().query, std::min(10, rows - 1));
    }

    void blackUntilAnyKeyOrClick_data()
    {
        QTest::addColumn<int>("key");
        QTest::newRow("B") << int(Qt::Key_B);
        QTest::newRow("full stop") << int(Qt::Key_Period);
    }

    void blackUntilAnyKeyOrClick()
    {
        QFETCH(int, key);
        present();
        QTest::keyClick(canvas(), Qt::Key(key));
        QVERIFY(presentation()->isBlack());
        const QImage screen = pictureOf(m_window.get());
        QCOMPARE(screen.pixelColor(screen.width() / 3, screen.height() / 3), QColor(Qt::black));
        QCOMPARE(screen.pixelColor(5, 5), QColor(Qt::black));
        const std::uint64_t seed = document()->matrices().model()->config.seed;
        QTest::keyClick(canvas(), Qt::Key_R, Qt::ControlModifier); // wakes, and does nothing else
        QVERIFY(!presentation()->isBlack());
        QCOMPARE(document()->matrices().model()->config.seed, seed);
        QTest::keyClick(canvas(), Qt::Key(key));
        QTest::keyClick(canvas(), Qt::Key_Escape);
        QVERIFY(!presentation()->isBlack());
        QVERIFY(presentation()->isOn());
        QTest::keyClick(canvas(), Qt::Key(key));
        QTest::mouseClick(m_window->childAt(200, 200), Qt::LeftButton);
        QVERIFY(!presentation()->isBlack());
        QVERIFY(document()->look().selection().pinnedQueries.empty());
    }

    /// A ring at the pointer, which the key that ends things ends first.
    void aRingShowsThePointer()
    {
        present();
        const QImage before = pictureOf(canvas());
        QTest::keyClick(canvas(), Qt::Key_S);
        const auto *ring = m_window->findChild<QWidget *>(QStringLiteral("presentRing"));
        QVERIFY(ring && ring->isVisible());
        QCOMPARE(pictureOf(canvas()), before);
        QTest::keyClick(canvas(), Qt::Key_Escape);
        QVERIFY(!ring->isVisible() && presentation()->isOn());
        QTest::keyClick(canvas(), Qt::Key_Escape);
        QVERIFY(!presentation()->isOn());
    }

    /// They come with the pointer, do what the keys do, and end before the presentation does.
    void controlsComeWithThePointer()
    {
        edit(1);
        document()->snapshots().take(QStringLiteral("one"));
        present();
        auto *controls = m_window->findChild<QWidget *>(QStringLiteral("presentControls"));
        QVERIFY(controls && !controls->isVisible());
        QTest::mouseMove(canvas(), QPoint(30, 30));
        QTest::mouseMove(canvas(), QPoint(60, 60));
        QTRY_VERIFY(controls->isVisible());
        QStringList texts;
        for (const QLabel *label : controls->findChildren<QLabel *>())
            texts << label->text();
        QVERIFY2(texts.contains(QStringLiteral("Snapshot 1 of 1")), qPrintable(texts.join(u'|')));
        QTest::keyClick(canvas(), Qt::Key_Escape);
        QVERIFY(!controls->isVisible() && presentation()->isOn());
    }

    void anEditFlashes()
    {
        m_window->panels()->heatmap->show();
        document()->setClock([] { return qint64(0); });                       // nothing fades by itself
        document()->sentences().setSource(QStringLiteral("cells are large")); // larger than their outline
        document()->waitForResult();
        present();
        PresentFlash *flash = presentation()->flash();
        const SharedTrace before = document()->result().trace;
        const float value = (*document()->matrices().matrix(blockWeight(Attention::Encoder, 0, "w_q")))(0, 0);
        edit(value + 40);
        QVERIFY(flash->flash()->isOn());
        QVERIFY(flash->cell().has_value());
        QCOMPARE(flash->cell()->name, blockWeight(Attention::Encoder, 0, "w_q"));
        QVERIFY(!flash->cells().empty());
        QVERIFY(flash->cells().size() <= 12);
        const Selection &selection = document()->look().selection();
        const Matrix &old = before->blocks[0]->heads[std::size_t(selection.head)].weights;
        const Matrix &now = document()->result().trace->blocks[0]->heads[std::size_t(selection.head)].weights;
        QCOMPARE(std::abs(flash->cells().front().by), (now - old).cwiseAbs().maxCoeff());
        for (const MovedWeight &cell : flash->cells())
            QVERIFY(std::abs(now(cell.query, cell.key) - old(cell.query, cell.key)) > 0.01F);
        // Within its outline a cell is 45 % of the accent at first, and its own colour in the end.
        const MovedWeight first = flash->cells().front();
        const HeatmapFigure *figure = heatmap()->plot()->figure();
        const QRectF cell = figure->cellRect(first.query, first.key);
        const auto inside = [&] {
            const QPointF besideNumber = cell.topLeft() + QPointF(cell.width(), cell.height()) / 5;
            const QPoint place = (besideNumber * scale()).toPoint();
            return pictureOf(heatmap()->plot()).copy(QRect(place - QPoint(1, 1), QSize(3, 3)));
        };
        const QColor own =
            QColor::fromRgb(ColorRange::of(now, true).color(double(now(first.query, first.key)), Theme::light()));
        const auto isMarked = [&](const QImage &picture, double strength) {
            return isAlike(picture, [&](QPoint) { return mixture(Theme::light().accent, own, 0.45 * strength); });
        };
        QVERIFY(isMarked(inside(), 1));
        flash->flash()->advance(0.4);
        QCOMPARE(flash->flash()->strength(), 0.5);
        QVERIFY(isMarked(inside(), 0.5));
        flash->flash()->advance(0.4);
        QVERIFY(!flash->flash()->isOn());
        QVERIFY(isMarked(inside(), 0));
    }

    void nothingFlashesWithReducedMotionOrOutside()
    {
        edit(20);
        QVERIFY(!presentation()->flash()->flash()->isOn());
        present();
        setReducesMotion(true);
        edit(40);
        QVERIFY(!presentation()->flash()->flash()->isOn());
        setReducesMotion(false);
        document()->sentences().setSource(QStringLiteral("another sentence"));
        document()->waitForResult();
        QApplication::processEvents();
        QVERIFY(!presentation()->flash()->flash()->isOn());
    }

    void clickerTurnsALessonsPages()
    {
        QVERIFY(m_window->lessons()->openBundled(QStringLiteral("query-key-value")));
        LessonPlayer *player = m_window->lessons()->player();
        QApplication::processEvents();
        present();
        const int pages = int(player->lesson().pages.size());
        const auto showsPage = [&] {
            for (const QString &word : visible()) {
                const Stand stand = standOfPage(player->currentPage().panels);
                QVERIFY2(holds(stand.pictures, *panelOfWord(word.toStdString())), qPrintable(word));
            }
            bool hasStill = false; // a picture that is not to be pointed at
            for (const QWidget *each : m_window->regions()->findChildren<QWidget *>())
                hasStill |= each->isVisible() && each->objectName().startsWith(QStringLiteral("presented_"));
            QVERIFY(hasStill || !visible().isEmpty());
        };
        for (int page = 1; page < pages; ++page) {
            while (player->page() < page)
                QTest::keyClick(receiver(), Qt::Key_PageDown); // a page may have two screens
            // The k of d_k stands below the line there.
            QTRY_VERIFY(caption().startsWith(player->words(player->currentPage().title).remove(u'_')));
            if (!player->currentPage().panels.empty())
                showsPage();
        }
        QTest::keyClick(receiver(), Qt::Key_Escape);
        QVERIFY(!presentation()->isOn());
        QVERIFY(m_window->panels()->lesson->isVisible());
    }

    /// As other programs for presentations: an arrow is never lost to a picture.
    void arrowsTurnALessonsPages()
    {
        QVERIFY(m_window->lessons()->openBundled(QStringLiteral("query-key-value")));
        LessonPlayer *player = m_window->lessons()->player();
        QApplication::processEvents();
        present();
        const auto place = [&] { return std::pair(player->page(), presentation()->stage()->screen()); };
        const auto press = [&](Qt::Key key, Qt::KeyboardModifiers modifiers = {}) {
            QTest::keyClick(receiver(), key, modifiers);
            QApplication::processEvents();
            return place();
        };
        const auto first = place();
        const auto second = press(Qt::Key_Right);
        QVERIFY(first < second);
        const auto third = press(Qt::Key_Space);
        QVERIFY(second < third);
        QVERIFY(third < press(Qt::Key_PageDown));
        QCOMPARE(press(Qt::Key_PageUp), third);
        QCOMPARE(press(Qt::Key_Left), second);
        QCOMPARE(press(Qt::Key_Space), third);
        QCOMPARE(press(Qt::Key_Space, Qt::ShiftModifier), second);
        QCOMPARE(press(Qt::Key_Backspace), first);
        QCOMPARE(press(Qt::Key_Left), first);
        // Up and Down still move the focus, and what the page had in focus comes back.
        while (player->currentPage().panels.empty() || !links()->isVisible())
            press(Qt::Key_Right);
        document()->waitForResult();
        const Selection ofPage = document()->look().selection();
        canvas()->setFocus();
        const auto before = place();
        QCOMPARE(press(Qt::Key_Down), before);
        press(Qt::Key_Down);
        QVERIFY(document()->look().selection() != ofPage);
        presentation()->stop();
        QCOMPARE(document()->look().selection(), ofPage);
        QCOMPARE(player->page(), before.first);
    }

    /// Without a lesson they go from word to word.
    void arrowsStayWithAPictureAlone()
    {
        document()->snapshots().take(QStringLiteral("one"));
        edit(3);
        document()->snapshots().take(QStringLiteral("two"));
        present();
        QTest::keyClick(canvas(), Qt::Key_Down);
        QTest::keyClick(canvas(), Qt::Key_Right);
        QCOMPARE(document()->snapshots().current(), 1);
        QVERIFY(document()->look().selection().query >= 0 || document()->look().selection().key >= 0);
    }

    /// The caption is of the word that was clicked, though the strip that says it otherwise is not there.
    void theCaptionFollowsAClick()
    {
        document()->load(readExample("it"), {});
        document()->waitForResult();
        present();
        QVERIFY2(caption().startsWith(QStringLiteral("“it” looks at “cat”: q · k = 4 × 4 = 16")),
                 qPrintable(caption()));
        const auto *figure = dynamic_cast<const LinkFigure *>(links()->view()->figure());
        QVERIFY(figure);
        QTest::mouseClick(canvas(), Qt::LeftButton, {},
                          (figure->tokenRect(LinkHit::Side::Query, 1).center() * scale()).toPoint());
        QTRY_VERIFY2(caption().startsWith(QStringLiteral("“cat” looks at all 11 keys alike")), qPrintable(caption()));
        // The sentence speaks of weights, whatever the pictures show.
        document()->look().setTokenView({.byValue = true});
        document()->waitForResult();
        QTRY_VERIFY2(caption().contains(QStringLiteral("Pictures: by value")), qPrintable(caption()));
        document()->look().setTokenView({});
    }

    /// On a whole screen every page is there without a scroll bar, as the window itself lays it out.
    void noPageScrolls_data()
    {
        QTest::addColumn<QString>("lesson");
        for (const LessonEntry &entry : lessons())
            QTest::newRow(entry.name.c_str()) << QString::fromStdString(entry.name);
    }
    void noPageScrolls()
    {
        QFETCH(QString, lesson);
        QVERIFY(m_window->lessons()->openBundled(lesson));
        LessonPlayer *player = m_window->lessons()->player();
        present();
        for (int page = 0; page < int(player->lesson().pages.size()); ++page) {
            player->go(page);
            document()->waitForResult();
            presentation()->stage()->layOut();
            for (int screen = 0; screen < presentation()->stage()->screens(); ++screen) {
                presentation()->stage()->setScreen(screen);
                QApplication::processEvents();
                for (const QScrollBar *bar : m_window->regions()->findChildren<QScrollBar *>())
                    QVERIFY2(!bar->isVisible(), qPrintable(QString::number(page + 1)));
            }
        }
    }

    /// The stage of a page alone in its panel: a click on a number of a key chooses that key, an edit redraws it.
    void theStepsOfAPageAreLive()
    {
        QVERIFY(m_window->lessons()->openBundled(QStringLiteral("three-inputs")));
        m_window->lessons()->player()->go(3);
        document()->waitForResult();
        present();
        StepsPanel *steps = m_window->panels()->steps;
        QVERIFY(steps->isVisible() && steps->view()->isVisible());
        for (const QWidget *each : steps->findChildren<QWidget *>())
            QVERIFY2(!each->isVisible() || !(each->inherits("QAbstractButton") || each->inherits("QScrollBar")),
                     each->metaObject()->className());
        const auto figure = [&] { return static_cast<const StepsFigure *>(steps->view()->figure()); };
        QVERIFY(figure());
        const int before = document()->look().selection().key;
        const int other = before == 2 ? 0 : 2;
        std::optional<QPointF> place;
        for (double y = 0; y < figure()->size().height() && !place; y += 3)
            for (double x = 0; x < figure()->size().width() && !place; x += 3)
                if (const auto hit = figure()->hit({x, y}); hit && hit->key == other && hit->cell.matrix.empty())
                    place = QPointF(x, y);
        QVERIFY(place);
        QTest::mouseClick(steps->view()->canvas(), Qt::LeftButton, {}, (*place * scale()).toPoint());
        QCOMPARE(document()->look().selection().key, other);
        const QImage seen = pictureOf(steps->view()->canvas());
        edit(5);
        QVERIFY(pictureOf(steps->view()->canvas()) != seen);
        presentation()->stop();
        QVERIFY(steps->view()->parentWidget() != steps);
    }

    /// A click on a word's row of the presented embeddings brings the word into focus.
    void aPresentedMatrixTakesClicks()
    {
        QVERIFY(m_window->lessons()->openBundled(QStringLiteral("three-inputs")));
        document()->waitForResult();
        present();
        auto *matrix = m_window->findChild<QWidget *>(QStringLiteral("presented_weights"));
        QVERIFY(matrix && matrix->isVisible());
        std::set<int> chosen;
        for (int y = 0; y < matrix->height(); y += 10) {
            QTest::mouseClick(matrix, Qt::LeftButton, {}, QPoint(matrix->width() / 2, y));
            chosen.insert(document()->look().selection().query);
        }
        QVERIFY(chosen.contains(0) && chosen.contains(1) && chosen.contains(2));
    }

    /// The window is as it was, to the pixel, also after the pages of a lesson were turned back.
    void escapeBringsBackTheWindow_data()
    {
        QTest::addColumn<int>("mode");
        for (const ModeRow &row : modeRows())
            QTest::newRow(spelling(row.mode)) << int(row.mode);
    }
    void escapeBringsBackTheWindow()
    {
        QFETCH(int, mode);
        m_window->regions()->setMode(Mode(mode));
        openPanel(m_window.get(), QStringLiteral("find"));
        m_window->restoreGeometry(m_window->saveGeometry()); // where Qt brings back a window larger than its screen
        QApplication::processEvents();
        const QMap<QString, QString> before = layout();
        QTest::keyClick(m_window.get(), Qt::Key_F5);
        QVERIFY(presentation()->isOn());
        QVERIFY(!differencesFrom(before).isEmpty());
        QTest::keyClick(m_window.get(), Qt::Key_Plus, Qt::ControlModifier);
        presentation()->stop();
        QApplication::processEvents();
        QTRY_VERIFY2(differencesFrom(before).isEmpty(), qPrintable(differencesFrom(before).join(u'\n')));
    }

    /// The keys are the presentation's, where a page was chosen from the box before.
    void aLessonsBoxLetsGoOfTheKeys()
    {
        QVERIFY(m_window->lessons()->openBundled(QStringLiteral("query-key-value")));
        QApplication::processEvents();
        auto *pages = m_window->findChild<QToolButton *>(QStringLiteral("lessonPages"));
        pages->setFocus();
        QTRY_VERIFY(pages->hasFocus());
        present();
        QVERIFY(!pages->hasFocus());
        QVERIFY(canvas()->hasFocus() || heatmap()->plot()->hasFocus());
    }
};

REGARD_TEST(TestPresentation)
#include "test_presentation.moc"
