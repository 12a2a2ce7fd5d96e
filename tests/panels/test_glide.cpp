#include <memory>
#include <utility>

#include <QTest>

#include "controls/fading_look.h"
#include "controls/figure_view.h"
#include "controls/glide.h"
#include "controls/motion.h"
#include "test_class.h"
#include "views/heatmap/panel/heatmap_plot.h"
#include "views/links/link_figure.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

/// Pictures on their way from one state to the next. No event runs here, so that time passes by advance() alone.
class TestGlide : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<AppTheme> m_theme;
    std::unique_ptr<FigureView> m_view;
    LinkData m_data;

    static std::shared_ptr<const Matrix> weights(float first)
    {
        auto made = std::make_shared<Matrix>(2, 2);
        *made << first, 1 - first, 0.5F, 0.5F;
        return made;
    }
    void show(float first, int head = 0)
    {
        m_data.heads = {{head, weights(first)}};
        m_view->refresh();
    }
    QImage picture() const { return m_view->viewport()->grab().toImage(); }
    /// As it is where nothing glides.
    QImage still(float first, int head = 0)
    {
        setGlides(false);
        show(first, head);
        const QImage image = picture();
        setGlides(true);
        return image;
    }
    Glide &growth() const { return *m_view->findChild<Glide *>(QString(), Qt::FindDirectChildrenOnly); }
    Glide &fading() const { return m_view->findChild<FadingLook *>()->glide(); }
    const LinkData &shown() const { return static_cast<const LinkFigure *>(m_view->figure())->data(); }

private slots:
    void init()
    {
        m_data = {};
        m_data.queries = m_data.keys = {u"cat"_s, u"sat"_s};
        m_data.heads = {{0, weights(0.5F)}};
        m_theme = std::make_unique<AppTheme>(AppTheme::Choice::Light);
        m_view = std::make_unique<FigureView>(m_theme.get(), nullptr);
        m_view->resize(420, 320);
        m_view->setMaker([this](QSizeF space) { return std::make_unique<LinkFigure>(m_data, space, Theme::light()); });
        m_view->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_view.get()));
        setGlides(true);
    }
    void cleanup()
    {
        setGlides(false);
        setReducesMotion(false);
        m_view.reset();
        m_theme.reset();
    }

    void aLinkGrowsToWhatItIs()
    {
        const QImage after = still(0.9F);
        const QImage before = still(0.1F);
        show(0.9F);
        QVERIFY(growth().isOn());
        QCOMPARE((*shown().heads[0].weights)(0, 0), 0.9F); // what the pointer meets and texts say
        growth().advance(75);
        const QImage half = picture();
        QVERIFY(half != before && half != after);
        growth().advance(75);
        QVERIFY(!growth().isOn());
        QCOMPARE(picture(), after);
    }

    void whatIsPointedAtMeanwhileIsThereAtOnce()
    {
        m_data.query = 0;
        const QImage after = still(0.9F);
        m_data.query = -1;
        still(0.1F);
        show(0.9F);
        m_data.query = 0;
        m_view->refresh();
        QVERIFY(growth().isOn());
        QCOMPARE(shown().query, 0);
        growth().advance(150);
        QCOMPARE(picture(), after);
    }

    void oneChangeUponAnotherIsDrawnAsItIs()
    {
        const QImage after = still(0.9F);
        still(0.1F);
        show(0.5F);
        QVERIFY(growth().isOn());
        show(0.9F);
        QVERIFY(!growth().isOn());
        QCOMPARE(picture(), after);
    }

    void anotherHeadFadesIn()
    {
        const QImage after = still(0.9F, 1);
        const QImage before = still(0.1F);
        show(0.9F, 1);
        QVERIFY(fading().isOn());
        QCOMPARE(picture(), before);
        fading().advance(75);
        const QImage half = picture();
        QVERIFY(half != before && half != after);
        fading().advance(75);
        QCOMPARE(picture(), after);
    }

    void nothingMovesWhereMotionIsReduced()
    {
        const QImage after = still(0.9F);
        still(0.1F);
        setReducesMotion(true);
        show(0.9F);
        QVERIFY(!growth().isOn());
        QCOMPARE(picture(), after);
        show(0.5F, 1);
        QVERIFY(!fading().isOn());
    }

    void aHeatmapOfAnotherHeadFadesIn()
    {
        HeatmapPlot plot(nullptr);
        plot.resize(300, 300);
        plot.show();
        QVERIFY(QTest::qWaitForWindowExposed(&plot));
        HeatmapData data;
        data.queries = data.keys = m_data.keys;
        data.values = weights(0.1F);
        data.title = u"head 1"_s;
        plot.setContent(data, Theme::light());
        Glide &fading = plot.findChild<FadingLook *>()->glide();
        data.values = weights(0.9F); // of the same head
        plot.setContent(data, Theme::light());
        QVERIFY(!fading.isOn());
        data.title = u"head 2"_s;
        plot.setContent(data, Theme::light());
        QVERIFY(fading.isOn());
        fading.advance(150);
        QVERIFY(plot.findChild<FadingLook *>()->isHidden());
    }
};

REGARD_TEST(TestGlide)
#include "test_glide.moc"
