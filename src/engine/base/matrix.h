#pragma once

#include <Eigen/Core>

namespace regard {

/// The one matrix type: float32, rows contiguous, rows are tokens wherever tokens are involved.
using Matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

} // namespace regard
