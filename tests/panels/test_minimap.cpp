#include <cmath>
#include <memory>

#include <QImage>
#include <QPainter>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>

#include "controls/app_theme.h"
#include "controls/figure_view.h"
#include "controls/minimap.h"
#include "io/project/project.h"
#include "test_class.h"
#include "views/heatmap/panel/heatmap_minimap.h"
#include "views/heatmap/panel/heatmap_panel.h"
#include "views/heatmap/panel/heatmap_plot.h"
#include "views/links/panel/link_minimap.h"
#include "views/links/panel/link_panel.h"
#include "views/sentence/panel/sentence_panel.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

namespace {

QString sentence(int tokens)
{
    QStringList words;
    for (int i = 0; i < tokens; ++i)
        words << u"w%1"_s.arg(i);
    return words.join(u' ');
}

} // namespace

/// Where in a long sentence a view is, and how one gets elsewhere.
class TestMinimap : public QObject {
    Q_OBJECT
private slots:
    void init()
    {
        m_theme = std::make_unique<AppTheme>(AppTheme::Choice::Light);
        m_document = std::make_unique<Document>();
        Project project = defaultProject();
        project.tokenizer = Tokenizer::Whitespace;
        m_document->load(project, {});
    }
    void cleanup()
    {
        m_document.reset();
        m_theme.reset();
    }

    void numbersStandApart_data()
    {
        QTest::addColumn<int>("tokens");
        QTest::addColumn<int>("height");
        QTest::newRow("few pixels") << 512 << 120;
        QTest::newRow("a panel") << 512 << 400;
        QTest::newRow("a screen") << 512 << 1000;
        QTest::newRow("a short sentence") << 60 << 1000;
    }
    void numbersStandApart()
    {
        QFETCH(int, tokens);
        QFETCH(int, height);
        Minimap minimap(Qt::Vertical, u"x"_s, m_theme.get(), nullptr);
        minimap.resize(40, height);
        minimap.setContent({tokens, 0, 20, -1});
        const int step = minimap.numberStep();
        QVERIFY(minimap.along(step) - minimap.along(0) >= 12 || step >= tokens); // a line of small type
        QString digits = QString::number(step);
        digits.remove(u'0');
        QVERIFY2(digits == u"1"_s || digits == u"2"_s || digits == u"5"_s, qPrintable(digits));
        QCOMPARE(minimap.along(tokens), double(height));
    }

    void itIsThereWhereSomethingIsOutOfView_data()
    {
        QTest::addColumn<int>("tokens");
        QTest::addColumn<double>("end");
        QTest::addColumn<bool>("isLong");
        QTest::newRow("long, a part") << 512 << 40.0 << true;
        QTest::newRow("long, all of it") << 512 << 512.0 << false;
        QTest::newRow("short") << 12 << 6.0 << false;
        QTest::newRow("nothing") << 0 << 0.0 << false;
    }
    void itIsThereWhereSomethingIsOutOfView()
    {
        QFETCH(int, tokens);
        QFETCH(double, end);
        QFETCH(bool, isLong);
        QWidget window;
        Minimap minimap(Qt::Vertical, u"x"_s, m_theme.get(), &window);
        minimap.setContent({tokens, 0, end, -1});
        QCOMPARE(!minimap.isHidden(), isLong);
    }

    void handAndKeysGoElsewhere_data()
    {
        QTest::addColumn<bool>("isVertical");
        QTest::newRow("down") << true;
        QTest::newRow("across") << false;
    }
    void handAndKeysGoElsewhere()
    {
        QFETCH(bool, isVertical);
        Minimap minimap(isVertical ? Qt::Vertical : Qt::Horizontal, u"x"_s, m_theme.get(), nullptr);
        minimap.resize(isVertical ? QSize(40, 500) : QSize(500, 40));
        minimap.setContent({500, 100, 150, -1});
        minimap.show();
        QVERIFY(QTest::qWaitForWindowExposed(&minimap));
        QSignalSpy asked(&minimap, &Minimap::valueChanged);
        QCOMPARE(minimap.value(), 100);
        const auto at = [&](int place) { return isVertical ? QPoint(6, place) : QPoint(place, 6); };
        QTest::mouseClick(&minimap, Qt::LeftButton, {}, at(400));
        QCOMPARE(minimap.value(), 375); // its middle comes under the mouse
        QTest::mouseClick(&minimap, Qt::LeftButton, {}, at(499));
        QCOMPARE(minimap.value(), 450); // no further than the end
        // A drag holds the frame where it was taken.
        minimap.setContent({500, 200, 250, -1});
        QTest::mousePress(&minimap, Qt::LeftButton, {}, at(210));
        QTest::mouseMove(&minimap, at(310));
        QTest::mouseRelease(&minimap, Qt::LeftButton, {}, at(310));
        QCOMPARE(minimap.value(), 300);
        QTest::keyClick(&minimap, Qt::Key_PageDown);
        QCOMPARE(minimap.value(), 350);
        QTest::keyClick(&minimap, Qt::Key_PageUp);
        QCOMPARE(minimap.value(), 300);
        QTest::keyClick(&minimap, isVertical ? Qt::Key_Down : Qt::Key_Right);
        QCOMPARE(minimap.value(), 305);
        QTest::keyClick(&minimap, isVertical ? Qt::Key_Up : Qt::Key_Left);
        QCOMPARE(minimap.value(), 300);
        QTest::keyClick(&minimap, Qt::Key_Home);
        QCOMPARE(minimap.value(), 0);
        QTest::keyClick(&minimap, Qt::Key_End);
        QCOMPARE(minimap.value(), 450);
        QCOMPARE(asked.count(), 9);
        minimap.setContent({500, 10, 60, 3});
        QCOMPARE(asked.count(), 9); // what the view does by itself asks for nothing
        QCOMPARE(minimap.accessibleDescription(), u"tokens 11 to 60 of 500"_s);
    }

    void itFollowsTheLinksAndLeadsThem_data()
    {
        QTest::addColumn<bool>("isHorizontal");
        QTest::newRow("down") << false;
        QTest::newRow("across") << true;
    }
    void itFollowsTheLinksAndLeadsThem()
    {
        QFETCH(bool, isHorizontal);
        m_document->sentences().setSource(sentence(200));
        m_document->waitForResult();
        LinksPanel panel(m_document.get(), m_theme.get(), nullptr);
        panel.setHorizontal(isHorizontal);
        panel.resize(700, 500);
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel));
        auto *maps = panel.findChild<LinkMinimap *>();
        QVERIFY(maps);
        Minimap *minimap = isHorizontal ? maps->horizontal() : maps->vertical();
        QVERIFY(minimap->isVisible());
        QVERIFY(!(isHorizontal ? maps->vertical() : maps->horizontal())->isVisible());
        QCOMPARE(minimap->content().count, 200);
        QVERIFY(minimap->content().first < 1);
        const double pitch = double(minimap->content().end - minimap->content().first);
        QVERIFY(pitch > 5 && pitch < 199);
        minimap->setFocus();
        QTest::keyClick(minimap, Qt::Key_End);
        QVERIFY(minimap->content().end > 199.5);
        const int middle = 100;
        minimap->setValue(middle);
        QVERIFY(std::abs(minimap->content().first - middle) < 0.6); // pixels are whole
        // Its first token stands at the edge, to a row's inset.
        const QRectF seen = panel.view()->partInView();
        const QRectF token =
            static_cast<const LinkFigure *>(panel.view()->figure())->tokenRect(LinkHit::Side::Query, middle);
        const double inset = isHorizontal ? token.left() - seen.left() : token.top() - seen.top();
        QVERIFY2(inset > -1 && inset < 4, qPrintable(QString::number(inset)));
        QScrollBar *bar = isHorizontal ? panel.view()->horizontalScrollBar() : panel.view()->verticalScrollBar();
        bar->setValue(0);
        QCOMPARE(minimap->content().first, 0.0);
        // What a token in focus attends to is marked, out of view as well.
        Selection selection = m_document->look().selection();
        selection.query = 7;
        m_document->look().setSelection(selection);
        QCOMPARE(minimap->content().focus, 7);
        QCOMPARE(minimap->content().shares.size(), std::size_t(200));
        const Matrix &weights = m_document->result().trace->blocks.front()->heads.front().weights;
        QVERIFY(minimap->content().shares[150] >= weights(7, 150));
        // Another view's token scrolls in.
        selection.query = 190;
        m_document->look().setSelection(selection);
        QVERIFY2(minimap->content().first < 190 && minimap->content().end > 191,
                 qPrintable(minimap->accessibleDescription()));
        m_document->sentences().setSource(sentence(8));
        m_document->waitForResult();
        QVERIFY(!minimap->isVisible());
    }

    void theSentenceFollowsTheFocus()
    {
        m_document->sentences().setSource(sentence(300));
        m_document->waitForResult();
        SentencePanel panel(m_document.get(), m_theme.get(), nullptr);
        panel.resize(500, 200);
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel));
        const auto *figure = static_cast<const SentenceFigure *>(panel.view()->figure());
        QVERIFY(!panel.view()->partInView().contains(figure->tokenRect(0, 280)));
        Selection selection = m_document->look().selection();
        selection.heads = {0};
        selection.query = 280;
        m_document->look().setSelection(selection);
        figure = static_cast<const SentenceFigure *>(panel.view()->figure());
        QVERIFY(panel.view()->partInView().contains(figure->tokenRect(0, 280)));
    }

    /// A part of a tall picture is painted as the whole picture has it.
    void aPartOfThePictureIsTheSame_data()
    {
        QTest::addColumn<bool>("isHorizontal");
        QTest::addColumn<int>("query");
        QTest::newRow("down") << false << -1;
        QTest::newRow("down, in focus") << false << 77;
        QTest::newRow("across") << true << -1;
        QTest::newRow("across, in focus") << true << 77;
    }
    void aPartOfThePictureIsTheSame()
    {
        QFETCH(bool, isHorizontal);
        QFETCH(int, query);
        m_document->sentences().setSource(sentence(150));
        m_document->waitForResult();
        Selection selection = m_document->look().selection();
        selection.query = query;
        m_document->look().setSelection(selection);
        LinksPanel panel(m_document.get(), m_theme.get(), nullptr);
        panel.setHorizontal(isHorizontal);
        panel.setFloor(0);
        const auto figure = panel.figure({500, 400}, Theme::light());
        const QSize size = figure->size().toSize();
        QImage whole(size, QImage::Format_RGB32);
        QPainter(&whole).fillRect(whole.rect(), Qt::white);
        {
            QPainter painter(&whole);
            figure->paintPixels(painter);
        }
        const QRect part = isHorizontal ? QRect(900, 0, 400, size.height()) : QRect(0, 900, size.width(), 400);
        QImage seen(part.size(), QImage::Format_RGB32);
        {
            QPainter painter(&seen);
            painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
            painter.translate(-part.topLeft());
            painter.setClipRect(part);
            figure->paintPixels(painter);
        }
        const QImage same = whole.copy(part);
        int differing = 0;
        for (int y = 0; y < seen.height(); ++y)
            for (int x = 0; x < seen.width(); ++x) {
                const QRgb a = seen.pixel(x, y);
                const QRgb b = same.pixel(x, y);
                // Rounding of translucent bands may differ by a level where a tile begins elsewhere.
                differing += std::abs(qRed(a) - qRed(b)) > 3 || std::abs(qBlue(a) - qBlue(b)) > 3 ? 1 : 0;
            }
        // A painter rounds hairlines otherwise where it clips them; a label or band that is missing takes more.
        QVERIFY2(differing < 100, qPrintable(QString::number(differing)));
    }

    void itFollowsTheHeatmapAndLeadsIt()
    {
        m_document->sentences().setSource(sentence(100));
        m_document->waitForResult();
        HeatmapPanel panel(m_document.get(), m_theme.get(), nullptr);
        panel.resize(600, 600);
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel));
        auto *maps = panel.findChild<HeatmapMinimap *>();
        QVERIFY(maps);
        QVERIFY(!maps->queries()->isVisible()); // everything is in view
        panel.plot()->zoom(4, {50, 20});
        QVERIFY(maps->queries()->isVisible() && maps->keys()->isVisible());
        const auto [firstQuery, lastQuery] = panel.plot()->visibleQueries();
        QCOMPARE(maps->queries()->content().first, double(firstQuery));
        QCOMPARE(maps->queries()->content().end, double(lastQuery + 1));
        maps->queries()->setValue(3);
        QCOMPARE(panel.plot()->visibleQueries().first, 3);
        maps->keys()->setValue(60);
        QCOMPARE(panel.plot()->visibleKeys().first, 60);
        QCOMPARE(panel.plot()->visibleQueries().first, 3);
        Selection selection = m_document->look().selection();
        selection.query = 5;
        selection.key = 61;
        m_document->look().setSelection(selection);
        const Matrix &weights = m_document->result().trace->blocks.front()->heads.front().weights;
        QCOMPARE(maps->keys()->content().shares.at(70), weights(5, 70));
        QCOMPARE(maps->queries()->content().shares.at(9), weights(9, 61));
        panel.plot()->showAll();
        QVERIFY(!maps->keys()->isVisible());
    }

private:
    std::unique_ptr<AppTheme> m_theme;
    std::unique_ptr<Document> m_document;
};

REGARD_TEST(TestMinimap)
#include "test_minimap.moc"
