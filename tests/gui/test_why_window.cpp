#include <QAction>
#include <QApplication>
#include <QPushButton>
#include <QSettings>
#include <QStandardPaths>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

#include "controls/figure_view.h"
#include "document/document.h"
#include "io/project/examples.h"
#include "panel_hands.h"
#include "test_class.h"
#include "views/links/link_figure.h"
#include "views/links/panel/link_panel.h"
#include "views/steps/panel/steps_panel.h"
#include "views/weights/panel/weights_panel.h"
#include "views/why/panel/why_panel.h"
#include "views/why/why_figure.h"
#include "views/why/why_strip_figure.h"
#include "window/base/language.h"
#include "window/main_window.h"
#include "window_test.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

/// The reason of a link under a hand: it follows what is in focus and what is edited, and leads to the steps.
class TestWhyWindow : public QObject, private WindowTest {
    Q_OBJECT

    WhyPanel *why() const { return panel<WhyPanel>(); }
    /// The calculation in the strip.
    QString text() const
    {
        const auto *figure = static_cast<const WhyStripFigure *>(why()->view()->figure());
        return figure ? figure->text() : QString();
    }
    /// With the mouse, at a token of the links.
    void clickToken(LinkHit::Side side, int token) const
    {
        FigureView *view = panel<LinksPanel>()->view();
        const auto *links = static_cast<const LinkFigure *>(view->figure());
        QVERIFY(links);
        const QRectF box = links->tokenRect(side, token);
        view->scrollTo(box);
        QTest::mouseClick(view->canvas(), Qt::LeftButton, {}, box.center().toPoint());
        QApplication::processEvents();
    }

private slots:
    void initTestCase() { useOwnSettings(); }

    void init()
    {
        openWindow();
        document()->load(readExample("it"), QString());
        settle();
        document()->look().setSelection([] {
            Selection nothing;
            nothing.heads = {0};
            return nothing;
        }());
        settle();
    }

    void cleanup() { m_window.reset(); }

    void nothingInFocusShowsTheStrongestLink()
    {
        QCOMPARE(why()->question(), u"Why does “it” look at “cat”?"_s);
        QVERIFY(text().endsWith(u"softmax: 0.97"_s));
    }

    /// It follows the link until another cell is chosen by hand.
    void editBeginsAtTheStripsCell()
    {
        const auto begin = [this] {
            m_window->findChild<QAction *>(u"actionExplore"_s)->trigger();
            m_window->findChild<QAction *>(u"actionEdit"_s)->trigger();
            settle();
            return document()->look().cell();
        };
        const CellRef pronoun{"encoder.0.self.w_q", 4, 0};
        QCOMPARE(begin(), pronoun);
        QCOMPARE(panel<WeightsPanel>()->table()->currentIndex().row(), 4);
        Selection other = document()->look().selection();
        other.head = 1;
        document()->look().setSelection(other);
        settle();
        QCOMPARE(begin(), (CellRef{"encoder.0.self.w_q", 4, 8})); // head 2's first column
        const CellRef own{"encoder.0.self.w_q", 0, 10};
        document()->look().setCell(own);
        QCOMPARE(begin(), own);
    }

    void aClickOnATokenAsks()
    {
        clickToken(LinkHit::Side::Query, 7);
        QCOMPARE(why()->question(), u"Why does “it” look at “cat”?"_s);
        QCOMPARE(text(), u"q · k: 4 × 4 = 16 → ÷ √8: 5.66 → softmax: 0.97"_s);
        // All of it is told in words.
        const QString whole = why()->view()->canvas()->accessibleDescription();
        for (const QString &part : {u"pronoun → W_Q[pronoun, 0] = 4"_s, u"animal → W_K[animal, 0] = 4"_s,
                                    u"rug −16 · all others 0"_s, u"weight 0.9695"_s})
            QVERIFY2(whole.contains(part), qPrintable(whole));
        clickToken(LinkHit::Side::Query, 1);
        QVERIFY(why()->question().contains(u"“cat”"_s));
    }

    void aKeyAloneAsksForItsStrongestQuery()
    {
        clickToken(LinkHit::Side::Key, 1);
        QCOMPARE(why()->question(), u"Why does “it” look at “cat”?"_s);
    }

    /// Numbers and question follow each edit and its undo.
    void anEditIsFollowed()
    {
        clickToken(LinkHit::Side::Query, 7);
        const auto &names = document()->matrices().dimensions();
        const auto pronoun = int(std::find(names.begin(), names.end(), "pronoun") - names.begin());
        document()->matrices().editCell("encoder.0.self.w_q", pronoun, 0, -4);
        settle();
        QCOMPARE(why()->question(), u"Why does “it” look at “rug”?"_s);
        QVERIFY2(text().contains(u"−4 × −4 = 16"_s), qPrintable(text()));
        document()->undoStack()->undo();
        settle();
        QCOMPARE(why()->question(), u"Why does “it” look at “cat”?"_s);
        QVERIFY2(text().contains(u" 4 × 4 = 16"_s), qPrintable(text()));
    }

    void theFigureIsExportedAsSeen()
    {
        QVERIFY(!why()->figure({560, 120}, Theme::light()));
        clickToken(LinkHit::Side::Query, 7);
        const std::unique_ptr<Figure> figure = why()->figure({560, 120}, Theme::light());
        QVERIFY(figure);
        const QString written = static_cast<const WhyFigure &>(*figure).text();
        QVERIFY2(written.startsWith(u"Why does “it” look at “cat”?"_s), qPrintable(written));
        QVERIFY(written.contains(u"layer 1 · head 1"_s));
    }

    void inChinese()
    {
        m_window.reset();
        installLanguage(u"zh_CN"_s);
        init();
        clickToken(LinkHit::Side::Query, 7);
        QCOMPARE(why()->question(), u"为什么“it”看“cat”？"_s);
        QCOMPARE(text(), u"q · k: 4 × 4 = 16 → ÷ √8: 5.66 → softmax: 0.97"_s);
        QVERIFY2(why()->remark().startsWith(u"其他得分：rug −16，"_s), qPrintable(why()->remark()));
        QCOMPARE(why()->tryButton()->text(), u"试试 −4"_s);
        m_window.reset();
        installLanguage(u"en"_s);
    }

    void otherScreens_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::newRow("small") << QSize(1024, 600);
        QTest::newRow("classroom") << QSize(1280, 720);
        QTest::newRow("large") << QSize(1920, 1080);
    }
    /// What matters is in view without scrolling.
    void otherScreens()
    {
        QFETCH(QSize, size);
        m_window->resize(size);
        settle();
        clickToken(LinkHit::Side::Query, 7);
        QVERIFY2(text().endsWith(u"softmax: 0.97"_s), qPrintable(text()));
        const FigureView *view = why()->view();
        QVERIFY(view->figureSize().width() <= view->viewport()->width());
    }
};

REGARD_TEST(TestWhyWindow)
#include "test_why_window.moc"
