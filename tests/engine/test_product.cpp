#include <omp.h>

#include <QtTest>

#include "engine/base/errors.h"
#include "engine/kernels/product.h"
#include "test_class.h"

using namespace regard;

namespace {

/// Small whole numbers, whose products and sums float32 holds exactly in any order.
Matrix wholeNumbers(int rows, int columns, int seed)
{
    Matrix matrix(rows, columns);
    for (int i = 0; i < rows; ++i)
        for (int j = 0; j < columns; ++j)
            matrix(i, j) = float((i * 7 + j * 13 + seed * 5 + i * j) % 11 - 5);
    return matrix;
}

Matrix byHand(const Matrix &a, const Matrix &b)
{
    Matrix c = Matrix::Zero(a.rows(), b.cols());
    for (Eigen::Index i = 0; i < a.rows(); ++i)
        for (Eigen::Index k = 0; k < a.cols(); ++k)
            for (Eigen::Index j = 0; j < b.cols(); ++j)
                c(i, j) += a(i, k) * b(k, j);
    return c;
}

} // namespace

class ProductTest : public QObject {
    Q_OBJECT
private slots:
    void exact_data()
    {
        QTest::addColumn<int>("rows");
        QTest::addColumn<int>("inner");
        QTest::addColumn<int>("columns");
        QTest::newRow("one number") << 1 << 1 << 1;
        QTest::newRow("small") << 3 << 4 << 5;
        QTest::newRow("one row") << 1 << 70 << 33;
        QTest::newRow("just small: 127 × 64 × 128") << 127 << 64 << 128;
        QTest::newRow("just large: 128 × 64 × 128") << 128 << 64 << 128;
        QTest::newRow("large, all sides unlike") << 131 << 97 << 173;
        QTest::newRow("large, one row") << 1 << 1024 << 1030;
        QTest::newRow("large, one column") << 1030 << 1024 << 1;
        QTest::newRow("large, inner 1") << 1030 << 1 << 1024;
    }

    void exact()
    {
        QFETCH(int, rows);
        QFETCH(int, inner);
        QFETCH(int, columns);
        const Matrix a = wholeNumbers(rows, inner, 1);
        const Matrix b = wholeNumbers(inner, columns, 2);
        const Matrix expected = byHand(a, b);
        QVERIFY(product(a, b) == expected);
        QVERIFY(productTransposed(a, b.transpose()) == expected);
    }

    void splitHasTheBitsOfTheWhole_data()
    {
        QTest::addColumn<int>("rows");
        QTest::addColumn<int>("width");
        QTest::newRow("small") << 3 << 4;
        QTest::newRow("large, of whole vectors") << 130 << 32;
        QTest::newRow("large, shares end within a matrix") << 130 << 25;
        QTest::newRow("one row") << 1 << 64;
        QTest::newRow("tall and narrow: rows are shared out") << 4001 << 1;
    }

    void splitHasTheBitsOfTheWhole()
    {
        QFETCH(int, rows);
        QFETCH(int, width);
        const Matrix x = wholeNumbers(rows, 300, 1);
        const Matrix weight = wholeNumbers(300, 6 * width, 2);
        const Matrix bias = wholeNumbers(1, 6 * width, 3);
        const Matrix expected = byHand(x, weight).rowwise() + bias.row(0);
        const Affine scaled = affine(x * 0.37F, weight * 0.11F, &bias);
        const int before = omp_get_max_threads();
        for (const int threads : {1, 2, 3, 4, 7}) {
            omp_set_num_threads(threads);
            const SplitAffine exact = splitAffine(x, weight, &bias, width);
            const SplitAffine rounded = splitAffine(x * 0.37F, weight * 0.11F, &bias, width);
            QVERIFY(exact.isFinite);
            QCOMPARE(exact.numbers.size(), std::size_t(6));
            for (int i = 0; i < 6; ++i) {
                QVERIFY(exact.numbers[std::size_t(i)] == expected.middleCols(i * width, width));
                QVERIFY(rounded.numbers[std::size_t(i)] == scaled.numbers.middleCols(i * width, width));
            }
            Matrix large = weight;
            large(7, 2 * width) = 3e38F;
            QVERIFY(!splitAffine(x * 100, large, &bias, width).isFinite);
        }
        omp_set_num_threads(before);
    }

    void emptyInner() { QVERIFY(product(Matrix(2, 0), Matrix(0, 3)) == Matrix::Zero(2, 3)); }

    void sizesThatDoNotMeet()
    {
        try {
            product(Matrix::Zero(2, 3), Matrix::Zero(4, 5));
            QFAIL("nothing was thrown");
        } catch (const ShapeError &error) {
            QVERIFY(QString::fromUtf8(error.what()).contains(QStringLiteral("2 × 3")));
            QVERIFY(QString::fromUtf8(error.what()).contains(QStringLiteral("4 × 5")));
        }
        QVERIFY_EXCEPTION_THROWN(productTransposed(Matrix::Zero(2, 3), Matrix::Zero(3, 2)), ShapeError);
    }
};

REGARD_GUILESS_TEST(ProductTest)
#include "test_product.moc"
