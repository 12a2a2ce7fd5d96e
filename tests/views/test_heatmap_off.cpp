#include <QImage>
#include <QPainter>
#include <QTest>

#include "test_class.h"
#include "views/heatmap/heatmap_figure.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

namespace {

HeatmapData someData(bool isOff)
{
    Matrix weights(3, 3);
    weights << 0.5F, 0.25F, 0.25F, 0.97F, 0.0F, 0.03F, 0.0F, 0.0F, 1.0F;
    HeatmapData data;
    data.queries = data.keys = QStringList{u"cat"_s, u"sat"_s, u"it"_s};
    data.values = std::make_shared<const Matrix>(weights);
    data.valueLabel = u"weight"_s;
    data.isOff = isOff;
    return data;
}

QImage picture(const HeatmapFigure &figure)
{
    QImage image(figure.size().toSize(), QImage::Format_RGB32);
    QPainter painter(&image);
    figure.paint(painter);
    return image;
}

} // namespace

/// The heatmap of a head that is switched off says so without a colour.
class TestHeatmapOff : public QObject {
    Q_OBJECT
private slots:
    void cellsAreFadedInADashedFrame_data()
    {
        QTest::addColumn<bool>("dark");
        QTest::newRow("light") << false;
        QTest::newRow("dark") << true;
    }

    void cellsAreFadedInADashedFrame()
    {
        QFETCH(bool, dark);
        const Theme &theme = Theme::named(dark);
        const HeatmapFigure off(someData(true), QSizeF(240, 240), theme);
        const QImage image = picture(off);
        // 140 of 255 parts panel over the cell's own colour, where no number stands
        const QPoint corner = off.cellRect(2, 2).topLeft().toPoint() + QPoint(4, 4);
        const QColor own = QColor::fromRgb(ColorRange{0, 1, false}.color(1, theme));
        const auto mixed = [](int panel, int cell) { return (panel * 140 + cell * 115) / 255.0; };
        const QColor seen = image.pixelColor(corner);
        QVERIFY(std::abs(seen.red() - mixed(theme.panel.red(), own.red())) <= 2);
        QVERIFY(std::abs(seen.green() - mixed(theme.panel.green(), own.green())) <= 2);
        QVERIFY(std::abs(seen.blue() - mixed(theme.panel.blue(), own.blue())) <= 2);
        // Along the upper edge of the cells ink and gaps take turns.
        int turns = 0;
        bool isInk = false;
        const int y = int(off.cellsRect().top() + 0.5);
        for (int x = int(off.cellsRect().left()) + 2; x < off.cellsRect().right() - 2; ++x) {
            const QColor at = image.pixelColor(x, y);
            const bool ink = std::abs(at.lightness() - theme.text.lightness()) < 60;
            turns += ink != isInk ? 1 : 0;
            isInk = ink;
        }
        QVERIFY(turns >= 10);
    }

    void theLegendHasALineMore()
    {
        const HeatmapFigure on(someData(false), QSizeF(240, 240), Theme::light());
        const HeatmapFigure off(someData(true), QSizeF(240, 240), Theme::light());
        QVERIFY(off.cellsRect().height() <= on.cellsRect().height());
        constexpr int bar = 46; // with its numbers, below the cells
        const auto hasInk = [](const HeatmapFigure &figure) {
            const QImage image = picture(figure);
            for (int y = int(figure.cellsRect().bottom()) + bar; y < image.height(); ++y)
                for (int x = 0; x < image.width(); ++x)
                    if (image.pixelColor(x, y) != Theme::light().panel)
                        return true;
            return false;
        };
        QVERIFY(!hasInk(on));
        QVERIFY(hasInk(off));
    }
};

REGARD_TEST(TestHeatmapOff)
#include "test_heatmap_off.moc"
