#include <algorithm>
#include <cmath>
#include <functional>

#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QDockWidget>
#include <QLineEdit>
#include <QMenu>
#include <QPainter>
#include <QSet>
#include <QTableView>
#include <QTest>

#include "app/files/lesson_desk.h"
#include "app/presentation/present_flash.h"
#include "app/presentation/present_type.h"
#include "app/presentation/presentation.h"
#include "app/window/main_window.h"
#include "document/document.h"
#include "engine/model/attention_place.h"
#include "engine/model/weight_shapes.h"
#include "event_turns.h"
#include "figures/base/theme.h"
#include "figures/heatmap/heatmap_figure.h"
#include "figures/links/link_figure.h"
#include "panel_hands.h"
#include "presented_window.h"
#include "test_class.h"
#include "widgets/editing/sentence_bar.h"
#include "widgets/editing/weights_panel.h"
#include "widgets/lessons/lesson_panel.h"
#include "widgets/lessons/lesson_player.h"
#include "widgets/motion/motion.h"
#include "widgets/panels/heatmap_panel.h"
#include "widgets/panels/heatmap_plot.h"
#include "widgets/panels/link_panel.h"
#include "widgets/parts/figure_view.h"

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

private slots:
    void initTestCase() { useOwnSettings(); }
    void init() { openWindow(); }
    void cleanup() { closeWindow(); }

    void showsLinksAndHeatmapAlone()
    {
        present();
        QVERIFY(m_window->isFullScreen());
        QVERIFY(links()->isVisible() && heatmap()->isVisible());
        QCOMPARE(visible(), QStringList());
        QVERIFY(!m_window->menuBar()->isVisible());
        QVERIFY(!m_window->statusBar()->isVisible());
        QVERIFY(!topRow()->isVisible());
    }

    void fieldsPopupsAndFocusComeBeforeLeaving()
    {
        present();
        choice("sentence_field")->setChecked(true);
        choice("weights")->setChecked(true);
        QApplication::processEvents();
        QLineEdit *field = m_window->findChild<SentenceBar *>()->field();
        QVERIFY(field->isVisible());
        field->setFocus();
        QTest::keyClick(field, Qt::Key_Escape);
        QVERIFY(presentation()->isOn());
        QVERIFY(canvas()->hasFocus());

        QTableView *table = m_window->findChild<WeightsPanel *>()->table();
        table->setFocus();
        table->setCurrentIndex(table->model()->index(0, 0));
        table->edit(table->currentIndex());
        auto *editor = table->findChild<QLineEdit *>();
        QVERIFY(editor);
        QTest::keyClick(editor, Qt::Key_Escape);
        QVERIFY(presentation()->isOn());

        canvas()->setFocus();
        QTest::keyClick(canvas(), Qt::Key_Down);
        QVERIFY(document()->look().selection().query >= 0);
        QTest::keyClick(canvas(), Qt::Key_Escape, Qt::ShiftModifier);
        QVERIFY(presentation()->isOn());
        QCOMPARE(document()->look().selection().query, -1);
        QTest::keyClick(canvas(), Qt::Key_Down);
        const Selection selection = document()->look().selection();
        QTest::keyClick(canvas(), Qt::Key_Escape);
        QVERIFY(!presentation()->isOn());
        QCOMPARE(document()->look().selection(), selection);
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
        QVERIFY(m_window->menuBar()->isVisible());
    }

    void theSameKeyEnds()
    {
        present();
        QTest::keyClick(canvas(), Qt::Key_F5);
        QVERIFY(!presentation()->isOn());
        QVERIFY(m_window->menuBar()->isVisible());
    }

    void panelsAreWalkedThroughAsSeen()
    {
        present();
        QTest::keyClick(canvas(), Qt::Key_F6);
        QVERIFY(heatmap()->plot()->hasFocus());
        QTest::keyClick(heatmap()->plot(), Qt::Key_F6);
        QVERIFY(canvas()->hasFocus());
    }

    /// A digit is a fiftieth of the height at least, whatever the screen's: 1, of DejaVu Sans, has no overshoot.
    void aScreenHasItsScale_data()
    {
        QTest::addColumn<int>("height");
        for (const int height : {600, 720, 768, 1080, 1440, 2160})
            QTest::addRow("%d", height) << height;
    }

    void aScreenHasItsScale()
    {
        QFETCH(int, height);
        const QFont number = Theme::monospace(10 * readableScale(height));
        const double digit = -QFontMetricsF(number).tightBoundingRect(QStringLiteral("1")).top();
        QVERIFY2(digit >= height / 50.0 - 1, qPrintable(QString::number(digit))); // type is of whole pixels
        QVERIFY2(digit <= height / 50.0 + 2, qPrintable(QString::number(digit)));
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
        QTest::mouseMove(heatmap()->plot(), (cell * scale()).toPoint());
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
        choice("sentence_field")->setChecked(true);
        QLineEdit *field = m_window->findChild<SentenceBar *>()->field();
        field->setFocus();
        QTest::keyClick(field, Qt::Key_PageUp);
        QCOMPARE(cell(), 1.0F);
    }

    /// A link that the spotlight dims is not pointed at; one that it leaves is.
    void underTheSpotlightDimmedLinksAreNotPointedAt()
    {
        present();
        const auto *figure = dynamic_cast<const LinkFigure *>(links()->view()->figure());
        const QPointF token = figure->tokenRect(LinkHit::Side::Query, 7).center();
        QTest::mouseClick(canvas(), Qt::LeftButton, {}, (token * scale()).toPoint());
        QCOMPARE(document()->look().selection().query, 7);
        const auto pinned = dynamic_cast<const LinkFigure *>(links()->view()->figure())->bands();
        const auto pointAtLinks = [&] {
            QSet<int> queries;
            m_window->setUpdatesEnabled(false); // what is pointed at counts, not how it looks
            for (const LinkFigure::Band &band : pinned) {
                if (std::abs(band.weight) < 0.04F)
                    continue;
                for (const double way : {0.15, 0.5, 0.85}) {
                    const QPointF at = (band.from + way * (band.to - band.from)) * scale();
                    QTest::mouseMove(canvas(), at.toPoint());
                    QApplication::processEvents();
                    queries << document()->look().selection().query;
                }
            }
            m_window->setUpdatesEnabled(true);
            return queries;
        };
        QVERIFY(pointAtLinks().size() > 1);
        QTest::keyClick(canvas(), Qt::Key_S);
        QCOMPARE(pointAtLinks(), QSet<int>{7});
        QTest::keyClick(canvas(), Qt::Key_S);
        QVERIFY(pointAtLinks().size() > 1);
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

    void lettersBelongToFields()
    {
        choice("sentence_field")->setChecked(true);
        present();
        QLineEdit *field = m_window->findChild<SentenceBar *>()->field();
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, QStringLiteral("b. s"));
        QCOMPARE(document()->sentences().source(), QStringLiteral("b. s"));
        QVERIFY(!presentation()->isBlack());
    }

    void spotlightLeavesTheFocusAsItIs()
    {
        present();
        Selection selection = document()->look().selection();
        selection.query = 3;
        document()->look().setSelection(selection);
        const QImage linksBefore = pictureOf(canvas());
        const QImage heatmapBefore = pictureOf(heatmap()->plot());
        QTest::keyClick(canvas(), Qt::Key_S);
        const QImage linksAfter = pictureOf(canvas());
        const QImage heatmapAfter = pictureOf(heatmap()->plot());
        // 72 % of the panel's colour lie over what is not lit.
        const auto isDimmed = [&](const QImage &after, const QImage &before, const QRect &place) {
            return isAlike(after.copy(place), [&](QPoint at) {
                return mixture(Theme::light().panel, before.pixelColor(place.topLeft() + at), 0.72);
            });
        };

        const auto *figure = dynamic_cast<const LinkFigure *>(links()->view()->figure());
        const auto pixels = [this](const QRectF &rect) {
            return QRectF(rect.topLeft() * scale(), rect.size() * scale()).adjusted(3, 3, -3, -3).toRect();
        };
        const QRect lit = pixels(figure->tokenRect(LinkHit::Side::Query, 3));
        const QRect dark = pixels(figure->tokenRect(LinkHit::Side::Query, 6));
        QCOMPARE(linksAfter.copy(lit), linksBefore.copy(lit));
        QVERIFY(isDimmed(linksAfter, linksBefore, dark));
        const HeatmapFigure *cells = heatmap()->plot()->figure();
        for (int key = 0; key < 5; ++key) {
            const QRect row = pixels(cells->cellRect(3, key));
            QCOMPARE(heatmapAfter.copy(row), heatmapBefore.copy(row));
        }
        const QRect other = pixels(cells->cellRect(6, 1));
        QVERIFY(isDimmed(heatmapAfter, heatmapBefore, other));

        selection.query = 6; // it follows the focus
        document()->look().setSelection(selection);
        const QImage moved = pictureOf(heatmap()->plot());
        QCOMPARE(moved.copy(other), heatmapBefore.copy(other));
        selection.query = 7; // "it" looks at "cat", and hardly at anything else: of the labels above only that one
        document()->look().setSelection(selection);
        const QImage one = pictureOf(heatmap()->plot());
        const auto label = [&](int key) {
            const QPointF centre = cells->keyLabelArea(key).boundingRect().center() * scale();
            return QRect(centre.toPoint() - QPoint(4, 4), QSize(9, 9));
        };
        const QImage plain = heatmapBefore.copy(QRect(2, 2, 9, 9));
        const Matrix &weights = document()->result().trace->blocks[0]->heads[0].weights;
        int litLabels = 0;
        for (int key = 0; key < weights.cols(); ++key) {
            const bool isLit = weights(7, key) >= 0.04F;
            litLabels += isLit ? 1 : 0;
            if (heatmapBefore.copy(label(key)) != plain) // a short word leaves room
                QCOMPARE(one.copy(label(key)) == heatmapBefore.copy(label(key)), isLit);
        }
        QCOMPARE(litLabels, 1);
        QTest::keyClick(canvas(), Qt::Key_S);
        QVERIFY(pictureOf(heatmap()->plot()).copy(pixels(cells->cellRect(3, 1))) ==
                heatmapBefore.copy(pixels(cells->cellRect(3, 1))));
    }

    void spotlightIsNoPartOfAnExport()
    {
        present();
        Selection selection = document()->look().selection();
        selection.query = 3;
        document()->look().setSelection(selection);
        const auto exported = [this] {
            const std::unique_ptr<Figure> figure = links()->figure(QSizeF(500, 400));
            QImage image(500, 400, QImage::Format_RGB32);
            QPainter painter(&image);
            figure->paint(painter);
            return image;
        };
        const QImage before = exported();
        QTest::keyClick(canvas(), Qt::Key_S);
        QCOMPARE(exported(), before);
    }

    void anEditFlashes()
    {
        choice("weights")->setChecked(true);
        choice("links")->setChecked(false);
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
            const QPoint middle = (cell.center() * scale()).toPoint();
            return pictureOf(heatmap()->plot()).copy(QRect(middle - QPoint(1, 1), QSize(3, 3)));
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
        QVERIFY(player->isOpen());
        QApplication::processEvents();
        present();
        QCOMPARE(visible(), presentedOf(player->currentPage()));
        const int pages = int(player->lesson().pages.size());
        for (int page = 1; page < pages; ++page) {
            QTest::keyClick(receiver(), Qt::Key_PageDown);
            QCOMPARE(player->page(), page);
            QCOMPARE(line(), QStringLiteral("%1 / %2 · %3").arg(page + 1).arg(pages).arg(player->pageTitle(page)));
            QCOMPARE(visible(), presentedOf(player->currentPage()));
        }
        QTest::keyClick(receiver(), Qt::Key_PageDown);
        QCOMPARE(player->page(), pages - 1);
        QTest::keyClick(receiver(), Qt::Key_PageUp);
        QCOMPARE(player->page(), pages - 2);
        while (presentation()->isOn())
            QTest::keyClick(receiver(), Qt::Key_Escape);
        QTRY_VERIFY(!presentation()->holdsLayout()); // the window has settled
        QCOMPARE(visible(), docksOf(player->currentPage()));
    }

    /// The keys are the presentation's, where a page was chosen from the box before.
    void aLessonsBoxLetsGoOfTheKeys()
    {
        QVERIFY(m_window->lessons()->openBundled(QStringLiteral("query-key-value")));
        QApplication::processEvents();
        auto *pages = m_window->findChild<LessonPanel *>()->findChild<QComboBox *>();
        pages->setFocus();
        QTRY_VERIFY(pages->hasFocus());
        present();
        QVERIFY(!pages->hasFocus());
        QVERIFY(canvas()->hasFocus() || heatmap()->plot()->hasFocus());
    }

    /// A lesson's page is seen with what it speaks of, and without it again on the next.
    void aPagesPanelsAreShownWithIt()
    {
        QVERIFY(m_window->lessons()->openBundled(QStringLiteral("three-inputs")));
        LessonPlayer *player = m_window->lessons()->player();
        choice("links")->setChecked(true);
        choice("heatmap")->setChecked(false);
        QApplication::processEvents();
        const int pages = int(player->lesson().pages.size());
        QSet<QString> seen;
        present();
        for (int page = 0; page < pages; ++page) {
            player->go(page);
            QApplication::processEvents();
            QStringList asked;
            if (!player->currentPage().panels.empty())
                asked << QString::fromStdString(panelWord(player->currentPage().panels.front()));
            QCOMPARE(visible(), presentedOf(player->currentPage()));
            QCOMPARE(heatmap()->isVisible(), asked.contains(QStringLiteral("heatmap")));
            QCOMPARE(links()->isVisible(), asked.isEmpty() || asked.contains(QStringLiteral("links")));
            for (const QString &word : asked)
                if (const QDockWidget *panel = m_window->findChild<QDockWidget *>(word))
                    QVERIFY2(!panel->visibleRegion().isEmpty() && panel->height() > 100, qPrintable(word));
            seen += QSet<QString>(asked.begin(), asked.end());
        }
        QVERIFY(seen.contains(QStringLiteral("steps")));
        // From the start too.
        const QStringList last = visible();
        QTest::keyClick(receiver(), Qt::Key_Escape);
        QVERIFY(!presentation()->isOn());
        present();
        QCOMPARE(visible(), last);
        m_window->lessons()->close();
        QCOMPARE(visible(), QStringList());
        // What is chosen has not become more.
        QVERIFY(!m_window->findChild<QAction *>(QStringLiteral("present_steps"))->isChecked());
    }

    /// A page that was turned to while presenting keeps its panels in front; one that stayed changes nothing.
    void thePageInViewHasItsPanelsAfterwards()
    {
        QVERIFY(m_window->lessons()->openBundled(QStringLiteral("three-inputs")));
        LessonPlayer *player = m_window->lessons()->player();
        choice("links")->setChecked(true);
        const auto isInFront = [this](const QString &panel) {
            return !dock(qPrintable(panel))->visibleRegion().isEmpty();
        };
        const std::vector<LessonPage> &pages = player->lesson().pages;
        const int withSteps = int(std::find_if(pages.begin(), pages.end(),
                                               [](const LessonPage &page) {
                                                   return std::find(page.panels.begin(), page.panels.end(),
                                                                    PanelId::Steps) != page.panels.end();
                                               }) -
                                  pages.begin());
        player->go(withSteps);
        dock("snapshots")->show();
        dock("snapshots")->raise(); // a panel of a person's own choice, before the page's
        QTRY_VERIFY(isInFront(QStringLiteral("snapshots")) && !isInFront(QStringLiteral("steps")));
        present();
        QTest::keyClick(canvas(), Qt::Key_Escape);
        QVERIFY(!presentation()->isOn());
        QTRY_VERIFY(isInFront(QStringLiteral("snapshots")) && !isInFront(QStringLiteral("steps")));

        for (const int page : {withSteps, withSteps + 1}) {
            player->go(withSteps == page ? withSteps + 1 : withSteps);
            openPanel(m_window.get(), QStringLiteral("snapshots"));
            QTRY_VERIFY(isInFront(QStringLiteral("snapshots")));
            present();
            player->go(page);
            QTest::keyClick(receiver(), Qt::Key_Escape);
            QVERIFY(!presentation()->isOn());
            for (const QString &panel : docksOf(player->currentPage()))
                QTRY_VERIFY2(isInFront(panel), qPrintable(panel));
            QTRY_VERIFY(!presentation()->holdsLayout()); // the window has settled
            for (const QString &panel : docksOf(player->currentPage()))
                QVERIFY2(isInFront(panel), qPrintable(panel));
        }
        // A lesson that was opened meanwhile has its column, and its page's panels.
        m_window->lessons()->close();
        openPanel(m_window.get(), QStringLiteral("snapshots"));
        QTRY_VERIFY(isInFront(QStringLiteral("snapshots")));
        present();
        QVERIFY(m_window->lessons()->openBundled(QStringLiteral("three-inputs")));
        player->go(withSteps);
        QTest::keyClick(canvas(), Qt::Key_Escape);
        QTRY_VERIFY(isInFront(QStringLiteral("steps")) && isInFront(QStringLiteral("lesson")));
    }

    /// What a page switched on while presenting, the window has afterwards, as its menu says.
    void menusAndPicturesAgreeAfterwards()
    {
        auto *toggle =
            m_window->findChild<QMenu *>(QStringLiteral("menuPanels"))->findChild<QAction *>(QStringLiteral("heatmap"));
        toggle->setChecked(false);
        QVERIFY(m_window->lessons()->openBundled(QStringLiteral("three-inputs")));
        toggle->setChecked(false);
        present();
        emit m_window->lessons()->player()->panelsAsked({PanelId::Heatmap});
        QVERIFY(toggle->isChecked());
        QTest::keyClick(receiver(), Qt::Key_Escape);
        QVERIFY(!presentation()->isOn());
        QCOMPARE(heatmap()->isVisible(), toggle->isChecked());
    }
};

REGARD_TEST(TestPresentation)
#include "test_presentation.moc"
