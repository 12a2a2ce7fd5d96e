#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMouseEvent>
#include <QSignalSpy>
#include <QSlider>
#include <QTest>
#include <QToolButton>
#include <QToolTip>

#include "controls/app_theme.h"
#include "controls/figure_view.h"
#include "controls/weight_field.h"
#include "draw/outline.h"
#include "test_class.h"
#include "views/base/token_focus.h"
#include "views/links/link_curve.h"
#include "views/links/panel/link_panel.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

namespace {

using Heads = std::vector<int>;
using LinkSide = LinkHit::Side;

} // namespace

class TestLinkPanel : public QObject {
    Q_OBJECT
private slots:
    void init();
    void cleanup();

    void hoverIsolatesAndLeavingRestores();
    void hoverOnALinkNamesThePair();
    void clicksPinAddAndUnpin();
    void escapeAndEmptinessClear();
    void theKeyboardGoesWithItsWord();
    void hintGoesWithTheFirstClick();
    void floorHidesAndCounts();
    void curvesAreASwitch();
    void arrowsMoveAndSpacePins_data();
    void arrowsMoveAndSpacePins();
    void chineseLiesWhereStraightOrPresented();
    void loadingForgetsTheKeyboardsPlace();
    void pointedLinksAreOutlined();
    void aDraggedEndTakesTheWeight();
    void aRefusedDragSaysWhy();
    void f2AsksForTheWeight();
    void controlsStandInTheMenu_data();
    void controlsStandInTheMenu();

private:
    void load(const char *source)
    {
        Project project = defaultProject();
        project.source = source;
        m_document->load(project, {});
        m_document->waitForResult();
    }
    const LinkFigure *figure() const { return static_cast<const LinkFigure *>(m_panel->view()->figure()); }
    QWidget *canvas() const { return m_panel->view()->canvas(); }
    QPoint at(LinkSide side, int token) const { return figure()->tokenRect(side, token).center().toPoint(); }
    void hover(QPoint point) const
    {
        QMouseEvent move(QEvent::MouseMove, point, canvas()->mapToGlobal(point), Qt::NoButton, Qt::NoButton,
                         Qt::NoModifier);
        QCoreApplication::sendEvent(canvas(), &move);
    }
    void leave() const
    {
        QEvent leaving(QEvent::Leave);
        QCoreApplication::sendEvent(canvas(), &leaving);
    }
    void click(LinkSide side, int token, Qt::KeyboardModifiers modifiers = {}) const
    {
        QTest::mouseClick(canvas(), Qt::LeftButton, modifiers, at(side, token));
    }
    void drag(const LinkFigure::Band &band, int key) const
    {
        const double way = 0.8;
        const QPointF along = band.to - band.from;
        const double down = band.isCurved ? curveShare(way) : way;
        const QPoint start = (band.from + QPointF(along.x() * way, along.y() * down)).toPoint();
        const QPoint end = at(LinkSide::Key, key);
        QTest::mousePress(canvas(), Qt::LeftButton, {}, start);
        for (const QPoint point : {(start + end) / 2, end}) {
            QMouseEvent move(QEvent::MouseMove, point, canvas()->mapToGlobal(point), Qt::NoButton, Qt::LeftButton,
                             Qt::NoModifier);
            QCoreApplication::sendEvent(canvas(), &move);
        }
        QTest::mouseRelease(canvas(), Qt::LeftButton, {}, end);
    }
    const Selection &selection() const { return m_document->look().selection(); }
    QImage picture() const { return canvas()->grab().toImage(); }

    std::unique_ptr<Document> m_document;
    std::unique_ptr<AppTheme> m_theme;
    std::unique_ptr<LinksPanel> m_panel;
};

void TestLinkPanel::init()
{
    m_document = std::make_unique<Document>();
    m_theme = std::make_unique<AppTheme>(AppTheme::Choice::Light);
    load("the cat sat on the mat");
    m_panel = std::make_unique<LinksPanel>(m_document.get(), m_theme.get(), nullptr);
    m_panel->resize(480, 520);
    m_panel->show();
    QVERIFY(QTest::qWaitForWindowActive(m_panel.get()));
    QVERIFY(figure() != nullptr);
}

void TestLinkPanel::cleanup()
{
    m_panel.reset();
    m_theme.reset();
    m_document.reset();
}

void TestLinkPanel::hoverIsolatesAndLeavingRestores()
{
    const QImage before = picture();
    const std::vector<LinkFigure::Band> bands = figure()->bands();
    // How far a query's links stand out where its widest one begins.
    const auto strength = [&](const QImage &image, int query) {
        LinkFigure::Band widest{};
        for (const LinkFigure::Band &band : bands)
            if (band.query == query && band.width > widest.width)
                widest = band;
        const QColor plain = m_theme->theme().panel;
        int most = 0; // narrower ones, with a rim of the panel's colour, may lie over its very beginning
        for (double way = 0.04; way < 0.14; way += 0.01) {
            const QPointF along = widest.to - widest.from; // the tokens are one above the other
            const double down = widest.isCurved ? curveShare(way) : way;
            const QColor seen = image.pixelColor((widest.from + QPointF(along.x() * way, along.y() * down)).toPoint());
            most = std::max(most, std::abs(seen.red() - plain.red()) + std::abs(seen.green() - plain.green()) +
                                      std::abs(seen.blue() - plain.blue()));
        }
        return most;
    };
    hover(at(LinkSide::Query, 2));
    QCOMPARE(selection().query, 2);
    QCOMPARE(selection().key, -1);
    const QImage isolated = picture();
    for (int query = 0; query < 6; ++query)
        QCOMPARE(strength(isolated, query) < strength(before, query) / 2, query != 2); // the others fade
    leave();
    QCOMPARE(selection().query, -1);
    QCOMPARE(picture(), before);
}

/// Presses on a link of head 1 near its end at the key, moves to another word and lets go.
void TestLinkPanel::aDraggedEndTakesTheWeight()
{
    m_document->look().setSelection(withSoloHead(selection(), 0));
    const auto band = figure()->bands().back();
    const int other = band.key == 0 ? 1 : 0;
    const Matrix before = m_document->result().trace->blocks[0]->heads[0].weights;
    drag(band, other);
    m_document->waitForResult();
    const Matrix after = m_document->result().trace->blocks[0]->heads[0].weights;
    QCOMPARE(after(band.query, other), before(band.query, band.key));
    QCOMPARE(after(band.query, band.key), 0.0F);
    QCOMPARE(selection().query, band.query);
    QCOMPARE(selection().key, other);
    QCOMPARE(m_panel->linkData().byHand,
             (std::vector<HandLink>{{0, band.query, std::min(other, band.key), other > band.key},
                                    {0, band.query, std::max(other, band.key), other < band.key}}));
    m_document->undoStack()->undo();
    m_document->waitForResult();
    QVERIFY(m_document->result().trace->blocks[0]->heads[0].weights == before);
    QVERIFY(m_panel->linkData().byHand.empty());
}

void TestLinkPanel::aRefusedDragSaysWhy()
{
    m_document->sentences().setMasked(Side::Source, 5, true);
    m_document->waitForResult();
    m_document->look().setSelection(withSoloHead(selection(), 0));
    const auto band = figure()->bands().back();
    drag(band, 5);
    QVERIFY(m_document->matrices().model()->interventions.isEmpty());
    QTRY_VERIFY(QToolTip::text().contains(u"may not look at “mat”"_s));
}

void TestLinkPanel::f2AsksForTheWeight()
{
    m_document->look().setSelection(pinnedPair(withSoloHead(selection(), 0), 1, 2));
    canvas()->setFocus();
    QTest::keyClick(canvas(), Qt::Key_F2);
    auto *field = canvas()->findChild<WeightField *>();
    QVERIFY(field);
    field->edit()->setText(u"1.5"_s);
    QTest::keyClick(field->edit(), Qt::Key_Return);
    QCOMPARE(field->problem()->text(), u"A weight is a number from 0 to 1."_s);
    field->edit()->setText(u"0,25"_s);
    QTest::keyClick(field->edit(), Qt::Key_Return);
    m_document->waitForResult();
    QCOMPARE(m_document->result().trace->blocks[0]->heads[0].weights(1, 2), 0.25F);
    QCOMPARE(setAttention(m_document.get(), {Attention::Encoder, 0, 0}, {1}, {2}, std::nullopt), QString());
    QVERIFY(m_document->matrices().model()->interventions.isEmpty());
}

void TestLinkPanel::hoverOnALinkNamesThePair()
{
    m_document->look().setSelection([this] {
        Selection one = selection();
        one.heads = {1};
        return one;
    }());
    m_panel->setFloor(0);
    // Painted last, so nothing covers it.
    const auto band = figure()->bands().back();
    hover((band.from + (band.to - band.from) * 0.5).toPoint());
    QCOMPARE(selection().query, band.query);
    QCOMPARE(selection().key, band.key);
    QCOMPARE(selection().head, 1);
    leave();
    QCOMPARE(selection().key, -1);
}

void TestLinkPanel::clicksPinAddAndUnpin()
{
    click(LinkSide::Query, 1);
    QCOMPARE(selection().pinnedQueries, Heads{1});
    leave();
    QCOMPARE(selection().query, 1);
    click(LinkSide::Query, 4, Qt::ShiftModifier);
    QCOMPARE(selection().pinnedQueries, (Heads{1, 4}));
    click(LinkSide::Query, 0, Qt::ShiftModifier);
    leave();
    QCOMPARE(selection().query, 0); // the newest pin, not the last of the sentence
    click(LinkSide::Query, 0, Qt::ShiftModifier);
    click(LinkSide::Query, 4, Qt::ShiftModifier);
    QCOMPARE(selection().pinnedQueries, Heads{1});
    QCOMPARE(selection().query, 1);
    click(LinkSide::Query, 1);
    QVERIFY(selection().pinnedQueries.empty());
    QCOMPARE(selection().query, -1);
}

void TestLinkPanel::escapeAndEmptinessClear()
{
    canvas()->setFocus();
    click(LinkSide::Key, 3);
    QCOMPARE(selection().pinnedKeys, Heads{3});
    QTest::keyClick(canvas(), Qt::Key_Escape);
    QVERIFY(selection().pinnedKeys.empty());
    QCOMPARE(selection().key, -1);
    click(LinkSide::Key, 3);
    QTest::mouseClick(canvas(), Qt::LeftButton, {}, QPoint(1, 1));
    QVERIFY(selection().pinnedKeys.empty());
}

void TestLinkPanel::theKeyboardGoesWithItsWord()
{
    canvas()->setFocus();
    QTest::keyClick(canvas(), Qt::Key_Home);
    QTest::keyClick(canvas(), Qt::Key_Down);
    QCOMPARE(selection().query, 1);
    const QString before = m_document->sentences().source();
    m_document->sentences().setSource(u"Yesterday "_s + before);
    m_document->waitForResult();
    QCOMPARE(selection().query, 2);
    QTest::keyClick(canvas(), Qt::Key_Space);
    QCOMPARE(selection().pinnedQueries, Heads{2});
    QTest::keyClick(canvas(), Qt::Key_M);
    QCOMPARE(m_document->sentences().masked(Side::Source), Heads{2});
    // With nothing in focus, an old place is no longer a word's.
    QTest::keyClick(canvas(), Qt::Key_Escape);
    m_document->sentences().setSource(before);
    m_document->waitForResult();
    QTest::keyClick(canvas(), Qt::Key_Space);
    QVERIFY(selection().pinnedQueries.empty());
}

/// Above the words, until one is clicked; where there is no room, beside the title.
void TestLinkPanel::hintGoesWithTheFirstClick()
{
    m_panel->setRows(SharedRows{100, 20});
    QVERIFY(m_panel->hint()->isVisible() && !m_panel->caption().contains(m_panel->hint()->text()));
    QVERIFY(m_panel->hint()->geometry().bottom() <=
            m_panel->view()->mapTo(m_panel.get(), figure()->tokenRect(LinkHit::Side::Query, 0).toRect().topLeft()).y());
    m_panel->setRows(SharedRows{30, 20});
    QVERIFY(!m_panel->hint()->isVisible() && m_panel->caption().endsWith(m_panel->hint()->text()));
    m_panel->setRows(std::nullopt);
    canvas()->setFocus();
    QTest::keyClick(canvas(), Qt::Key_Down);
    QTest::keyClick(canvas(), Qt::Key_Space);
    QVERIFY(!m_panel->hint()->isVisible() && !m_panel->caption().contains(m_panel->hint()->text()));
}

void TestLinkPanel::floorHidesAndCounts()
{
    auto *slider = m_panel->findChild<QSlider *>(u"linkFloor"_s);
    QSignalSpy spy(m_panel.get(), &LinksPanel::floorChanged);
    slider->setValue(0);
    QCOMPARE(figure()->hiddenLinks(), 0L);
    slider->setValue(200);
    QCOMPARE(m_panel->floor(), 0.2);
    QCOMPARE(spy.size(), 2);
    Matrix strongest = Matrix::Zero(6, 6); // of each pair
    for (const auto &head : m_document->result().trace->blocks[0]->heads)
        strongest = strongest.cwiseMax(head.weights);
    const long below = (strongest.array() < 0.2F).count();
    QVERIFY(below > 0);
    QCOMPARE(figure()->hiddenLinks(), below);
    QVERIFY2(m_panel->caption().endsWith(u" · %1 links hidden"_s.arg(below)), qPrintable(m_panel->caption()));
    m_panel->setFloor(0.05);
    QCOMPARE(slider->value(), 50);
}

void TestLinkPanel::curvesAreASwitch()
{
    auto *curves = m_panel->findChild<QToolButton *>(u"linkCurves"_s);
    QVERIFY(curves->isChecked());
    QVERIFY(figure()->data().curved);
    QSignalSpy spy(m_panel.get(), &LinksPanel::curvedChanged);
    QTest::keyClick(curves, Qt::Key_Space);
    QCOMPARE(spy.size(), 1);
    QVERIFY(!figure()->data().curved);
    QVERIFY(!m_panel->viewOptions().links.curved);
    m_panel->setCurved(true);
    QVERIFY(curves->isChecked());
    QVERIFY(figure()->data().curved);
}

void TestLinkPanel::arrowsMoveAndSpacePins_data()
{
    QTest::addColumn<bool>("horizontal");
    QTest::addColumn<Qt::Key>("onward");
    QTest::addColumn<Qt::Key>("across");
    QTest::newRow("standing") << false << Qt::Key_Down << Qt::Key_Right;
    QTest::newRow("lying") << true << Qt::Key_Right << Qt::Key_Down;
}

void TestLinkPanel::arrowsMoveAndSpacePins()
{
    QFETCH(bool, horizontal);
    QFETCH(Qt::Key, onward);
    QFETCH(Qt::Key, across);
    m_panel->setHorizontal(horizontal);
    canvas()->setFocus();
    QTest::keyClick(canvas(), onward);
    QCOMPARE(selection().query, 0);
    QTest::keyClick(canvas(), onward);
    QCOMPARE(selection().query, 1);
    QTest::keyClick(canvas(), across);
    QCOMPARE(selection().query, -1);
    QCOMPARE(selection().key, 1);
    QTest::keyClick(canvas(), Qt::Key_End);
    QTest::keyClick(canvas(), onward);
    QCOMPARE(selection().key, 5);
    QTest::keyClick(canvas(), Qt::Key_Space);
    QCOMPARE(selection().pinnedKeys, Heads{5});
    QTest::keyClick(canvas(), Qt::Key_Space);
    QVERIFY(selection().pinnedKeys.empty());
    QCOMPARE(selection().key, -1);
}

/// Else its words stand above each other, as the heatmap's rows.
void TestLinkPanel::chineseLiesWhereStraightOrPresented()
{
    load("猫 坐 在 垫子 上");
    QVERIFY(!m_panel->isHorizontal());
    m_panel->setCurved(false);
    QVERIFY(m_panel->isHorizontal());
    m_panel->setCurved(true);
    QVERIFY(!m_panel->isHorizontal());
    m_theme->setScale(2, 5);
    QVERIFY(m_panel->isHorizontal());
    load("the cat");
    QVERIFY(!m_panel->isHorizontal());
    m_theme->setScale(1, 0);
    m_panel->setHorizontal(true);
    load("a dog");
    QVERIFY(m_panel->isHorizontal());
}

void TestLinkPanel::loadingForgetsTheKeyboardsPlace()
{
    canvas()->setFocus();
    QTest::keyClick(canvas(), Qt::Key_End);
    QCOMPARE(selection().query, 5);
    load("a b");
    QTest::keyClick(canvas(), Qt::Key_Space);
    QVERIFY(selection().pinnedQueries.empty());
    QTest::keyClick(canvas(), Qt::Key_Down);
    QCOMPARE(selection().query, 0);

    // Between loading and the result there is nothing to point at.
    Project project = defaultProject();
    project.source = "x y z";
    m_document->load(project, {});
    hover(QPoint(60, 60));
    QTest::mouseClick(canvas(), Qt::LeftButton, {}, QPoint(60, 60));
    QTest::keyClick(canvas(), Qt::Key_Down);
    m_document->waitForResult();
    QVERIFY(figure() != nullptr);
}

void TestLinkPanel::pointedLinksAreOutlined()
{
    load("a b c d");
    const QImage before = canvas()->grab().toImage();
    m_document->look().setPointed({{}, {{1, 3}}});
    const QImage lit = canvas()->grab().toImage();
    // The labels of both ends and their links are outlined, and nothing is dimmed.
    const auto isOutlined = [&](QPointF inside, double half) { // by amber beyond that much along the tokens
        const int far = int(half) + 6;
        for (int off = -far; off <= far; ++off)
            if (lit.pixelColor(inside.toPoint() + QPoint(0, off)) == QColor(outlineAmber))
                return true;
        return false;
    };
    for (const auto &[side, token] : {std::pair(LinkSide::Query, 1), std::pair(LinkSide::Key, 3)})
        QVERIFY(isOutlined(at(side, token), figure()->tokenRect(side, token).height() / 2));
    // Nor does the outline lie over the words above and below.
    for (const auto &[side, token] :
         {std::pair(LinkSide::Query, 0), std::pair(LinkSide::Query, 2), std::pair(LinkSide::Query, 3),
          std::pair(LinkSide::Key, 1), std::pair(LinkSide::Key, 2)})
        QCOMPARE(lit.copy(figure()->tokenRect(side, token).toAlignedRect()),
                 before.copy(figure()->tokenRect(side, token).toAlignedRect()));
    for (const LinkFigure::Band &band : figure()->bands()) {
        const QPointF along = band.to - band.from;
        for (const double way : {0.25, 0.75}) // where a straight link and a curved one are not in one place
            if (std::pair(band.query, band.key) == std::pair(1, 3))
                QVERIFY(isOutlined(band.from + QPointF(along.x() * way, along.y() * curveShare(way)), band.width / 2));
    }
    m_document->look().setPointed({});
    QCOMPARE(canvas()->grab().toImage(), before);
    m_document->look().setPointed({{}, {{7, 9}}}); // beyond the sentence: nothing, and no crash
    QCOMPARE(canvas()->grab().toImage(), before);
}

void TestLinkPanel::controlsStandInTheMenu_data()
{
    QTest::addColumn<int>("width");
    QTest::newRow("all in a line") << 480;
    QTest::newRow("two lines") << 237;
    QTest::newRow("three lines") << 170;
}

/// However low the window makes the panel, the controls leave the picture its room: they stand in the menu.
void TestLinkPanel::controlsStandInTheMenu()
{
    QFETCH(int, width);
    m_panel->resize(width, 520);
    QCoreApplication::processEvents();
    m_panel->resize(width, 20);
    QCoreApplication::processEvents();
    QVERIFY(m_panel->view()->height() >= 30);
    QVERIFY(m_panel->minimumSizeHint().height() <= 260);
    QMenu *menu = m_panel->menu();
    menu->popup(m_panel->mapToGlobal(QPoint()));
    QList<QRect> places;
    for (const char *name : {"linkFloor", "linkArrangement", "linkMultiples", "linkCurves"}) {
        const auto *control = menu->findChild<QWidget *>(QLatin1String(name));
        QVERIFY2(control && control->isVisible(), name);
        const QRect place(control->mapTo(menu, QPoint()), control->size());
        QVERIFY2(menu->rect().contains(place), name);
        for (const QRect &other : places)
            QVERIFY2(!other.intersects(place), name);
        places << place;
    }
    menu->close();
}

REGARD_TEST(TestLinkPanel)
#include "test_link_panel.moc"
