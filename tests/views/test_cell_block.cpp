#include <QTest>

#include <limits>

#include "test_class.h"
#include "views/cells/cell_block.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

class TestCellBlock : public QObject {
    Q_OBJECT
private slots:
    void readsNumber_data();
    void readsNumber();
    void refusesNumber_data();
    void refusesNumber();
    void readsBlock_data();
    void readsBlock();
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
    QTest::addColumn<bool>("decimalComma");
    QTest::addColumn<QList<QList<float>>>("rows");
    const QList<QList<float>> square = {{1, 2}, {3, -4}};
    QTest::newRow("spreadsheet") << u"1\t2\r\n3\t-4\r\n"_s << false << square;
    QTest::newRow("spreadsheet with decimal commas") << u"1,0\t2\n3\t-4,0"_s << false << square;
    QTest::newRow("semicolons with decimal commas")
        << u"1,5;2\n3;-4"_s << false << QList<QList<float>>{{1.5F, 2}, {3, -4}};
    QTest::newRow("csv") << u"1,2\n3,-4\n"_s << false << square;
    QTest::newRow("csv with blanks") << u"1, 2\n3, -4\n"_s << true << square;
    QTest::newRow("blanks") << u" 1  2\n 3 -4\n\n"_s << false << square;
    QTest::newRow("old line ends") << u"1 2\r3 -4\r"_s << false << square;
    QTest::newRow("decimal commas between blanks") << u"0,5 0,25"_s << false << QList<QList<float>>{{0.5F, 0.25F}};
    QTest::newRow("column of decimal commas") << u"0,5\n0,25"_s << true << QList<QList<float>>{{0.5F}, {0.25F}};
    QTest::newRow("three by comma") << u"1,2,3"_s << true << QList<QList<float>>{{1, 2, 3}};
    QTest::newRow("single") << u"7"_s << false << QList<QList<float>>{{7}};
}

void TestCellBlock::readsBlock()
{
    QFETCH(QString, text);
    QFETCH(bool, decimalComma);
    QFETCH(QList<QList<float>>, rows);
    const Matrix block = parseCellBlock(text, decimalComma);
    QCOMPARE(block.rows(), rows.size());
    QCOMPARE(block.cols(), rows.first().size());
    for (int row = 0; row < rows.size(); ++row)
        for (int column = 0; column < rows[row].size(); ++column)
            QCOMPARE(block(row, column), rows[row][column]);
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
    const Matrix read = parseCellBlock(cellBlockText(block));
    QCOMPARE(read.rows(), block.rows());
    QVERIFY((read.array() == block.array()).all());
    QCOMPARE(cellBlockText(Matrix::Constant(1, 2, 0.5F)), u"0.5\t0.5\n"_s);
}

REGARD_GUILESS_TEST(TestCellBlock)
#include "test_cell_block.moc"
