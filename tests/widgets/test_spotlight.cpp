#include <cmath>
#include <memory>

#include <QImage>
#include <QPainter>
#include <QTest>

#include "figures/heatmap/heatmap_figure.h"
#include "figures/links/link_figure.h"
#include "test_class.h"
#include "widgets/motion/spotlight.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

namespace {

constexpr double floorWeight = 0.04;

/// The second token looks at the first and, less than the floor, at the third; the third at itself alone.
std::shared_ptr<const Matrix> someWeights()
{
    Matrix weights(3, 3);
    weights << 0.5F, 0.25F, 0.25F, 0.97F, 0.0F, 0.03F, 0.0F, 0.0F, 1.0F;
    return std::make_shared<const Matrix>(weights);
}

HeatmapFigure heatmap(std::pair<int, int> keys = {0, 2})
{
    HeatmapData data;
    data.queries = data.keys = QStringList{u"cat"_s, u"sat"_s, u"it"_s};
    data.values = someWeights();
    data.title = u"layer 1 · head 1"_s;
    data.valueLabel = u"weight"_s;
    return HeatmapFigure(data, QSizeF(360, 320), Theme::light(), {0, 2}, keys);
}

LinkFigure links()
{
    LinkData data;
    data.queries = data.keys = QStringList{u"cat"_s, u"sat"_s, u"it"_s};
    data.queryLabel = u"query"_s;
    data.keyLabel = u"key"_s;
    data.floor = floorWeight;
    data.heads = {{0, someWeights()}};
    return LinkFigure(data, QSizeF(360, 320), Theme::light());
}

Selection focusOn(int query, int key)
{
    Selection selection;
    selection.query = query;
    selection.key = key;
    return selection;
}

QPointF centre(const QPolygonF &area)
{
    return area.boundingRect().center();
}

} // namespace

class TestSpotlight : public QObject {
    Q_OBJECT
private slots:
    void cells_data()
    {
        QTest::addColumn<int>("query");
        QTest::addColumn<int>("key");
        QTest::addColumn<QString>("cells"); ///< row by row, x: lit
        QTest::addColumn<QString>("rows");  ///< labels
        QTest::addColumn<QString>("columns");
        QTest::newRow("nothing") << -1 << -1 << u"... ... ..."_s << u"..."_s << u"..."_s;
        QTest::newRow("a query") << 1 << -1 << u"... xxx ..."_s << u".x."_s << u"x.."_s;
        QTest::newRow("another query") << 0 << -1 << u"xxx ... ..."_s << u"x.."_s << u"xxx"_s;
        QTest::newRow("a key") << -1 << 2 << u"..x ..x ..x"_s << u"x.x"_s << u"..x"_s;
        QTest::newRow("a pair") << 1 << 2 << u"... ..x ..."_s << u".x."_s << u"..x"_s;
    }

    void cells()
    {
        QFETCH(int, query);
        QFETCH(int, key);
        const HeatmapFigure figure = heatmap();
        const QPainterPath lit = litCells(figure, focusOn(query, key), *someWeights(), floorWeight);
        QString cells;
        QString rows;
        QString columns;
        const auto mark = [&lit](QPointF point) { return lit.contains(point) ? u'x' : u'.'; };
        for (int i = 0; i < 3; ++i) {
            for (int j = 0; j < 3; ++j)
                cells += mark(figure.cellRect(i, j).center());
            cells += u' ';
            rows += mark(figure.queryLabelRect(i).center());
            columns += mark(centre(figure.keyLabelArea(i)));
        }
        QTEST(cells.trimmed(), "cells");
        QTEST(rows, "rows");
        QTEST(columns, "columns");
        QVERIFY(!lit.contains(QPointF(HeatmapFigure::margin + 20, 14))); // the title
    }

    /// With a floor of 0 too, what is not shown is not looked at: masked cells, and those that a filter leaves out.
    void hiddenCellsAreNotLookedAt()
    {
        HeatmapData data;
        data.queries = data.keys = QStringList{u"cat"_s, u"sat"_s, u"it"_s};
        data.values = someWeights();
        data.valueLabel = u"weight"_s;
        const auto labels = [](const HeatmapFigure &figure, int query, int key) {
            const QPainterPath lit = litCells(figure, focusOn(query, key), *someWeights(), 0);
            QString all;
            for (int i = 0; i < 3; ++i)
                all += lit.contains(query >= 0 ? centre(figure.keyLabelArea(i)) : figure.queryLabelRect(i).center())
                           ? u'x'
                           : u'.';
            return all;
        };
        const auto figure = [&] { return HeatmapFigure(data, QSizeF(360, 320), Theme::light()); };
        QCOMPARE(labels(figure(), 0, -1), u"xxx"_s);
        QCOMPARE(labels(figure(), 1, -1), u"x.x"_s); // 0.97, 0, 0.03
        data.isCausal = true;
        QCOMPARE(labels(figure(), 0, -1), u"x.."_s);
        QCOMPARE(labels(figure(), 1, -1), u"x.."_s);
        QCOMPARE(labels(figure(), -1, 2), u"..x"_s);
        data.isCausal = false;
        data.pair.secondQueries = data.pair.secondKeys = {false, false, true};
        data.pair.from = data.pair.to = 0; // within the first sentence
        QCOMPARE(labels(figure(), 0, -1), u"xx."_s);
    }

    void aSteepLinkIsLitInItsFrameAlone()
    {
        constexpr int tokens = 30;
        LinkData data;
        for (int i = 0; i < tokens; ++i)
            data.queries << u"w%1"_s.arg(i);
        data.keys = data.queries;
        Matrix weights = Matrix::Zero(tokens, tokens);
        weights(0, tokens - 1) = 1;
        data.heads = {{0, std::make_shared<const Matrix>(weights)}};
        const LinkFigure figure(data, QSizeF(200, 700), Theme::light());
        const LinkFigure::Band band = figure.bands().front();
        const QPainterPath lit = litLinks(figure, focusOn(0, tokens - 1), floorWeight, false);
        QVERIFY(lit.contains((band.from + band.to) / 2));
        QVERIFY(lit.boundingRect().top() >= band.frame.top() - 1e-6);
        QVERIFY(lit.boundingRect().bottom() <= band.frame.bottom() + 1e-6);
    }

    void allOfALitRow()
    {
        const HeatmapFigure figure = heatmap();
        const QPainterPath lit = litCells(figure, focusOn(1, -1), *someWeights(), floorWeight);
        const QRectF cells = figure.cellsRect();
        const QRectF row(cells.left(), cells.top() + cells.height() / 3, cells.width(), cells.height() / 3);
        QVERIFY(lit.contains(row.adjusted(0.5, 0.5, -0.5, -0.5)));
        QVERIFY(!lit.intersects(row.translated(0, row.height()).adjusted(1, 1, -1, -1)));
    }

    void whatIsOutOfViewIsNotLit()
    {
        const HeatmapFigure figure = heatmap({1, 2}); // zoomed: the first column is left of what is seen
        const QPainterPath lit = litCells(figure, focusOn(1, -1), *someWeights(), floorWeight);
        const QRectF cells = figure.cellsRect();
        QVERIFY(lit.boundingRect().top() >= cells.top()); // "cat" is what it looks at: no label of the others
        QVERIFY(lit.boundingRect().right() <= cells.right());
    }

    void linksOfAToken_data()
    {
        QTest::addColumn<int>("query");
        QTest::addColumn<int>("key");
        QTest::addColumn<QString>("queries"); ///< labels, x: lit
        QTest::addColumn<QString>("keys");
        QTest::newRow("nothing") << -1 << -1 << u"..."_s << u"..."_s;
        QTest::newRow("a query") << 1 << -1 << u".x."_s << u"x.."_s;
        QTest::newRow("a key") << -1 << 2 << u"x.x"_s << u"..x"_s;
        QTest::newRow("a pair") << 0 << 1 << u"x.."_s << u".x."_s;
        QTest::newRow("a pair without a link") << 2 << 0 << u"..x"_s << u"x.."_s;
    }

    void linksOfAToken()
    {
        QFETCH(int, query);
        QFETCH(int, key);
        const LinkFigure figure = links();
        const QPainterPath lit = litLinks(figure, focusOn(query, key), floorWeight, false);
        QString queries;
        QString keys;
        for (int i = 0; i < 3; ++i) {
            queries += lit.contains(figure.tokenRect(LinkHit::Side::Query, i).center()) ? u'x' : u'.';
            keys += lit.contains(figure.tokenRect(LinkHit::Side::Key, i).center()) ? u'x' : u'.';
        }
        QTEST(queries, "queries");
        QTEST(keys, "keys");
    }

    void linksAreLitAlongTheirWholeWay()
    {
        const LinkFigure figure = links();
        const QPainterPath lit = litLinks(figure, focusOn(0, -1), floorWeight, false);
        int count = 0;
        for (const LinkFigure::Band &band : figure.bands()) {
            if (band.query != 0)
                continue;
            ++count;
            QVERIFY(lit.contains((band.from + band.to) / 2)); // of any curve between them
            QVERIFY(lit.contains(band.from + QPointF(1, 0)));
            QVERIFY(lit.contains(band.to - QPointF(1, 0)));
        }
        QCOMPARE(count, 3);
    }

    void linksAreLitAsWideAsTheyAre()
    {
        const LinkFigure figure = links();
        const QPainterPath lit = litLinks(figure, focusOn(1, -1), floorWeight, false);
        int count = 0;
        for (const LinkFigure::Band &band : figure.bands()) {
            if (band.query != 1 || band.key != 0)
                continue;
            ++count;
            QVERIFY(band.width > 3); // no hairline, which is lit wider than it is
            const QPointF along = band.to - band.from;
            QVERIFY(std::abs(along.y()) > 10); // a slanted one
            const QPointF across = QPointF(-along.y(), along.x()) / std::hypot(along.x(), along.y());
            const QPointF middle = (band.from + band.to) / 2;
            for (const double side : {-0.5, 0.5}) {
                QVERIFY(lit.contains(middle + across * side * (band.width - 0.4)));
                QVERIFY(!lit.contains(middle + across * side * (band.width + 0.4)));
            }
        }
        QCOMPARE(count, 1);
    }

    void theRestIsDimmed_data()
    {
        QTest::addColumn<bool>("dark");
        QTest::addColumn<double>("ratio");
        QTest::newRow("light") << false << 1.0;
        QTest::newRow("dark, a fine screen") << true << 2.0;
    }

    void theRestIsDimmed()
    {
        QFETCH(bool, dark);
        QFETCH(double, ratio);
        const Theme &theme = Theme::named(dark);
        QImage image(QSize(100, 60) * ratio, QImage::Format_RGB32);
        image.setDevicePixelRatio(ratio);
        image.fill(Qt::red);
        QPainterPath lit;
        lit.addRect(20, 10, 30, 20);
        QPainter painter(&image);
        paintSpotlight(painter, QRectF(0, 0, 100, 60), lit, theme);
        painter.end();
        const auto at = [&](double x, double y) { return image.pixelColor((QPointF(x, y) * ratio).toPoint()); };
        QCOMPARE(at(21, 11), QColor(Qt::red));
        QCOMPARE(at(48, 28), QColor(Qt::red));
        const QColor panel = theme.panel; // 28 % of what was there shines through
        const QColor dim = at(70, 40);
        QVERIFY(std::abs(dim.red() - (0.28 * 255 + 0.72 * panel.red())) <= 1.5);
        QVERIFY(std::abs(dim.green() - 0.72 * panel.green()) <= 1.5);
        QVERIFY(std::abs(dim.blue() - 0.72 * panel.blue()) <= 1.5);
        QCOMPARE(at(18, 20), dim);
        QCOMPARE(at(52, 20), dim);
    }

    void nothingIsDimmedWithoutALight()
    {
        QImage image(20, 20, QImage::Format_RGB32);
        image.fill(Qt::red);
        const QImage before = image;
        QPainter painter(&image);
        paintSpotlight(painter, QRectF(0, 0, 20, 20), {}, Theme::light());
        painter.end();
        QCOMPARE(image, before);
    }
};

REGARD_TEST(TestSpotlight)
#include "test_spotlight.moc"
