#include <cmath>
#include <limits>
#include <memory>

#include <QTest>

#include "controls/custom_plot.h"
#include "test_class.h"
#include "views/heatmap/panel/heatmap_plot.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

namespace {

constexpr float none = std::numeric_limits<float>::quiet_NaN();

/// The second token is new.
HeatmapData someDifference()
{
    HeatmapData data;
    data.queries = data.keys = QStringList{u"cat"_s, u"small"_s};
    Matrix values(2, 2);
    values << -0.5F, none, none, none;
    data.values = std::make_shared<const Matrix>(values);
    data.isDifference = true;
    data.newQueries = data.newKeys = {false, true};
    return data;
}

} // namespace

class TestHeatmapPlot : public QObject {
    Q_OBJECT
private slots:
    void differencesAreSymmetricAndNewCellsNeutral_data()
    {
        QTest::addColumn<bool>("dark");
        QTest::newRow("light") << false;
        QTest::newRow("dark") << true;
    }
    void differencesAreSymmetricAndNewCellsNeutral()
    {
        QFETCH(bool, dark);
        const Theme &theme = Theme::named(dark);
        HeatmapPlot plot(nullptr);
        plot.resize(360, 320);
        plot.setContent(someDifference(), theme);
        plot.plot()->replot();
        const QCPRange range = plot.colorMap()->dataRange();
        QCOMPARE(range.upper, 1.0);
        QCOMPARE(range.lower, -1.0);
        QCOMPARE(plot.colorMap()->data()->cell(0, 0), -1.0);
        QCOMPARE(plot.colorMap()->data()->cell(1, 0), 0.0);
        const QImage image = plot.plot()->toPixmap(360, 320).toImage();
        const auto corner = [&](int query, int key) {
            return image.pixelColor((plot.figure()->cellRect(query, key).topLeft() + QPointF(3, 3)).toPoint());
        };
        const auto isClose = [](const QColor &a, const QColor &b) {
            return std::abs(a.red() - b.red()) <= 1 && std::abs(a.green() - b.green()) <= 1 &&
                   std::abs(a.blue() - b.blue()) <= 1;
        };
        QVERIFY(isClose(corner(0, 0), QColor::fromRgb(theme.diverging(-1))));
        QVERIFY(isClose(corner(1, 1), theme.control)); // stands out from the panel
    }

    /// The same content with larger type asked for: the number in the cell is gone.
    void numbersThatBecomeTooSmallGo()
    {
        Theme theme = Theme::light();
        HeatmapPlot plot(nullptr);
        plot.resize(360, 320);
        const auto hasNumber = [&] {
            plot.plot()->replot();
            const QImage image = plot.plot()->toPixmap(360, 320).toImage();
            const QRect cell = plot.figure()->cellRect(0, 0).toRect().adjusted(8, 8, -8, -8);
            const QRgb own = image.pixel(cell.topLeft());
            for (int y = cell.top(); y <= cell.bottom(); ++y)
                for (int x = cell.left(); x <= cell.right(); ++x)
                    if (image.pixel(x, y) != own)
                        return true;
            return false;
        };
        plot.setContent(someDifference(), theme);
        QVERIFY(hasNumber());
        theme.leastNumber = 40;
        plot.setContent(someDifference(), theme);
        QVERIFY(!hasNumber());
    }

    void aMaskedCellOfADifferenceIsNotNew()
    {
        HeatmapData data = someDifference();
        data.isCausal = true;
        HeatmapPlot plot(nullptr);
        plot.resize(360, 320);
        plot.setContent(data, Theme::light());
        QVERIFY(std::isnan(plot.colorMap()->data()->cell(1, 0)));
        QCOMPARE(plot.colorMap()->data()->cell(0, 1), 0.0);
    }

    void theSameValuesAreDrawnAnewAsADifference()
    {
        HeatmapData data = someDifference();
        data.values = std::make_shared<const Matrix>(Matrix::Constant(2, 2, 0.25F));
        data.newQueries = data.newKeys = {};
        HeatmapPlot plot(nullptr);
        plot.resize(360, 320);
        data.isDifference = false;
        plot.setContent(data, Theme::light());
        QCOMPARE(plot.colorMap()->dataRange().lower, 0.0);
        data.isDifference = true;
        plot.setContent(data, Theme::light());
        QCOMPARE(plot.colorMap()->dataRange().lower, -1.0);
    }
};

REGARD_TEST(TestHeatmapPlot)
#include "test_heatmap_plot.moc"
