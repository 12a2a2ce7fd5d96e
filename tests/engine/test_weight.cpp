#include <bit>
#include <cmath>
#include <cstdint>
#include <memory>
#include <set>
#include <thread>
#include <vector>

#include <QtTest>

#include "engine/base/weight.h"
#include "engine/kernels/product.h"
#include "test_class.h"

using namespace regard;

namespace {

/// A number of 16 bits by the definition of its format: sign, exponent, fraction.
double narrowByHand(NarrowKind kind, std::uint16_t bits)
{
    const int fractionBits = kind == NarrowKind::Float16 ? 10 : 7;
    const int bias = kind == NarrowKind::Float16 ? 15 : 127;
    const int exponent = (bits & 0x7FFF) >> fractionBits;
    const int fraction = bits & ((1 << fractionBits) - 1);
    const double sign = bits & 0x8000 ? -1 : 1;
    return exponent == 0 ? sign * std::ldexp(fraction, 1 - bias - fractionBits)
                         : sign * std::ldexp(fraction + (1 << fractionBits), exponent - bias - fractionBits);
}

std::shared_ptr<const NarrowMatrix> narrowMatrix(NarrowKind kind, Eigen::Index rows, Eigen::Index columns)
{
    auto matrix = std::make_shared<NarrowMatrix>(kind, rows, columns);
    for (Eigen::Index i = 0; i < rows * columns; ++i) { // of magnitudes from 2⁻³ to 2, with all bits of the fraction
        const auto random = std::uint16_t((i * 40503 + i / 7 * 977) & 0xFFFF);
        matrix->data()[i] = kind == NarrowKind::Float16 ? std::uint16_t((random & 0x8FFF) | 0x3000)
                                                        : std::uint16_t((random & 0x81FF) | 0x3E00);
    }
    return matrix;
}

Matrix weightTestRows(Eigen::Index rows, Eigen::Index columns)
{
    Matrix matrix(rows, columns);
    for (Eigen::Index i = 0; i < matrix.size(); ++i)
        matrix.data()[i] = std::sin(float(i));
    return matrix;
}

} // namespace

class WeightTest : public QObject {
    Q_OBJECT
private slots:
    void kinds_data()
    {
        QTest::addColumn<NarrowKind>("kind");
        QTest::newRow("float16") << NarrowKind::Float16;
        QTest::newRow("bfloat16") << NarrowKind::BFloat16;
    }

    void everyNumberByItsDefinition_data() { kinds_data(); }
    void everyNumberByItsDefinition()
    {
        QFETCH(const NarrowKind, kind);
        for (unsigned bits = 0; bits <= 0xFFFF; ++bits) {
            const auto number = std::uint16_t(bits);
            float wide = 0;
            const bool isFinite = widen(kind, &number, 1, &wide);
            const unsigned exponent = kind == NarrowKind::Float16 ? 0x7C00 : 0x7F80;
            QCOMPARE(isFinite, (bits & exponent) != exponent);
            QCOMPARE(allFinite(kind, &number, 1), isFinite);
            QCOMPARE(std::isfinite(wide), isFinite);
            if (isFinite)
                QVERIFY(double(wide) == narrowByHand(kind, number) && std::signbit(wide) == (bits >> 15 == 1));
        }
    }

    void partsAreThoseOfTheMatrix_data() { kinds_data(); }
    void partsAreThoseOfTheMatrix()
    {
        QFETCH(const NarrowKind, kind);
        const Weight weight = narrowMatrix(kind, 5, 7);
        const SharedMatrix all = weight.matrix();
        QCOMPARE(weight.rows(), Eigen::Index(5));
        QCOMPARE(weight.cols(), Eigen::Index(7));
        QCOMPARE(weight.bytes(), std::size_t(70));
        QCOMPARE(double(weight(3, 2)), narrowByHand(kind, weight.narrow()->data()[3 * 7 + 2]));
        QVERIFY(weight.row(3) == all->row(3));
        QVERIFY(weight.col(2) == all->col(2));
        QVERIFY(weight.middleRows(1, 3) == all->middleRows(1, 3));
        QVERIFY(weight.middleCols(2, 4) == all->middleCols(2, 4));
        QVERIFY(weight.block(1, 2, 3, 4) == all->block(1, 2, 3, 4));
    }

    /// Float32 numbers are made for as long as somebody holds them, and once for all.
    void widenedForWhoHoldsThem()
    {
        const Weight weight = narrowMatrix(NarrowKind::BFloat16, 300, 200);
        const Weight copy = weight;
        QVERIFY(copy == weight);
        QVERIFY(!weight.narrow()->isWidened());
        {
            std::vector<SharedMatrix> seen(8);
            std::vector<std::thread> threads;
            for (SharedMatrix &each : seen)
                threads.emplace_back([&each, &weight] { each = weight.matrix(); });
            for (std::thread &thread : threads)
                thread.join();
            QCOMPARE(std::set<SharedMatrix>(seen.begin(), seen.end()).size(), std::size_t(1));
            QVERIFY(weight.narrow()->isWidened());
        }
        QVERIFY(!weight.narrow()->isWidened());
    }

    void anEditIsOfOneWeight()
    {
        const Weight weight = narrowMatrix(NarrowKind::Float16, 3, 4);
        const Matrix before = *weight.matrix();
        Weight edited = weight;
        edited.edit()(1, 2) = 9;
        QVERIFY(!edited.narrow());
        QVERIFY(edited != weight);
        QCOMPARE(edited(1, 2), 9.0F);
        QVERIFY(*weight.matrix() == before);
    }

    /// Sizes on both sides of what runs on several threads.
    void productsHaveTheBitsOfTheWideOnes_data() { kinds_data(); }
    void productsHaveTheBitsOfTheWideOnes()
    {
        QFETCH(const NarrowKind, kind);
        for (const auto &[rows, inner, columns] :
             {std::array<Eigen::Index, 3>{1, 5, 6}, {16, 300, 96}, {7, 1100, 130}, {64, 513, 200}}) {
            const Weight weight = narrowMatrix(kind, inner, columns);
            const SharedMatrix wide = weight.matrix();
            const Matrix x = weightTestRows(rows, inner);
            const Matrix bias = weightTestRows(1, columns);
            QVERIFY(product(x, weight) == product(x, *wide));
            QVERIFY(affine(x, weight, &bias, Activation::Gelu).numbers ==
                    affine(x, *wide, &bias, Activation::Gelu).numbers);
            const SplitAffine split = splitAffine(x, weight, &bias, columns / 2);
            const SplitAffine expected = splitAffine(x, *wide, &bias, columns / 2);
            QVERIFY(split.numbers == expected.numbers);
            const Matrix y = weightTestRows(rows, columns);
            const KeptNumbers kept(weight.narrow()->data(), kind);
            QVERIFY(productTransposed(y, kept, inner) == productTransposed(y, *wide));
        }
    }
};

REGARD_GUILESS_TEST(WeightTest)
#include "test_weight.moc"
