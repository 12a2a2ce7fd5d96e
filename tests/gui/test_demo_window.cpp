#include <QAction>
#include <QApplication>
#include <QLineEdit>
#include <QSettings>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include "controls/compare_strip.h"
#include "controls/figure_view.h"
#include "document/document.h"
#include "io/project/project.h"
#include "io/project/project_file.h"
#include "panel_hands.h"
#include "test_class.h"
#include "views/heads/panel/heads_panel.h"
#include "views/heatmap/panel/heatmap_panel.h"
#include "views/heatmap/panel/heatmap_plot.h"
#include "views/links/panel/link_panel.h"
#include "views/sentence/panel/sentence_panel.h"
#include "views/sentence_bar/panel/sentence_bar.h"
#include "window/main_window.h"
#include "window/presentation/present_stage.h"
#include "window/presentation/presentation.h"
#include "window_test.h"

using namespace regard;

/// A demonstration from beginning to end with the window's own keys: pin, edit, flip, compare, snapshot, recall,
/// present and back. Document and pixels must agree.
class TestDemoWindow : public QObject, private WindowTest {
    Q_OBJECT

private:
    QWidget *canvas() const { return m_window->findChild<LinksPanel *>()->view()->canvas(); }
    static QImage pictureOf(QWidget *widget) { return widget->grab().toImage().convertToFormat(QImage::Format_RGB32); }
    /// Links, heatmap, heads and sentence as they are seen.
    QList<QImage> pictures() const
    {
        if (QWidget *focus = QApplication::focusWidget())
            focus->clearFocus(); // its frame would be in one picture and not in the other
        settle();
        return {pictureOf(canvas()), pictureOf(m_window->findChild<HeatmapPanel *>()->plot()),
                pictureOf(m_window->findChild<HeadsPanel *>()->view()->canvas()),
                pictureOf(m_window->findChild<SentencePanel *>()->view()->canvas())};
    }
    QByteArray project() const { return QByteArray::fromStdString(projectJson(document()->project())); }
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier) const
    {
        QTest::keyClick(canvas(), key, modifiers);
        QApplication::processEvents();
    }
    /// The example's pronouns look for things instead of animals.
    void edit() const { document()->matrices().editCell("encoder.0.self.w_q", 4, 0, -4); }

private slots:
    void initTestCase() { useOwnSettings(); }

    void init()
    {
        openWindow();
        m_window->resize(1680, 800); // links and heatmap both stay in view beside a panel
        openPanel(m_window.get(), QStringLiteral("sentence"));
        QVERIFY(m_window->findChild<HeatmapPanel *>()->isVisible());
        canvas()->setFocus(Qt::TabFocusReason); // whose frame the first key would else bring
    }

    void cleanup() { m_window.reset(); }

    void pinEditFlip()
    {
        press(Qt::Key_F8);
        QVERIFY(document()->comparison().pinned());
        const QList<QImage> before = pictures();
        edit();
        const QList<QImage> after = pictures();
        for (qsizetype i = 0; i < before.size(); ++i)
            QVERIFY2(before[i] != after[i], qPrintable(QString::number(i)));

        QTest::keyPress(canvas(), Qt::Key_F9);
        QCOMPARE(document()->comparison().compared(), Compared::Pinned);
        const QList<QImage> flipped = pictures();
        // The pinned picture but for what says so: titles of links and heatmap, the bars of movement under the heads.
        QVERIFY(flipped[0] != after[0]);
        QCOMPARE(cellsOf(flipped[1]), cellsOf(before[1]));
        QTest::keyRelease(canvas(), Qt::Key_F9);
        QCOMPARE(document()->comparison().compared(), Compared::Now);
        QCOMPARE(pictures(), after);

        press(Qt::Key_D, Qt::ControlModifier);
        QCOMPARE(document()->comparison().compared(), Compared::Pinned);
        QCOMPARE(pictures(), flipped);
        press(Qt::Key_D, Qt::ControlModifier);
        QCOMPARE(document()->comparison().compared(), Compared::Difference);
        const QList<QImage> difference = pictures();
        QVERIFY(difference[0] != after[0] && difference[0] != flipped[0]);
        press(Qt::Key_D, Qt::ControlModifier);
        QCOMPARE(pictures(), after);

        const QString change = m_window->findChild<CompareStrip *>()->changeText();
        QVERIFY2(change.contains(QStringLiteral("it → ")), qPrintable(change));
        press(Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(pictures(), before);
        press(Qt::Key_F8, Qt::ShiftModifier);
        QVERIFY(!document()->comparison().pinned());
    }

    void snapshotRecall()
    {
        press(Qt::Key_F7);
        QCOMPARE(document()->snapshots().all().size(), std::size_t(1));
        const QList<QImage> first = pictures();
        edit();
        press(Qt::Key_F7);
        const QList<QImage> second = pictures();
        QVERIFY(first != second);
        const QByteArray projectOfSecond = project();
        const int steps = document()->undoStack()->index();

        press(Qt::Key_1);
        QCOMPARE(pictures(), first);
        QCOMPARE(document()->undoStack()->index(), steps + 1);
        QCOMPARE(document()->snapshots().current(), 0);
        press(Qt::Key_2, Qt::AltModifier);
        QCOMPARE(pictures(), second);
        press(Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(pictures(), first);
        press(Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(pictures(), second);
        QCOMPARE(project(), projectOfSecond);

        // A digit that is typed into the sentence is a word's.
        QLineEdit *field = m_window->findChild<SentenceBar *>()->field();
        field->setFocus();
        field->setCursorPosition(0);
        QTest::keyClicks(field, QStringLiteral("1 "));
        QVERIFY(document()->sentences().source().startsWith(QStringLiteral("1 The")));
    }

    void headsOffAndOn()
    {
        const QList<QImage> on = pictures();
        const Matrix output = document()->result().trace->blocks.front()->output;
        press(Qt::Key_H, Qt::ControlModifier);
        const QList<QImage> off = pictures();
        QVERIFY(off[2] != on[2]); // crossed out on the map
        QVERIFY(Matrix(document()->result().trace->blocks.front()->output) != output);
        press(Qt::Key_H, Qt::ControlModifier);
        QCOMPARE(pictures(), on);
        QCOMPARE(Matrix(document()->result().trace->blocks.front()->output), output);
    }

    /// Esc belongs to the pictures' focus first.
    void escapeEndsTheComparison()
    {
        press(Qt::Key_F8);
        edit();
        Selection focus = document()->look().selection();
        focus.query = 1;
        focus.pinnedQueries = {1};
        document()->look().setSelection(focus);
        canvas()->setFocus();
        QTest::keyClick(canvas(), Qt::Key_Escape);
        QVERIFY(document()->comparison().pinned());
        QVERIFY(document()->look().selection().pinnedQueries.empty());
        QTest::keyClick(canvas(), Qt::Key_Escape);
        QVERIFY(!document()->comparison().pinned());
    }

    void presentAndBack()
    {
        press(Qt::Key_F7);
        edit();
        press(Qt::Key_F7);
        const QList<QImage> before = pictures();
        press(Qt::Key_F5);
        QVERIFY(m_window->presentation()->isOn());
        canvas()->setFocus();
        const auto click = [this](Qt::Key key) {
            QWidget *focus = m_window->focusWidget();
            QTest::keyClick(focus ? focus : m_window.get(), key);
        };
        const PresentStage *stage = m_window->presentation()->stage();
        click(Qt::Key_PageUp);
        QCOMPARE(document()->snapshots().current(), 0);
        // Pictures that do not fit together are screens of their own, which come before the next snapshot.
        for (int screen = 1; screen < stage->screens(); ++screen) {
            click(Qt::Key_PageDown);
            QCOMPARE(stage->screen(), screen);
            QCOMPARE(document()->snapshots().current(), 0);
        }
        click(Qt::Key_PageDown);
        QCOMPARE(document()->snapshots().current(), 1);
        QCOMPARE(stage->screen(), 0);
        click(Qt::Key_Escape);
        QVERIFY(!m_window->presentation()->isOn());
        QTest::keyClick(canvas(), Qt::Key_Shift); // a key brings the frame of the focus back
        QTRY_COMPARE(pictures(), before);
    }

private:
    /// The lower right quarter of the heatmap: cells alone, no title, no labels.
    static QImage cellsOf(const QImage &heatmap)
    {
        return heatmap.copy(heatmap.width() / 2, heatmap.height() / 2, heatmap.width() / 3, heatmap.height() / 4);
    }
};

REGARD_TEST(TestDemoWindow)
#include "test_demo_window.moc"
