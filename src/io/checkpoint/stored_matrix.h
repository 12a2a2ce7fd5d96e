#pragma once

#include <cstdint>
#include <vector>

#include "engine/base/weight.h"
#include "io/checkpoint/stored_tensor.h"

namespace regard {

/// A matrix of rows × columns that is read from a tensor.
struct MatrixSource {
    const StoredTensor *tensor = nullptr;
    Eigen::Index rows = 0;
    Eigen::Index columns = 0;
    bool isTurned = false;        ///< the tensor is columns × rows
    Eigen::Index stride = 0;      ///< numbers in a row of the tensor where it is not transposed, at least columns
    Eigen::Index firstColumn = 0; ///< of the tensor's, where it is not transposed
    Eigen::Index firstRow = 0;    ///< of the tensor's
    Eigen::Index group = 0;       ///< transposed: of every groups · group rows of the tensor, so many; 0: all
    Eigen::Index groups = 1;
    bool staysNarrow = false; ///< numbers of 16 bits stay as they are
};

/// Which of the tensor's numbers, row by row from 0, becomes a cell of the matrix.
std::uint64_t placeInTensor(const MatrixSource &source, Eigen::Index row, Eigen::Index column);

/// The bytes that a source takes in memory. Throws FileError as readMatrices() does for a dtype.
double bytesInMemory(const MatrixSource &source);

/// Reads them all, large ones on every core. The tensors must already be known to be large enough. Throws FileError
/// that names file, tensor and place of a number that is not finite, or an unsupported dtype; and as
/// StoredFile::read().
std::vector<Weight> readMatrices(const std::vector<MatrixSource> &sources);

} // namespace regard
