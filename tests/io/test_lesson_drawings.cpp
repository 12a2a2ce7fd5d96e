#include <QTest>

#include "engine/base/errors.h"
#include "io/lesson/lesson_text.h"
#include "test_class.h"

using namespace regard;

namespace {

using FormulaKind = LessonFormula::Kind;

/// A formula's tree in a line.
std::string written(const LessonFormula &formula)
{
    const auto part = [&formula](std::size_t i) { return written(formula.parts[i]); };
    std::string inner;
    for (const LessonFormula &one : formula.parts)
        inner += (inner.empty() ? "" : " ") + written(one);
    switch (formula.kind) {
    case FormulaKind::Row:
        return inner;
    case FormulaKind::Product:
        return "[" + inner + "]";
    case FormulaKind::Name:
    case FormulaKind::Operator:
        return formula.text;
    case FormulaKind::Sum:
        return "SUM";
    case FormulaKind::Fraction:
        return "FRACTION{" + part(0) + "}{" + part(1) + "}";
    case FormulaKind::Root:
        return "ROOT{" + inner + "}";
    case FormulaKind::Group:
        return "(" + inner + ")";
    case FormulaKind::Script:
        return part(0) + "_{" + part(1) + "}^{" + part(2) + "}";
    }
    return {};
}

} // namespace

/// Formulas, boxes and matrices as texts spell them.
class TestLessonDrawings : public QObject {
    Q_OBJECT

private slots:
    void formulas_data();
    void formulas();
    void boxes();
    void matrices();
    void valuesStandInMatrices();
    void refused_data();
    void refused();
};

void TestLessonDrawings::formulas_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("tree");
    const auto row = [](const char *text, const char *tree) { QTest::newRow(text) << text << tree; };
    row("softmax(Q K^T / sqrt(d_k)) V", "[softmax (FRACTION{[Q K_{}^{T}]}{ROOT{d_{k}^{}}}) V]");
    row("a b / c d + e", "FRACTION{[a b]}{[c d]} + e");
    row("e^(s_i) / sum_j e^(s_j)", "FRACTION{e_{}^{s_{i}^{}}}{[SUM_{j}^{} e_{}^{s_{j}^{}}]}");
    row("(q · k) / (a b)", "FRACTION{q · k}{[a b]}");
    row("sum_(i=1)^n q_i", "[SUM_{i = 1}^{n} q_{i}^{}]");
    row("x -> y <= z * w - 1", "x → y ≤ z · w − 1");
    row("\"two words\"_1", "two words_{1}^{}");
    row("σ^2", "σ_{}^{2}");
}

void TestLessonDrawings::formulas()
{
    QFETCH(QString, text);
    QFETCH(QString, tree);
    QCOMPARE(QString::fromStdString(written(parseLessonFormula(text.toStdString()))), tree);
}

void TestLessonDrawings::boxes()
{
    const LessonBoxes drawn = parseLessonBoxes("\nX\n| Q | my key\nX -> Q, my key: W\nQ -> X -> my key\n");
    QCOMPARE(drawn.names, (std::vector<std::string>{"X", "Q", "my key"}));
    QCOMPARE(drawn.rows, (std::vector<std::vector<int>>{{0}, {-1, 1, 2}}));
    QCOMPARE(drawn.arrows, (std::vector<LessonBoxes::Arrow>{{0, 1, "W"}, {0, 2, "W"}, {1, 0, ""}, {0, 2, ""}}));
}

void TestLessonDrawings::matrices()
{
    const LessonMatrix drawn = parseLessonMatrix(" X\ncolumns: a, b c\ndog: 1 −2.5\n0 −∞\n");
    QCOMPARE(drawn.name, std::string("X"));
    QCOMPARE(drawn.columns, (std::vector<std::string>{"a", "b c"}));
    QCOMPARE(drawn.rows.size(), std::size_t{2});
    QCOMPARE(drawn.rows[0].name, std::string("dog"));
    QCOMPARE(drawn.rows[0].cells, (std::vector<std::string>{"1", "−2.5"}));
    QCOMPARE(drawn.rows[1].name, std::string());
}

void TestLessonDrawings::valuesStandInMatrices()
{
    const std::vector<LessonPiece> pieces = lessonPieces("a\n{matrix\n{token 1}: {q 1:2}\n}\nb {tokens}");
    int values = 0;
    int marks = 0;
    for (const LessonPiece &piece : pieces) {
        values += piece.isValue ? 1 : 0;
        marks += piece.mark != LessonMark::None ? 1 : 0;
    }
    QCOMPARE(values, 3);
    QCOMPARE(marks, 2);
    QCOMPARE(pieces[0].words, std::string("a\n"));
}

void TestLessonDrawings::refused_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("reason");
    const auto row = [](const char *text, const char *reason) { QTest::newRow(text) << text << reason; };
    row("a\n\n{picture x}", "line 3: ");
    row("a\n{formula a /}", "line 2: the formula has a \"/\" without something on both sides");
    row("{formula (a}", "line 1: the formula has a \"(\" that is not closed");
    row("{formula a)}", "line 1: the formula has a \")\" that nothing opens or needs");
    row("{formula a^}", "line 1: the formula has a \"^\" or a \"_\" with nothing behind it");
    row("{formula }", "line 1: the formula is empty");
    row("{formula {tokens}}", "line 1: a formula takes no values in braces");
    row("{formula a", "line 1: the drawing \"formula\" is not closed by a brace");
    row("word {formula a}", "line 1: the drawing \"formula\" does not begin its line");
    row("a\n{boxes\nX\nX -> Y\n}", "line 4: an arrow names \"Y\", which is no box in a row above it");
    row("{boxes\nX | X\n}", "line 2: the box \"X\" is there twice");
    row("{boxes\nX\nX -> X\n}", "line 3: an arrow goes from \"X\" to itself");
    row("{boxes\n}", "line 1: the drawing has no boxes");
    row("{matrix X\na: 1 2\nb: 1\n}", "line 3: the row \"b\" of a matrix has 1 numbers, but 2 are needed");
    row("{matrix X\na: one\n}", "line 2: a matrix holds numbers, and \"one\" is none");
    row("{matrix X\n}", "line 1: the matrix has no rows");
    row("{matrix\n{boxes\n}\n}", "line 2: a drawing stands inside another");
    const std::string many = "{matrix\n" + [] {
        std::string rows;
        for (int i = 0; i <= mostDrawnRows; ++i)
            rows += "1\n";
        return rows;
    }() + "}";
    row(many.c_str(), "line 34: a drawing has at most 32 rows, 32 columns and 64 arrows");
}

void TestLessonDrawings::refused()
{
    QFETCH(QString, text);
    QFETCH(QString, reason);
    try {
        lessonPieces(text.toStdString());
    } catch (const ValueError &error) {
        QVERIFY2(QString::fromUtf8(error.what()).contains(reason), error.what());
        return;
    }
    QFAIL("not refused");
}

REGARD_GUILESS_TEST(TestLessonDrawings)
#include "test_lesson_drawings.moc"
