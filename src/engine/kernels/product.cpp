#include "engine/kernels/product.h"

#include <algorithm>
#include <cstddef>
#include <string>

#include <omp.h>

#include "engine/base/errors.h"
#include "engine/base/message.h"

namespace regard {

namespace {

/// Multiplications from which a product runs on several OpenMP threads: less takes no longer than to wake them.
constexpr double largeProduct = 1 << 20;

std::string productSizeText(Eigen::Index rows, Eigen::Index columns)
{
    return std::to_string(rows) + " × " + std::to_string(columns);
}

std::string sizeOf(const Matrix &matrix)
{
    return productSizeText(matrix.rows(), matrix.cols());
}

/// A product's second matrix.
struct SecondMatrix {
    KeptNumbers numbers;
    Eigen::Index rows;
    Eigen::Index columns;
};

SecondMatrix secondOf(const Matrix &matrix)
{
    return {matrix.data(), matrix.rows(), matrix.cols()};
}

SecondMatrix secondOf(const Weight &weight)
{
    const NarrowMatrix *narrow = weight.narrow();
    return narrow ? SecondMatrix{KeptNumbers(narrow->data(), narrow->kind()), narrow->rows(), narrow->cols()}
                  : secondOf(*weight.matrix());
}

void requireFitting(const Matrix &a, const SecondMatrix &b)
{
    if (a.cols() != b.rows)
        throw ShapeError(Message::tr(
            "a matrix of %1 cannot be multiplied by one of %2: %3 columns meet %4 rows",
            {sizeOf(a), productSizeText(b.rows, b.columns), std::to_string(a.cols()), std::to_string(b.rows)}));
}

ProductParts partsOf(const Matrix &a, const KeptNumbers &b, Matrix &c)
{
    ProductParts parts;
    parts.a = a.data();
    parts.aStride = parts.inner = std::size_t(a.cols());
    parts.b = b;
    parts.c = c.data();
    parts.rows = std::size_t(c.rows());
    parts.columns = parts.bStride = parts.cStride = std::size_t(c.cols());
    return parts;
}

int threadsFor(const ProductParts &parts)
{
    const double cost = double(parts.rows) * double(parts.inner) * double(parts.columns);
    return cost < largeProduct || omp_in_parallel() ? 1 : omp_get_max_threads();
}

std::size_t divided(std::size_t number, std::size_t by)
{
    return (number + by - 1) / by;
}

/// How a product is divided among threads: its rows into shares, and each of these by columns.
struct Shares {
    std::size_t ofRows = 1;
    std::size_t ofColumns = 1;
};

/// The division whose largest share is the smallest, for all available threads.
Shares sharesFor(std::size_t groups, std::size_t panels, std::size_t threads)
{
    Shares best{1, threads};
    std::size_t least = groups * divided(panels, threads);
    for (std::size_t rows = 2; rows <= threads; ++rows) {
        const std::size_t largest = divided(groups, rows) * divided(panels, threads / rows);
        if (threads % rows == 0 && largest < least) {
            least = largest;
            best = {rows, threads / rows};
        }
    }
    return best;
}

/// How many of the numbers, in multiples of `step`, come before a share.
std::size_t shareStart(std::size_t numbers, std::size_t step, std::size_t share, std::size_t shares)
{
    return std::min(numbers, divided(numbers, step) * share / shares * step);
}

/// multiply(), large products on several OpenMP threads; on the calling thread within a parallel region.
bool multiplyShared(const ProductParts &parts)
{
    const auto threads = std::size_t(threadsFor(parts));
    if (threads < 2)
        return multiply(parts);
    const std::size_t panel = productPanel();
    const std::size_t group = productGroup();
    const Shares shares = sharesFor(divided(parts.rows, group), divided(parts.columns, panel), threads);
    bool isFinite = true;
#pragma omp parallel for schedule(static) reduction(&& : isFinite)
    for (std::size_t share = 0; share < threads; ++share) {
        const std::size_t row = share / shares.ofColumns;
        const std::size_t column = share % shares.ofColumns;
        const std::size_t firstRow = shareStart(parts.rows, group, row, shares.ofRows);
        const std::size_t firstColumn = shareStart(parts.columns, panel, column, shares.ofColumns);
        ProductParts part = parts;
        part.rows = shareStart(parts.rows, group, row + 1, shares.ofRows) - firstRow;
        part.columns = shareStart(parts.columns, panel, column + 1, shares.ofColumns) - firstColumn;
        part.a += firstRow * parts.aStride;
        part.b += firstColumn * (parts.isTransposed ? parts.bStride : 1);
        part.c += firstRow * parts.cStride + firstColumn;
        part.slices.row += firstRow;
        part.slices.column += firstColumn;
        if (parts.bias)
            part.bias += firstColumn;
        isFinite = multiply(part) && isFinite;
    }
    return isFinite;
}

Matrix productOf(const Matrix &a, const SecondMatrix &b)
{
    requireFitting(a, b);
    Matrix c(a.rows(), b.columns);
    multiplyShared(partsOf(a, b.numbers, c));
    return c;
}

ProductParts affineParts(const Matrix &x, const SecondMatrix &weight, const Matrix *bias, Matrix &c)
{
    requireFitting(x, weight);
    c.resize(x.rows(), weight.columns);
    ProductParts parts = partsOf(x, weight.numbers, c);
    eigen_assert(!bias || bias->size() == weight.columns);
    parts.bias = bias ? bias->data() : nullptr;
    return parts;
}

Affine affineOf(const Matrix &x, const SecondMatrix &weight, const Matrix *bias, std::optional<Activation> activation)
{
    Affine result;
    ProductParts parts = affineParts(x, weight, bias, result.numbers);
    parts.isActivated = activation.has_value();
    parts.activation = activation.value_or(Activation::Relu);
    result.isFinite = multiplyShared(parts);
    return result;
}

SplitAffine splitAffineOf(const Matrix &x, const SecondMatrix &weight, const Matrix *bias, Eigen::Index width)
{
    eigen_assert(width > 0 && weight.columns % width == 0);
    Matrix unfinished;
    ProductParts parts = affineParts(x, weight, bias, unfinished);
    SplitAffine result;
    std::vector<float *> starts;
    for (Eigen::Index column = 0; column < weight.columns; column += width)
        starts.push_back(result.numbers.emplace_back(x.rows(), width).data());
    parts.slices = {starts.data(), std::size_t(width)};
    result.isFinite = multiplyShared(parts);
    return result;
}

} // namespace

Matrix product(const Matrix &a, const Matrix &b)
{
    return productOf(a, secondOf(b));
}

Matrix product(const Matrix &a, const Weight &b)
{
    return productOf(a, secondOf(b));
}

Matrix productTransposed(const Matrix &a, const Matrix &b)
{
    if (a.cols() != b.cols())
        throw ShapeError(Message::tr("a matrix of %1 cannot be multiplied by one of %2 transposed: %3 columns meet %4",
                                     {sizeOf(a), sizeOf(b), std::to_string(a.cols()), std::to_string(b.cols())}));
    return productTransposed(a, b.data(), b.rows());
}

Matrix productTransposed(const Matrix &a, const KeptNumbers &b, Eigen::Index rows)
{
    Matrix c(a.rows(), rows);
    ProductParts parts = partsOf(a, b, c);
    parts.isTransposed = true;
    parts.bStride = parts.inner;
    multiplyShared(parts);
    return c;
}

Affine affine(const Matrix &x, const Matrix &weight, const Matrix *bias, std::optional<Activation> activation)
{
    return affineOf(x, secondOf(weight), bias, activation);
}

Affine affine(const Matrix &x, const Weight &weight, const Matrix *bias, std::optional<Activation> activation)
{
    return affineOf(x, secondOf(weight), bias, activation);
}

SplitAffine splitAffine(const Matrix &x, const Matrix &weight, const Matrix *bias, Eigen::Index width)
{
    return splitAffineOf(x, secondOf(weight), bias, width);
}

SplitAffine splitAffine(const Matrix &x, const Weight &weight, const Matrix *bias, Eigen::Index width)
{
    return splitAffineOf(x, secondOf(weight), bias, width);
}

} // namespace regard
