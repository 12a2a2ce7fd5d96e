#include <array>
#include <cmath>
#include <limits>
#include <memory>

#include <QPainter>
#include <QtTest>

#include "draw/color_range.h"
#include "draw/even_number.h"
#include "test_class.h"
#include "views/heads/heads_figure.h"
#include "views/heatmap/heatmap_figure.h"
#include "views/heatmap/shared_colors.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();

Matrix someWeights()
{
    Matrix weights(2, 4);
    weights << 0.0F, 0.00001F, 0.001F, 0.01F, //
        0.01F, 0.01F, 0.1F, 0.4F;
    return weights;
}

ColorRange rangeOf(const Matrix &weights, ColorScale scale)
{
    return ColorRange::ofWeights({&weights}, scale);
}

HeatmapData dataOf(const Matrix &weights, std::optional<ColorScale> scale)
{
    HeatmapData data;
    for (int i = 0; i < weights.rows(); ++i)
        data.queries.append(u"q%1"_s.arg(i));
    for (int i = 0; i < weights.cols(); ++i)
        data.keys.append(u"k%1"_s.arg(i));
    data.values = std::make_shared<const Matrix>(weights);
    data.valueLabel = u"weight"_s;
    data.scale = scale;
    return data;
}

QImage drawn(const Figure &figure)
{
    QImage image(figure.size().toSize(), QImage::Format_RGB32);
    QPainter painter(&image);
    figure.paint(painter);
    return image;
}

/// Left of a cell's number.
QRgb edgeOf(const QImage &image, const HeatmapFigure &figure, int query, int key)
{
    return image.pixel((figure.cellRect(query, key).topLeft() + QPointF(2, 3)).toPoint());
}

const std::array allScales{ColorScale::ZeroToOne, ColorScale::Stretched, ColorScale::Logarithmic,
                           ColorScale::Percentile};

} // namespace

/// Where weights stand on the colour bar, and the pictures that follow from it.
class TestColorRange : public QObject {
    Q_OBJECT
private slots:
    void linearScales()
    {
        const ColorRange whole = rangeOf(someWeights(), ColorScale::ZeroToOne);
        const ColorRange stretched = rangeOf(someWeights(), ColorScale::Stretched);
        QCOMPARE(whole.place(0.25), 0.25);
        QCOMPARE(whole.upper, 1.0);
        QCOMPARE(stretched.upper, 0.5); // the next nice number above 0.4
        QCOMPARE(stretched.place(0.25), 0.5);
        QCOMPARE(stretched.valueAt(1, 4), 0.125);
        QCOMPARE(rangeOf(Matrix::Zero(2, 2), ColorScale::Stretched).upper, 1.0);
        QVERIFY(std::isnan(whole.place(double(-infinity))));
    }

    void powersOfTen()
    {
        const ColorRange range = rangeOf(someWeights(), ColorScale::Logarithmic);
        const auto isAt = [&](double value, double place) { return std::abs(range.place(value) - place) < 1e-12; };
        QVERIFY(isAt(1, 1));
        QVERIFY(isAt(0.1, 0.75));
        QVERIFY(isAt(0.01, 0.5));
        QVERIFY(isAt(0.001, 0.25));
        QVERIFY(isAt(0.0001, 0));
        QCOMPARE(range.place(6.9e-20), 0.0);
        QCOMPARE(range.place(0), 0.0); // and no logarithm of it
        for (int i = 0; i <= 4; ++i)
            QVERIFY(std::abs(range.valueAt(i, 4) / std::pow(10.0, i - 4) - 1) < 1e-12);
    }

    void ranksWithTies()
    {
        // Seven weights above 0: 0.00001, 0.001, 0.01 three times, 0.1, 0.4.
        const ColorRange range = rangeOf(someWeights(), ColorScale::Percentile);
        QCOMPARE(range.place(0), 0.0);
        QCOMPARE(range.place(double(0.00001F)), 1 / 7.0);
        QCOMPARE(range.place(double(0.001F)), 2 / 7.0);
        QCOMPARE(range.place(double(0.01F)), 5 / 7.0);
        QCOMPARE(range.place(double(0.1F)), 6 / 7.0);
        QCOMPARE(range.place(double(0.4F)), 1.0);
        QCOMPARE(float(range.valueAt(0, 4)), 0.00001F);
        QCOMPARE(float(range.valueAt(1, 4)), 0.001F); // two of seven are the first quarter
        QCOMPARE(float(range.valueAt(2, 4)), 0.01F);
        QCOMPARE(float(range.valueAt(3, 4)), 0.1F);
        QCOMPARE(float(range.valueAt(4, 4)), 0.4F);
        // All the same: one rank, the highest.
        QCOMPARE(rangeOf(Matrix::Constant(3, 3, 0.25F), ColorScale::Percentile).place(0.25), 1.0);
        const ColorRange none = rangeOf(Matrix::Zero(2, 2), ColorScale::Percentile);
        QCOMPARE(none.place(0.5), 0.0);
        QCOMPARE(none.valueAt(1, 4), 0.0);
    }

    void severalMatricesAreRankedTogether()
    {
        const Matrix low = Matrix::Constant(1, 3, 0.1F);
        const Matrix high = Matrix::Constant(1, 1, 0.3F);
        const ColorRange both = ColorRange::ofWeights({&low, &high}, ColorScale::Percentile);
        QCOMPARE(both.place(double(0.1F)), 0.75);
        QCOMPARE(both.place(double(0.3F)), 1.0);
        QVERIFY(rangeOfBoth(rangeOf(low, ColorScale::Percentile), rangeOf(high, ColorScale::Percentile)) == both);
        QCOMPARE(ColorRange::ofWeights({&low, &high}, ColorScale::Stretched).upper, 0.5);
    }

    void evenNumbers()
    {
        QCOMPARE(evenNumber(0, 3), u"0"_s);
        QCOMPARE(evenNumber(6.9e-20, 3), u"<0.001"_s);
        QCOMPARE(evenNumber(-6.9e-20, 3), u">\u22120.001"_s);
        QCOMPARE(evenNumber(0.0004, 3), u"<0.001"_s);
        QCOMPARE(evenNumber(0.0006, 3), u"0.001"_s);
        QCOMPARE(evenNumber(0.9999, 3), u"1.000"_s);
        QCOMPARE(evenNumber(-2.5, 1), u"\u22122.5"_s);
        QCOMPARE(evenNumber(0.31, 2, true), u"+0.31"_s);
        QCOMPARE(evenNumber(16, 0), u"16"_s);
        QCOMPARE(evenDigits(16, 3, 3), 1);
        QCOMPARE(evenDigits(0.5, 3, 3), 3);
        QCOMPARE(evenDigits(123456, 3, 3), 0);
        QCOMPARE(tickNumber(0.00123), u"0.0012"_s);
        QCOMPARE(tickNumber(6.9e-20), u"<0.0001"_s);
        QCOMPARE(tickNumber(0), u"0"_s);
    }

    void cellsHaveTheColorOfTheirPlace_data()
    {
        QTest::addColumn<int>("scale");
        for (const ColorScale scale : allScales)
            QTest::newRow(qPrintable(scaleName(scale))) << int(scale);
    }
    void cellsHaveTheColorOfTheirPlace()
    {
        QFETCH(int, scale);
        const Theme &theme = Theme::light();
        const HeatmapFigure figure(dataOf(someWeights(), ColorScale(scale)), {420, 320}, theme);
        const QImage image = drawn(figure);
        const double tenth[] = {0.1, 0.2, 0.75, 6 / 7.0}; // where 0.1 stands on each
        const double strongest[] = {0.4, 0.8, 1 + std::log10(0.4) / 4, 1};
        QCOMPARE(edgeOf(image, figure, 0, 0), theme.sequential(0));
        QCOMPARE(edgeOf(image, figure, 1, 2), theme.sequential(tenth[scale]));
        QCOMPARE(edgeOf(image, figure, 1, 3), theme.sequential(strongest[scale]));
    }

    void maskedCellsDoNotCount()
    {
        HeatmapData data = dataOf(Matrix::Constant(2, 2, 0.5F), ColorScale::Percentile);
        Matrix weights = *data.values;
        weights(0, 1) = 0.9F;
        weights(1, 0) = 0.1F;
        data.values = std::make_shared<const Matrix>(weights);
        data.isCausal = true; // (0, 1) is masked
        const HeatmapFigure figure(data, {320, 300}, Theme::light());
        QCOMPARE(figure.range().valueAt(4, 4), 0.5);
        QCOMPARE(figure.range().place(double(0.1F)), 1 / 3.0);
        const QImage image = drawn(figure);
        QVERIFY(edgeOf(image, figure, 0, 1) == Theme::light().masked.rgb() ||
                edgeOf(image, figure, 0, 1) == Theme::light().maskLines.rgb());
    }

    void signedNumbersKeepTheirColors()
    {
        Matrix scores = someWeights();
        scores(0, 0) = -2;
        for (const ColorScale scale : allScales) {
            HeatmapData data = dataOf(scores, scale);
            data.isWeights = false;
            const ColorRange range = HeatmapFigure(data, {300, 300}, Theme::light()).range();
            QVERIFY(range == ColorRange::of(scores, false));
            QCOMPARE(range.color(0, Theme::light()), Theme::light().diverging(0));
            data.isDifference = true;
            QVERIFY(HeatmapFigure(data, {300, 300}, Theme::light()).range() == ColorRange::ofDifference(scores, false));
        }
    }

    void withoutAScaleItIsStretched()
    {
        const HeatmapFigure figure(dataOf(someWeights(), {}), {420, 320}, Theme::light());
        QVERIFY(figure.range() == ColorRange::of(someWeights(), true));
        QCOMPARE(edgeOf(drawn(figure), figure, 1, 2), Theme::light().sequential(double(0.1F) / 0.5));
    }

    void twoPicturesShareOneScale()
    {
        for (const ColorScale scale : allScales) {
            HeatmapFigure first(dataOf(Matrix::Constant(1, 3, 0.1F), scale), {300, 300}, Theme::light());
            HeatmapFigure second(dataOf(Matrix::Constant(1, 1, 0.3F), scale), {300, 300}, Theme::light());
            shareColors(first, second);
            QVERIFY(first.range() == second.range());
        }
    }

    void thumbnailsShareOneScale()
    {
        HeadsData data;
        auto layer = std::make_shared<BlockTrace>();
        layer->heads.resize(2);
        layer->heads[0].weights = Matrix::Constant(2, 2, 0.1F);
        layer->heads[1].weights = Matrix::Constant(2, 2, 0.25F);
        data.sections.push_back({Attention::Encoder, {}, {layer}});
        const double first[] = {0.1, 0.1 / 0.25, 0.75, 0.5}; // where 0.1 stands on each
        const double second[] = {0.25, 1, 1 + std::log10(0.25) / 4, 1};
        for (const ColorScale scale : allScales) {
            data.scale = scale;
            const HeadsFigure figure(data, {300, 200}, Theme::light());
            QImage pixels(figure.size().toSize(), QImage::Format_RGB32);
            {
                QPainter painter(&pixels);
                figure.paintPixels(painter);
            }
            const QImage vectors = drawn(figure);
            for (int head = 0; head < 2; ++head) {
                const double place = head == 0 ? first[int(scale)] : second[int(scale)];
                const QPoint at = figure.thumbnailRect({Attention::Encoder, 0, head}).center().toPoint();
                QCOMPARE(pixels.pixel(at), Theme::light().sequential(double(float(place))));
                QCOMPARE(vectors.pixel(at), Theme::light().sequential(std::lround(place * 255) / 255.0));
            }
        }
    }

    /// Weights of about 1 ⁄ 400: a linear scale shows an empty sheet.
    void longTextsAreNotBlank()
    {
        Matrix weights(400, 400);
        for (int row = 0; row < 400; ++row)
            for (int column = 0; column < 400; ++column)
                weights(row, column) = float(1 + (row + column) % 7) / 1600;
        const auto spread = [&](ColorScale scale) {
            const HeatmapFigure figure(dataOf(weights, scale), {500, 500}, Theme::light());
            const QImage image = drawn(figure);
            int darkest = 255;
            for (int i = 100; i < 200; ++i)
                darkest = std::min(darkest, qGray(edgeOf(image, figure, i, 2 * i)));
            return qGray(Theme::light().sequential(0)) - darkest;
        };
        QVERIFY(spread(ColorScale::ZeroToOne) < 6);
        QVERIFY(spread(ColorScale::Logarithmic) > 30);
        QVERIFY(spread(ColorScale::Percentile) > 60);
    }
};

REGARD_TEST(TestColorRange)
#include "test_color_range.moc"
