#include "training/base/products.h"

#include <utility>

#include "engine/kernels/product_kernel.h"

namespace regard {

namespace {

/// Multiplications below which a product is no longer than the kernel's way in.
constexpr Eigen::Index smallProduct = 1 << 8;

ProductParts partsOf(RowsView<float> &c, const ConstView<float> &a, const ConstView<float> &b, const float *bias)
{
    ProductParts parts;
    parts.a = a.data();
    parts.aStride = std::size_t(a.outerStride());
    parts.b = b.data();
    parts.bStride = std::size_t(b.outerStride());
    parts.c = c.data();
    parts.cStride = std::size_t(c.outerStride());
    parts.rows = std::size_t(c.rows());
    parts.inner = std::size_t(a.cols());
    parts.columns = std::size_t(c.cols());
    parts.bias = bias;
    return parts;
}

void multiplyDouble(RowsView<double> &c, const ConstView<double> &a, const auto &b, const double *bias)
{
    c.noalias() = a * b;
    if (bias)
        c.rowwise() += Eigen::Map<const Eigen::RowVectorXd>(bias, c.cols());
}

} // namespace

void multiplyInto(RowsView<float> c, ConstView<float> a, ConstView<float> b, const float *bias)
{
    multiply(partsOf(c, a, b, bias));
}

void multiplyInto(RowsView<double> c, ConstView<double> a, ConstView<double> b, const double *bias)
{
    multiplyDouble(c, a, b, bias);
}

void multiplyTransposedInto(RowsView<float> c, ConstView<float> a, ConstView<float> b, const float *bias)
{
    ProductParts parts = partsOf(c, a, b, bias);
    parts.isTransposed = true;
    multiply(parts);
}

void multiplyTransposedInto(RowsView<double> c, ConstView<double> a, ConstView<double> b, const double *bias)
{
    multiplyDouble(c, a, b.transpose(), bias);
}

void addTransposedProduct(RowsView<float> c, ConstView<float> a, ConstView<float> b)
{
    if (c.size() * a.rows() < smallProduct) {
        c += a.transpose().lazyProduct(b);
        return;
    }
    thread_local Rows<float> turned;  // rows × n
    thread_local Rows<float> product; // as c
    turned.resize(a.cols(), a.rows());
    turned.all() = a.transpose();
    product.resize(c.rows(), c.cols());
    RowsView<float> sums = product.all();
    multiply(partsOf(sums, std::as_const(turned).all(), b, nullptr));
    c += sums;
}

void addTransposedProduct(RowsView<double> c, ConstView<double> a, ConstView<double> b)
{
    c.noalias() += a.transpose() * b;
}

} // namespace regard
