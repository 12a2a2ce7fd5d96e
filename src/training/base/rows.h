#pragma once

#include <cstddef>
#include <vector>

#include <Eigen/Core>

namespace regard {

template <typename Number>
using MatrixOf = Eigen::Matrix<Number, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// A part of a matrix to write to or to read, whose rows stand `outerStride()` numbers apart.
template <typename Number>
using RowsView = Eigen::Map<MatrixOf<Number>, 0, Eigen::OuterStride<>>;
template <typename Number>
using ConstView = Eigen::Map<const MatrixOf<Number>, 0, Eigen::OuterStride<>>;

/// A matrix that keeps its memory when it gets smaller: sentences of every step have other lengths.
template <typename Number>
class Rows {
public:
    /// What it held is undefined afterwards.
    void resize(Eigen::Index rows, Eigen::Index columns)
    {
        m_rows = rows;
        m_columns = columns;
        if (const auto size = std::size_t(rows * columns); size > m_numbers.size())
            m_numbers.resize(size);
    }
    void setZero(Eigen::Index rows, Eigen::Index columns)
    {
        resize(rows, columns);
        all().setZero();
    }

    Eigen::Index rows() const { return m_rows; }
    Eigen::Index columns() const { return m_columns; }
    Eigen::Index size() const { return m_rows * m_columns; }
    Number *row(Eigen::Index row) { return m_numbers.data() + row * m_columns; }
    const Number *row(Eigen::Index row) const { return m_numbers.data() + row * m_columns; }

    RowsView<Number> all() { return part(0, m_rows, 0, m_columns); }
    ConstView<Number> all() const { return part(0, m_rows, 0, m_columns); }
    RowsView<Number> part(Eigen::Index first, Eigen::Index count, Eigen::Index column, Eigen::Index width)
    {
        return {m_numbers.data() + first * m_columns + column, count, width, Eigen::OuterStride<>(m_columns)};
    }
    ConstView<Number> part(Eigen::Index first, Eigen::Index count, Eigen::Index column, Eigen::Index width) const
    {
        return {m_numbers.data() + first * m_columns + column, count, width, Eigen::OuterStride<>(m_columns)};
    }

private:
    std::vector<Number> m_numbers;
    Eigen::Index m_rows = 0;
    Eigen::Index m_columns = 0;
};

} // namespace regard
