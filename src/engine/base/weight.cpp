#include "engine/base/weight.h"

#include <atomic>

namespace regard {

float Weight::operator()(Eigen::Index row, Eigen::Index column) const
{
    if (m_matrix)
        return (*m_matrix)(row, column);
    float number = 0;
    widen(m_narrow->kind(), m_narrow->data() + row * m_narrow->cols() + column, 1, &number);
    return number;
}

Matrix Weight::block(Eigen::Index firstRow, Eigen::Index firstColumn, Eigen::Index rows, Eigen::Index columns) const
{
    if (m_matrix)
        return m_matrix->block(firstRow, firstColumn, rows, columns);
    Matrix numbers(rows, columns);
    for (Eigen::Index row = 0; row < rows; ++row)
        widen(m_narrow->kind(), m_narrow->data() + (firstRow + row) * m_narrow->cols() + firstColumn,
              std::size_t(columns), numbers.data() + row * columns);
    return numbers;
}

Matrix &Weight::edit()
{
    if (m_narrow || m_matrix.use_count() != 1)
        *this = Weight(std::make_shared<Matrix>(*matrix()));
    // use_count() reads without ordering; another thread's reads before it let go must come before our writes.
    std::atomic_thread_fence(std::memory_order_acquire);
    return const_cast<Matrix &>(*m_matrix);
}

} // namespace regard
