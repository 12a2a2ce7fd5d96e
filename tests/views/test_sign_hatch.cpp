#include <algorithm>
#include <cmath>
#include <memory>
#include <set>

#include <QImage>
#include <QPainter>
#include <QSvgRenderer>
#include <QTest>

#include "draw/color_bar.h"
#include "draw/export_figure.h"
#include "draw/sign_hatch.h"
#include "test_class.h"
#include "views/block/strip_figure.h"
#include "views/heads/heads_figure.h"
#include "views/heatmap/heatmap_figure.h"
#include "views/unrolled/unrolled_figure.h"
#include "views/weights/derivative_figure.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

namespace {

Theme greyTheme(bool dark = false)
{
    Theme theme = Theme::named(dark);
    theme.scheme = ColorScheme::Greys;
    theme.parts.numbers = false;
    return theme;
}

Matrix twoSigns(int side)
{
    Matrix values(side, side);
    for (int i = 0; i < side; ++i)
        for (int j = 0; j < side; ++j)
            values(i, j) = (i + j) % 2 == 0 ? 0.5F : -0.5F;
    return values;
}

QStringList tokenNamesOf(int count)
{
    QStringList names;
    for (int i = 0; i < count; ++i)
        names.append(u"t%1"_s.arg(i));
    return names;
}

/// As pixels, and as the vectors of an SVG file.
std::array<QImage, 2> signImages(const Figure &figure)
{
    const QImage pixels = figureImage(figure, 96);
    QImage vectors(pixels.size(), QImage::Format_RGB32);
    vectors.fill(Qt::white);
    QSvgRenderer renderer(figureBytes(figure, PictureFormat::Svg, 96, QString()));
    QPainter painter(&vectors);
    renderer.render(&painter, QRectF(QPointF(), figure.size()));
    painter.end();
    return {pixels, vectors};
}

bool hasNoColour(QRgb color)
{
    return std::max({qRed(color), qGreen(color), qBlue(color)}) -
               std::min({qRed(color), qGreen(color), qBlue(color)}) <=
           8;
}

/// Whether what lies inside of a cell is grey, and has lines over it.
enum class Inside { Plain, Hatched, Coloured };

Inside insideOf(const QImage &image, const QRectF &cell)
{
    const QRect inside = cell.adjusted(2, 2, -3, -3).toRect();
    std::set<int> shades;
    for (int y = inside.top(); y <= inside.bottom(); ++y) {
        for (int x = inside.left(); x <= inside.right(); ++x) {
            const QRgb color = image.pixel(x, y);
            if (!hasNoColour(color))
                return Inside::Coloured;
            shades.insert(qRed(color));
        }
    }
    return *shades.rbegin() - *shades.begin() > 20 ? Inside::Hatched : Inside::Plain;
}

} // namespace

/// Without colour, what is below 0 is hatched.
class TestSignHatch : public QObject {
    Q_OBJECT
private slots:
    /// Both signs have one grey, which darkens (lightens at night) with the magnitude.
    void theDivergingMapIsGrey()
    {
        for (const bool dark : {false, true}) {
            const Theme theme = greyTheme(dark);
            int last = qGray(theme.diverging(0));
            for (const double magnitude : {0.25, 0.5, 0.75, 1.0}) {
                QCOMPARE(theme.diverging(-magnitude), theme.diverging(magnitude));
                QVERIFY(hasNoColour(theme.diverging(magnitude)));
                const int shade = qGray(theme.diverging(magnitude));
                QVERIFY(dark ? shade > last + 20 : shade < last - 20);
                last = shade;
            }
            QVERIFY(hasNoColour(theme.change(-1).rgb()) && hasNoColour(theme.changeText(1).rgb()));
        }
    }

    void linesStayInTheirCell()
    {
        const auto inked = [](const Theme &theme, double place) {
            QImage image(60, 60, QImage::Format_RGB32);
            image.fill(Qt::white);
            QPainter painter(&image);
            SignHatch signs(theme);
            signs.add(QRectF(20, 20, 20, 20), place);
            signs.paint(painter);
            painter.end();
            QRect ink;
            for (int y = 0; y < 60; ++y)
                for (int x = 0; x < 60; ++x)
                    if (image.pixel(x, y) != 0xffffffff)
                        ink |= QRect(x, y, 1, 1);
            return ink;
        };
        const QRect ink = inked(greyTheme(), -0.5);
        QVERIFY(QRect(19, 19, 22, 22).contains(ink) && ink.width() >= 18 && ink.height() >= 18);
        QVERIFY(inked(greyTheme(), 0.5).isEmpty());
        QVERIFY(inked(greyTheme(), 0).isEmpty());
        QVERIFY(inked(greyTheme(), std::nan("")).isEmpty());
        QVERIFY(inked(Theme::light(), -0.5).isEmpty()); // there the colour tells
    }

    void heatmap_data()
    {
        QTest::addColumn<bool>("isDifference");
        QTest::newRow("difference") << true;
        QTest::newRow("scores") << false;
    }
    void heatmap()
    {
        QFETCH(bool, isDifference);
        HeatmapData data;
        data.queries = data.keys = tokenNamesOf(4);
        data.values = std::make_shared<const Matrix>(twoSigns(4));
        data.isDifference = isDifference;
        data.isWeights = isDifference;
        for (const bool dark : {false, true}) {
            const HeatmapFigure figure(data, {400, 400}, greyTheme(dark));
            for (const QImage &image : signImages(figure)) {
                QVERIFY(insideOf(image, figure.cellRect(0, 0)) == Inside::Plain);
                QVERIFY(insideOf(image, figure.cellRect(0, 1)) == Inside::Hatched);
            }
        }
        const HeatmapFigure coloured(data, {400, 400}, Theme::light());
        QVERIFY(insideOf(figureImage(coloured, 96), coloured.cellRect(0, 1)) == Inside::Coloured);
    }

    /// More cells than have rectangles of their own: what is below 0 is one block, so that its lines can be seen.
    void imageOfManyCells()
    {
        HeatmapData data;
        data.queries = data.keys = tokenNamesOf(160);
        Matrix values = Matrix::Constant(160, 160, 0.5F);
        values.leftCols(80).setConstant(-0.5F);
        data.values = std::make_shared<const Matrix>(values);
        data.isDifference = true;
        const HeatmapFigure figure(data, {500, 500}, greyTheme());
        for (const QImage &image : signImages(figure)) {
            QVERIFY(insideOf(image, figure.cellRect(0, 0).united(figure.cellRect(159, 78))) == Inside::Hatched);
            QVERIFY(insideOf(image, figure.cellRect(0, 81).united(figure.cellRect(159, 159))) == Inside::Plain);
        }
    }

    void colorBar()
    {
        QImage image(220, 20, QImage::Format_RGB32);
        image.fill(Qt::white);
        QPainter painter(&image);
        const QRectF bar(10, 5, 200, 9);
        ColorBar{{-1, 1, true}, true}.paintColors(painter, bar, greyTheme());
        painter.end();
        const auto jumps = [&](int from, int to) { // between neighbours; without lines the shade hardly changes
            int count = 0;
            for (int x = from; x < to; ++x)
                count += std::abs(qGray(image.pixel(x, 9)) - qGray(image.pixel(x + 1, 9))) > 12 ? 1 : 0;
            return count;
        };
        QVERIFY(jumps(14, 100) >= 20);
        QCOMPARE(jumps(112, 206), 0);
    }

    void mapOfHeads()
    {
        auto block = std::make_shared<BlockTrace>();
        block->heads.resize(1);
        HeadsData data;
        data.sections = {{Attention::Encoder, u"encoder"_s, {block}}};
        data.isDifference = true;
        const auto imagesOfAll = [&](float value) {
            block->heads[0].weights = Matrix::Constant(4, 4, value);
            return signImages(HeadsFigure(data, {200, 200}, greyTheme()));
        };
        const auto gained = imagesOfAll(0.5F);
        const auto lost = imagesOfAll(-0.5F);
        for (std::size_t i = 0; i < 2; ++i)
            QVERIFY(gained[i] != lost[i]);
    }

    void strips()
    {
        Strip strip;
        Matrix values = Matrix::Constant(3, 24, 0.5F); // too many columns for numbers in them
        values.row(1).setConstant(-0.5F);
        strip.values = std::make_shared<const Matrix>(values);
        strip.rows = tokenNamesOf(3);
        const StripFigure figure({strip}, {300, 200}, greyTheme());
        for (const QImage &image : signImages(figure)) {
            QVERIFY(insideOf(image, figure.cellRect(0, 0, 2)) == Inside::Plain);
            QVERIFY(insideOf(image, figure.cellRect(0, 1, 2)) == Inside::Hatched);
        }
    }

    void derivative()
    {
        const DerivativeFigure figure(
            {tokenNamesOf(4), tokenNamesOf(4), std::make_shared<const Matrix>(twoSigns(4) / 10)}, {160, 140},
            greyTheme());
        for (const QImage &image : signImages(figure)) {
            QVERIFY(insideOf(image, figure.cellRect(0, 0)) != Inside::Coloured);
            QVERIFY(insideOf(image, figure.cellRect(0, 1)) == Inside::Hatched);
        }
    }

    void unrolled()
    {
        UnrolledData data;
        UnrolledData::Row row;
        row.name = u"forward"_s;
        row.states = {{{0.5F, -0.5F}}, {{-0.5F, 0.5F}}};
        data.sentences = {{u"encoder"_s, tokenNamesOf(2), {row}}};
        const UnrolledFigure figure(data, {400, 300}, greyTheme());
        const QRectF state = figure.boxRect({0, 0, 0});
        const QRectF above(state.topLeft(), QSizeF(state.width(), state.height() / 2));
        for (const QImage &image : signImages(figure)) {
            QVERIFY(insideOf(image, above) == Inside::Plain);
            QVERIFY(insideOf(image, above.translated(0, above.height())) == Inside::Hatched);
        }
    }
};

REGARD_TEST(TestSignHatch)
#include "test_sign_hatch.moc"
