#include <QImage>
#include <QRegularExpression>
#include <QTest>

#include "draw/export_figure.h"
#include "test_class.h"
#include "views/heads/heads_figure.h"
#include "views/heatmap/heatmap_figure.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

namespace {

/// Weights of which no two neighbours are alike.
Matrix chequered(int side)
{
    Matrix weights(side, side);
    for (int row = 0; row < side; ++row)
        for (int column = 0; column < side; ++column)
            weights(row, column) = float((row * 7 + column * 3) % 11) / 10.0F;
    return weights;
}

HeatmapData heatmap(int side)
{
    HeatmapData data;
    for (int i = 0; i < side; ++i)
        data.queries.append(u"w%1"_s.arg(i));
    data.keys = data.queries;
    data.values = std::make_shared<const Matrix>(chequered(side));
    data.valueLabel = u"weight"_s;
    data.scale = ColorScale::ZeroToOne;
    return data;
}

QList<QImage> imagesOf(const QByteArray &svg)
{
    static const QRegularExpression embedded(u"data:image/png;base64,([A-Za-z0-9+/=\\s]+)\""_s);
    QList<QImage> images;
    auto found = embedded.globalMatch(QString::fromLatin1(svg));
    while (found.hasNext())
        images.append(QImage::fromData(QByteArray::fromBase64(found.next().captured(1).toLatin1()), "PNG"));
    return images;
}

} // namespace

/// Many cells in a file of vectors: an image in which nothing is lost and nothing can be blurred.
class TestCellImage : public QObject {
    Q_OBJECT
private slots:
    void upTo4096CellsAreRectangles()
    {
        const HeatmapFigure figure(heatmap(64), {960, 720}, Theme::light());
        const QByteArray svg = figureBytes(figure, PictureFormat::Svg, 96, {});
        QCOMPARE(imagesOf(svg).size(), 0);
        QVERIFY(svg.count("<rect") >= 4096);
    }

    void moreAreAnImageOfEqualPixels()
    {
        const HeatmapData data = heatmap(65);
        const Theme theme = Theme::light();
        const HeatmapFigure figure(data, {960, 720}, theme);
        const QList<QImage> images = imagesOf(figureBytes(figure, PictureFormat::Svg, 96, {}));
        QCOMPARE(images.size(), 1);
        const QImage image = images[0].convertToFormat(QImage::Format_RGB32);
        QCOMPARE(image.size(), QSize(65 * 8, 65 * 8));
        for (int y = 0; y < image.height(); ++y) {
            for (int x = 0; x < image.width(); ++x) {
                const QRgb wanted = theme.sequential(double((*data.values)(y / 8, x / 8)));
                QVERIFY2(image.pixel(x, y) == wanted, qPrintable(u"%1, %2"_s.arg(x).arg(y)));
            }
        }
    }

    void anImageAHead()
    {
        auto block = std::make_shared<BlockTrace>();
        for (int head = 0; head < 3; ++head) {
            HeadTrace trace;
            trace.weights = chequered(40);
            block->heads.push_back(std::move(trace));
        }
        HeadsData data;
        data.sections.push_back({Attention::Encoder, QString(), {block}});
        const HeadsFigure figure(data, {960, 400}, Theme::light());
        const QList<QImage> images = imagesOf(figureBytes(figure, PictureFormat::Svg, 96, {}));
        QCOMPARE(images.size(), 3); // 4,800 cells together
        QCOMPARE(images[0].width() % 8, 0);
        QVERIFY(images[0].width() >= 8 * 32);
    }

    void aPdfLosesNothing()
    {
        const HeatmapFigure figure(heatmap(300), {960, 720}, Theme::light());
        const QByteArray pdf = figureBytes(figure, PictureFormat::Pdf, 96, {});
        QVERIFY(pdf.contains("/Subtype /Image"));
        QVERIFY(!pdf.contains("/DCTDecode")); // JPEG
    }
};

REGARD_TEST(TestCellImage)
#include "test_cell_image.moc"
