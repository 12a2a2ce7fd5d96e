#include <cmath>
#include <limits>
#include <memory>

#include <QImage>
#include <QTest>
#include <QXmlStreamReader>

#include "draw/export_figure.h"
#include "test_class.h"
#include "views/heatmap/heatmap_figure.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

namespace {

constexpr float heatmapDifferenceNone = std::numeric_limits<float>::quiet_NaN();
constexpr float infinite = std::numeric_limits<float>::infinity();

HeatmapData differenceOf(const Matrix &values)
{
    HeatmapData data;
    for (Eigen::Index i = 0; i < values.rows(); ++i)
        data.queries << u"word%1"_s.arg(i);
    data.keys = data.queries;
    data.values = std::make_shared<const Matrix>(values);
    data.valueLabel = u"change"_s;
    data.isDifference = true;
    return data;
}

/// The third token is new.
HeatmapData someDifference()
{
    Matrix values(3, 3);
    values << 0.5F, -0.25F, heatmapDifferenceNone, //
        -0.0625F, 0, heatmapDifferenceNone,        //
        heatmapDifferenceNone, heatmapDifferenceNone, heatmapDifferenceNone;
    HeatmapData data = differenceOf(values);
    data.newQueries = data.newKeys = {false, false, true};
    return data;
}

struct Svg {
    QStringList texts;
    int images = 0;
};

Svg heatmapDifferenceSvgOf(const Figure &figure)
{
    Svg svg;
    QXmlStreamReader reader(figureBytes(figure, PictureFormat::Svg, 96, QString()));
    while (!reader.atEnd()) {
        if (reader.readNext() != QXmlStreamReader::StartElement)
            continue;
        svg.images += reader.name() == "image"_L1 ? 1 : 0;
        if (reader.name() == "text"_L1)
            svg.texts << reader.readElementText().trimmed();
    }
    return svg;
}

/// The share of a cell's pixels that are of the colour.
double shareOf(const QImage &image, const QRectF &cell, QRgb color)
{
    const QRect inside = cell.adjusted(2, 2, -3, -3).toRect();
    int count = 0;
    for (int y = inside.top(); y <= inside.bottom(); ++y)
        for (int x = inside.left(); x <= inside.right(); ++x)
            count += image.pixel(x, y) == color ? 1 : 0;
    return double(count) / (inside.width() * inside.height());
}

} // namespace

class TestHeatmapDifference : public QObject {
    Q_OBJECT
private slots:
    void theRangeIsSymmetric_data()
    {
        QTest::addColumn<float>("lowest");
        QTest::addColumn<float>("highest");
        QTest::addColumn<bool>("isWeights");
        QTest::addColumn<double>("reach");
        QTest::newRow("more gained") << -0.1F << 0.43F << true << 0.5;
        QTest::newRow("more lost") << -0.18F << 0.05F << true << 0.2;
        QTest::newRow("only gained") << 0.0F << 0.7F << true << 0.75;
        QTest::newRow("only lost") << -0.9F << 0.0F << true << 1.0;
        QTest::newRow("nothing") << 0.0F << 0.0F << true << 1.0;
        QTest::newRow("scores") << 1.5F << 3.25F << false << 3.25;
        QTest::newRow("scores, lost") << -7.5F << 3.25F << false << 7.5;
    }
    void theRangeIsSymmetric()
    {
        QFETCH(float, lowest);
        QFETCH(float, highest);
        QFETCH(bool, isWeights);
        QFETCH(double, reach);
        Matrix values(2, 2);
        values << lowest, highest, heatmapDifferenceNone, -infinite;
        HeatmapData data = differenceOf(values);
        data.isWeights = isWeights;
        const ColorRange range = HeatmapFigure(data, {400, 300}, Theme::light()).range();
        QVERIFY(range.diverging);
        QVERIFY(std::abs(range.upper - reach) < 1e-6);
        QCOMPARE(range.lower, -range.upper);
        for (const bool dark : {false, true})
            QCOMPARE(range.color(0, Theme::named(dark)), Theme::named(dark).diverging(0));
    }

    void theLegendNamesWhatIsGone()
    {
        HeatmapData data = someDifference();
        const HeatmapFigure plain(data, {300, 260}, Theme::light());
        QVERIFY(heatmapDifferenceSvgOf(plain).texts.filter(u"gone"_s).isEmpty());
        data.gone = QStringList{u"cat"_s, u"dog"_s};
        const HeatmapFigure figure(data, {300, 260}, Theme::light());
        QVERIFY(heatmapDifferenceSvgOf(figure).texts.contains(u"gone: cat, dog"_s));
        QVERIFY(figure.cellsRect().bottom() < plain.cellsRect().bottom()); // the line has room of its own
        data.title = u"layer 1 · head 2 · now − pinned · and more"_s;
        const QStringList titles =
            heatmapDifferenceSvgOf(HeatmapFigure(data, {200, 260}, Theme::light())).texts.filter(u"layer 1"_s);
        QVERIFY2(titles.size() == 1 && titles[0].startsWith(u"layer 1 · head 2"_s), qPrintable(titles.join(u'|')));
    }

    void cellsTakeTheirColours()
    {
        for (const bool dark : {false, true}) {
            const Theme &theme = Theme::named(dark);
            const HeatmapFigure figure(someDifference(), {300, 260}, theme);
            const QImage image = figureImage(figure, 96);
            const auto corner = [&](int query, int key) {
                return image.pixel((figure.cellRect(query, key).topLeft() + QPointF(2, 2)).toPoint());
            };
            QCOMPARE(corner(0, 0), theme.diverging(1));
            QCOMPARE(corner(0, 1), theme.diverging(-0.5));
            QCOMPARE(corner(1, 1), theme.diverging(0));
            QCOMPARE(corner(2, 2), theme.diverging(0));
        }
    }

    void numbersAndRangeCarryTheirSign()
    {
        const Svg svg = heatmapDifferenceSvgOf(HeatmapFigure(someDifference(), {400, 360}, Theme::light()));
        for (const QString &wanted : {u"+0.5000"_s, u"\u22120.2500"_s, u"\u22120.0625"_s, u"0.0000"_s, u"+0.5"_s,
                                      u"\u22120.5"_s, u"0"_s, u"+0.25"_s})
            QVERIFY2(svg.texts.contains(wanted), qPrintable(wanted + u" not in "_s + svg.texts.join(u' ')));
        QCOMPARE(svg.images, 0);
        HeatmapData plain = someDifference();
        plain.isDifference = false;
        QCOMPARE(heatmapDifferenceSvgOf(HeatmapFigure(plain, {400, 360}, Theme::light())).texts.filter(u"+0"_s).size(),
                 0);
    }

    void newCellsAreDottedAndMaskedOnesHatched()
    {
        for (const bool dark : {false, true}) {
            const Theme &theme = Theme::named(dark);
            HeatmapData data = someDifference();
            data.isCausal = true;
            const HeatmapFigure figure(data, {400, 360}, theme);
            QVERIFY(figure.isNew(2, 0) && !figure.isMasked(2, 0));
            QVERIFY(!figure.isNew(0, 2) && figure.isMasked(0, 2)); // the mask says more
            QVERIFY(!figure.isNew(0, 0) && !figure.isMasked(0, 0));
            const QImage image = figureImage(figure, 96);
            const double empty = shareOf(image, figure.cellRect(2, 0), theme.diverging(0));
            QVERIFY2(empty > 0.8 && empty < 1, qPrintable(QString::number(empty)));
            QCOMPARE(shareOf(image, figure.cellRect(0, 2), theme.diverging(0)), 0.0);
            QVERIFY(shareOf(image, figure.cellRect(0, 2), theme.masked.rgb()) > 0.3);
        }
    }

    void whatOnlyOneStateMasksIsMasked()
    {
        Matrix values(2, 2);
        values << 1, -infinite, infinite, 0;
        HeatmapData data = differenceOf(values);
        data.isWeights = false;
        const HeatmapFigure figure(data, {300, 260}, Theme::light());
        QVERIFY(figure.isMasked(0, 1) && figure.isMasked(1, 0) && !figure.isMasked(1, 1));
        QVERIFY(!figure.isNew(0, 1));
    }

    void newTokensAreMarkedAndExplained_data()
    {
        QTest::addColumn<bool>("tokens");
        QTest::addColumn<bool>("cells");
        QTest::addColumn<QString>("legend");
        QTest::newRow("a new token") << true << true << u"new: not in the pinned sentence"_s;
        QTest::newRow("a new head") << false << true << u"new: nothing to compare with"_s;
        QTest::newRow("nothing new") << false << false << QString();
    }
    void newTokensAreMarkedAndExplained()
    {
        QFETCH(bool, tokens);
        QFETCH(bool, cells);
        QFETCH(QString, legend);
        HeatmapData data = someDifference();
        if (!cells)
            data.values = std::make_shared<const Matrix>(Matrix::Constant(3, 3, 0.25F));
        if (!tokens)
            data.newQueries = data.newKeys = {};
        for (const QSizeF size : {QSizeF(300, 260), QSizeF(600, 500)}) {
            const HeatmapFigure figure(data, size, Theme::light());
            const QStringList texts = heatmapDifferenceSvgOf(figure).texts;
            QCOMPARE(texts.count(u"+"_s), tokens ? 3 : 0);
            QCOMPARE(texts.filter(u"new:"_s).value(0), legend);
            QCOMPARE(texts.count(u"word2"_s), 2);
            QVERIFY(figure.cellsRect().bottom() + (cells ? 62 : 44) <= size.height());
            const auto hit = figure.hit(figure.cellRect(2, 1).center());
            QVERIFY(hit && *hit == std::pair(2, 1));
        }
    }
};

REGARD_TEST(TestHeatmapDifference)
#include "test_heatmap_difference.moc"
