#include "engine/model/activation.h"

#include "engine/kernels/row_kernel.h"

namespace regard {

namespace {

/// Numbers from which rows are shared out among OpenMP's threads.
constexpr Eigen::Index parallelNumbers = 1 << 16;

} // namespace

void activate(Matrix &x, Activation activation)
{
    [[maybe_unused]] const bool parallel = x.size() >= parallelNumbers;
#pragma omp parallel for schedule(static) if (parallel)
    for (Eigen::Index i = 0; i < x.rows(); ++i)
        activate(x.row(i).data(), static_cast<std::size_t>(x.cols()), activation);
}

} // namespace regard
