#include <memory>

#include <QImage>
#include <QPainter>
#include <QtTest>

#include "draw/pair_parts.h"
#include "engine/pass/trace.h"
#include "test_class.h"
#include "views/heads/head_thumbnails.h"
#include "views/heatmap/heatmap_figure.h"
#include "views/links/link_figure.h"

using namespace regard;

namespace {

/// Three tokens of the first sentence, two of the second.
PairParts parts(int from, int to)
{
    const std::vector<bool> second{false, false, false, true, true};
    return {second, second, from, to};
}

const QStringList pairPartsNames{QStringLiteral("a"), QStringLiteral("b"), QStringLiteral("c"), QStringLiteral("d"),
                                 QStringLiteral("e")};

/// 0.1 within a sentence, 0.3 between them.
std::shared_ptr<const Matrix> weights()
{
    Matrix matrix = Matrix::Constant(5, 5, 0.1F);
    matrix.block(0, 3, 3, 2).setConstant(0.3F);
    matrix.block(3, 0, 2, 3).setConstant(0.3F);
    return std::make_shared<const Matrix>(matrix);
}

QImage pairPartsPainted(const Figure &figure)
{
    QImage image(figure.size().toSize(), QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    figure.paint(painter);
    return image;
}

} // namespace

/// Two sentences in a picture, and a part of the attention between them.
class PairPartsTest : public QObject {
    Q_OBJECT
private slots:
    void whatPasses_data()
    {
        QTest::addColumn<int>("from");
        QTest::addColumn<int>("to");
        QTest::addColumn<int>("passing");
        QTest::addColumn<QString>("text");
        QTest::newRow("all") << -1 << -1 << 25 << QString();
        QTest::newRow("A→A") << 0 << 0 << 9 << QStringLiteral("A → A");
        QTest::newRow("A→B") << 0 << 1 << 6 << QStringLiteral("A → B");
        QTest::newRow("B→A") << 1 << 0 << 6 << QStringLiteral("B → A");
        QTest::newRow("B→B") << 1 << 1 << 4 << QStringLiteral("B → B");
    }
    void whatPasses()
    {
        QFETCH(int, from);
        QFETCH(int, to);
        const PairParts pair = parts(from, to);
        int passing = 0;
        for (int query = 0; query < 5; ++query)
            for (int key = 0; key < 5; ++key)
                passing += pair.shows(query, key) ? 1 : 0;
        QTEST(passing, "passing");
        QTEST(pair.text(), "text");
        QCOMPARE(pair.borders(), std::pair(3, 3));
        QVERIFY(PairParts().shows(4, 4) && !PairParts().isPair());
    }

    void linksAreLeftOutAndCounted()
    {
        LinkData data;
        data.queries = data.keys = pairPartsNames;
        data.heads = {{0, weights()}};
        data.floor = 0.2;
        data.pair = parts(0, 1);
        const LinkFigure figure(data, {400, 400}, Theme::named(false));
        QCOMPARE(figure.bands().size(), std::size_t(6));
        QCOMPARE(figure.filteredLinks(), 6); // B→A
        QCOMPARE(figure.hiddenLinks(), 0);   // those below the floor do not pass
        data.pair = parts(-1, -1);
        const LinkFigure all(data, {400, 400}, Theme::named(false));
        QCOMPARE(all.bands().size(), std::size_t(12));
        QCOMPARE(all.filteredLinks(), 0);
        QCOMPARE(all.hiddenLinks(), 13);
    }

    void heatmapCellsFade()
    {
        HeatmapData data;
        data.queries = data.keys = pairPartsNames;
        data.values = weights();
        const HeatmapFigure all(data, {400, 400}, Theme::named(false));
        data.pair = parts(0, 1);
        const HeatmapFigure part(data, {400, 400}, Theme::named(false));
        const QImage before = pairPartsPainted(all);
        const QImage after = pairPartsPainted(part);
        const auto lightness = [](const QImage &image, const QRectF &cell) {
            return image.pixelColor((cell.topLeft() + QPointF(3, 3)).toPoint()).lightness();
        };
        QVERIFY(lightness(after, part.cellRect(3, 0)) > lightness(before, all.cellRect(3, 0)) + 40);
        QVERIFY(lightness(after, part.cellRect(0, 3)) <= lightness(before, all.cellRect(0, 3)));
        // The colours span what passes.
        QCOMPARE(part.range().upper, all.range().upper);
        data.pair = parts(1, 1);
        QVERIFY(HeatmapFigure(data, {400, 400}, Theme::named(false)).range().upper < all.range().upper);
    }

    void thumbnailsStayBlank()
    {
        const Matrix left = filtered(*weights(), parts(1, 0));
        QCOMPARE(left.sum(), 6 * 0.3F);
        auto block = std::make_shared<BlockTrace>();
        block->heads.resize(1);
        block->heads[0].weights = *weights();
        HeadThumbnails thumbnails;
        const QImage whole = thumbnails.image(block, 0, {5, 5}, Theme::named(false));
        const QImage part = thumbnails.image(block, 0, {5, 5}, Theme::named(false), {}, parts(1, 0));
        QCOMPARE(part.pixel(0, 3), whole.pixel(0, 3));
        QCOMPARE(part.pixel(3, 0), QRgb(Theme::named(false).sequential(0)));
        QVERIFY(whole.pixel(3, 0) != part.pixel(3, 0));
    }
};

REGARD_TEST(PairPartsTest)
#include "test_pair_parts.moc"
