#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include <QImage>
#include <QPainter>
#include <QTest>

#include "test_class.h"
#include "views/heatmap/heatmap_figure.h"
#include "views/links/link_figure.h"

using namespace regard;

namespace {

constexpr QSizeF litSize(420, 360);

std::shared_ptr<const Matrix> litSomeWeights()
{
    Matrix weights(3, 3);
    weights << 0.5F, 0.25F, 0.25F, 0.25F, 0.5F, 0.25F, 0.1F, 0.1F, 0.8F;
    return std::make_shared<const Matrix>(weights);
}

template <typename Figure>
QImage paintedWith(const Figure &figure, const std::vector<std::pair<int, int>> &lit)
{
    QImage image(figure.size().toSize(), QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    figure.paint(painter);
    painter.save();
    figure.paintLit(painter, lit);
    painter.restore();
    return image;
}

int difference(const QColor &a, const QColor &b)
{
    return std::max({std::abs(a.red() - b.red()), std::abs(a.green() - b.green()), std::abs(a.blue() - b.blue())});
}

/// Pixels in which two pictures differ, of those that `of` chooses.
template <typename Of>
int changed(const QImage &a, const QImage &b, Of of)
{
    int count = 0;
    for (int y = 0; y < a.height(); ++y)
        for (int x = 0; x < a.width(); ++x)
            count += of(QPoint(x, y)) && a.pixel(x, y) != b.pixel(x, y) ? 1 : 0;
    return count;
}

bool isAmber(const QColor &color)
{
    return difference(color, QColor(240, 163, 10)) < 40;
}

} // namespace

/// What a text names, or a number elsewhere was made of, is outlined in amber, and nothing else changes.
class TestLit : public QObject {
    Q_OBJECT
private slots:
    void cells_data()
    {
        QTest::addColumn<std::vector<std::pair<int, int>>>("lit");
        using Cells = std::vector<std::pair<int, int>>;
        QTest::newRow("none") << Cells{};
        QTest::newRow("a cell") << Cells{{1, 2}};
        QTest::newRow("a row and a cell of it") << Cells{{1, -1}, {1, 2}};
        QTest::newRow("a column") << Cells{{-1, 0}};
        QTest::newRow("every cell but one") << Cells{{0, -1}, {1, -1}, {2, 0}, {2, 1}};
    }

    void cells()
    {
        using Cells = std::vector<std::pair<int, int>>;
        QFETCH(Cells, lit);
        HeatmapData data;
        data.queries = data.keys = {QStringLiteral("a"), QStringLiteral("b"), QStringLiteral("c")};
        data.values = litSomeWeights();
        data.isWeights = true;
        for (const bool isDark : {false, true}) {
            const HeatmapFigure figure(data, litSize, Theme::named(isDark));
            const QImage before = paintedWith(figure, {});
            const QImage now = paintedWith(figure, lit);
            const auto isNamed = [&](int query, int key) {
                return std::any_of(lit.begin(), lit.end(), [&](const auto &cell) {
                    return (cell.first < 0 || cell.first == query) && (cell.second < 0 || cell.second == key);
                });
            };
            constexpr double outline = 5;
            const auto isNear = [&](QPointF point, double reach) {
                for (int query = 0; query < 3; ++query)
                    for (int key = 0; key < 3; ++key)
                        if (isNamed(query, key) &&
                            figure.cellRect(query, key).adjusted(-reach, -reach, reach, reach).contains(point))
                            return true;
                return false;
            };
            QCOMPARE(changed(before, now, [&](QPoint at) { return isNear(at + QPointF(0.5, 0.5), -1); }), 0);
            QCOMPARE(changed(before, now, [&](QPoint at) { return !isNear(at + QPointF(0.5, 0.5), outline); }), 0);
            const int seen = changed(before, now, [&](QPoint at) { return isAmber(now.pixelColor(at)); });
            QCOMPARE(seen > 100, !lit.empty());
        }
    }

    void links()
    {
        LinkData data;
        data.queries = data.keys = {QStringLiteral("a"), QStringLiteral("b"), QStringLiteral("c")};
        data.heads = {{0, litSomeWeights(), false}};
        const LinkFigure figure(data, litSize, Theme::light());
        const QImage before = paintedWith(figure, {});
        const QImage now = paintedWith(figure, {{2, 2}, {-1, 7}, {5, 5}});
        const QImage none = paintedWith(figure, {{-1, 7}, {5, 5}});
        QCOMPARE(changed(before, none, [](QPoint) { return true; }), 0);
        const LinkFigure::Band *named = nullptr;
        const std::vector<LinkFigure::Band> bands = figure.bands();
        for (const LinkFigure::Band &band : bands)
            if (band.query == 2 && band.key == 2)
                named = &band;
        QVERIFY(named);
        // The band and both of its words are as before, with amber beside them.
        const QPoint middle = ((named->from + named->to) / 2).toPoint();
        QCOMPARE(now.pixelColor(middle), before.pixelColor(middle));
        for (const double side : {-1.0, 1.0})
            QVERIFY(isAmber(now.pixelColor((QPointF(middle) + QPointF(0, side * (named->width / 2 + 2.5))).toPoint())));
        for (const LinkHit::Side side : {LinkHit::Side::Query, LinkHit::Side::Key}) {
            const QRectF word = figure.tokenRect(side, 2);
            const auto isLetter = [&](QPoint at) {
                return word.contains(at) && difference(before.pixelColor(at), Qt::white) > 60;
            };
            QCOMPARE(changed(before, now, isLetter), 0);
            const int seen = changed(before, now, [&](QPoint at) {
                return word.adjusted(-5, -5, 5, 5).contains(at) && isAmber(now.pixelColor(at));
            });
            QVERIFY(seen > 50);
        }
        // Other words and links are untouched.
        const QRectF other = figure.tokenRect(LinkHit::Side::Query, 0);
        QCOMPARE(changed(before, now, [&](QPoint at) { return other.contains(at); }), 0);
    }
};

REGARD_TEST(TestLit)
#include "test_lit.moc"
