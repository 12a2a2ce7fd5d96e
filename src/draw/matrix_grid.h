#pragma once

#include <vector>

#include "engine/base/matrix.h"

namespace regard {

/// A matrix in as many cells as fit in a picture: each holds the number of largest magnitude among those that share it.
/// Made in one pass, without a copy.
class MatrixGrid {
public:
    /// rows and columns from 1 to those of the values.
    MatrixGrid(const Matrix &values, Eigen::Index rows, Eigen::Index columns);

    Eigen::Index rows() const { return m_rows; }
    Eigen::Index columns() const { return m_columns; }
    /// The cell's largest finite number by magnitude; an infinity where none is finite, −infinity first; NaN where all
    /// of them are NaN.
    double at(Eigen::Index row, Eigen::Index column) const
    {
        return double(m_cells[std::size_t(row * m_columns + column)]);
    }
    /// The largest finite magnitude; 1 where there is none or all are zero.
    double limit() const { return m_limit; }

private:
    Eigen::Index m_rows;
    Eigen::Index m_columns;
    std::vector<float> m_cells;
    double m_limit = 1;
};

} // namespace regard
