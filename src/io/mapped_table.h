#pragma once

#include "engine/token_table.h"
#include "io/safetensors_files.h"

namespace regard {

/// The rows of a tensor of two dimensions where they stand in its file, which stays mapped.
class MappedTable : public RowTable {
public:
    /// Throws FileError that names file and tensor where it has not two dimensions, `columns` columns and at least one
    /// row, or has numbers of another kind than weights have.
    MappedTable(const StoredTensor &tensor, int columns);

    int rows() const override { return m_rows; }
    int columns() const override { return m_columns; }
    void read(int first, int count, float *numbers) const override;
    const float *numbers() const override;

private:
    StoredTensor m_tensor;
    NumberKind m_kind;
    int m_rows = 0;
    int m_columns = 0;
};

} // namespace regard
