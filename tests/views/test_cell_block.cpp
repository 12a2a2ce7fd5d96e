#include <QTest>

#include <limits>

#include "test_class.h"
#include "views/weights/cell_block.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

namespace {

using Rows = QList<QList<float>>;

Rows rowsOf(const Matrix &block)
{
    Rows rows;
    for (Eigen::Index row = 0; row < block.rows(); ++row) {
        QList<float> &cells = rows.emplaceBack();
        for (Eigen::Index column = 0; column < block.cols(); ++column)
            cells.append(block(row, column));
    }
    return rows;
}

} // namespace

class TestCellBlock : public QObject {
    Q_OBJECT
private slots:
    void readsNumber_data();
    void readsNumber();
    void refusesNumber_data();
    void refusesNumber();
    void readsBlock_data();
    void readsBlock();
    void readsCommas_data();
    void readsCommas();
    void saysNothingOfCommasWhereThereAreNone();
    void refusesBlock_data();
    void refusesBlock();
    void writtenBlockReadsBackBitForBit();
};

void TestCellBlock::readsNumber_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<float>("value");
    QTest::newRow("whole") << u"3"_s << 3.0F;
    QTest::newRow("blanks around") << u"  0.5 "_s << 0.5F;
    QTest::newRow("plus") << u"+0.25"_s << 0.25F;
    QTest::newRow("no leading zero") << u".25"_s << 0.25F;
    QTest::newRow("exponent") << u"1e-3"_s << 0.001F;
    QTest::newRow("capital exponent") << u"2.5E2"_s << 250.0F;
    QTest::newRow("unicode minus") << u"\u22120.5"_s << -0.5F;
    QTest::newRow("unicode minus in the exponent") << u"1e\u22122"_s << 0.01F;
    QTest::newRow("decimal comma") << u"-0,75"_s << -0.75F;
    QTest::newRow("too small for float32") << u"1e-60"_s << 0.0F;
}

void TestCellBlock::readsNumber()
{
    QFETCH(QString, text);
    QFETCH(float, value);
    const std::optional<float> read = parseCell(text);
    QVERIFY(read.has_value());
    QCOMPARE(*read, value);
}

void TestCellBlock::refusesNumber_data()
{
    QTest::addColumn<QString>("text");
    QTest::newRow("empty") << QString();
    QTest::newRow("letters") << u"abc"_s;
    QTest::newRow("letters behind a number") << u"1.5x"_s;
    QTest::newRow("two signs") << u"+-1"_s;
    QTest::newRow("two numbers") << u"1 2"_s;
    QTest::newRow("two commas") << u"1,2,3"_s;
    QTest::newRow("comma and point") << u"1,234.5"_s;
    QTest::newRow("not a number") << u"nan"_s;
    QTest::newRow("infinite") << u"inf"_s;
    QTest::newRow("beyond float32") << u"1e39"_s;
    QTest::newRow("hexadecimal") << u"0x10"_s;
}

void TestCellBlock::refusesNumber()
{
    QFETCH(QString, text);
    QVERIFY(!parseCell(text).has_value());
}

void TestCellBlock::readsBlock_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<Rows>("rows");
    const Rows square = {{1, 2}, {3, -4}};
    QTest::newRow("spreadsheet") << u"1\t2\r\n3\t-4\r\n"_s << square;
    QTest::newRow("spreadsheet with decimal commas") << u"1,0\t2\n3\t-4,0"_s << square;
    QTest::newRow("semicolons with decimal commas") << u"1,5;2\n3;-4"_s << Rows{{1.5F, 2}, {3, -4}};
    QTest::newRow("csv") << u"1,2\n3,-4\n"_s << square;
    QTest::newRow("blanks") << u" 1  2\n 3 -4\n\n"_s << square;
    QTest::newRow("old line ends") << u"1 2\r3 -4\r"_s << square;
    QTest::newRow("decimal commas between blanks") << u"0,5 0,25"_s << Rows{{0.5F, 0.25F}};
    QTest::newRow("single") << u"7"_s << Rows{{7}};
    // What repr and str of Python, NumPy 1 and 2 and PyTorch print.
    QTest::newRow("python") << u"[[1, 2], [3, -4]]"_s << square;
    QTest::newRow("python, a row a line") << u"[[1, 2],\n [3, -4],]\n"_s << square;
    QTest::newRow("python, named") << u"W_Q = [[1.0, 2.0], [3.0, -4.0]];"_s << square;
    QTest::newRow("python, tuples") << u"[(1, 2), (3, -4)]"_s << square;
    QTest::newRow("python, flat") << u"[1, 2, -4]"_s << Rows{{1, 2, -4}};
    QTest::newRow("python, single") << u"[1,5]"_s << Rows{{1, 5}};
    QTest::newRow("python, two lists") << u"[1, 2]\n[3, -4]"_s << square;
    QTest::newRow("numpy repr") << u"array([[ 1.,  2.],\n       [ 3., -4.]])"_s << square;
    QTest::newRow("numpy repr, typed") << u"array([[ 1.,  2.],\n       [ 3., -4.]], dtype=float32)"_s << square;
    QTest::newRow("numpy str") << u"[[ 1.  2.]\n [ 3. -4.]]"_s << square;
    QTest::newRow("numpy str, exponents") << u"[[1.e+00 2.e-03]\n [3.e+00 4.e+00]]"_s << Rows{{1, 0.002F}, {3, 4}};
    QTest::newRow("numpy str, a long row on two lines")
        << u"[[1. 2. 3.\n  4.]\n [5. 6. 7.\n  8.]]"_s << Rows{{1, 2, 3, 4}, {5, 6, 7, 8}};
    QTest::newRow("numpy source") << u"W = np.array([[1, 2], [3, -4]], dtype=np.float32)"_s << square;
    QTest::newRow("numpy 2, list of numbers") << u"[np.float32(1.0), np.float32(-0.5)]"_s << Rows{{1, -0.5F}};
    QTest::newRow("list of arrays") << u"[array([1., 2.], dtype=float32), array([ 3., -4.], dtype=float32)]"_s
                                    << square;
    QTest::newRow("torch") << u"tensor([[ 1.,  2.],\n        [ 3., -4.]], device='cuda:0', grad_fn=<MmBackward0>)"_s
                           << square;
    QTest::newRow("torch, list of numbers") << u"[tensor(1.), tensor(2., requires_grad=True)]"_s << Rows{{1, 2}};
}

void TestCellBlock::readsBlock()
{
    QFETCH(QString, text);
    QFETCH(Rows, rows);
    QCOMPARE(rowsOf(parseCellBlock(text).numbers), rows);
}

/// The rule of issue 41 row by row: where a text is pasted decides only where its commas can be either.
void TestCellBlock::readsCommas_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("selected");
    QTest::addColumn<int>("columns");
    QTest::addColumn<bool>("isCommaLocale");
    QTest::addColumn<bool>("isDecimal");
    QTest::addColumn<Rows>("rows");
    QTest::addColumn<Rows>("otherwise");
    const QString open = u"7,4\n9,5\n0,25"_s;
    const Rows column = {{7.4F}, {9.5F}, {0.25F}};
    const Rows pairs = {{7, 4}, {9, 5}, {0, 25}};
    const auto add = [](const char *name, const QString &text, const PasteTarget &target, bool isDecimal,
                        const Rows &rows, const Rows &otherwise) {
        QTest::newRow(name) << text << target.selectedColumns << target.columns << target.hasDecimalCommas << isDecimal
                            << rows << otherwise;
    };
    const Rows none;
    // The selection's columns, whatever the locale.
    add("one column selected", open, {1, 16, false}, true, column, pairs);
    add("one column selected, comma locale", open, {1, 16, true}, true, column, pairs);
    add("two columns selected", open, {2, 16, false}, false, pairs, column);
    add("two columns selected, comma locale", open, {2, 16, true}, false, pairs, column);
    // Then a matrix of one column, then the locale.
    add("a matrix of one column", open, {0, 1, false}, true, column, pairs);
    add("nothing selected", open, {0, 16, false}, false, pairs, column);
    add("nothing selected, comma locale", open, {0, 16, true}, true, column, pairs);
    add("three columns selected", open, {3, 16, false}, false, pairs, column);
    add("three columns selected, comma locale", open, {3, 16, true}, true, column, pairs);
    add("one number", u"7,4"_s, {1, 16, false}, true, {{7.4F}}, {{7, 4}});
    // What separates for certain.
    add("a comma and a blank", u"7, 4\n9, 5"_s, {1, 1, true}, false, {{7, 4}, {9, 5}}, none);
    add("a blank and a comma", u"7 ,4\n9 ,5"_s, {1, 1, true}, false, {{7, 4}, {9, 5}}, none);
    add("one such line", u"7,4\n9, 5"_s, {1, 1, true}, false, {{7, 4}, {9, 5}}, none);
    add("brackets", u"[7,4]"_s, {1, 1, true}, false, {{7, 4}}, none);
    add("brackets around rows", u"[[7,4],[9,5]]"_s, {1, 1, true}, false, {{7, 4}, {9, 5}}, none);
    add("a point", u"7.5,4\n9,5"_s, {1, 1, true}, false, {{7.5F, 4}, {9, 5}}, none);
    add("a point in another line", u"7,4\n9.5,5"_s, {1, 1, true}, false, {{7, 4}, {9.5F, 5}}, none);
    // One reading alone gives a block.
    add("two commas", u"7,4,2"_s, {1, 1, true}, false, {{7, 4, 2}}, none);
    add("a whole number among them", u"7,4\n9\n0,25"_s, {2, 16, false}, true, {{7.4F}, {9}, {0.25F}}, none);
    add("blanks", u"7,4 9,5"_s, {2, 16, false}, true, {{7.4F, 9.5F}}, none);
    add("tabs", u"7,4\t9,5"_s, {2, 16, false}, true, {{7.4F, 9.5F}}, none);
    add("semicolons", u"7,4;9,5"_s, {2, 16, false}, true, {{7.4F, 9.5F}}, none);
    add("no digit before it", u",5\n,25"_s, {0, 16, false}, true, {{0.5F}, {0.25F}}, none);
}

void TestCellBlock::readsCommas()
{
    QFETCH(QString, text);
    QFETCH(int, selected);
    QFETCH(int, columns);
    QFETCH(bool, isCommaLocale);
    QFETCH(bool, isDecimal);
    QFETCH(Rows, rows);
    QFETCH(Rows, otherwise);
    const CellBlock block = parseCellBlock(text, {selected, columns, isCommaLocale});
    QCOMPARE(rowsOf(block.numbers), rows);
    QCOMPARE(block.commas == CommaRole::Decimal, isDecimal);
    QCOMPARE(block.commas == CommaRole::Separator, !isDecimal);
    QCOMPARE(block.otherwise ? rowsOf(*block.otherwise) : Rows(), otherwise);
}

void TestCellBlock::saysNothingOfCommasWhereThereAreNone()
{
    QVERIFY(!parseCellBlock(u"1\t2"_s).commas);
    QVERIFY(!parseCellBlock(u"0.5 1.5"_s).commas);
    QVERIFY(!parseCellBlock(u"[[1. 2.]\n [3. 4.]]"_s).commas);
}

void TestCellBlock::refusesBlock_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("sentence");
    QTest::newRow("nothing") << u"\n \n"_s << u"There are no numbers to paste."_s;
    QTest::newRow("letters") << u"1\t2\n3\tcat"_s
                             << u"Row 2, column 2 of the pasted block is “cat”, which is not a number."_s;
    QTest::newRow("empty cell") << u"1\t2\n\t4"_s
                                << u"Row 2, column 1 of the pasted block is empty: every cell needs a number."_s;
    QTest::newRow("row of empty cells at the end")
        << u"1\t2\n\t"_s << u"Row 2, column 1 of the pasted block is empty: every cell needs a number."_s;
    QTest::newRow("ragged")
        << u"1 2 3\n4 5"_s
        << u"Row 2 of the pasted block has 2 cells, but row 1 has 3: all rows must be equally long."_s;
    QTest::newRow("infinite") << u"1;inf"_s
                              << u"Row 1, column 2 of the pasted block is “inf”, which is not a number."_s;
    QTest::newRow("thousands beside a point")
        << u"2,000\t0.5"_s << u"Row 1, column 1 of the pasted block is “2,000”, which is not a number."_s;
    const QString noMatrix =
        u"The pasted list is not a matrix: write its rows in brackets, such as [[1, 2], [3, 4]]."_s;
    QTest::newRow("three levels") << u"[[[1, 2], [3, 4]]]"_s << noMatrix;
    QTest::newRow("uneven levels") << u"[1, [2, 3]]"_s << noMatrix;
    QTest::newRow("an open bracket") << u"[[1, 2], [3, 4]"_s << noMatrix;
    QTest::newRow("words around it") << u"see [1, 2]"_s << noMatrix;
    QTest::newRow("words behind it") << u"[1, 2] see"_s << noMatrix;
    QTest::newRow("empty list") << u"[[]]"_s << u"There are no numbers to paste."_s;
    QTest::newRow("ragged list")
        << u"[[1, 2], [3]]"_s
        << u"Row 2 of the pasted block has 1 cells, but row 1 has 2: all rows must be equally long."_s;
    QTest::newRow("nan in a list") << u"[[1., nan]]"_s
                                   << u"Row 1, column 2 of the pasted block is “nan”, which is not a number."_s;
    QTest::newRow("numpy leaves some out")
        << u"array([[0., 1., 2., ..., 7., 8., 9.]])"_s
        << u"The pasted list leaves numbers out (“...”): copy it whole. NumPy prints all of them after "
           "numpy.set_printoptions(threshold=sys.maxsize)."_s;
}

void TestCellBlock::refusesBlock()
{
    QFETCH(QString, text);
    QFETCH(QString, sentence);
    try {
        parseCellBlock(text);
        QFAIL("read all the same");
    } catch (const CellBlockError &error) {
        QCOMPARE(QString::fromUtf8(error.what()), sentence);
    }
}

void TestCellBlock::writtenBlockReadsBackBitForBit()
{
    Matrix block(2, 4);
    block << 0.1F, -1.0F / 3.0F, 1e-30F, 3.4028235e38F, 16777217.0F, std::numeric_limits<float>::denorm_min(), 0.0F,
        123.456F;
    const Matrix read = parseCellBlock(cellBlockText(block)).numbers;
    QCOMPARE(read.rows(), block.rows());
    QVERIFY((read.array() == block.array()).all());
    QCOMPARE(cellBlockText(Matrix::Constant(1, 2, 0.5F)), u"0.5\t0.5\n"_s);
}

REGARD_GUILESS_TEST(TestCellBlock)
#include "test_cell_block.moc"
