#include "engine/product.h"

#include <string>

#include <dnnl.h>

#include "engine/errors.h"
#include "engine/message.h"

namespace regard {

namespace {

/// Multiplications from which oneDNN's wider instructions and threads outweigh the cost of waking them.
constexpr double largeProduct = 1 << 20;

std::string sizeText(Eigen::Index rows, Eigen::Index columns)
{
    return std::to_string(rows) + " × " + std::to_string(columns);
}

std::string sizeOf(const Matrix &matrix)
{
    return sizeText(matrix.rows(), matrix.cols());
}

bool isLarge(const Matrix &a, Eigen::Index columns)
{
    return static_cast<double>(a.rows()) * static_cast<double>(a.cols()) * static_cast<double>(columns) >= largeProduct;
}

/// a · b or a · bᵀ ('N' or 'T') by oneDNN, whose matrices are row-major like ours.
Matrix oneDnnProduct(const Matrix &a, const float *b, char transposeB, Eigen::Index columns)
{
    Matrix c(a.rows(), columns);
    const Eigen::Index stride = transposeB == 'T' ? a.cols() : columns;
    const dnnl_status_t status = dnnl_sgemm('N', transposeB, a.rows(), columns, a.cols(), 1.0F, a.data(), a.cols(), b,
                                            stride, 0.0F, c.data(), columns);
    if (status != dnnl_success)
        throw Error(Message::tr("oneDNN could not multiply %1 by %2 (status %3)",
                                {sizeOf(a), sizeText(a.cols(), columns), std::to_string(status)}));
    return c;
}

} // namespace

Matrix product(const Matrix &a, const Matrix &b)
{
    if (a.cols() != b.rows())
        throw ShapeError(Message::tr("a matrix of %1 cannot be multiplied by one of %2: %3 columns meet %4 rows",
                                     {sizeOf(a), sizeOf(b), std::to_string(a.cols()), std::to_string(b.rows())}));
    if (isLarge(a, b.cols()))
        return oneDnnProduct(a, b.data(), 'N', b.cols());
    Matrix c(a.rows(), b.cols());
    c.noalias() = a * b;
    return c;
}

Matrix productTransposed(const Matrix &a, const Matrix &b)
{
    if (a.cols() != b.cols())
        throw ShapeError(Message::tr("a matrix of %1 cannot be multiplied by one of %2 transposed: %3 columns meet %4",
                                     {sizeOf(a), sizeOf(b), std::to_string(a.cols()), std::to_string(b.cols())}));
    return productTransposed(a, b.data(), b.rows());
}

Matrix productTransposed(const Matrix &a, const float *b, Eigen::Index rows)
{
    if (isLarge(a, rows))
        return oneDnnProduct(a, b, 'T', rows);
    Matrix c(a.rows(), rows);
    c.noalias() = a * Eigen::Map<const Matrix>(b, rows, a.cols()).transpose();
    return c;
}

} // namespace regard
