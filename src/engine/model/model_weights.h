#pragma once

#include <map>
#include <string>

#include "engine/base/weight.h"

namespace regard {

/// Weights by name (`encoder.0.self.w_q`). Copies share the matrices; a matrix is copied when it is edited.
/// Vectors (biases, gains) are matrices of one row, and always float32.
class ModelWeights {
public:
    bool contains(const std::string &name) const;
    /// Throws ShapeError that names the weight where there is none.
    const Weight &weight(const std::string &name) const;
    /// All numbers of a vector or table; throws as weight(). Those of a narrow matrix would stay in memory beside it:
    /// products and readers of rows, columns and cells take weight(), whoever looks at all numbers its matrix().
    const Matrix &at(const std::string &name) const;
    /// No weight where there is none.
    Weight find(const std::string &name) const;
    void set(const std::string &name, Weight weight);
    void set(const std::string &name, Matrix matrix);
    void remove(const std::string &name);
    /// The matrix to write to, float32; copied first where it is shared.
    Matrix &edit(const std::string &name);

    const std::map<std::string, Weight> &all() const { return m_weights; }

private:
    std::map<std::string, Weight> m_weights;
};

} // namespace regard
