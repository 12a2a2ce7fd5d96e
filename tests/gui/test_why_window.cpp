#include <QApplication>
#include <QPushButton>
#include <QSettings>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include "app/base/language.h"
#include "app/window/main_window.h"
#include "document/document.h"
#include "figures/links/link_figure.h"
#include "figures/why/why_figure.h"
#include "io/project/examples.h"
#include "panel_hands.h"
#include "test_class.h"
#include "widgets/panels/link_panel.h"
#include "widgets/panels/steps_panel.h"
#include "widgets/panels/why_panel.h"
#include "widgets/parts/figure_view.h"
#include "window_test.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

/// The reason of a link under a hand: it follows what is in focus and what is edited, and leads to the steps.
class TestWhyWindow : public QObject, private WindowTest {
    Q_OBJECT

    WhyPanel *why() const { return panel<WhyPanel>(); }
    /// What the panel writes, on one line.
    QString text() const
    {
        const auto *figure = static_cast<const WhyFigure *>(why()->view()->figure());
        QString text = figure ? figure->text() : QString();
        return text.replace(u'\n', u' ').replace(u"  "_s, u" "_s);
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

    void nothingInFocusSaysWhatToClick()
    {
        QCOMPARE(why()->question(), QString());
        QVERIFY(!why()->view()->figure());
        QVERIFY(!why()->stepsButton()->isVisible());
        QCOMPARE(why()->view()->canvas()->property("paintedText").toString(),
                 u"Click a token or a cell to see where its weight comes from."_s);
    }

    void aClickOnATokenAsks()
    {
        clickToken(LinkHit::Side::Query, 7);
        QCOMPARE(why()->question(), u"Why does “it” look at “cat”?"_s);
        QVERIFY2(text().contains(u"q[0] 4 × k[0] 4 = 16"_s), qPrintable(text()));
        QVERIFY2(text().contains(u"pronoun → W_Q[pronoun, 0] = 4"_s), qPrintable(text()));
        QVERIFY2(text().contains(u"animal → W_K[animal, 0] = 4"_s), qPrintable(text()));
        QVERIFY2(text().contains(u"weight 0.9695"_s), qPrintable(text()));
        QVERIFY2(text().contains(u"rug −16 · all others 0"_s), qPrintable(text()));
        QVERIFY(why()->view()->canvas()->accessibleDescription().contains(u"weight 0.9695"_s));
        clickToken(LinkHit::Side::Query, 7); // no longer pinned
        QTest::mouseMove(m_window.get(), QPoint(2, 2));
        document()->look().setSelection([this] {
            Selection selection = document()->look().selection();
            selection.query = selection.key = -1;
            return selection;
        }());
        settle();
        QCOMPARE(why()->question(), QString());
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
        QVERIFY2(text().contains(u"q[0] −4 × k[0] −4 = 16"_s), qPrintable(text()));
        QVERIFY2(text().contains(u"pronoun → W_Q[pronoun, 0] = −4"_s), qPrintable(text()));
        document()->undoStack()->undo();
        settle();
        QCOMPARE(why()->question(), u"Why does “it” look at “cat”?"_s);
        QVERIFY2(text().contains(u"q[0] 4 × k[0] 4 = 16"_s), qPrintable(text()));
    }

    /// The button shows the score's stage of that very pair, and pins it.
    void stepsOfThatPair()
    {
        clickToken(LinkHit::Side::Query, 7);
        QVERIFY(why()->stepsButton()->isVisible());
        QTest::mouseClick(why()->stepsButton(), Qt::LeftButton);
        settle();
        const auto *steps = panel<StepsPanel>();
        QVERIFY(isSeen(steps));
        QVERIFY(steps->step() == StepKind::Score);
        QVERIFY(!steps->showsAll());
        QCOMPARE(steps->data().query, 7);
        QCOMPARE(steps->data().key, 1);
        QVERIFY(steps->about().startsWith(u"it → cat"_s));
        const Selection selection = document()->look().selection();
        QCOMPARE(selection.pinnedQueries, std::vector<int>{7});
        QCOMPARE(selection.pinnedKeys, std::vector<int>{1});
    }

    void theFigureIsExportedAsSeen()
    {
        QVERIFY(!why()->figure({560, 120}));
        clickToken(LinkHit::Side::Query, 7);
        const std::unique_ptr<Figure> figure = why()->figure({560, 120});
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
        QVERIFY2(text().contains(u"得分 16 ÷ √8"_s), qPrintable(text()));
        QVERIFY2(text().contains(u"其他键的得分： rug −16 · 其余都是 0"_s), qPrintable(text()));
        QCOMPARE(why()->stepsButton()->text(), u"步骤 ▸"_s);
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
        openPanel(m_window.get(), u"why"_s);
        clickToken(LinkHit::Side::Query, 7);
        QVERIFY2(text().contains(u"weight 0.9695"_s), qPrintable(text()));
        QVERIFY2(!text().contains(QChar(0x2026)), qPrintable(text()));
        const FigureView *view = why()->view();
        QVERIFY(view->figureSize().width() <= view->viewport()->width());
    }
};

REGARD_TEST(TestWhyWindow)
#include "test_why_window.moc"
