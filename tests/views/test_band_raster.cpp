#include <algorithm>
#include <atomic>
#include <cmath>
#include <vector>

#include <QImage>
#include <QPainter>
#include <QTest>

#include "test_class.h"
#include "views/links/band_path.h"
#include "views/links/band_raster.h"

using namespace regard;

namespace {

constexpr QRgb blue = qRgba(76, 110, 245, 140);

QImage emptyImage(int width, int height)
{
    QImage image(width, height, QImage::Format_RGB32);
    image.fill(Qt::white);
    return image;
}

/// The layer's bands as vector painting has them.
void paintByQPainter(QImage &image, const BandLayer &layer, bool vertical)
{
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    for (const BandLayer::Band &band : layer.bands) {
        QPointF from(layer.firstStep, layer.start + band.from * layer.pitch);
        QPointF to(layer.lastStep, layer.start + band.to * layer.pitch);
        if (vertical) {
            from = from.transposed();
            to = to.transposed();
        }
        const BandLayer::Paint &paint = layer.paints[std::size_t(band.paint)];
        painter.setBrush(QColor::fromRgba(paint.color));
        painter.drawPath(bandPath(from, to, double(band.width), paint.dashes, vertical));
    }
}

struct BandRasterAgreement {
    double mean = 0; ///< levels, over the pixels that either picture touches
    int painted = 0;
    bool dropped = false; ///< something that the expected picture shows clearly is missing
};

BandRasterAgreement compared(const QImage &expected, const QImage &actual)
{
    BandRasterAgreement agreement;
    double sum = 0;
    for (int y = 0; y < expected.height(); ++y) {
        for (int x = 0; x < expected.width(); ++x) {
            const QRgb wanted = expected.pixel(x, y);
            const QRgb got = actual.pixel(x, y);
            sum += std::abs(qRed(wanted) - qRed(got));
            agreement.painted += qRed(wanted) < 255 || qRed(got) < 255 ? 1 : 0;
            agreement.dropped = agreement.dropped || (qRed(wanted) <= 247 && qRed(got) == 255);
        }
    }
    agreement.mean = sum / std::max(1, agreement.painted);
    return agreement;
}

/// Bands of five slopes that cross each other, on half pixels.
BandLayer fiveBands(double width, int dashes)
{
    BandLayer layer;
    layer.firstStep = 9.5;
    layer.lastStep = 108.25;
    layer.pitch = 0.5;
    layer.paints = {{blue, dashes}};
    for (const int rise : {-160, -22, 0, 54, 140})
        layer.bands.push_back({108 - rise / 2, 108 + rise / 2, float(width)});
    return layer;
}

/// Every place of the first line with every place of the last; `width` is that of the widest.
BandLayer net(int places, double width, QRgb color)
{
    BandLayer layer;
    layer.firstStep = 4;
    layer.lastStep = 136;
    layer.start = 8.3;
    layer.pitch = 164.0 / places;
    layer.paints = {{color}};
    unsigned state = 5;
    for (int from = 0; from < places; ++from) {
        for (int to = 0; to < places; ++to) {
            state = state * 1664525U + 1013904223U;
            const float share = float(state >> 8) / float(1U << 24);
            layer.bands.push_back({from, to, float(width) * share * share * share});
        }
    }
    return layer;
}

} // namespace

class TestBandRaster : public QObject {
    Q_OBJECT
private slots:
    void agreesWithQPainter_data()
    {
        QTest::addColumn<double>("width");
        QTest::addColumn<int>("dashes");
        QTest::addColumn<bool>("vertical");
        for (const bool vertical : {false, true}) {
            for (const int dashes : {0, 7}) {
                for (const double width : {0.2, 1.0, 3.5, 14.0})
                    QTest::addRow("%s, %.1f px, %d dashes", vertical ? "rows" : "columns", width, dashes)
                        << width << dashes << vertical;
            }
        }
    }
    void agreesWithQPainter()
    {
        QFETCH(double, width);
        QFETCH(int, dashes);
        QFETCH(bool, vertical);
        const BandLayer layer = fiveBands(width, dashes);
        QImage expected = emptyImage(120, 120);
        QImage actual = expected;
        paintByQPainter(expected, layer, vertical);
        rasterBands(actual, {layer}, vertical);
        const BandRasterAgreement agreement = compared(expected, actual);
        QVERIFY(agreement.painted > 50);
        QVERIFY(!agreement.dropped);
        QVERIFY2(agreement.mean <= 2, qPrintable(QString::number(agreement.mean)));
    }

    /// Each colour lies over those before it, wherever it stands in the list.
    void twoColoursKeepTheirOrder()
    {
        BandLayer layer;
        layer.lastStep = 40;
        layer.pitch = 10;
        layer.start = 5;
        layer.paints = {{qRgba(255, 0, 0, 235)}, {qRgba(0, 0, 255, 235)}};
        layer.bands = {{0, 2, 6, 1}, {1, 1, 6, 1}, {2, 0, 6, 0}};
        for (const bool isReversed : {false, true}) {
            if (isReversed)
                std::reverse(layer.bands.begin(), layer.bands.end());
            QImage expected = emptyImage(40, 30);
            QImage actual = expected;
            paintByQPainter(expected, layer, false);
            rasterBands(actual, {layer}, false);
            const QColor middle = actual.pixelColor(20, 15);
            QVERIFY(isReversed ? middle.blue() > 200 && middle.red() < 60 : middle.red() > 200 && middle.blue() < 60);
            QVERIFY(compared(expected, actual).mean <= 2);
        }
    }

    void layersLieInTheirOrder()
    {
        BandLayer below;
        below.lastStep = 20;
        below.start = 10;
        below.paints = {{qRgba(255, 0, 0, 255)}};
        below.bands = {{0, 0, 8}};
        BandLayer above = below;
        above.paints = {{qRgba(0, 0, 255, 255)}};
        for (const bool redIsAbove : {false, true}) {
            QImage image = emptyImage(20, 20);
            rasterBands(image, redIsAbove ? std::vector{above, below} : std::vector{below, above}, false);
            QCOMPARE(image.pixelColor(10, 10), redIsAbove ? QColor(255, 0, 0) : QColor(0, 0, 255));
        }
    }

    void netsAgreeWithQPainter_data()
    {
        QTest::addColumn<int>("places");
        QTest::addColumn<double>("width");
        QTest::addColumn<bool>("vertical");
        for (const bool vertical : {false, true}) {
            QTest::addRow("few and wide%s", vertical ? ", rows" : "") << 9 << 9.0 << vertical;
            QTest::addRow("as links of a sentence%s", vertical ? ", rows" : "") << 24 << 5.0 << vertical;
            QTest::addRow("many and thin%s", vertical ? ", rows" : "") << 60 << 0.5 << vertical;
        }
    }
    void netsAgreeWithQPainter()
    {
        QFETCH(int, places);
        QFETCH(double, width);
        QFETCH(bool, vertical);
        const BandLayer layer = net(places, width, blue);
        QImage expected = vertical ? emptyImage(180, 140) : emptyImage(140, 180);
        QImage actual = expected;
        paintByQPainter(expected, layer, vertical);
        rasterBands(actual, {layer}, vertical);
        const BandRasterAgreement agreement = compared(expected, actual);
        QVERIFY(agreement.painted > 10000);
        QVERIFY(!agreement.dropped);
        QVERIFY2(agreement.mean <= 2, qPrintable(QString::number(agreement.mean)));
    }

    /// A band alone that changes a pixel by two levels where QPainter paints it is there.
    void noBandIsDropped()
    {
        for (const double width : {0.03, 0.1, 0.5}) {
            for (const int to : {0, 3, 20, 55}) {
                BandLayer layer;
                layer.firstStep = 2;
                layer.lastStep = 38;
                layer.start = 2.4;
                layer.paints = {{qRgba(0, 0, 0, 255)}};
                layer.bands = {{0, to, float(width)}};
                QImage expected = emptyImage(40, 60);
                QImage actual = expected;
                paintByQPainter(expected, layer, false);
                rasterBands(actual, {layer}, false);
                for (int x = 0; x < 40; ++x) {
                    int most = 0;
                    int got = 0;
                    for (int y = 0; y < 60; ++y) {
                        most = std::max(most, 255 - qRed(expected.pixel(x, y)));
                        got = std::max(got, 255 - qRed(actual.pixel(x, y)));
                    }
                    QVERIFY2(most < 2 || got > 0, qPrintable(QStringLiteral("%1 %2 %3").arg(width).arg(to).arg(x)));
                }
            }
        }
    }

    void manyFaintBandsAddUpToTheirColour()
    {
        BandLayer layer;
        layer.lastStep = 40;
        layer.start = 20;
        layer.paints = {{qRgba(0, 114, 178, 1)}};
        layer.bands.assign(9000, {0, 0, 10});
        for (const bool vertical : {false, true}) {
            QImage image(40, 40, QImage::Format_ARGB32_Premultiplied);
            image.fill(Qt::white);
            rasterBands(image, {layer}, vertical);
            // (1 − 1/255)^9000 of the white is left: none.
            QCOMPARE(image.pixelColor(20, 20), QColor(0, 114, 178));
            QCOMPARE(image.pixelColor(vertical ? 2 : 20, vertical ? 20 : 2), QColor(Qt::white));
        }
    }

    /// However faint each is: half a level is what all that are left out may take away, and rounding the other half.
    void whatIsLeftOutIsLessThanALevel()
    {
        constexpr int bands = 40000;
        BandLayer layer;
        layer.lastStep = 20;
        layer.start = 10.5;
        layer.paints = {{qRgba(0, 0, 0, 255)}};
        for (const double together : {0.2, 0.8, 3.0, 60.0, 200.0}) { // levels
            layer.bands.assign(bands, {0, 0, float(together / 255 / bands)});
            QImage image = emptyImage(20, 20);
            rasterBands(image, {layer}, false);
            const double expected = 255 * std::exp(-together / 255);
            QVERIFY2(std::abs(qRed(image.pixel(10, 10)) - expected) <= 1, qPrintable(QString::number(together)));
        }
    }

    /// Bands of every step and out of the picture's every side.
    void beyondThePicture_data()
    {
        QTest::addColumn<double>("firstStep");
        QTest::addColumn<double>("lastStep");
        QTest::addColumn<double>("start");
        QTest::newRow("wider than it") << -30.0 << 90.5 << -20.0;
        QTest::newRow("left of it") << -90.0 << -10.0 << 0.0;
        QTest::newRow("right of it") << 50.0 << 90.0 << 0.0;
        QTest::newRow("above it") << 2.0 << 30.0 << -400.0;
        QTest::newRow("below it") << 2.0 << 30.0 << 400.0;
        QTest::newRow("without an extent") << 12.0 << 12.0 << 0.0;
        QTest::newRow("partly above") << 2.25 << 37.75 << -41.3;
        QTest::newRow("partly below") << 2.25 << 37.75 << 21.7;
    }
    void beyondThePicture()
    {
        QFETCH(double, firstStep);
        QFETCH(double, lastStep);
        QFETCH(double, start);
        for (const bool vertical : {false, true}) {
            BandLayer layer;
            layer.firstStep = firstStep;
            layer.lastStep = lastStep;
            layer.start = start;
            layer.pitch = 7;
            layer.paints = {{blue}};
            for (int from = 0; from < 9; ++from)
                for (int to = 0; to < 9; ++to)
                    layer.bands.push_back({from, to, from == to ? 4.0F : 0.4F});
            QImage expected = vertical ? emptyImage(33, 40) : emptyImage(40, 33);
            QImage actual = expected;
            paintByQPainter(expected, layer, vertical);
            rasterBands(actual, {layer}, vertical);
            QVERIFY2(compared(expected, actual).mean <= 2,
                     qPrintable(QString::number(compared(expected, actual).mean)));
            QVERIFY(!compared(expected, actual).dropped);
        }
    }

    /// Bands taken out of ink leave what was never in it.
    void inkWithoutSomeBands_data()
    {
        QTest::addColumn<bool>("vertical");
        QTest::addColumn<int>("places");
        QTest::addColumn<double>("width");
        for (const bool vertical : {false, true}) {
            QTest::addRow("%s", vertical ? "rows" : "columns") << vertical << 30 << 4.0;
            QTest::addRow("%s, many and thin", vertical ? "rows" : "columns") << vertical << 300 << 0.6;
            QTest::addRow("%s, many and wide", vertical ? "rows" : "columns") << vertical << 90 << 9.0;
        }
    }
    void inkWithoutSomeBands()
    {
        QFETCH(bool, vertical);
        QFETCH(int, places);
        QFETCH(double, width);
        const BandLayer all = net(places, width, qRgba(139, 153, 179, 51));
        BandLayer some = all;
        BandLayer others = all;
        some.bands.clear();
        others.bands.clear();
        for (const BandLayer::Band &band : all.bands)
            (band.from == 7 || band.to == 20 ? some : others).bands.push_back(band);
        QImage expected = vertical ? emptyImage(180, 140) : emptyImage(140, 180);
        QImage actual = expected;
        QImage whole = expected;
        rasterBands(expected, {others}, vertical);
        rasterBands(whole, {all}, vertical);
        const auto ink = inkOf({all}, actual.size(), vertical);
        paintInk(actual, *ink, {some}, vertical);
        QVERIFY(whole != expected);
        int most = 0;
        for (int y = 0; y < actual.height(); ++y)
            for (int x = 0; x < actual.width(); ++x)
                most = std::max(most, std::abs(qRed(actual.pixel(x, y)) - qRed(expected.pixel(x, y))));
        QVERIFY2(most <= 1, qPrintable(QString::number(most)));
        QImage again = vertical ? emptyImage(180, 140) : emptyImage(140, 180);
        paintInk(again, *ink, {}, vertical);
        QCOMPARE(again, whole);
    }

    void aStoppedPictureIsLeftAsItIs()
    {
        const std::atomic<bool> stop = true;
        QImage image = emptyImage(140, 180);
        rasterBands(image, {net(30, 4, blue)}, false, &stop);
        QCOMPARE(image, emptyImage(140, 180));
    }
};

REGARD_GUILESS_TEST(TestBandRaster)
#include "test_band_raster.moc"
