#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/model/token_table.h"

#include "engine/base/matrix.h"

namespace regard {

/// A table whose rows stand in memory; numbers() is null where they are said to need converting.
class MemoryTable : public RowTable {
public:
    MemoryTable(Matrix rows, bool converts) : m_rows(std::move(rows)), m_converts(converts) {}

    int rows() const override { return int(m_rows.rows()); }
    int columns() const override { return int(m_rows.cols()); }
    void read(int first, int count, float *numbers) const override
    {
        std::copy_n(m_rows.data() + first * m_rows.cols(), count * m_rows.cols(), numbers);
    }
    const float *numbers() const override { return m_converts ? nullptr : m_rows.data(); }

private:
    Matrix m_rows;
    bool m_converts;
};

/// A trained vocabulary of these words, a row each. output empty: the embedding's own, else of as many rows.
inline std::shared_ptr<const TokenTable> memoryTable(const std::vector<std::string> &words, const Matrix &embedding,
                                                     const Matrix &output = {}, bool converts = false)
{
    auto table = std::make_shared<TokenTable>();
    table->embedding = std::make_shared<MemoryTable>(embedding, converts);
    table->output = output.size() > 0 ? std::make_shared<MemoryTable>(output, converts) : table->embedding;
    for (std::size_t i = 0; i < words.size(); ++i)
        table->ids[words[i]] = int(i);
    return table;
}

} // namespace regard
