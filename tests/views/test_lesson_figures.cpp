#include <QImage>
#include <QPainter>
#include <QTest>

#include "test_class.h"
#include "views/lesson/boxes_figure.h"
#include "views/lesson/formula_figure.h"
#include "views/lesson/labelled_matrix_figure.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

namespace {

using Kind = FormulaPart::Kind;

FormulaPart name(const QString &text)
{
    return {Kind::Name, text, {}};
}

/// (a b) / √c, with d raised and e lowered.
FormulaFigure someFormula(const Theme &theme)
{
    const FormulaPart fraction{
        Kind::Fraction, {}, {{Kind::Product, {}, {name(u"a"_s), name(u"b"_s)}}, {Kind::Root, {}, {name(u"c"_s)}}}};
    const FormulaPart script{Kind::Script, {}, {name(u"x"_s), name(u"e"_s), name(u"d"_s)}};
    return FormulaFigure({Kind::Row, {}, {fraction, {Kind::Operator, u"+"_s, {}}, script}}, theme);
}

QPointF placeOf(const FormulaFigure &figure, const QString &text)
{
    for (const FormulaFigure::Word &word : figure.words())
        if (word.text == text)
            return word.place;
    qFatal("not there");
}

BoxesData threeRows()
{
    return {{u"in"_s, u"left"_s, u"right"_s, u"out"_s},
            {{0}, {1, 2}, {3}},
            {{0, 1, {}}, {0, 2, u"W"_s}, {1, 3, {}}, {2, 3, {}}, {0, 3, {}}, {1, 2, {}}}};
}

int pixelsOf(const QImage &image, const QColor &color, const QRectF &part)
{
    int count = 0;
    for (int y = int(part.top()); y < int(part.bottom()); ++y)
        for (int x = int(part.left()); x < int(part.right()); ++x)
            count += image.pixelColor(x, y) == color ? 1 : 0;
    return count;
}

QImage lessonFiguresPainted(const Figure &figure)
{
    QImage image(figure.size().toSize() + QSize(1, 1), QImage::Format_RGB32);
    QPainter painter(&image);
    figure.paint(painter);
    return image;
}

} // namespace

class TestLessonFigures : public QObject {
    Q_OBJECT

private slots:
    void partsOfAFormulaStandWhereTheyBelong();
    void nothingLeavesTheFormula();
    void boxesStandApart();
    void aLongNameTakesTwoLines();
    void arrowsReachFromBoxToBox();
    void theWayAroundTouchesNoOtherBox();
    void matricesHaveTheirNumbersInColumns();
    void bothThemes();
};

void TestLessonFigures::partsOfAFormulaStandWhereTheyBelong()
{
    const FormulaFigure figure = someFormula(Theme::light());
    QVERIFY(placeOf(figure, u"a"_s).x() < placeOf(figure, u"b"_s).x());
    QCOMPARE(placeOf(figure, u"a"_s).y(), placeOf(figure, u"b"_s).y());
    QVERIFY(placeOf(figure, u"a"_s).y() < placeOf(figure, u"+"_s).y());
    QVERIFY(placeOf(figure, u"c"_s).y() > placeOf(figure, u"+"_s).y());
    QCOMPARE(placeOf(figure, u"x"_s).y(), placeOf(figure, u"+"_s).y());
    QVERIFY(placeOf(figure, u"d"_s).y() < placeOf(figure, u"x"_s).y());
    QVERIFY(placeOf(figure, u"e"_s).y() > placeOf(figure, u"x"_s).y());
    QCOMPARE(placeOf(figure, u"d"_s).x(), placeOf(figure, u"e"_s).x());
    for (const FormulaFigure::Word &word : figure.words()) // names of one letter lean
        QCOMPARE(word.font.italic(), word.text[0].isLetter());
}

void TestLessonFigures::nothingLeavesTheFormula()
{
    const FormulaFigure figure = someFormula(Theme::light());
    const QImage image = lessonFiguresPainted(figure);
    const QSizeF size = figure.size();
    const QColor paper = Theme::light().panel;
    QCOMPARE(pixelsOf(image, paper, {0, 0, size.width(), 1}), int(size.width()));
    QCOMPARE(pixelsOf(image, paper, {0, std::floor(size.height()) - 1, size.width(), 1}), int(size.width()));
    QCOMPARE(pixelsOf(image, paper, {0, 0, 1, size.height()}), int(size.height()));
}

void TestLessonFigures::boxesStandApart()
{
    const BoxesFigure figure(threeRows(), Theme::light());
    for (int a = 0; a < 4; ++a) {
        QVERIFY(QRectF({}, figure.size()).contains(figure.boxRect(a)));
        for (int b = 0; b < a; ++b)
            QVERIFY(!figure.boxRect(a).intersects(figure.boxRect(b)));
    }
    QCOMPARE(figure.boxRect(1).top(), figure.boxRect(2).top());
    QVERIFY(figure.boxRect(0).bottom() < figure.boxRect(1).top());
    QCOMPARE(figure.boxRect(0).center().x(), figure.boxRect(3).center().x());
}

void TestLessonFigures::aLongNameTakesTwoLines()
{
    const BoxesFigure figure({{u"masked self-attention"_s, u"short"_s, u"self-attention"_s}, {{0, 1}, {2}}, {}},
                             Theme::light());
    const double single = figure.boxRect(2).width();
    QVERIFY(std::abs(figure.boxRect(0).width() - single) < 1); // its second line is the other's name
    QVERIFY(figure.boxRect(0).height() > figure.boxRect(2).height());
    QCOMPARE(figure.boxRect(1).height(), figure.boxRect(0).height());
    QVERIFY(figure.boxRect(2).top() > figure.boxRect(0).bottom());
}

void TestLessonFigures::arrowsReachFromBoxToBox()
{
    const BoxesData data = threeRows();
    const BoxesFigure figure(data, Theme::light());
    for (int arrow = 0; arrow < int(data.arrows.size()); ++arrow) {
        const auto onEdge = [&](int box, QPointF end) {
            const QRectF rect = figure.boxRect(box);
            return rect.adjusted(-1, -1, 1, 1).contains(end) && !rect.adjusted(1, 1, -1, -1).contains(end);
        };
        QVERIFY(onEdge(data.arrows[std::size_t(arrow)].from, figure.path(arrow).front()));
        QVERIFY(onEdge(data.arrows[std::size_t(arrow)].to, figure.path(arrow).back()));
    }
}

void TestLessonFigures::theWayAroundTouchesNoOtherBox()
{
    const BoxesFigure figure(threeRows(), Theme::light());
    const std::vector<QPointF> &path = figure.path(4);
    QCOMPARE(path.size(), std::size_t{4});
    for (int box : {1, 2})
        QVERIFY(path[1].x() > figure.boxRect(box).right());
    QVERIFY(path[1].x() < figure.size().width());
}

void TestLessonFigures::matricesHaveTheirNumbersInColumns()
{
    const LabelledMatrixFigure figure({u"X"_s, {u"a"_s, u"b"_s}, {{u"dog"_s, {u"1"_s, u"−22.5"_s}}, {{}, {u"3"_s}}}},
                                      Theme::light());
    QCOMPARE(figure.cellRect(0, 1).right(), figure.cellRect(1, 1).right());
    QVERIFY(figure.cellRect(0, 0).right() < figure.cellRect(0, 1).left());
    QCOMPARE(figure.cellRect(0, 0).bottom(), figure.cellRect(1, 0).top());
    const QImage image = lessonFiguresPainted(figure);
    const QColor paper = Theme::light().panel;
    const auto isEmpty = [&](int row, int column) {
        const QRectF cell = figure.cellRect(row, column);
        return pixelsOf(image, paper, cell) ==
               int(cell.right()) * int(cell.height()) - int(cell.left()) * int(cell.height());
    };
    QVERIFY(!isEmpty(0, 0));
    QVERIFY(!isEmpty(0, 1));
    QVERIFY(!isEmpty(1, 0));
    QVERIFY(isEmpty(1, 1)); // a shorter row
}

void TestLessonFigures::bothThemes()
{
    for (const Theme &theme : {Theme::light(), Theme::darkTheme()}) {
        const FormulaFigure formula = someFormula(theme);
        QVERIFY(pixelsOf(lessonFiguresPainted(formula), theme.panel, {{}, formula.size()}) > 100);
        const BoxesFigure boxes(threeRows(), theme);
        QVERIFY(pixelsOf(lessonFiguresPainted(boxes), theme.accentSoft, boxes.boxRect(1)) > 100);
    }
}

REGARD_TEST(TestLessonFigures)
#include "test_lesson_figures.moc"
