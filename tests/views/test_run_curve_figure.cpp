#include <cmath>

#include <QImage>
#include <QPainter>
#include <QTest>

#include "test_class.h"
#include "views/training/run_curve_figure.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

namespace {

using Ink = RunCurveData::Ink;

/// A loss that falls from 5 to 1, and a share that rises to 0.8, over 100 steps.
RunCurveData someRun()
{
    RunCurveData data;
    RunCurveData::Line loss{u"loss"_s, {}, Ink::Loss};
    for (int step = 1; step <= 100; ++step)
        loss.points.emplace_back(step, 5 - 4 * (step - 1) / 99.0);
    data.lines.push_back(loss);
    data.lines.push_back({u"right"_s, {{0, 0}, {20, 0.2}, {40, 0.4}, {60, 0.5}, {80, 0.7}, {100, 0.8}}, Ink::Right});
    data.step = 100;
    data.stepsUnit = u"steps"_s;
    return data;
}

QImage painted(const RunCurveFigure &figure)
{
    QImage image(figure.size().toSize(), QImage::Format_RGB32);
    image.fill(Qt::magenta);
    QPainter painter(&image);
    figure.paint(painter);
    return image;
}

} // namespace

/// Loss and share of right answers in one plot.
class TestRunCurveFigure : public QObject {
    Q_OBJECT

    const Theme m_theme = Theme::light();

private slots:
    /// Two axes: the loss from 0 to a round number above the largest, shares from 0 to 1.
    void placesValues()
    {
        const RunCurveFigure figure(someRun(), {800, 150}, m_theme);
        QCOMPARE(figure.size(), QSizeF(800, 150));
        const QRectF plot = figure.plotRect();
        QVERIFY(QRectF(QPointF(0, 0), figure.size()).contains(plot));
        QCOMPARE(figure.mostLoss(), 5.0);
        QCOMPARE(figure.placeLoss({0, 5}), plot.topLeft());
        QCOMPARE(figure.placeLoss({0, 2.5}).y(), plot.center().y());
        QCOMPARE(figure.placeShare({0, 0.5}).y(), plot.center().y());
        QCOMPARE(figure.placeShare({figure.lastStep(), 1}), plot.topRight());
        QVERIFY(figure.lastStep() > 100); // there is room for what comes
        QVERIFY(plot.height() > 80);
    }

    /// The line of the present step stands where the run is.
    void thePresentStepIsMarked()
    {
        const RunCurveFigure figure(someRun(), {800, 150}, m_theme);
        const QImage image = painted(figure);
        const QPointF at = figure.placeShare({100, 0.3});
        QCOMPARE(image.pixelColor(int(std::round(at.x())), int(at.y())), m_theme.accent);
    }

    /// A mark stands on the line of shares, between two measured steps on the straight line between them.
    void aMarkStandsOnTheLine()
    {
        RunCurveData data = someRun();
        data.marks = {{60, u"2·1 induction"_s, u"Layer 2 head 1 becomes an induction head at step 60."_s, 0},
                      {70, u"1·2 next token"_s, u"…"_s, 1}};
        const RunCurveFigure figure(data, {800, 150}, m_theme);
        QCOMPARE(figure.placeMark(0), figure.placeShare({60, 0.5}));
        QVERIFY(std::abs(figure.placeMark(1).y() - figure.placeShare({70, 0.6}).y()) < 1e-9);
        QCOMPARE(figure.markAt(figure.placeMark(0)), 0);
        QCOMPARE(figure.markAt(figure.placeMark(1) + QPointF(3, 3)), 1);
        QCOMPARE(figure.markAt(figure.plotRect().topLeft()), -1);
    }

    /// Names stand in the plot and over no line, no mark and no other name; where there is no room, none stands.
    void namesCoverNothing()
    {
        RunCurveData data = someRun();
        for (int i = 0; i < 12; ++i)
            data.marks.push_back({40.0 + 5 * i, u"a long name of a pattern"_s, u"…"_s, i});
        for (const QSizeF size : {QSizeF(1200, 300), QSizeF(800, 150), QSizeF(300, 110)}) {
            const RunCurveFigure figure(data, size, m_theme);
            std::vector<QRectF> names = figure.lineNames();
            names.insert(names.end(), figure.markNames().begin(), figure.markNames().end());
            for (std::size_t i = 0; i < names.size(); ++i) {
                if (names[i].isEmpty())
                    continue;
                QVERIFY(figure.plotRect().adjusted(0, -2, 0, 2).contains(names[i]));
                for (std::size_t j = 0; j < i; ++j)
                    QVERIFY(!names[j].intersects(names[i]));
                for (std::size_t mark = 0; mark < data.marks.size(); ++mark)
                    QVERIFY(!names[i].contains(figure.placeMark(mark)));
                for (const QPointF &point : data.lines[0].points)
                    QVERIFY(!names[i].contains(figure.placeLoss(point)));
            }
        }
        const RunCurveFigure alone(someRun(), {800, 150}, m_theme);
        for (const QRectF &name : alone.lineNames())
            QVERIFY(!name.isEmpty());
    }

    /// With several models each line has its name beside its end, and only shares are drawn.
    void severalModels()
    {
        RunCurveData data;
        data.lines = {{u"Transformer"_s, {{0, 0}, {100, 0.62}}, Ink::Model, 0, false},
                      {u"GRU with attention"_s, {{0, 0}, {100, 0.6}}, Ink::Model, 1, true},
                      {u"GRU"_s, {{0, 0}, {100, 0.02}}, Ink::Model, 2, false}};
        data.step = 100;
        data.stepsUnit = u"steps"_s;
        data.note = u"Sentences wholly right"_s;
        const RunCurveFigure figure(data, {900, 160}, m_theme);
        for (std::size_t i = 0; i < data.lines.size(); ++i) {
            const QRectF name = figure.lineNames()[i];
            QVERIFY(QRectF(QPointF(0, 0), figure.size()).contains(name));
            QVERIFY(name.left() >= figure.plotRect().right());
            for (std::size_t j = 0; j < i; ++j)
                QVERIFY(!name.intersects(figure.lineNames()[j]));
        }
        QVERIFY(figure.lineNames()[0].top() < figure.lineNames()[1].top()); // as the lines end
        QVERIFY(!painted(figure).isNull());
    }

    /// Nothing has been learned: the axes are there, with room for the first steps.
    void nothingYet()
    {
        RunCurveData data = someRun();
        for (RunCurveData::Line &line : data.lines)
            line.points.clear();
        data.step = 0;
        const RunCurveFigure figure(data, {600, 150}, m_theme);
        QVERIFY(figure.lastStep() >= 50);
        QVERIFY(!painted(figure).isNull());
        const RunCurveFigure tiny(data, {10, 10}, m_theme);
        QVERIFY(tiny.size().width() >= 160 && tiny.plotRect().height() > 0);
    }

    void inksAreRead_data()
    {
        QTest::addColumn<bool>("isDark");
        QTest::newRow("light") << false;
        QTest::newRow("dark") << true;
    }
    /// Contrast of text, Web Content Accessibility Guidelines 2.1.
    void inksAreRead()
    {
        QFETCH(bool, isDark);
        const Theme &theme = Theme::named(isDark);
        QVERIFY(contrast(lossInk(theme), theme.panel) >= 4.5);
        QVERIFY(contrast(rightInk(theme), theme.panel) >= 4.5);
    }
};

REGARD_TEST(TestRunCurveFigure)
#include "test_run_curve_figure.moc"
