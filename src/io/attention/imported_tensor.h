#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "engine/base/matrix.h"
#include "io/checkpoint/stored_tensor.h"

namespace regard {

/// A tensor of a file of attention: matrices of one size, one after the other. Immutable; any thread may read.
class ImportedTensor {
public:
    /// In its file, from which each matrix is read when it is asked for. A tensor of two dimensions is one matrix, of
    /// three as many as its first says. Throws FileError for another number of dimensions, a dtype that is none of F64,
    /// F32, F16 and BF16, and matrices beyond what memory should hold.
    ImportedTensor(std::string name, StoredTensor stored);
    /// Holds matrices of a JSON file, all of one size; `file` is for errors. `isOfHeads`: one for each head, else it is
    /// a single one.
    ImportedTensor(std::string name, std::string file, std::vector<Matrix> matrices, bool isOfHeads);

    const std::string &name() const { return m_name; } ///< without its sentence's prefix
    const std::vector<std::uint64_t> &shape() const { return m_shape; }
    int count() const { return m_count; } ///< of matrices
    Eigen::Index rows() const { return m_rows; }
    Eigen::Index columns() const { return m_columns; }
    /// `bfloat16`; numbers of JSON are float32.
    NumberKind kind() const { return m_kind; }

    /// The numbers as they stand, finite or not. Throws FileError where the file cannot be read or was written to.
    Matrix read(int index) const;
    /// Throws FileError: `the tensor "encoder.0.self.weights" REASON`.
    [[noreturn]] void fail(const std::string &reason) const;
    /// `the tensor "encoder.0.self.weights"`, with its prefix.
    std::string described() const;

private:
    std::string m_name;
    std::string m_file;
    std::vector<std::uint64_t> m_shape;
    NumberKind m_kind = NumberKind::Float32;
    int m_count = 0;
    Eigen::Index m_rows = 0;
    Eigen::Index m_columns = 0;
    std::variant<StoredTensor, std::vector<Matrix>> m_source;
};

} // namespace regard
