#include <QTest>

#include <cmath>

#include <QGuiApplication>
#include <QRegularExpression>
#include <QXmlStreamReader>

#include "draw/export_figure.h"
#include "test_class.h"
#include "views/steps/step_text.h"
#include "views/steps/steps_figure.h"

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
        for (const PlacedText &text : figure.layout().texts())
            if (text.key == 1 && text.text.contains(u"1.5"_s))
                hit = figure.hit(text.box.center());
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

    void uprightStripsStandSideBySide_data()
    {
        QTest::addColumn<int>("strips");
        QTest::addColumn<int>("cells");
        QTest::addColumn<double>("width");
        QTest::addColumn<double>("height");
        QTest::addColumn<bool>("numbers");
        QTest::newRow("worked example") << 3 << 4 << 700.0 << 260.0 << true;
        QTest::newRow("many strips") << 13 << 9 << 700.0 << 260.0 << false;
        QTest::newRow("narrow") << 6 << 4 << 240.0 << 260.0 << false;
        QTest::newRow("768 components") << 3 << 768 << 700.0 << 260.0 << false;
        QTest::newRow("768 components, tall") << 3 << 768 << 960.0 << 720.0 << false;
        QTest::newRow("page") << 3 << 768 << 700.0 << 0.0 << false;
    }
    void uprightStripsStandSideBySide()
    {
        QFETCH(int, strips);
        QFETCH(int, cells);
        QFETCH(double, width);
        QFETCH(double, height);
        QFETCH(bool, numbers);
        StepsData steps = data(4, cells);
        steps.columns = true;
        Step &step = steps.steps[0];
        step.bars.reset();
        step.strips.resize(std::size_t(strips), step.strips[0]);
        const StepsFigure figure(steps, 0, QSizeF(width, height), Theme::light());
        const std::vector<PlacedStrip> &placed = figure.layout().strips();
        QCOMPARE(int(placed.size()), strips);
        for (std::size_t i = 0; i < placed.size(); ++i) {
            QVERIFY(QRectF(QPointF(), figure.size()).contains(placed[i].whole));
            QVERIFY(placed[i].whole.contains(placed[i].cells) && placed[i].whole.contains(placed[i].name));
            QVERIFY(placed[i].name.bottom() <= placed[i].cells.top());
            QVERIFY(placed[i].cells.height() <= 200);
            QVERIFY(placed[i].cells.bottom() <= placed[i].note.top());
            if (numbers && i != 1) // which is a quarter as high
                QVERIFY(placed[i].showsNumbers);
            for (std::size_t j = 0; j < i; ++j)
                QVERIFY(!placed[i].whole.intersects(placed[j].whole));
            for (const PlacedText &text : figure.layout().texts())
                QVERIFY2(!placed[i].whole.intersects(text.box), qPrintable(text.text));
        }
        QVERIFY(figure.cellRect(0, 0, 1).top() > figure.cellRect(0, 0, 0).top());
        QCOMPARE(figure.cellRect(0, 0, 1).left(), figure.cellRect(0, 0, 0).left());
        const auto hit = figure.hit(figure.cellRect(0, 0, cells - 1).center());
        QVERIFY(hit);
        QCOMPARE(hit->component, cells - 1);
    }

    void uprightStripsAreAsHighAsTheirWeights()
    {
        StepsData steps = data(4, 5);
        steps.columns = true;
        const StepsFigure figure(steps, 0, QSizeF(700, 300), Theme::light());
        QVERIFY(figure.cellRect(0, 0, 0).height() > 20);
        QVERIFY(std::abs(figure.cellRect(0, 1, 0).height() - 0.25 * figure.cellRect(0, 0, 0).height()) < 1e-6);
        QCOMPARE(figure.cellRect(0, 1, 0).top(), figure.cellRect(0, 0, 0).top());
        QCOMPARE(figure.cellRect(0, 1, 0).width(), figure.cellRect(0, 0, 0).width());
    }

    void lyingBarsAreAsLongAsTheirNumbers_data()
    {
        QTest::addColumn<int>("keys");
        QTest::newRow("4") << 4;
        QTest::newRow("512") << 512;
    }
    void lyingBarsAreAsLongAsTheirNumbers()
    {
        QFETCH(int, keys);
        StepsData steps = data(keys, 5);
        steps.columns = true;
        const StepsFigure figure(steps, 0, QSizeF(700, 260), Theme::light());
        const double longest = figure.barRect(0, keys - 1).width();
        QVERIFY(longest > 40);
        for (int bar = 0; bar < keys; ++bar) {
            QVERIFY(std::abs(figure.barRect(0, bar).width() - longest * (bar + 1) / keys) < 1e-6);
            QCOMPARE(figure.barRect(0, bar).left(), figure.barRect(0, 0).left());
            const auto hit = figure.hit(figure.barRect(0, bar).center());
            QVERIFY(hit);
            QCOMPARE(hit->key, bar);
        }
        QVERIFY(figure.barRect(0, keys - 1).bottom() - figure.barRect(0, 0).top() <= 200);
        QVERIFY(figure.barRect(0, 1).top() > figure.barRect(0, 0).top());
        for (const PlacedStrip &strip : figure.layout().strips())
            QVERIFY(!strip.whole.intersects(figure.layout().bars()[0].whole));
    }

    void bothConventionsShowTheSame()
    {
        StepsData steps = data(4, 5);
        StepMatrix matrix = counted(2, 3);
        steps.steps[1].matrices = {{{{}, matrix}}};
        const auto written = [](const StepsData &shown, int step) {
            const StepsFigure figure(shown, step, QSizeF(960, 400), Theme::light());
            QStringList texts;
            const QString svg = QString::fromUtf8(figureBytes(figure, PictureFormat::Svg, 96, {}));
            static const QRegularExpression text(u"<text[^>]*>([^<]*)</text>"_s);
            for (const auto &match : text.globalMatch(svg))
                texts.push_back(match.captured(1).trimmed());
            texts.sort();
            return texts;
        };
        const QStringList rows = written(steps, 0);
        QVERIFY(rows.contains(u"0.4000"_s) && rows.contains(u"w3"_s) && rows.contains(u"−3"_s));
        StepsData turned = steps;
        turned.columns = true;
        turned.steps[1].matrices[0][0].matrix.transposed = true;
        QCOMPARE(written(turned, 0), rows);
        QStringList ofMatrix = written(steps, 1);
        ofMatrix.replaceInStrings(u"M 2 × 3"_s, u"M 3 × 2"_s);
        QCOMPARE(written(turned, 1), ofMatrix);
        QVERIFY(ofMatrix.contains(u"12"_s));
    }

    void transposedMatrixKeepsItsIndices_data()
    {
        QTest::addColumn<bool>("transposed");
        QTest::newRow("as stored") << false;
        QTest::newRow("transposed") << true;
    }
    void transposedMatrixKeepsItsIndices()
    {
        QFETCH(bool, transposed);
        StepsData steps = data(4, 5);
        StepMatrix matrix = counted(2, 3);
        matrix.transposed = transposed;
        matrix.columnsAreKeys = true;
        matrix.columns = QStringList{u"a"_s, u"b"_s, u"c"_s};
        steps.steps[0].matrices = {{{{}, matrix}}};
        const StepsFigure figure(steps, 0, QSizeF(720, 170), Theme::light());
        QSet<QPair<double, double>> corners;
        for (int row = 0; row < 2; ++row) {
            for (int column = 0; column < 3; ++column) {
                const QRectF cell = figure.matrixCellRect(0, 0, 0, row, column);
                corners.insert({cell.left(), cell.top()});
                const auto hit = figure.hit(cell.center());
                QVERIFY(hit);
                QCOMPARE(hit->box, cell);
                QCOMPARE(hit->key, column);
                const QString name = matrix.columns.at(column);
                const QString place = transposed ? u"%1, %2"_s.arg(name).arg(row) : u"%1, %2"_s.arg(row).arg(name);
                QCOMPARE(hit->note, u"M [%1] %2"_s.arg(place).arg(10 * row + column));
            }
        }
        QCOMPARE(corners.size(), 6);
        const QRectF first = figure.matrixCellRect(0, 0, 0, 0, 0);
        const QRectF nextColumn = figure.matrixCellRect(0, 0, 0, 0, 1);
        QCOMPARE(nextColumn.left() == first.left(), transposed);
        QCOMPARE(nextColumn.top() == first.top(), !transposed);
        QCOMPARE(figure.layout().matrices()[0].cells.height(), first.height() * (transposed ? 3 : 2));
    }

    void fixedDigits_data()
    {
        QTest::addColumn<double>("value");
        QTest::addColumn<int>("digits");
        QTest::addColumn<QString>("text");
        QTest::newRow("whole") << 2.0 << 2 << u"2.00"_s;
        QTest::newRow("rounded") << 0.46831 << 2 << u"0.47"_s;
        QTest::newRow("zero") << 0.0 << 2 << u"0.00"_s;
        QTest::newRow("negative zero") << -0.0 << 1 << u"0.0"_s;
        QTest::newRow("would show as zero") << 0.004 << 2 << u"4.00e−03"_s;
        QTest::newRow("just shows") << 0.006 << 2 << u"0.01"_s;
        QTest::newRow("negative that would show as zero") << -0.00012 << 3 << u"−1.200e−04"_s;
        QTest::newRow("no digits") << 3.7 << 0 << u"4"_s;
        QTest::newRow("million") << 1e6 << 1 << u"1.0e+06"_s;
        QTest::newRow("below a million") << 999999.0 << 1 << u"999999.0"_s;
        QTest::newRow("forbidden") << -HUGE_VAL << 2 << u"−∞"_s;
        QTest::newRow("as needed, whole") << 2.0 << -1 << u"2"_s;
        QTest::newRow("as needed") << 0.46831 << -1 << u"0.4683"_s;
    }
    void fixedDigits()
    {
        QFETCH(double, value);
        QFETCH(int, digits);
        QFETCH(QString, text);
        QCOMPARE(stepNumberText(value, digits), text);
    }

    void equationsTakeTheDigits()
    {
        const StepEquation product{u"s"_s, StepOperation::SumOfProducts, {{{{0.25}, {2}}, u"a"_s}}, {0.5}};
        QCOMPARE(equationText(product, 2), u"s = a: 0.25×2.00 = 0.50"_s);
        QCOMPARE(equationText(product, 1), u"s = a: 0.3×2.0 = 0.5"_s);
        QCOMPARE(equationText(product), u"s = a: 0.2500×2 = 0.5000"_s);
        StepEquation rounded = product;
        rounded.result.digits = 1; // its own
        QCOMPARE(equationText(rounded, 3), u"s = a: 0.250×2.000 = 0.5"_s);
        QCOMPARE(equationText(rounded), u"s = a: 0.2500×2 = 0.5"_s);
        const StepEquation unshifted{u"exp"_s, StepOperation::Exponential, {{{{4}}, {}}}, {std::exp(4.0)}};
        QCOMPARE(equationText(unshifted), u"exp = exp(4) = 54.5982"_s);
        const StepEquation shifted{u"exp"_s, StepOperation::Exponential, {{{{4}, {5}}, {}}}, {std::exp(-1.0)}};
        QCOMPARE(equationText(shifted), u"exp = exp(4 − 5) = 0.3679"_s);
    }

    void digitsReachEveryPicture()
    {
        StepsData steps = data(4, 5);
        steps.digits = 2;
        const StepsFigure figure(steps, 0, QSizeF(960, 300), Theme::light());
        QCOMPARE(figure.hit(figure.barRect(0, 2).center())->note, u"w2: 0.30"_s);
        QCOMPARE(figure.hit(figure.cellRect(0, 0, 3).center())->note, u"q(a) [3] −3.00"_s);
        const QByteArray svg = figureBytes(figure, PictureFormat::Svg, 96, {});
        QVERIFY(svg.contains(">0.40<")); // a bar
        QVERIFY(svg.contains(">4.00<")); // a cell
        QVERIFY(svg.contains("1.50"));   // a term
        QVERIFY(!svg.contains(">0.4000<"));
    }

    void exactNumbersStandBesideRoundedOnes_data()
    {
        QTest::addColumn<bool>("columns");
        QTest::newRow("rows") << false;
        QTest::newRow("columns") << true;
    }
    void exactNumbersStandBesideRoundedOnes()
    {
        QFETCH(bool, columns);
        StepsData steps = data(3, 4);
        steps.columns = columns;
        steps.steps[0].bars->values = {0, 0.25, 0.5};
        steps.steps[0].bars->exact = {0.0625, 0.3, 1};
        const StepsFigure figure(steps, 0, QSizeF(700, 300), Theme::light());
        const PlacedBars &placed = figure.layout().bars()[0];
        const QRectF bar = figure.barRect(0, 2);
        const double length = columns ? bar.width() : bar.height();
        const double longest = columns ? placed.plot.width() : placed.plot.height();
        QVERIFY(std::abs(length - longest / 2) < 1e-6); // the exact 1 is the largest
        QVERIFY(!placed.bar(2, 1, true).intersects(bar));
        const auto hit = figure.hit(figure.barRect(0, 1).center());
        QVERIFY(hit);
        QCOMPARE(hit->note, u"w1: 0.2500, exactly 0.3000"_s);
        const QByteArray svg = figureBytes(figure, PictureFormat::Svg, 96, {});
        QVERIFY(svg.contains(">0.2500<") && svg.contains(">0.3000<"));
    }

    void inputsOfEveryKind_data()
    {
        QTest::addColumn<bool>("columns");
        QTest::newRow("rows") << false;
        QTest::newRow("columns") << true;
    }
    void inputsOfEveryKind()
    {
        QFETCH(bool, columns);
        StepsData steps = data(4, 5);
        steps.columns = columns;
        steps.query = 2;
        Step &step = steps.steps[0];
        step.strips[0].sources = {{"X", 1, -1}, {"w_q", -1, 8, false, true}};
        step.bars->keys = {3, 2, 1, 0};
        step.bars->sources = {{{}, 2, 0, false, true}};
        StepEquation &equation = step.equations[0];
        equation.terms[1].numbers[0].sources = {{"X", 1, 4}};
        equation.terms[1].numbers[0].value = 1.0 / 3;
        equation.terms[1].numbers[1].sources = {{"w_q", 4, 0}};
        equation.terms[1].component = 6;
        equation.terms[1].cell = {"w_q", 4, 0};
        equation.result.sources = {{"X", 1, -1}, {"w_q", -1, 0}};
        using Sources = std::vector<StepSource>;
        StepMatrix matrix = counted(2, 3);
        matrix.transposed = columns;
        matrix.sources = {{"X", 0, -1, true, false}, {"w_k", -1, 10, false, true}, {{}, 0, 0, true, true}};
        steps.steps[1].matrices = {{{{}, matrix}}};

        const StepsFigure figure(steps, 0, QSizeF(700, 300), Theme::light());
        QCOMPARE(figure.hit(figure.cellRect(0, 0, 3).center())->inputs, (Sources{{"X", 1, -1}, {"w_q", -1, 11}}));
        QCOMPARE(figure.hit(figure.cellRect(0, 0, 3).center())->box, figure.cellRect(0, 0, 3));
        QCOMPARE(figure.hit(figure.barRect(0, 1).center())->inputs, (Sources{{{}, 2, 2}}));
        QVERIFY(figure.hit(figure.barRect(0, 1).center())->box.contains(figure.barRect(0, 1)));
        // Beside its cells a row stands for its weight.
        QCOMPARE(figure.hit(figure.layout().strips()[1].note.center())->inputs, (Sources{{{}, 2, 3}}));
        const auto under = [&](const auto &wanted) {
            for (const PlacedText &text : figure.layout().texts())
                if (wanted(text))
                    return figure.hit(text.box.center());
            return std::optional<StepHit>();
        };
        const auto number =
            under([](const PlacedText &text) { return text.number && text.term && text.text == u"0.3333"_s; });
        QVERIFY(number);
        QCOMPARE(number->inputs, (Sources{{"X", 1, 4}}));
        QCOMPARE(number->note, u"0.333333333"_s);
        QCOMPARE(number->key, 1);
        QCOMPARE(number->component, 6);
        QCOMPARE(number->cell, (StepSource{"w_q", 4, 0}));
        const auto name = under([](const PlacedText &text) { return text.text == u"w1: "_s; });
        QVERIFY(name);
        QCOMPARE(name->inputs, (Sources{{"X", 1, 4}, {"w_q", 4, 0}}));
        const auto result = under([](const PlacedText &text) { return text.number && !text.term; });
        QVERIFY(result);
        QCOMPARE(result->inputs, (Sources{{"X", 1, -1}, {"w_q", -1, 0}}));
        QCOMPARE(result->key, -1);

        const StepsFigure matrices(steps, 1, QSizeF(700, 300), Theme::light());
        QCOMPARE(matrices.hit(matrices.matrixCellRect(1, 0, 0, 1, 2).center())->inputs,
                 (Sources{{"X", 1, -1}, {"w_k", -1, 12}, {{}, 1, 2}}));
    }

    void revealShowsMoreAndMore_data()
    {
        QTest::addColumn<bool>("columns");
        QTest::addColumn<bool>("matrices");
        QTest::newRow("rows") << false << false;
        QTest::newRow("columns") << true << false;
        QTest::newRow("matrices") << false << true;
    }
    void revealShowsMoreAndMore()
    {
        QFETCH(bool, columns);
        QFETCH(bool, matrices);
        StepsData steps = data(4, 5);
        steps.columns = columns;
        StepMatrix matrix = counted(2, 3);
        if (matrices)
            steps.steps[0].matrices = {{{{}, matrix}, {u"="_s}, {{}, matrix}}};
        StepsFigure figure(steps, 0, QSizeF(700, 300), Theme::light());
        const QImage whole = figureImage(figure, 96);
        figure.setReveal(0);
        const QImage nothing = figureImage(figure, 96);
        int before = -1;
        for (int tenth = 0; tenth <= 10; ++tenth) {
            figure.setReveal(tenth / 10.0);
            const QByteArray svg = figureBytes(figure, PictureFormat::Svg, 96, {});
            QXmlStreamReader reader(svg);
            while (!reader.atEnd())
                reader.readNext();
            QVERIFY2(!reader.hasError(), qPrintable(reader.errorString()));
            QVERIFY(!svg.contains("<image"));
            const int shown = difference(figureImage(figure, 96), nothing);
            QVERIFY2(shown > before, qPrintable(u"%1 tenths: %2 after %3"_s.arg(tenth).arg(shown).arg(before)));
            before = shown;
        }
        QCOMPARE(figureImage(figure, 96), whole);
    }

    void whatIsHiddenCannotBeHit()
    {
        StepsFigure figure(data(4, 5), 0, QSizeF(700, 300), Theme::light());
        const QPointF first = figure.cellRect(0, 0, 1).center();
        const QPointF bar = figure.barRect(0, 3).center();
        figure.setReveal(0);
        QVERIFY(!figure.hit(first) && !figure.hit(bar));
        figure.setReveal(1.0 / figure.layout().items());
        QVERIFY(figure.hit(first) && !figure.hit(bar));
        figure.setReveal(1);
        QVERIFY(figure.hit(first) && figure.hit(bar));
        QCOMPARE(figure.cellRect(0, 0, 1).center(), first); // nothing has moved
    }

    void shortNumbers_data()
    {
        QTest::addColumn<double>("value");
        QTest::addColumn<QString>("text");
        QTest::newRow("half") << 1.5 << u"1.5"_s;
        QTest::newRow("a float's tenth") << double(7.8F) << u"7.8"_s;
        QTest::newRow("rounded") << 0.46831 << u"0.47"_s;
        QTest::newRow("nearly whole") << 0.999 << u"1.00"_s;
        QTest::newRow("whole") << -3.0 << u"−3"_s;
        QTest::newRow("zero") << -0.0 << u"0"_s;
        QTest::newRow("would show as zero") << 0.0003 << u"3e−04"_s;
        QTest::newRow("forbidden") << -HUGE_VAL << u"−∞"_s;
    }
    void shortNumbers()
    {
        QFETCH(double, value);
        QFETCH(QString, text);
        QCOMPARE(stepShortText(value), text);
    }

    void smallMatricesKeepTheirNumbers_data()
    {
        QTest::addColumn<int>("rows");
        QTest::addColumn<int>("columns");
        QTest::addColumn<QSizeF>("size");
        QTest::addColumn<QString>("text");
        const QSizeF single(960, 720);
        const QSizeF docked(1000, 270);
        QTest::newRow("3 × 3") << 3 << 3 << single << u"−0.3333"_s;
        QTest::newRow("3 × 3, docked") << 3 << 3 << docked << u"−0.3333"_s;
        QTest::newRow("6 × 6") << 6 << 6 << single << u"−0.3333"_s;
        QTest::newRow("6 × 6, docked") << 6 << 6 << docked << u"−0.3333"_s;
        QTest::newRow("5 × 5, docked") << 5 << 5 << docked << u"−0.33"_s;
        QTest::newRow("9 × 8") << 9 << 8 << single << u"−0.33"_s;
        QTest::newRow("9 × 8, docked") << 9 << 8 << docked << u"−0.33"_s;
        QTest::newRow("9 × 8, narrow") << 9 << 8 << QSizeF(400, 600) << u"−0.33"_s;
    }
    void smallMatricesKeepTheirNumbers()
    {
        QFETCH(int, rows);
        QFETCH(int, columns);
        QFETCH(QSizeF, size);
        QFETCH(QString, text);
        StepsData steps = data(4, 5);
        StepMatrix matrix;
        matrix.name = u"M"_s;
        matrix.values = std::make_shared<const Matrix>(Matrix::Constant(rows, columns, -1.0F / 3));
        steps.steps[0].matrices = {{{{}, matrix}, {u"·"_s}, {{}, matrix}, {u"="_s}, {{}, matrix}}};
        const StepsFigure figure(steps, 0, size, Theme::light());
        QCOMPARE(int(figure.layout().matrices().size()), 3);
        for (const PlacedMatrix &placed : figure.layout().matrices()) {
            QVERIFY(QRectF(QPointF(), figure.size()).contains(placed.cells));
            for (const PlacedText &other : figure.layout().texts())
                QVERIFY2(!placed.cells.intersects(other.box) || other.text.size() == 1, qPrintable(other.text));
        }
        const QByteArray svg = figureBytes(figure, PictureFormat::Svg, 96, {});
        QCOMPARE(int(svg.count(QByteArray(">" + text.toUtf8() + "<"))), 3 * rows * columns);
    }

    void numbersOfRows_data()
    {
        QTest::addColumn<double>("length");
        QTest::addColumn<bool>("columns");
        QTest::addColumn<QStringList>("written");
        QTest::newRow("whole") << 1.0 << false << QStringList{u"1"_s, u"3"_s, u"1.5000"_s};
        QTest::newRow("fewer digits") << 0.35 << false << QStringList{u"1"_s, u"3"_s, u"1.5"_s};
        QTest::newRow("behind the cells") << 0.06 << false << QStringList{u"1"_s, u"3"_s, u"1.5"_s};
        QTest::newRow("no weight") << 0.0 << false << QStringList{u"1"_s, u"3"_s, u"1.5"_s};
        QTest::newRow("no weight, upright") << 0.0 << true << QStringList{u"1"_s, u"3"_s, u"1.5000"_s};
    }
    void numbersOfRows()
    {
        QFETCH(double, length);
        QFETCH(bool, columns);
        QFETCH(QStringList, written);
        StepsData steps = data(4, 3);
        steps.columns = columns;
        Step &step = steps.steps[0];
        step.bars.reset();
        step.equations.clear();
        step.strips.resize(2);
        for (StepStrip &strip : step.strips) {
            strip.values = {7, 7, 7};
            strip.length = 1;
        }
        step.strips[1].values = {1, 3, 1.5};
        step.strips[1].length = length;
        step.strips[0].length = 0.999; // weighted, as all of the stage
        const StepsFigure figure(steps, 0, QSizeF(960, 720), Theme::light());
        const QByteArray svg = figureBytes(figure, PictureFormat::Svg, 96, {});
        for (const QString &text : written)
            QVERIFY2(svg.contains(QByteArray(">" + text.toUtf8() + "<")), qPrintable(text));
    }

    void oneLongNumberLeavesTheOthers()
    {
        StepsData steps = data(4, 4);
        Step &step = steps.steps[0];
        step.bars.reset();
        step.equations.clear();
        step.strips.resize(1);
        step.strips[0].values = {12, 13, 14, -123456.78};
        const StepsFigure figure(steps, 0, QSizeF(230, 300), Theme::light());
        const QByteArray svg = figureBytes(figure, PictureFormat::Svg, 96, {});
        QVERIFY(svg.contains(">13<"));
        QVERIFY(!svg.contains("123456"));
    }

    void rmsNormsAreWritten()
    {
        const StepEquation normed{u"x[0]"_s, StepOperation::RmsNormed, {{{{-1.5}, {3}, {1}, {-2}}, {}}}, {1.5}};
        QCOMPARE(equationText(normed), u"x[0] = −1.5000 ÷ √(3 + 1) × (−2) = 1.5000"_s);
    }

    void formulasWrapAtSpaces()
    {
        StepsData steps = data(4, 5);
        Step &step = steps.steps[0];
        step.notes.clear();
        StepEquation normed{u"sum[0]"_s,
                            StepOperation::Normed,
                            {{{{-1.25}, {2}, {3}, {1e-5}, {-1}, {0.5}}, {}}},
                            {0.25},
                            u"(sum − mean) ÷ √(variance + ε) × gain + bias"_s};
        step.equations = {normed};
        for (const double width : {200.0, 230.0, 260.0, 300.0, 430.0, 700.0}) {
            const StepsFigure figure(steps, 0, QSizeF(width, 300), Theme::light());
            QString written;
            double line = -1;
            for (const PlacedText &text : figure.layout().texts()) {
                QVERIFY2(!text.text.contains(QChar(0x2026)), qPrintable(text.text));
                QVERIFY(text.box.right() <= width);
                if (text.box.top() > line + 1)
                    QVERIFY2(!text.text.startsWith(QLatin1Char(')')), qPrintable(QString::number(width)));
                line = text.box.top();
                written += text.text;
            }
            QVERIFY(written.contains(equationText(normed)));
        }
    }

    void chineseBreaksBetweenCharacters()
    {
        StepsData steps = data(4, 5);
        Step &step = steps.steps[0];
        step.equations.clear();
        const QString words =
            u"每一行分数在取指数之前都减去这一行的最大值，商保持不变；（这样电脑就不会溢出）。“逐字”换行。"_s;
        step.heading = step.title = u"t"_s;
        step.notes = {words};
        for (int width = 200; width < 320; width += 12) {
            const StepsFigure figure(steps, 0, QSizeF(width, 300), Theme::light());
            QString written;
            int lines = 0;
            for (const PlacedText &text : figure.layout().texts()) {
                if (text.text == u"t"_s)
                    continue;
                QVERIFY2(!u"。，、：；）”"_s.contains(text.text.front()), qPrintable(text.text));
                QVERIFY2(!u"（“"_s.contains(text.text.back()), qPrintable(text.text));
                QVERIFY(!text.text.contains(QChar(0x2026)));
                written += text.text;
                ++lines;
            }
            QCOMPARE(written, words);
            QVERIFY(lines > 1);
        }
    }

    void titles_data()
    {
        QTest::addColumn<int>("decimals");
        QTest::addColumn<QString>("stage");
        QTest::addColumn<QString>("page");
        QTest::newRow("exact") << -1 << u"a → b — 2 softmax"_s << u"a → b"_s;
        QTest::newRow("by hand") << 1 << u"a → b — 2 softmax, by hand"_s << u"a → b, by hand"_s;
    }
    void titles()
    {
        QFETCH(int, decimals);
        QFETCH(QString, stage);
        QFETCH(QString, page);
        StepsData steps = data(4, 5);
        steps.handDecimals = decimals;
        const auto titled = StepsFigure::stage(steps, 1, QSizeF(960, 720), Theme::light());
        QCOMPARE(titled->layout().texts()[0].text, stage);
        QCOMPARE(titled->size(), QSizeF(960, 720));
        for (const PlacedStrip &strip : titled->layout().strips())
            QVERIFY(!strip.whole.intersects(titled->layout().texts()[0].box));
        QCOMPARE(StepsFigure::page(steps, QSizeF(960, 720), Theme::light())->layout().texts()[0].text, page);
        // In the window the panel says so.
        const StepsFigure alone(steps, 1, QSizeF(960, 720), Theme::light());
        QCOMPARE(alone.layout().texts()[0].text, u"what happens"_s);
    }

    void functionsAreNotNumbers()
    {
        StepsData steps = data(4, 5);
        steps.steps[0].equations = {{u"exp"_s, StepOperation::Exponential, {{{{4}}, {}}}, {std::exp(4.0)}}};
        const StepsFigure figure(steps, 0, QSizeF(700, 300), Theme::light());
        int seen = 0;
        for (const PlacedText &text : figure.layout().texts()) {
            if (text.text == u"exp("_s || text.text == u")"_s) {
                QVERIFY(!figure.hit(text.box.center()));
                ++seen;
            } else if (text.text == u"4"_s) {
                QVERIFY(figure.hit(text.box.center()));
                ++seen;
            }
        }
        QCOMPARE(seen, 3);
    }

private:
    /// M with 10 · row + column in each cell.
    static StepMatrix counted(int rows, int columns)
    {
        Matrix values(rows, columns);
        for (int row = 0; row < rows; ++row)
            for (int column = 0; column < columns; ++column)
                values(row, column) = float(10 * row + column);
        StepMatrix matrix;
        matrix.name = u"M"_s;
        matrix.values = std::make_shared<const Matrix>(std::move(values));
        return matrix;
    }

    /// The sum of all differences in lightness.
    static int difference(const QImage &a, const QImage &b)
    {
        int sum = 0;
        for (int y = 0; y < a.height(); ++y)
            for (int x = 0; x < a.width(); ++x)
                sum += std::abs(qGray(a.pixel(x, y)) - qGray(b.pixel(x, y)));
        return sum;
    }

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

REGARD_TEST(TestStepsFigure)
#include "test_steps_figure.moc"
