#include <QTest>

#include <cmath>

#include <QGuiApplication>

#include "figures/export_figure.h"
#include "figures/step_text.h"
#include "figures/steps_figure.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

/// The picture of the steps: where things stand, what they are under a point, and what files hold of it.
class TestStepsFigure : public QObject {
    Q_OBJECT
private slots:
    void rolesReadOnThePanel_data()
    {
        QTest::addColumn<bool>("dark");
        QTest::newRow("light") << false;
        QTest::newRow("dark") << true;
    }
    void rolesReadOnThePanel()
    {
        QFETCH(bool, dark);
        const Theme &theme = Theme::named(dark);
        QList<QRgb> seen;
        for (const StepRole role : {StepRole::Query, StepRole::Key, StepRole::Value, StepRole::Score}) {
            const QColor color = stepRoleColor(theme, role);
            QVERIFY(contrast(color, theme.panel) >= 4.5);
            QVERIFY(!seen.contains(color.rgb()));
            seen.push_back(color.rgb());
        }
    }

    void barsAreAsHighAsTheirNumbers()
    {
        const StepsFigure figure(data(4, 5), 0, QSizeF(700, 300), Theme::light());
        const double tallest = figure.barRect(0, 3).height();
        QVERIFY(tallest > 30);
        for (int bar = 0; bar < 4; ++bar)
            QVERIFY(std::abs(figure.barRect(0, bar).height() - tallest * (bar + 1) / 4) < 1e-6);
    }

    void rowsAreAsLongAsTheirWeights()
    {
        const StepsFigure figure(data(4, 5), 0, QSizeF(700, 300), Theme::light());
        QVERIFY(std::abs(figure.cellRect(0, 1, 0).width() - 0.25 * figure.cellRect(0, 0, 0).width()) < 1e-6);
    }

    void whatIsUnderAPoint()
    {
        const StepsFigure figure(data(4, 5), 0, QSizeF(700, 300), Theme::light());
        auto hit = figure.hit(figure.barRect(0, 2).center());
        QVERIFY(hit);
        QCOMPARE(hit->key, 2);
        QCOMPARE(hit->component, -1);
        QCOMPARE(hit->note, u"w2: 0.3000"_s);
        hit = figure.hit(figure.cellRect(0, 0, 3).center());
        QVERIFY(hit);
        QCOMPARE(hit->component, 3);
        QCOMPARE(hit->key, -1);
        hit = figure.hit(figure.cellRect(0, 1, 1).center());
        QVERIFY(hit);
        QCOMPARE(hit->key, 3); // the row's
        for (const PlacedText &text : figure.layout().texts()) {
            if (text.key == 1 && text.text.contains(u"1.5"_s))
                hit = figure.hit(text.box.center());
        }
        QCOMPARE(hit->key, 1); // the term's
        QVERIFY(!figure.hit(QPointF(690, 290)));
    }

    void equationsStayInsideAndWhole_data()
    {
        QTest::addColumn<double>("width");
        for (const double width : {240.0, 420.0, 720.0, 1400.0})
            QTest::newRow(qPrintable(QString::number(width))) << width;
    }
    void equationsStayInsideAndWhole()
    {
        QFETCH(double, width);
        const StepsFigure figure(data(4, 5), 0, QSizeF(width, 170), Theme::light());
        QString written;
        for (const PlacedText &text : figure.layout().texts()) {
            QVERIFY2(text.box.right() <= width && text.box.bottom() <= figure.size().height(), qPrintable(text.text));
            written += text.text;
        }
        QVERIFY(written.contains(equationText(data(4, 5).steps[0].equations[0])));
    }

    void matricesStandBesideEachOther_data()
    {
        QTest::addColumn<int>("size");
        QTest::addColumn<bool>("numbers");
        QTest::newRow("small") << 3 << true;
        QTest::newRow("large") << 512 << false;
    }
    void matricesStandBesideEachOther()
    {
        QFETCH(int, size);
        QFETCH(bool, numbers);
        StepsData steps = data(4, 5);
        StepMatrix matrix;
        matrix.name = u"Q"_s;
        matrix.values = std::make_shared<const Matrix>(Matrix::Identity(size, size));
        matrix.row = 1;
        matrix.column = size - 1;
        matrix.columnsAreKeys = true;
        steps.steps[0].matrices = {{{{}, matrix}, {u"·"_s}, {{}, matrix}, {u"="_s}, {{}, matrix}}};
        const StepsFigure figure(steps, 0, QSizeF(720, 170), Theme::light());
        QCOMPARE(figure.layout().matrices().size(), std::size_t(3));
        double right = 0;
        for (const PlacedMatrix &placed : figure.layout().matrices()) {
            QVERIFY(placed.cells.left() >= right);
            right = placed.cells.right();
            QCOMPARE(placed.showsNumbers, numbers);
        }
        QVERIFY(right < 720 * 0.65);
        const auto hit = figure.hit(figure.matrixCellRect(0, 0, 4, 1, 2).center());
        QVERIFY(hit);
        QCOMPARE(hit->key, 2);
        QCOMPARE(hit->note, u"Q [1, 2] 0"_s);
        QVERIFY(!figureBytes(figure, PictureFormat::Svg, 96, {}).contains("<image"));
    }

    void pageHoldsEveryStep_data()
    {
        QTest::addColumn<QSizeF>("size");
        QTest::newRow("wide") << QSizeF(960, 720);
        QTest::newRow("tall") << QSizeF(500, 1400);
        QTest::newRow("small") << QSizeF(300, 200);
    }
    void pageHoldsEveryStep()
    {
        QFETCH(QSizeF, size);
        const auto page = StepsFigure::page(data(9, 6), size, Theme::light());
        for (int step = 0; step < 3; ++step) {
            const QRectF place = page->stepRect(step);
            QVERIFY(!place.isEmpty());
            QVERIFY(QRectF(QPointF(), page->size()).contains(place));
            for (int other = 0; other < step; ++other)
                QVERIFY(!place.intersects(page->stepRect(other)));
        }
    }

    void vectorsHaveNoImages_data()
    {
        QTest::addColumn<int>("keys");
        QTest::addColumn<int>("dimensions");
        QTest::newRow("worked example") << 3 << 4;
        QTest::newRow("512 tokens, 768 dimensions") << 512 << 768;
    }
    void vectorsHaveNoImages()
    {
        QFETCH(int, keys);
        QFETCH(int, dimensions);
        const auto page = StepsFigure::page(data(keys, dimensions), QSizeF(960, 720), Theme::light());
        const QByteArray svg = figureBytes(*page, PictureFormat::Svg, 96, u"steps"_s);
        QVERIFY(!svg.contains("<image"));
        QVERIFY(svg.contains(">score"));
        const QByteArray pdf = figureBytes(*page, PictureFormat::Pdf, 96, u"steps"_s);
        QVERIFY(!pdf.contains("/Subtype /Image"));
    }

private:
    /// Three steps of as many keys and dimensions; the first of them is softmax-like, with a row a quarter long.
    static StepsData data(int keys, int dimensions)
    {
        StepsData data;
        data.title = u"a → b"_s;
        Step step{StepKind::Softmax, u"softmax"_s, u"what happens"_s};
        StepStrip whole;
        whole.name = u"q(a)"_s;
        whole.role = StepRole::Query;
        for (int i = 0; i < dimensions; ++i)
            whole.values.push_back(i % 2 == 0 ? i : -i);
        whole.limit = dimensions;
        StepStrip quarter = whole;
        whole.isComponent = true;
        quarter.length = 0.25;
        quarter.key = 3;
        quarter.note = u"0.25"_s;
        step.strips = {whole, quarter};
        StepBars bars;
        StepEquation equation{u"score"_s, StepOperation::SumOfProducts, {}, {2}};
        for (int i = 0; i < keys; ++i) {
            bars.names.push_back(u"w%1"_s.arg(i));
            bars.values.push_back(0.1 * (i + 1));
            bars.keys.push_back(i);
            if (i < 8)
                equation.terms.push_back({{{0.5 + i}, {double(i)}}, u"w%1"_s.arg(i), i});
        }
        bars.marked = 1;
        step.bars = bars;
        step.equations = {equation};
        step.notes = {u"a note of several words that has to be broken into lines where the picture is narrow"_s};
        data.steps = {step, step, step};
        return data;
    }
};

QTEST_MAIN(TestStepsFigure)
#include "test_steps_figure.moc"
