#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "engine/model/token_table.h"
#include "io/checkpoint/stored_tensor.h"

namespace regard {

/// The rows of a tensor of two dimensions, read from its file when they are needed. A row that was read alone is
/// cached, so that its token needs no file again.
class StoredTable : public RowTable {
public:
    /// Throws FileError that names file and tensor where it does not have two dimensions, `columns` columns and at
    /// least one row, or has an unsupported kind of numbers.
    StoredTable(StoredTensor tensor, int columns);

    int rows() const override { return m_rows; }
    int columns() const override { return m_columns; }
    /// Throws as StoredFile::read(), and so does keep().
    void read(int first, int count, float *numbers) const override;
    void keep() const override;
    const float *numbers() const override;
    KeptNumbers kept() const override;

private:
    std::size_t rowBytes() const { return std::size_t(m_columns) * bytesPerNumber(m_kind); }
    void readStored(int first, int count, float *numbers) const;

    StoredTensor m_tensor;
    NumberKind m_kind;
    int m_rows = 0;
    int m_columns = 0;
    mutable std::atomic<const char *> m_kept = nullptr;         ///< the bytes of m_all, once all are there
    mutable std::mutex m_mutex;                                 ///< protects the members below
    mutable std::unique_ptr<float[]> m_all;                     ///< every row as it is stored; null until keep()
    mutable std::unordered_map<int, std::vector<float>> m_seen; ///< rows that were read alone
};

} // namespace regard
