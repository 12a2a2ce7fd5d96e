#include <algorithm>
#include <cmath>

#include <QImage>
#include <QLineF>
#include <QPainter>
#include <QTest>

#include "draw/picture_size.h"
#include "draw/printed_figure.h"
#include "draw/smallest_text.h"
#include "test_class.h"
#include "views/heatmap/heatmap_figure.h"
#include "views/heatmap/heatmap_grid_figure.h"
#include "views/links/link_figure.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

namespace {

/// A name for each, no two alike, some of them long.
QStringList pageWords(int count)
{
    QStringList words;
    for (int i = 0; i < count; ++i)
        words << (i % 7 == 3 ? u"because%1"_s : u"w%1"_s).arg(i);
    return words;
}

std::shared_ptr<const Matrix> pageWeights(int count)
{
    return std::make_shared<const Matrix>(Matrix::Constant(count, count, 1.0F / float(count)));
}

HeatmapData pageHeatmap(int count)
{
    HeatmapData data;
    data.queries = data.keys = pageWords(count);
    data.values = pageWeights(count);
    data.valueLabel = u"weight"_s;
    data.title = u"layer 6 · head 12"_s;
    return data;
}

/// Side by side, as the words of a Chinese sentence.
LinkData pageLinks(int count)
{
    LinkData data;
    data.queries = data.keys = pageWords(count);
    data.heads.push_back({0, pageWeights(count), false});
    data.horizontal = true;
    data.queryLabel = u"query"_s;
    data.keyLabel = u"key"_s;
    return data;
}

FigureMaker pageMaker(const QString &view, int count)
{
    return [=](QSizeF space, const Theme &theme) -> std::unique_ptr<Figure> {
        if (view == u"links")
            return std::make_unique<LinkFigure>(pageLinks(count), space, theme);
        return std::make_unique<HeatmapFigure>(pageHeatmap(count), space, theme);
    };
}

PictureSize pageColumn(double points)
{
    PictureSize size = *pictureSizeOf("84mm");
    size.textPoints = points;
    return size;
}

/// How many are drawn of the names, and how large the smallest is, in points.
struct DrawnNames {
    int count = 0;
    double smallest = HUGE_VAL;
};

DrawnNames namesIn(const Figure &figure, int count)
{
    const QStringList words = pageWords(count);
    DrawnNames names;
    for (const DrawnText &text : drawnTexts(figure)) {
        if (!words.contains(text.text))
            continue;
        ++names.count;
        names.smallest = std::min(names.smallest, text.size * 72 / 96);
    }
    return names;
}

bool draws(const Figure &figure, const QString &part)
{
    const std::vector<DrawnText> drawn = drawnTexts(figure);
    return std::any_of(drawn.begin(), drawn.end(), [&](const DrawnText &text) { return text.text.contains(part); });
}

} // namespace

/// Names of tokens on a page, and what small multiples name.
class TestPageNames : public QObject {
    Q_OBJECT
private slots:
    void everyNameIsInAColumn_data()
    {
        QTest::addColumn<QString>("view");
        QTest::addColumn<int>("tokens");
        for (const char *view : {"heatmap", "links"})
            for (const int tokens : {11, 25, 38})
                QTest::addRow("%s, %d", view, tokens) << QString::fromLatin1(view) << tokens;
    }

    void everyNameIsInAColumn()
    {
        QFETCH(QString, view);
        QFETCH(int, tokens);
        for (const double points : {0.0, 7.0}) {
            const PictureSize size = pageColumn(points);
            const std::unique_ptr<Figure> figure = printedFigure(pageMaker(view, tokens), size, Theme::print(), true);
            QVERIFY(std::abs(figure->size().width() - 84 * 96 / 25.4) < 1e-6);
            const DrawnNames names = namesIn(*figure, tokens);
            QCOMPARE(names.count, 2 * tokens);
            QVERIFY2(names.smallest > 4.5 - 0.01, qPrintable(QString::number(names.smallest)));
            const QString told = smallPrintText(*figure, size);
            const bool areSmall = names.smallest < (points > 0 ? points : 6) - 0.06;
            QVERIFY2(told.isEmpty() ? !areSmall : told.contains(u"each of them has room"), qPrintable(told));
            QVERIFY2(!told.contains(u"wider"), qPrintable(told));
        }
    }

    /// Upright, and close below the title.
    void keysStandUpright()
    {
        constexpr int tokens = 38;
        const PictureSize size = pageColumn(7);
        const std::unique_ptr<Figure> figure =
            printedFigure(pageMaker(u"heatmap"_s, tokens), size, Theme::print(), true);
        const QStringList words = pageWords(tokens);
        double titleBottom = 0;
        double labelsTop = HUGE_VAL;
        int upright = 0;
        for (const DrawnText &text : drawnTexts(*figure)) {
            if (text.text.startsWith(u"layer"))
                titleBottom = text.place.boundingRect().bottom();
            const double angle = QLineF(text.place[0], text.place[1]).angle();
            if (!words.contains(text.text) || std::abs(angle - 90) > 0.1)
                continue;
            ++upright;
            labelsTop = std::min(labelsTop, text.place.boundingRect().top());
        }
        QCOMPARE(upright, tokens);
        QVERIFY2(labelsTop > titleBottom && labelsTop - titleBottom < 20,
                 qPrintable(QString::number(labelsTop - titleBottom)));
    }

    void whatIsLeftOutIsSaid_data()
    {
        QTest::addColumn<QString>("view");
        QTest::newRow("heatmap") << u"heatmap"_s;
        QTest::newRow("links") << u"links"_s;
    }

    void whatIsLeftOutIsSaid()
    {
        QFETCH(QString, view);
        constexpr int tokens = 100;
        const PictureSize size = pageColumn(7);
        const std::unique_ptr<Figure> figure = printedFigure(pageMaker(view, tokens), size, Theme::print());
        const DrawnNames names = namesIn(*figure, tokens);
        QVERIFY(names.count > 0 && names.count < 2 * tokens);
        QVERIFY(std::abs(names.smallest - 7) < 0.01); // they are not smaller and left out
        const int step = int(std::lround(2.0 * tokens / names.count));
        const QString said = step == 4   ? u"names: every fourth"_s
                             : step == 5 ? u"names: every fifth"_s
                                         : u"names: one in %1"_s.arg(step);
        QVERIFY2(draws(*figure, said), qPrintable(said));
        QVERIFY(!draws(*printedFigure(pageMaker(view, 11), size, Theme::print()), u"names:"_s));
    }

    /// 0.25 pt, whatever the weight and the scale; of a token in focus no link below the floor, which the legend
    /// counts.
    void linksAreNoThinnerThanAHairline()
    {
        constexpr int tokens = 10;
        Matrix weights = Matrix::Constant(tokens, tokens, 0.1F / 9);
        weights.diagonal().setConstant(0.9F);
        weights(0, 1) = 0.05F;
        LinkData data;
        data.queries = data.keys = pageWords(tokens);
        data.heads.push_back({0, std::make_shared<const Matrix>(weights), false});
        data.query = 3;
        for (const bool isCurved : {false, true}) {
            data.curved = isCurved;
            const LinkFigure seen(data, {600, 600}, Theme::light());
            QCOMPARE(int(seen.bands().size()), 11 + 9);
            QCOMPARE(seen.hiddenLinks(), 100 - 11 - 9);
            Theme theme = Theme::print();
            QCOMPARE(theme.leastLine * 72 / 96, 0.25);
            theme.leastLine = 2;
            const LinkFigure printed(data, {600, 600}, theme);
            QCOMPARE(int(printed.bands().size()), 11);
            QCOMPARE(printed.hiddenLinks(), 100 - 11);
            double thinnest = HUGE_VAL;
            for (const LinkFigure::Band &band : printed.bands())
                thinnest = std::min(thinnest, band.width);
            QVERIFY2(thinnest >= 2 && thinnest < 2.4, qPrintable(QString::number(thinnest)));
        }
    }

    /// Where nothing is in focus on a page there are no numbers, whose room the links have.
    void noRoomForNoNumbers()
    {
        LinkData data = pageLinks(11);
        data.horizontal = false;
        Theme theme = Theme::print();
        theme.parts.onPage = true;
        const auto bandsOf = [&] {
            const LinkPanel panel = LinkFigure(data, {320, 0}, theme).layout().panels.front();
            return panel.keyEdge - panel.queryEdge;
        };
        const double alone = bandsOf();
        data.query = 3;
        QVERIFY2(alone > bandsOf() + 25, qPrintable(QString::number(alone)));
    }

    void multiplesShareAxesAndColours()
    {
        constexpr int tokens = 12;
        HeatmapGridData data;
        for (int i = 0; i < 6; ++i) {
            data.cells.push_back(pageHeatmap(tokens));
            Matrix own = Matrix::Constant(tokens, tokens, 0.05F);
            own(i, i) = 0.1F * float(i + 1);
            data.cells.back().values = std::make_shared<const Matrix>(own);
            data.cells.back().title = u"head %1"_s.arg(i + 1);
        }
        data.title = u"layer 1"_s;
        const HeatmapGridFigure figure(data, {700, 0}, Theme::print());
        const int columns = figure.columns();
        const int rows = (6 + columns - 1) / columns;
        QVERIFY(columns > 1);
        QCOMPARE(namesIn(figure, tokens).count, tokens * (columns + rows));
        const QRectF whole(QPointF(), figure.size());
        for (int i = 0; i < 6; ++i) {
            const HeatmapFigure &cell = figure.cells()[std::size_t(i)];
            QCOMPARE(cell.range(), figure.cells().front().range());
            QVERIFY(cell.range().upper >= 0.6 - 1e-6);
            QVERIFY(whole.contains(cell.cellsRect()));
            QVERIFY(draws(figure, u"head %1"_s.arg(i + 1)));
            const QRectF square = cell.cellRect(0, 0);
            QVERIFY(std::abs(square.width() - square.height()) < 1e-9);
            for (int other = 0; other < i; ++other)
                QVERIFY(!cell.cellsRect().intersects(figure.cells()[std::size_t(other)].cellsRect()));
        }
        // Within a height, too.
        const HeatmapGridFigure low(data, {700, 300}, Theme::print());
        QCOMPARE(low.size(), QSizeF(700, 300));
        for (const HeatmapFigure &cell : low.cells())
            QVERIFY(QRectF(0, 0, 700, 300).contains(cell.cellsRect()));
        // As many columns as asked, where they fit.
        data.columns = 2;
        QCOMPARE(HeatmapGridFigure(data, {700, 0}, Theme::print()).columns(), 2);
        data.columns = 40;
        QCOMPARE(HeatmapGridFigure(data, {700, 0}, Theme::print()).columns(), columns);
    }

    /// As a single heatmap has it: outside the cells, in their colours, and named once in each column.
    void multiplesHaveTheColumnOfSinks()
    {
        constexpr int tokens = 5;
        HeatmapGridData data;
        for (int i = 0; i < 4; ++i) {
            data.cells.push_back(pageHeatmap(tokens));
            data.cells.back().title = u"head %1"_s.arg(i + 1);
            if (i != 1) // a head that is uniform has none
                data.cells.back().sinks = {0.1F, 0.9F, 0.3F, 0.5F, 0.7F};
        }
        data.columns = 2;
        for (const double height : {0.0, 400.0}) {
            const HeatmapGridFigure figure(data, {700, height}, Theme::print());
            QVERIFY(draws(figure, u"sink"_s));
            QImage image(figure.size().toSize(), QImage::Format_RGB32);
            QPainter painter(&image);
            figure.paint(painter);
            painter.end();
            for (int i = 0; i < 4; ++i) {
                const HeatmapFigure &cell = figure.cells()[std::size_t(i)];
                const std::vector<float> &sinks = data.cells[std::size_t(i)].sinks;
                for (int query = 0; query < int(sinks.size()); ++query) {
                    const QRectF sink = cell.sinkRect(query);
                    QVERIFY(sink.left() > cell.cellsRect().right());
                    QVERIFY(QRectF(QPointF(), figure.size()).contains(sink));
                    for (const HeatmapFigure &other : figure.cells())
                        QVERIFY(!sink.intersects(other.cellsRect()));
                    QCOMPARE(image.pixelColor(sink.center().toPoint()),
                             QColor::fromRgb(cell.range().color(double(sinks[std::size_t(query)]), Theme::print())));
                }
            }
        }
        for (HeatmapData &cell : data.cells)
            cell.sinks.clear();
        QVERIFY(!draws(HeatmapGridFigure(data, {700, 0}, Theme::print()), u"sink"_s));
    }

    void familiesReachNumbers()
    {
        QCOMPARE(Theme::monospace(10).families().front(), u"DejaVu Sans Mono"_s);
        {
            const Theme::FamilyScope scope({u"Noto Sans"_s, {}});
            QCOMPARE(Theme::font(10).families().front(), u"Noto Sans"_s);
            QCOMPARE(Theme::monospace(10).families().front(), u"Noto Sans"_s);
        }
        const Theme::FamilyScope scope({u"Noto Sans"_s, u"Noto Serif"_s});
        QCOMPARE(Theme::font(10).families().front(), u"Noto Sans"_s);
        QCOMPARE(Theme::monospace(10).families().front(), u"Noto Serif"_s);
    }
};

REGARD_TEST(TestPageNames)
#include "test_page_names.moc"
