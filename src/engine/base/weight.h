#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

#include "engine/base/matrix.h"
#include "engine/base/narrow_matrix.h"

namespace regard {

using SharedMatrix = std::shared_ptr<const Matrix>;

/// A weight's numbers: float32, or as narrow as the file has them that it was read from. Copies share the numbers. What
/// is read of it is float32; what only passes it on need not know which it is.
class Weight {
public:
    Weight() = default; ///< none
    Weight(std::nullptr_t) {}
    Weight(SharedMatrix matrix) : m_matrix(std::move(matrix)) {}
    Weight(std::shared_ptr<Matrix> matrix) : m_matrix(std::move(matrix)) {}
    Weight(std::shared_ptr<const NarrowMatrix> narrow) : m_narrow(std::move(narrow)) {}

    explicit operator bool() const { return m_matrix || m_narrow; }
    /// Whether both are the same numbers in memory.
    bool operator==(const Weight &other) const = default;

    Eigen::Index rows() const { return m_narrow ? m_narrow->rows() : m_matrix->rows(); }
    Eigen::Index cols() const { return m_narrow ? m_narrow->cols() : m_matrix->cols(); }
    Eigen::Index size() const { return rows() * cols(); }
    std::size_t bytes() const { return std::size_t(size()) * (m_narrow ? sizeof(std::uint16_t) : sizeof(float)); }

    float operator()(Eigen::Index row, Eigen::Index column) const;
    Matrix row(Eigen::Index row) const { return middleRows(row, 1); }
    Matrix col(Eigen::Index column) const { return middleCols(column, 1); }
    Matrix middleRows(Eigen::Index first, Eigen::Index count) const { return block(first, 0, count, cols()); }
    Matrix middleCols(Eigen::Index first, Eigen::Index count) const { return block(0, first, rows(), count); }
    Matrix block(Eigen::Index firstRow, Eigen::Index firstColumn, Eigen::Index rows, Eigen::Index columns) const;

    /// All numbers; null where there is no weight. Those of a narrow weight are made for as long as somebody holds
    /// them.
    SharedMatrix matrix() const { return m_narrow ? m_narrow->widened() : m_matrix; }
    operator SharedMatrix() const { return matrix(); }
    /// All numbers. Those of a narrow weight stay in memory beside it, so this is for weights of which few are large.
    const Matrix &operator*() const { return m_narrow ? m_narrow->kept() : *m_matrix; }
    const Matrix *operator->() const { return &**this; }
    /// The matrix to write to, float32; made for this weight alone where it is shared or narrow.
    Matrix &edit();
    /// Who holds the numbers, to know the weight again by; null where there is none.
    std::shared_ptr<const void> owner() const { return m_narrow ? std::shared_ptr<const void>(m_narrow) : m_matrix; }
    /// Null where the numbers are float32.
    const NarrowMatrix *narrow() const { return m_narrow.get(); }

private:
    SharedMatrix m_matrix;
    std::shared_ptr<const NarrowMatrix> m_narrow; ///< where m_matrix is null
};

} // namespace regard
