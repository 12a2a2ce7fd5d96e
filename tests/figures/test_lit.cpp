#include <algorithm>
#include <cmath>
#include <memory>

#include <QImage>
#include <QPainter>
#include <QTest>

#include "figures/heatmap/heatmap_figure.h"
#include "figures/links/link_figure.h"
#include "test_class.h"

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
    image.fill(Theme::light().panel);
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

QColor veiled(const QColor &color)
{
    const QColor veil = Theme::light().veil();
    const auto channel = [&](int over, int under) {
        return int(std::lround(veil.alphaF() * over + (1 - veil.alphaF()) * under));
    };
    return {channel(veil.red(), color.red()), channel(veil.green(), color.green()), channel(veil.blue(), color.blue())};
}

} // namespace

/// What a number elsewhere was made of keeps its colour, and all else is veiled.
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
        const HeatmapFigure figure(data, litSize, Theme::light());
        const QImage before = paintedWith(figure, {});
        const QImage now = paintedWith(figure, lit);
        for (int query = 0; query < 3; ++query)
            for (int key = 0; key < 3; ++key) {
                const QPoint place = figure.cellRect(query, key).topLeft().toPoint() + QPoint(6, 6);
                const bool isLit =
                    lit.empty() || std::any_of(lit.begin(), lit.end(), [&](const auto &cell) {
                        return (cell.first < 0 || cell.first == query) && (cell.second < 0 || cell.second == key);
                    });
                const QColor own = before.pixelColor(place);
                QVERIFY2(difference(now.pixelColor(place), isLit ? own : veiled(own)) <= 2,
                         qPrintable(QStringLiteral("%1, %2").arg(query).arg(key)));
            }
    }

    /// Ink of a lit word is where the word had ink: in other type it would be seen beside itself.
    void aLitWordIsSeenOnce()
    {
        LinkData data;
        data.queries = data.keys = {QStringLiteral("black"), QStringLiteral("loves"), QStringLiteral("the")};
        data.heads = {{0, litSomeWeights(), false}};
        const LinkFigure figure(data, litSize, Theme::light());
        const QImage before = paintedWith(figure, {});
        const QImage now = paintedWith(figure, {{0, 1}});
        const QColor paper = Theme::light().panel;
        for (const auto &[side, token] : {std::pair{LinkHit::Side::Query, 0}, std::pair{LinkHit::Side::Key, 1}}) {
            const QRect place = figure.tokenRect(side, token).toAlignedRect() & before.rect();
            int inked = 0;
            for (int y = place.top(); y <= place.bottom(); ++y)
                for (int x = place.left(); x <= place.right(); ++x) {
                    inked += difference(now.pixelColor(x, y), paper) > 200 ? 1 : 0;
                    if (before.pixelColor(x, y) == paper)
                        QCOMPARE(now.pixelColor(x, y), paper);
                }
            QVERIFY(inked > 5);
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
        const auto middle = [&](int query, int key) {
            for (const LinkFigure::Band &band : figure.bands())
                if (band.query == query && band.key == key)
                    return ((band.from + band.to * 3) / 4).toPoint();
            return QPoint(-1, -1);
        };
        QVERIFY(difference(now.pixelColor(middle(2, 2)), Theme::light().head(0)) <= 24); // its opacity is 235
        const QColor other = before.pixelColor(middle(0, 0));
        QVERIFY(difference(other, Theme::light().panel) > 60);
        QVERIFY(difference(now.pixelColor(middle(0, 0)), veiled(other)) <= 2);
    }
};

REGARD_TEST(TestLit)
#include "test_lit.moc"
