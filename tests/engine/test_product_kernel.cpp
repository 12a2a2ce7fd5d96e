#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <utility>
#include <vector>

#include <QtTest>

#include "engine/kernels/product_kernel.h"
#include "kernel_targets.h"
#include "test_class.h"

using namespace regard;

namespace {

/// Small whole numbers, whose products and sums float32 holds exactly in any order.
std::vector<float> productKernelWholeNumbers(std::size_t count, unsigned seed)
{
    std::vector<float> numbers(count);
    for (std::size_t i = 0; i < count; ++i)
        numbers[i] = float((i * 7 + i / 11 * 5 + seed * 3) % 11) - 5;
    return numbers;
}

/// The three matrices of a product, in memory that ends where they do, with rows that are wider than what is used.
struct Operands {
    std::size_t rows, inner, columns;
    bool isTransposed;
    std::size_t aStride = inner + 3;
    std::size_t bStride = (isTransposed ? inner : columns) + 2;
    std::size_t cStride = columns + 5;
    std::vector<float> a = productKernelWholeNumbers(rows * aStride, 1);
    std::vector<float> b = productKernelWholeNumbers((isTransposed ? columns : inner) * bStride, 2);
    std::vector<float> c = std::vector<float>(rows * cStride, 77);
    std::vector<float> bias = productKernelWholeNumbers(columns, 3);

    ProductParts parts(bool hasBias)
    {
        ProductParts result;
        result.a = a.data();
        result.aStride = aStride;
        result.b = b.data();
        result.bStride = bStride;
        result.isTransposed = isTransposed;
        result.c = c.data();
        result.cStride = cStride;
        result.rows = rows;
        result.inner = inner;
        result.columns = columns;
        result.bias = hasBias ? bias.data() : nullptr;
        return result;
    }

    float byHand(std::size_t i, std::size_t j) const
    {
        float sum = 0;
        for (std::size_t p = 0; p < inner; ++p)
            sum += a[i * aStride + p] * (isTransposed ? b[j * bStride + p] : b[p * bStride + j]);
        return sum;
    }
};

} // namespace

class ProductKernelTest : public QObject {
    Q_OBJECT
private slots:
    void exact_data() { addTargetRows(); }
    void exact()
    {
        QFETCH(qint64, target);
        const AsTarget as(target);
        // Rows and columns around the sizes of tiles, inner sizes around those of slabs.
        for (const std::size_t rows : {1, 2, 3, 6, 7, 8, 13, 16, 49})
            for (const std::size_t inner : {0, 1, 5, 255, 257, 600, 1100})
                for (const std::size_t columns : {1, 3, 8, 15, 16, 17, 31, 48, 49, 64, 100})
                    for (const bool isTransposed : {false, true}) {
                        Operands operands{rows, inner, columns, isTransposed};
                        const bool hasBias = (rows + columns) % 2 == 0;
                        QVERIFY(multiply(operands.parts(hasBias)));
                        for (std::size_t i = 0; i < rows; ++i) {
                            const float *c = operands.c.data() + i * operands.cStride;
                            for (std::size_t j = 0; j < columns; j += 1 + j % 7)
                                QCOMPARE(c[j], operands.byHand(i, j) + (hasBias ? operands.bias[j] : 0));
                            for (std::size_t j = columns; j < operands.cStride; ++j)
                                QCOMPARE(c[j], 77.0F); // beyond its columns nothing is written
                        }
                    }
    }

    /// Narrow numbers are those of the matrix as float32, for each of the 65,536 and wherever they stand.
    void narrow_data() { addTargetRows(); }
    void narrow()
    {
        QFETCH(qint64, target);
        const AsTarget as(target);
        for (const NarrowKind kind : {NarrowKind::Float16, NarrowKind::BFloat16})
            for (const std::size_t columns : {1, 15, 16, 33, 48, 100})
                for (const bool isTransposed : {false, true}) {
                    Operands operands{9, 700, columns, isTransposed};
                    std::vector<std::uint16_t> numbers(operands.b.size());
                    for (std::size_t i = 0; i < numbers.size(); ++i) {
                        numbers[i] = std::uint16_t(i * 40503);
                        if (!allFinite(kind, &numbers[i], 1))
                            numbers[i] &= 0xBFFF;
                    }
                    widen(kind, numbers.data(), numbers.size(), operands.b.data());
                    for (std::size_t i = 0; i < operands.a.size(); ++i)
                        operands.a[i] = 1e-3F * std::sin(float(i));
                    const bool isFinite = multiply(operands.parts(true));
                    const std::vector<float> expected =
                        std::exchange(operands.c, std::vector<float>(operands.c.size()));
                    ProductParts parts = operands.parts(true);
                    parts.b = KeptNumbers(numbers.data(), kind);
                    QCOMPARE(multiply(parts), isFinite);
                    for (std::size_t i = 0; i < 9; ++i)
                        QVERIFY(std::memcmp(&operands.c[i * operands.cStride], &expected[i * operands.cStride],
                                            columns * sizeof(float)) == 0);
                }
    }

    void slices_data() { addTargetRows(); }
    void slices()
    {
        QFETCH(qint64, target);
        const AsTarget as(target);
        // Widths below, of and across whole vectors; a part in the middle of larger matrices.
        for (const std::size_t width : {1, 4, 7, 16, 24, 32, 48})
            for (const std::size_t rows : {1, 9, 49})
                for (const std::size_t inner : {5, 600}) {
                    constexpr std::size_t count = 4;
                    constexpr std::size_t above = 2;
                    Operands operands{rows, inner, count * width, false};
                    std::vector<std::vector<float>> matrices(count, std::vector<float>((above + rows) * width, 77));
                    std::vector<float *> starts;
                    for (std::vector<float> &matrix : matrices)
                        starts.push_back(matrix.data());
                    ProductParts parts = operands.parts(true);
                    const std::size_t left = width; // the first matrix is not the part's
                    parts.b += left;
                    parts.bias += left;
                    parts.columns -= left;
                    parts.slices = {starts.data(), width, above, left};
                    QVERIFY(multiply(parts));
                    for (std::size_t j = 0; j < count * width; ++j) {
                        for (std::size_t i = 0; i < above + rows; ++i) {
                            const bool isPart = j >= left && i >= above;
                            QCOMPARE(matrices[j / width][i * width + j % width],
                                     isPart ? operands.byHand(i - above, j) + operands.bias[j] : 77.0F);
                        }
                    }
                    operands.b[inner / 2 * operands.bStride + left] = std::numeric_limits<float>::infinity();
                    QVERIFY(!multiply(parts));
                }
    }

    void aPartHasTheBitsOfTheWhole_data() { addTargetRows(); }
    void aPartHasTheBitsOfTheWhole()
    {
        QFETCH(qint64, target);
        const AsTarget as(target);
        Operands whole{60, 1500, 70, false};
        for (std::size_t i = 0; i < whole.a.size(); ++i)
            whole.a[i] = std::sin(float(i));
        for (std::size_t i = 0; i < whole.b.size(); ++i)
            whole.b[i] = std::cos(float(i) * 1.3F);
        ProductParts parts = whole.parts(true);
        QVERIFY(multiply(parts));
        const std::vector<float> plain = whole.c;
        parts.isActivated = true;
        parts.activation = Activation::Gelu;
        QVERIFY(multiply(parts));
        const std::vector<float> expected = whole.c;
        for (const auto &[row, rows, column, columns] :
             {std::array<std::size_t, 4>{0, 1, 0, 70}, {59, 1, 3, 1}, {7, 20, 33, 37}, {11, 48, 1, 32}}) {
            std::fill(whole.c.begin(), whole.c.end(), 0.0F);
            ProductParts part = parts;
            part.rows = rows;
            part.columns = columns;
            part.a += row * part.aStride;
            part.b += column;
            part.bias += column;
            part.c += row * part.cStride + column;
            QVERIFY(multiply(part));
            for (std::size_t i = row; i < row + rows; ++i)
                for (std::size_t j = column; j < column + columns; ++j)
                    QVERIFY(whole.c[i * whole.cStride + j] == expected[i * whole.cStride + j]); // not about the same
            std::vector<std::vector<float>> slices(7, std::vector<float>(60 * 10));
            std::vector<float *> starts;
            for (std::vector<float> &slice : slices)
                starts.push_back(slice.data());
            part.isActivated = false;
            part.slices = {starts.data(), 10, row, column};
            QVERIFY(multiply(part));
            for (std::size_t i = row; i < row + rows; ++i)
                for (std::size_t j = column; j < column + columns; ++j)
                    QVERIFY(slices[j / 10][i * 10 + j % 10] == plain[i * whole.cStride + j]);
        }
    }

    void whatIsNotFiniteIsTold_data() { addTargetRows(); }
    void whatIsNotFiniteIsTold()
    {
        QFETCH(qint64, target);
        const AsTarget as(target);
        for (const float bad : {std::numeric_limits<float>::infinity(), -std::numeric_limits<float>::infinity(),
                                std::numeric_limits<float>::quiet_NaN(), 3e38F})
            for (const std::size_t position : {0, 20, 36, 48}) {
                Operands operands{9, 4, 49, false};
                std::fill(operands.a.begin(), operands.a.end(), 2.0F);
                ProductParts parts = operands.parts(true);
                parts.isActivated = true; // which would make a 0 of −infinity
                QVERIFY(multiply(parts));
                operands.b[2 * operands.bStride + position] = bad;
                QVERIFY(!multiply(parts));
            }
    }
};

REGARD_GUILESS_TEST(ProductKernelTest)
#include "test_product_kernel.moc"
