#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "engine/base/matrix.h"

namespace regard {

using SharedMatrix = std::shared_ptr<const Matrix>;

/// Weights by name (`encoder.0.self.w_q`). Copies share the matrices; a matrix is copied when it is edited.
/// Vectors (biases, gains) are matrices of one row.
class ModelWeights {
public:
    bool contains(const std::string &name) const;
    /// Throws ShapeError that names the weight where there is none.
    const Matrix &at(const std::string &name) const;
    /// Null where there is none.
    SharedMatrix find(const std::string &name) const;
    void set(const std::string &name, SharedMatrix matrix);
    void set(const std::string &name, Matrix matrix);
    void remove(const std::string &name);
    /// The matrix to write to; copied first where it is shared.
    Matrix &edit(const std::string &name);

    const std::map<std::string, SharedMatrix> &all() const { return m_matrices; }

private:
    std::map<std::string, SharedMatrix> m_matrices;
};

} // namespace regard
