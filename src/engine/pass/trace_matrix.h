#pragma once

#include <memory>
#include <utility>

#include "engine/base/matrix.h"

namespace regard {

/// A matrix of a pass that later passes share when they reuse it, instead of copying it. It reads like any matrix,
/// never changes, and is as cheap to copy as a pointer.
class TraceMatrix : public Eigen::Map<const Matrix> {
public:
    TraceMatrix() : TraceMatrix(Matrix()) {}
    TraceMatrix(Matrix numbers) : TraceMatrix(std::make_shared<const Matrix>(std::move(numbers))) {}
    TraceMatrix(const TraceMatrix &other) = default;
    /// The map is built again: assigning to a map would write into the numbers that it shows.
    TraceMatrix &operator=(const TraceMatrix &other)
    {
        if (this != &other) {
            std::destroy_at(this);
            std::construct_at(this, other);
        }
        return *this;
    }
    ~TraceMatrix() = default;

    /// Returns one and the same object in every pass that shares it.
    const Matrix &get() const { return *m_matrix; }
    operator const Matrix &() const { return *m_matrix; }

private:
    explicit TraceMatrix(std::shared_ptr<const Matrix> matrix)
        : Map(matrix->data(), matrix->rows(), matrix->cols()), m_matrix(std::move(matrix))
    {
    }

    std::shared_ptr<const Matrix> m_matrix;
};

} // namespace regard
