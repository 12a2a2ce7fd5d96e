#include <QHBoxLayout>
#include <QScrollBar>
#include <QTest>

#include "controls/app_theme.h"
#include "controls/figure_view.h"
#include "document/document.h"
#include "event_turns.h"
#include "io/project/examples.h"
#include "test_class.h"
#include "views/heatmap/panel/heatmap_panel.h"
#include "views/heatmap/panel/heatmap_plot.h"
#include "views/links/link_figure.h"
#include "views/links/panel/link_panel.h"
#include "window/regions/paired_rows.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

/// Links and heatmap side by side: the words of the one on the lines of the other's rows.
class TestPairedRows : public QObject {
    Q_OBJECT
private slots:
    void init()
    {
        m_document = std::make_unique<Document>();
        m_theme = std::make_unique<AppTheme>(AppTheme::Choice::Light);
        m_document->load(readExample("it"), {});
        m_document->waitForResult();
        m_window = std::make_unique<QWidget>();
        auto *row = new QHBoxLayout(m_window.get());
        m_links = new LinksPanel(m_document.get(), m_theme.get(), m_window.get());
        m_heatmap = new HeatmapPanel(m_document.get(), m_theme.get(), m_window.get());
        row->addWidget(m_links, 1);
        row->addWidget(m_heatmap, 1);
        m_rows = new PairedRows(m_links, m_heatmap, m_window.get());
        resize({1176, 530});
    }
    void cleanup()
    {
        m_window.reset();
        m_theme.reset();
        m_document.reset();
    }

    void rowsAreAtTheSameHeights_data()
    {
        QTest::addColumn<QString>("sentence");
        QTest::addColumn<QSize>("size");
        QTest::addColumn<double>("scale");
        const QString usual = u"The cat sat on the rug and it was dry-cleaned."_s;
        QTest::newRow("as at first") << usual << QSize(1176, 530) << 1.0;
        QTest::newRow("large") << usual << QSize(1700, 900) << 1.0;
        QTest::newRow("large type") << usual << QSize(1700, 900) << 1.4;
        QTest::newRow("low") << usual << QSize(1000, 330) << 1.0;
        QTest::newRow("two words") << u"a b"_s << QSize(1176, 530) << 1.0;
        QTest::newRow("rows that fill the height") << u"F r i d a y x 2 8 . 1 1 . 1 9 8 6"_s << QSize(1176, 396) << 1.0;
        QTest::newRow("Chinese") << u"猫坐在地毯上，因为它很累。"_s << QSize(1176, 530) << 1.0;
        QTest::newRow("long words") << u"incomprehensibilities antidisestablishmentarianism a"_s << QSize(1176, 530)
                                    << 1.0;
    }
    void rowsAreAtTheSameHeights()
    {
        QFETCH(QString, sentence);
        QFETCH(QSize, size);
        QFETCH(double, scale);
        m_theme->setScale(scale);
        m_document->sentences().setSource(sentence);
        m_document->waitForResult();
        resize(size);
        compareRows();
        // Their labels and cells stay within their pictures.
        const double last = cellMiddle(rowCount() - 1);
        QVERIFY(last + figure()->layout().pitch * scale / 2 <= m_window->height());
        QCOMPARE(m_links->view()->verticalScrollBar()->maximum(), 0);
        QVERIFY(wordMiddle(0) > m_links->view()->mapTo(m_window.get(), QPoint()).y());
    }

    void theyFollowTheSentenceAndComparison()
    {
        m_document->comparison().pin();
        m_document->matrices().editCell("encoder.0.self.w_q", 0, 0, 3);
        m_document->waitForResult();
        m_document->comparison().choose(Compared::Difference); // with legends below
        turnEventLoop();
        compareRows();
        m_document->comparison().choose(Compared::Now);
        m_document->sentences().setSource(u"one two three"_s);
        m_document->waitForResult();
        turnEventLoop();
        compareRows();
    }

    /// A single picture has its own rows again, and a part of a matrix none to share.
    void aloneTheyAreFree()
    {
        const double shared = figure()->layout().pitch;
        QVERIFY(figure()->data().rows.has_value());
        m_heatmap->plot()->zoom(2, {0, 0});
        turnEventLoop();
        QVERIFY(!figure()->data().rows.has_value());
        m_heatmap->plot()->showAll();
        turnEventLoop();
        QCOMPARE(figure()->layout().pitch, shared);
        m_heatmap->hide();
        resize({1176, 529});
        QVERIFY(!figure()->data().rows.has_value());
        m_heatmap->show();
        m_links->setHorizontal(true);
        turnEventLoop();
        QVERIFY(!figure()->data().rows.has_value());
    }

private:
    const LinkFigure *figure() const { return m_links->picture(); }
    int rowCount() const { return int(figure()->data().queries.size()); }
    void resize(QSize size)
    {
        m_window->resize(size);
        m_window->show();
        turnEventLoop();
        m_rows->align(); // as the window does once a picture has come or moved
        turnEventLoop();
    }
    double wordMiddle(int row) const
    {
        const double scale = m_theme->scale();
        return m_links->view()->mapTo(m_window.get(), QPoint()).y() +
               figure()->tokenRect(LinkHit::Side::Query, row).center().y() * scale;
    }
    double cellMiddle(int row) const
    {
        const HeatmapPlot *plot = m_heatmap->plot();
        return plot->mapTo(m_window.get(), QPoint()).y() +
               plot->figure()->cellRect(row, 0).center().y() * m_theme->scale();
    }
    void compareRows()
    {
        constexpr double pixel = 0.5; // no difference is seen
        for (int row = 0; row < rowCount(); ++row)
            QVERIFY2(std::abs(wordMiddle(row) - cellMiddle(row)) < pixel,
                     qPrintable(u"row %1: %2 and %3"_s.arg(row).arg(wordMiddle(row)).arg(cellMiddle(row))));
    }

    std::unique_ptr<Document> m_document;
    std::unique_ptr<AppTheme> m_theme;
    std::unique_ptr<QWidget> m_window;
    LinksPanel *m_links = nullptr;
    HeatmapPanel *m_heatmap = nullptr;
    PairedRows *m_rows = nullptr;
};

REGARD_TEST(TestPairedRows)
#include "test_paired_rows.moc"
