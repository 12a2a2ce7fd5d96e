#include "draw/matrix_grid.h"

#include <cmath>
#include <limits>

namespace regard {

MatrixGrid::MatrixGrid(const Matrix &values, Eigen::Index rows, Eigen::Index columns)
    : m_rows(rows), m_columns(columns), m_cells(std::size_t(rows * columns), std::numeric_limits<float>::quiet_NaN())
{
    const Eigen::Index width = values.cols();
    float largest = 0;
    for (Eigen::Index row = 0; row < rows; ++row) {
        float *cells = m_cells.data() + row * columns;
        const Eigen::Index end = (row + 1) * values.rows() / rows;
        for (Eigen::Index i = row * values.rows() / rows; i < end; ++i) {
            const float *line = values.data() + i * width; // rows are contiguous
            for (Eigen::Index column = 0; column < columns; ++column) {
                float best = cells[column];
                float most = std::isfinite(best) ? std::fabs(best) : -1.0F;
                const float *last = line + (column + 1) * width / columns;
                for (const float *value = line + column * width / columns; value != last; ++value) {
                    const float magnitude = std::fabs(*value);
                    if (magnitude > most && magnitude <= std::numeric_limits<float>::max()) {
                        most = magnitude;
                        best = *value;
                    } else if (most < 0 && magnitude > std::numeric_limits<float>::max() &&
                               !(best < *value)) { // infinite; best may be NaN
                        best = *value;
                    }
                }
                cells[column] = best;
                largest = std::max(largest, most);
            }
        }
    }
    if (largest > 0)
        m_limit = double(largest);
}

} // namespace regard
