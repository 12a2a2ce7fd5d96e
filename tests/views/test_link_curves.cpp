#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include <QImage>
#include <QPainter>
#include <QPainterPathStroker>
#include <QTest>

#include "draw/export_figure.h"
#include "test_class.h"
#include "views/links/band_path.h"
#include "views/links/band_raster.h"
#include "views/links/link_curve.h"
#include "views/links/link_figure.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

namespace {

constexpr QRgb curveBlue = qRgba(76, 110, 245, 140);

QPointF curvePoint(QPointF from, QPointF to, double way, bool vertical)
{
    const double share = 3 * way * way - 2 * way * way * way;
    const QPointF run = to - from;
    return from + QPointF(run.x() * (vertical ? share : way), run.y() * (vertical ? way : share));
}

QPointF bezierPoint(const QPainterPath &path, int first, double t)
{
    const QPointF a = path.elementAt(first);
    const QPointF b = path.elementAt(first + 1);
    const QPointF c = path.elementAt(first + 2);
    const QPointF d = path.elementAt(first + 3);
    const double u = 1 - t;
    return u * u * u * a + 3 * u * u * t * b + 3 * u * t * t * c + t * t * t * d;
}

double apartOf(QPointF a, QPointF b)
{
    return std::hypot(a.x() - b.x(), a.y() - b.y());
}

/// Makes so many straight pieces that QPainter, which takes a curve as a few, is as exact as its coverage.
QPainterPath piecesOf(const BandLayer &layer, const BandLayer::Band &band, bool vertical)
{
    constexpr int pieces = 400;
    QPointF from(layer.firstStep, layer.start + band.from * layer.pitch);
    QPointF to(layer.lastStep, layer.start + band.to * layer.pitch);
    QPointF side(0, double(band.width) / 2);
    if (vertical) {
        from = from.transposed();
        to = to.transposed();
        side = side.transposed();
    }
    const int dashes = layer.paints[std::size_t(band.paint)].dashes;
    QPainterPath path;
    for (int dash = 0; dash < std::max(1, dashes); ++dash) {
        const auto [start, end] = dashSpan(dashes, dash);
        QPolygonF middle;
        for (int i = 0; i <= pieces; ++i)
            middle << curvePoint(from, to, start + (end - start) * i / pieces, vertical);
        if (layer.course == BandLayer::Course::CurvedLine) {
            QPainterPath line;
            line.addPolygon(middle);
            QPainterPathStroker pen(QPen(Qt::black, double(band.width), Qt::SolidLine, Qt::FlatCap, Qt::BevelJoin));
            path.addPath(pen.createStroke(line));
            path.setFillRule(Qt::WindingFill);
            continue;
        }
        QPolygonF outline = middle.translated(-side);
        for (auto point = middle.crbegin(); point != middle.crend(); ++point)
            outline << *point + side;
        path.addPolygon(outline);
        path.closeSubpath();
    }
    return path;
}

QImage whiteImage(bool vertical)
{
    QImage image(vertical ? 180 : 140, vertical ? 140 : 180, QImage::Format_RGB32);
    image.fill(Qt::white);
    return image;
}

/// In 16 bits a channel: in 8 QPainter drops what changes a pixel by less than half a level.
QImage curvesByQPainter(const BandLayer &layer, bool vertical)
{
    QImage image = whiteImage(vertical).convertToFormat(QImage::Format_RGBA64_Premultiplied);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    for (const BandLayer::Band &band : layer.bands) {
        painter.setBrush(QColor::fromRgba(layer.paints[std::size_t(band.paint)].color));
        painter.drawPath(piecesOf(layer, band, vertical));
    }
    painter.end();
    return image.convertToFormat(QImage::Format_RGB32);
}

/// By the definition, slowly: what each band covers of each pixel, mixed in any order, for bands of one colour.
QImage curvesByDefinition(const BandLayer &layer, bool vertical)
{
    const int columns = whiteImage(false).width();
    const int rows = whiteImage(false).height();
    const QRgb color = layer.paints.front().color;
    std::vector<double> covered(std::size_t(rows), 0.0);
    std::vector<double> rest(std::size_t(columns) * std::size_t(rows), 1.0);
    for (const BandLayer::Band &band : layer.bands) {
        const QPointF from(layer.firstStep, layer.start + band.from * layer.pitch);
        const QPointF to(layer.lastStep, layer.start + band.to * layer.pitch);
        // Pieces of a step, in each of which a band is taken as level: it moves an eighth of a lane at most.
        const double steepest = 1.5 * std::abs(to.y() - from.y()) / std::max(1e-3, to.x() - from.x());
        const int cuts = std::max(16, int(std::ceil(8 * steepest)));
        for (int x = 0; x < columns && to.x() > from.x(); ++x) {
            int first = rows; // of those that it covers
            int end = 0;
            for (int cut = 0; cut < cuts; ++cut) {
                const double begin = std::max(from.x(), x + double(cut) / cuts);
                const double until = std::min(to.x(), x + (cut + 1.0) / cuts);
                if (begin >= until)
                    continue;
                const double way = ((begin + until) / 2 - from.x()) / (to.x() - from.x());
                const double low = curvePoint(from, to, way, false).y() - double(band.width) / 2;
                const double high = low + double(band.width);
                for (int y = std::max(0, int(std::floor(low))); y < std::min(double(rows), high); ++y) {
                    covered[std::size_t(y)] +=
                        (until - begin) * std::max(0.0, std::min(y + 1.0, high) - std::max(double(y), low));
                    first = std::min(first, y);
                    end = std::max(end, y + 1);
                }
            }
            for (int y = first; y < end; ++y)
                rest[std::size_t(y) * std::size_t(columns) + std::size_t(x)] *=
                    1 - std::exchange(covered[std::size_t(y)], 0.0) * qAlpha(color) / 255.0;
        }
    }
    QImage image = whiteImage(vertical);
    for (int y = 0; y < rows; ++y) {
        for (int x = 0; x < columns; ++x) {
            const double part = rest[std::size_t(y) * std::size_t(columns) + std::size_t(x)];
            const auto mixed = [part](int channel) { return int(std::lround(255 * part + channel * (1 - part))); };
            image.setPixel(vertical ? y : x, vertical ? x : y,
                           qRgb(mixed(qRed(color)), mixed(qGreen(color)), mixed(qBlue(color))));
        }
    }
    return image;
}

struct CurveAgreement {
    double mean = 0; ///< levels, over the pixels that either picture touches
    int painted = 0;
    bool isDropped = false;
};

CurveAgreement curvesCompared(const QImage &expected, const QImage &actual)
{
    CurveAgreement agreement;
    double sum = 0;
    for (int y = 0; y < expected.height(); ++y) {
        for (int x = 0; x < expected.width(); ++x) {
            const int wanted = qRed(expected.pixel(x, y));
            const int got = qRed(actual.pixel(x, y));
            sum += std::abs(wanted - got);
            agreement.painted += wanted < 255 || got < 255 ? 1 : 0;
            agreement.isDropped |= wanted <= 247 && got == 255;
        }
    }
    agreement.mean = sum / std::max(1, agreement.painted);
    return agreement;
}

BandLayer curvedLayer(BandLayer::Course course)
{
    BandLayer layer;
    layer.firstStep = 4.25;
    layer.lastStep = 135.5;
    layer.start = 8.3;
    layer.course = course;
    layer.paints = {{curveBlue}};
    return layer;
}

LinkData curvedLinks(bool horizontal)
{
    LinkData data;
    for (int i = 0; i < 5; ++i)
        data.queries << u"word%1"_s.arg(i);
    data.keys = data.queries;
    data.horizontal = horizontal;
    data.curved = true;
    Matrix weights = Matrix::Zero(5, 5);
    weights(4, 0) = 0.9F;
    data.heads.push_back({0, std::make_shared<const Matrix>(weights)});
    return data;
}

} // namespace

/// Links as curves: y(t) = y₁ + (y₂ − y₁) · (3t² − 2t³), as high along the words as their weight says.
class TestLinkCurves : public QObject {
    Q_OBJECT
private slots:
    void meansAreThoseOfTheCurve()
    {
        for (const auto &[from, to] : {std::pair(0.0, 1.0), {0.0, 0.125}, {0.25, 0.375}, {0.5, 0.5}, {0.9, 1.0}}) {
            constexpr int parts = 20000;
            double sum = 0;
            for (int i = 0; i < parts; ++i)
                sum += curveShare(from + (to - from) * (i + 0.5) / parts);
            QVERIFY(std::abs(meanCurveShare(from, to) - sum / parts) < 1e-9);
        }
        QCOMPARE(curveShare(0.5), 0.5);
        QCOMPARE(curveSlope(0.0), 0.0);
        QCOMPARE(curveSlope(0.5), 1.5);
    }

    void oneBezierCurveIsExact()
    {
        const QPointF from(12, 200);
        const QPointF to(310, 37);
        for (const bool vertical : {false, true}) {
            for (const auto &[start, end] : {std::pair(0.0, 1.0), {0.0, 0.3}, {0.4, 0.55}, {0.8, 1.0}}) {
                const QPainterPath path = curvePath(from, to, start, end, vertical);
                QCOMPARE(path.elementCount(), 4);
                for (const double t : {0.0, 0.2, 0.5, 0.9, 1.0})
                    QVERIFY(apartOf(bezierPoint(path, 0, t),
                                    curvePoint(from, to, start + (end - start) * t, vertical)) < 1e-9);
            }
        }
    }

    /// As high everywhere, and dashed as a straight band is: at the same columns.
    void bandsAreAsHighAsTheirWeight()
    {
        const QPointF from(12, 200);
        const QPointF to(310, 37);
        constexpr double width = 9;
        for (const int dashes : {0, 5}) {
            const QPainterPath path = curvedBandPath(from, to, width, dashes, false);
            const QPainterPath straight = bandPath(from, to, width, dashes, false);
            const int parts = std::max(1, dashes);
            QCOMPARE(path.elementCount() % parts, 0);
            const int elements = path.elementCount() / parts;
            for (int dash = 0; dash < parts; ++dash) {
                const auto [start, end] = dashSpan(dashes, dash);
                const int first = dash * elements; // the upper edge, then from element 4 on the lower one back
                for (const double t : {0.0, 0.3, 0.7, 1.0}) {
                    const QPointF middle = curvePoint(from, to, start + (end - start) * t, false);
                    QVERIFY(apartOf(bezierPoint(path, first, t), middle - QPointF(0, width / 2)) < 1e-9);
                    QVERIFY(apartOf(bezierPoint(path, first + 4, 1 - t), middle + QPointF(0, width / 2)) < 1e-9);
                }
                const QRectF span = straight.toSubpathPolygons()[dash].boundingRect();
                QVERIFY(std::abs(span.left() - path.elementAt(first).x) < 1e-9);
                QVERIFY(std::abs(span.right() - path.elementAt(first + 3).x) < 1e-9);
            }
        }
    }

    void agreesWithQPainter_data()
    {
        QTest::addColumn<double>("width");
        QTest::addColumn<int>("dashes");
        QTest::addColumn<bool>("vertical");
        QTest::addColumn<bool>("isLine");
        for (const bool vertical : {false, true}) {
            const char *name = vertical ? "rows" : "columns";
            for (const int dashes : {0, 7})
                for (const double width : {0.2, 1.0, 3.5, 14.0})
                    QTest::addRow("%s, %.1f px, %d dashes", name, width, dashes)
                        << width << dashes << vertical << false;
            QTest::addRow("%s, a line", name) << 2.0 << 0 << vertical << true;
        }
    }
    void agreesWithQPainter()
    {
        QFETCH(double, width);
        QFETCH(int, dashes);
        QFETCH(bool, vertical);
        QFETCH(bool, isLine);
        BandLayer layer = curvedLayer(isLine ? BandLayer::Course::CurvedLine : BandLayer::Course::Curved);
        layer.pitch = 0.5;
        layer.paints = {{curveBlue, dashes}};
        for (const int rise : {-300, -22, 0, 54, 240})
            layer.bands.push_back({160 - rise / 2, 160 + rise / 2, float(width)});
        QImage actual = whiteImage(vertical);
        rasterBands(actual, {layer}, vertical);
        const CurveAgreement agreement = curvesCompared(curvesByQPainter(layer, vertical), actual);
        QVERIFY(agreement.painted > 200);
        QVERIFY(!agreement.isDropped);
        QVERIFY2(agreement.mean <= 1, qPrintable(QString::number(agreement.mean)));
    }

    /// As many links as share profiles, down to those that are worked out one by one.
    void netsAreAsDefined_data()
    {
        QTest::addColumn<int>("places");
        QTest::addColumn<double>("width");
        QTest::addColumn<bool>("vertical");
        for (const bool vertical : {false, true}) {
            const char *rows = vertical ? ", rows" : "";
            QTest::addRow("few and wide%s", rows) << 9 << 9.0 << vertical;
            QTest::addRow("as links of a sentence%s", rows) << 24 << 5.0 << vertical;
            QTest::addRow("many and thin%s", rows) << 60 << 0.5 << vertical;
            QTest::addRow("hundreds of faint ones%s", rows) << 90 << 0.05 << vertical;
        }
    }
    void netsAreAsDefined()
    {
        QFETCH(int, places);
        QFETCH(double, width);
        QFETCH(bool, vertical);
        BandLayer layer = curvedLayer(BandLayer::Course::Curved);
        layer.pitch = 164.0 / places;
        unsigned state = 5;
        for (int from = 0; from < places; ++from) {
            for (int to = 0; to < places; ++to) {
                state = state * 1664525U + 1013904223U;
                const float share = float(state >> 8) / float(1U << 24);
                layer.bands.push_back({from, to, float(width) * share * share * share});
            }
        }
        QImage actual = whiteImage(vertical);
        rasterBands(actual, {layer}, vertical);
        const CurveAgreement agreement = curvesCompared(curvesByDefinition(layer, vertical), actual);
        QVERIFY(agreement.painted > 10000);
        QVERIFY(!agreement.isDropped);
        QVERIFY2(agreement.mean <= 1, qPrintable(QString::number(agreement.mean)));
    }

    /// Links that share profiles look as each looks alone.
    void sharedProfilesShowEachLink()
    {
        BandLayer layer = curvedLayer(BandLayer::Course::Curved);
        layer.pitch = 1.7;
        for (int from = 0; from < 90; ++from)
            layer.bands.push_back({from, 89 - from, 0.06F});
        for (const bool isDense : {false, true}) {
            if (isDense) // more bands than are mixed one by one
                for (int i = 0; i < 90; ++i)
                    layer.bands.push_back({i, std::min(89, i + 30), 0.05F});
            QImage actual = whiteImage(false);
            rasterBands(actual, {layer}, false);
            QVERIFY(curvesCompared(curvesByDefinition(layer, false), actual).mean <= 1);
        }
    }

    void beyondThePicture_data()
    {
        QTest::addColumn<double>("firstStep");
        QTest::addColumn<double>("lastStep");
        QTest::addColumn<double>("start");
        QTest::newRow("wider than it") << -30.0 << 190.5 << -20.0;
        QTest::newRow("left of it") << -90.0 << -10.0 << 0.0;
        QTest::newRow("without an extent") << 12.0 << 12.0 << 0.0;
        QTest::newRow("narrower than a pixel") << 12.2 << 12.7 << 3.0;
        QTest::newRow("partly above") << 2.25 << 137.75 << -141.3;
        QTest::newRow("partly below") << 2.25 << 137.75 << 121.7;
    }
    void beyondThePicture()
    {
        QFETCH(double, firstStep);
        QFETCH(double, lastStep);
        QFETCH(double, start);
        for (const bool vertical : {false, true}) {
            BandLayer layer = curvedLayer(BandLayer::Course::Curved);
            layer.firstStep = firstStep;
            layer.lastStep = lastStep;
            layer.start = start;
            layer.pitch = 17;
            for (int from = 0; from < 14; ++from)
                for (int to = 0; to < 14; ++to)
                    layer.bands.push_back({from, to, from == to ? 4.0F : 0.4F});
            QImage actual = whiteImage(vertical);
            rasterBands(actual, {layer}, vertical);
            const CurveAgreement agreement = curvesCompared(curvesByDefinition(layer, vertical), actual);
            QVERIFY2(agreement.mean <= 1, qPrintable(QString::number(agreement.mean)));
            QVERIFY(!agreement.isDropped);
        }
    }

    void inkWithoutSomeBands()
    {
        BandLayer all = curvedLayer(BandLayer::Course::Curved);
        all.pitch = 5;
        for (int from = 0; from < 30; ++from)
            for (int to = 0; to < 30; ++to)
                all.bands.push_back({from, to, 0.02F + 0.1F * float((from * 7 + to * 5) % 9)});
        BandLayer some = all;
        BandLayer others = all;
        std::erase_if(some.bands, [](const BandLayer::Band &band) { return band.from != 7 && band.to != 20; });
        std::erase_if(others.bands, [](const BandLayer::Band &band) { return band.from == 7 || band.to == 20; });
        QImage expected = whiteImage(false);
        QImage actual = expected;
        rasterBands(expected, {others}, false);
        paintInk(actual, *inkOf({all}, actual.size(), false), {some}, false);
        int most = 0;
        for (int y = 0; y < actual.height(); ++y)
            for (int x = 0; x < actual.width(); ++x)
                most = std::max(most, std::abs(qRed(actual.pixel(x, y)) - qRed(expected.pixel(x, y))));
        QVERIFY2(most <= 1, qPrintable(QString::number(most)));
    }

    /// A weight of 1 is four fifths of a row, so that bands of neighbours stay apart, and no more than 40 pixels;
    /// straight ones are at most 14 wide.
    void theWholeWeightIsNearlyARow()
    {
        for (const double height : {140.0, 200.0, 300.0, 480.0}) {
            const LinkFigure figure(curvedLinks(false), {480, height}, Theme::light());
            const auto middle = [&](int token) { return figure.tokenRect(LinkHit::Side::Query, token).center().y(); };
            const double row = middle(1) - middle(0);
            QVERIFY(row >= 14);
            QCOMPARE(figure.bands().front().width, double(0.9F) * std::min(0.8 * row, 40.0));
            LinkData straight = curvedLinks(false);
            straight.curved = false;
            QVERIFY(LinkFigure(straight, {480, height}, Theme::light()).bands().front().width <= double(0.9F) * 14);
        }
    }

    /// A link is where its curve is, not where a straight line would be.
    void pointingFindsTheCurve()
    {
        for (const bool horizontal : {false, true}) {
            const LinkFigure figure(curvedLinks(horizontal), {480, 480}, Theme::light());
            QCOMPARE(figure.bands().size(), std::size_t(1));
            const LinkFigure::Band band = figure.bands().front();
            QVERIFY(band.isCurved);
            const QPointF along = horizontal ? QPointF(1, 0) : QPointF(0, 1);
            for (const double way : {0.02, 0.25, 0.5, 0.8, 0.98}) {
                const QPointF middle = curvePoint(band.from, band.to, way, horizontal);
                QVERIFY(figure.bandAt(middle, 0));
                QVERIFY(figure.bandAt(middle + 0.48 * band.width * along, 0));
                QVERIFY(figure.bandAt(middle - 0.48 * band.width * along, 0));
                QVERIFY(!figure.bandAt(middle + 0.54 * band.width * along, 0));
            }
            const QPointF straight = band.from + 0.25 * (band.to - band.from);
            QVERIFY(!figure.bandAt(straight, 1));
            // A distance is measured across: the curve is steep here.
            const QPointF run = band.to - band.from;
            const double steepness = 1.5 * (horizontal ? run.x() / run.y() : run.y() / run.x());
            const double across = 3 * std::hypot(1, steepness);
            const QPointF middle = curvePoint(band.from, band.to, 0.5, horizontal) + band.width / 2 * along;
            QVERIFY(figure.bandAt(middle + 0.95 * across * along, 3));
            QVERIFY(!figure.bandAt(middle + 1.2 * across * along, 3));
        }
    }

    void theLegendSaysWhatTheWeightIs()
    {
        const auto says = [](const LinkData &data, const QByteArray &text) {
            return figureBytes(LinkFigure(data, {480, 480}, Theme::light()), PictureFormat::Svg, 96, QString())
                .contains(text);
        };
        LinkData data = curvedLinks(false);
        QVERIFY(says(data, "height = weight"));
        data.isDifference = true;
        QVERIFY(says(data, "height = change"));
        QVERIFY(says(curvedLinks(true), "width = weight")); // the words stand side by side
        data = curvedLinks(false);
        data.curved = false;
        QVERIFY(says(data, "width = weight"));
    }

    /// A vector picture has one curve a side of each link.
    void vectorPicturesHaveCurves()
    {
        LinkData data = curvedLinks(false);
        const auto curves = [](const LinkData &links) {
            return figureBytes(LinkFigure(links, {480, 480}, Theme::light()), PictureFormat::Svg, 96, QString())
                .count('C');
        };
        const auto curved = curves(data);
        data.curved = false;
        QVERIFY(curved >= curves(data) + 2);
    }
};

REGARD_TEST(TestLinkCurves)
#include "test_link_curves.moc"
