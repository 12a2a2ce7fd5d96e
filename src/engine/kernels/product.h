#pragma once

#include <optional>
#include <vector>

#include "engine/base/activation.h"
#include "engine/base/matrix.h"
#include "engine/base/weight.h"
#include "engine/kernels/product_kernel.h"

namespace regard {

/// a · b. Small products on the calling thread, large ones on several OpenMP threads; the bits are the same for any
/// number of threads, and those of a row or a column do not depend on the others (engine/kernels/product_kernel.h).
/// Throws ShapeError where a's columns differ from b's rows.
Matrix product(const Matrix &a, const Matrix &b);
Matrix product(const Matrix &a, const Weight &b);

/// a · bᵀ, the same way.
Matrix productTransposed(const Matrix &a, const Matrix &b);

/// a · bᵀ for b of `rows` rows, as long as those of a, one after the other in memory.
Matrix productTransposed(const Matrix &a, const KeptNumbers &b, Eigen::Index rows);

struct Affine {
    Matrix numbers;
    bool isFinite = true; ///< every number of x · weight + bias, before the activation
};

/// activation(x · weight + bias) in one pass, without bias or activation where there is none. x is n × inner, weight
/// inner × columns, bias 1 × columns. Throws ShapeError where x's columns differ from the weight's rows.
Affine affine(const Matrix &x, const Matrix &weight, const Matrix *bias, std::optional<Activation> activation = {});
Affine affine(const Matrix &x, const Weight &weight, const Matrix *bias, std::optional<Activation> activation = {});

struct SplitAffine {
    std::vector<Matrix> numbers; ///< n × width each
    bool isFinite = true;
};

/// x · weight + bias as affine() computes it, every `width` columns a matrix of their own; width divides the columns.
SplitAffine splitAffine(const Matrix &x, const Matrix &weight, const Matrix *bias, Eigen::Index width);
SplitAffine splitAffine(const Matrix &x, const Weight &weight, const Matrix *bias, Eigen::Index width);

} // namespace regard
