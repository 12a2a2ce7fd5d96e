#include <cmath>
#include <limits>

#include <QImage>
#include <QTest>

#include "draw/export_figure.h"
#include "test_class.h"
#include "views/path/path_figure.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

namespace {

PathData fiveWords()
{
    PathData data;
    const QStringList words{u"the"_s, u"cat"_s, u"sat"_s, u"on"_s, u"it"_s};
    for (int i = 0; i < 5; ++i)
        data.words.push_back({words[i], std::pow(0.5, 4 - i), i == 2});
    data.from = 0;
    data.to = 4;
    data.way = {0, 1, 3, 4};
    data.title = u"Path"_s;
    data.sentences = {u"3 steps"_s};
    data.wordHeader = u"word"_s;
    data.valueHeader = u"norm"_s;
    return data;
}

} // namespace

class TestPathFigure : public QObject {
    Q_OBJECT
private slots:
    void barsAreProportional()
    {
        const PathFigure figure(fiveWords(), {320, 100}, Theme::light());
        const double full = figure.barRect(4).width();
        QVERIFY(full > 60);
        for (int i = 0; i < 5; ++i) {
            QVERIFY(qAbs(figure.barRect(i).width() - full * std::pow(0.5, 4 - i)) < 1e-9);
            QVERIFY(figure.rowRect({false, i}).contains(figure.barRect(i)));
            QCOMPARE(figure.hit(figure.rowRect({false, i}).center()), std::optional(PathHit{false, i}));
        }
        QVERIFY(!figure.hit({2, 2}));
        QVERIFY(figure.size().height() >= figure.rowRect({false, 4}).bottom());
    }

    void eachStepHasAnArrow()
    {
        for (const bool dark : {false, true}) {
            const Theme &theme = Theme::named(dark);
            const PathFigure figure(fiveWords(), {320, 100}, theme);
            QCOMPARE(figure.steps(), 3);
            const QImage image = figureImage(figure, 96);
            const std::vector<int> way = fiveWords().way;
            for (int step = 0; step < 3; ++step) {
                const auto [begin, end] = figure.stepEnds(step);
                const auto row = [&](int word) { return figure.rowRect({false, word}); };
                QVERIFY(begin.y() > row(way[std::size_t(step)]).top() &&
                        begin.y() < row(way[std::size_t(step)]).bottom());
                QVERIFY(end.y() > row(way[std::size_t(step) + 1]).top() &&
                        end.y() < row(way[std::size_t(step) + 1]).bottom());
                QVERIFY(end.x() < row(0).left());
                QCOMPARE(image.pixelColor((end - QPointF(4, 0)).toPoint()), theme.accent); // in its head
            }
            for (const int word : {0, 4}) // what was chosen has a ground
                QCOMPARE(image.pixelColor(figure.rowRect({false, word}).center().toPoint() + QPoint(0, 8)),
                         theme.accentSoft);
            QVERIFY(image.pixelColor(figure.rowRect({false, 1}).center().toPoint() + QPoint(0, 8)) != theme.accentSoft);
            QCOMPARE(image.pixelColor(figure.barRect(4).center().toPoint()), theme.head(0));
        }
    }

    void aStepBackward()
    {
        PathData data = fiveWords();
        data.way = {4, 3};
        const PathFigure figure(data, {320, 100}, Theme::light());
        const auto [begin, end] = figure.stepEnds(0);
        QVERIFY(end.y() < begin.y());
        data.way = {};
        QCOMPARE(PathFigure(data, {320, 100}, Theme::light()).steps(), 0);
    }

    void twoSentences()
    {
        PathData data = fiveWords();
        data.askers = {u"le"_s, u"chat"_s};
        data.to = 1;
        data.way = {3};
        const PathFigure figure(data, {320, 100}, Theme::light());
        QCOMPARE(figure.steps(), 1);
        const auto [begin, end] = figure.stepEnds(0);
        QVERIFY(end.x() < begin.x());
        QCOMPARE(end.y(), figure.rowRect({true, 1}).center().y());
        QCOMPARE(begin.y(), figure.rowRect({false, 3}).center().y());
        QVERIFY(!figure.rowRect({true, 1}).intersects(figure.rowRect({false, 1})));
        QCOMPARE(figure.hit(figure.rowRect({true, 1}).center()), std::optional(PathHit{true, 1}));
        QVERIFY(figureImage(figure, 96).pixelColor(end.toPoint() + QPoint(4, begin.y() > end.y() ? 2 : -2)) !=
                Theme::light().panel);
    }

    void numbers()
    {
        QCOMPARE(PathFigure::numberText(0), u"0"_s);
        QCOMPARE(PathFigure::numberText(2), u"2"_s);
        QCOMPARE(PathFigure::numberText(0.123456), u"0.1235"_s);
        QCOMPARE(PathFigure::numberText(1.25e-9), u"1.25e−09"_s);
        QCOMPARE(PathFigure::numberText(std::numeric_limits<double>::quiet_NaN()), u"…"_s);
        PathData data = fiveWords();
        for (PathData::Word &word : data.words)
            word.left = std::numeric_limits<double>::quiet_NaN();
        const PathFigure figure(data, {320, 100}, Theme::light());
        QCOMPARE(figure.barRect(4).width(), 0.0);
    }
};

REGARD_TEST(TestPathFigure)
#include "test_path_figure.moc"
