#include "io/checkpoint/stored_table.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>

#include "engine/base/message.h"
#include "io/base/shape_text.h"

namespace regard {

StoredTable::StoredTable(StoredTensor tensor, int columns)
    : m_tensor(std::move(tensor)), m_kind(m_tensor.kind()), m_columns(columns)
{
    constexpr auto most = std::uint64_t(std::numeric_limits<int>::max());
    const std::vector<std::uint64_t> &shape = m_tensor.shape;
    const bool fits = shape.size() == 2 && shape[1] == std::uint64_t(columns) && shape[0] > 0 && shape[0] <= most;
    if (!fits)
        m_tensor.fail(Message::tr("is %1, but must have a row for each token and %2 columns",
                                  {shapeText(shape), std::to_string(columns)}));
    m_rows = int(shape[0]);
}

void StoredTable::readStored(int first, int count, float *numbers) const
{
    const std::size_t begin = std::size_t(first) * rowBytes();
    const std::size_t all = std::size_t(count) * std::size_t(m_columns);
    if (const char *kept = m_kept.load(std::memory_order_acquire)) {
        readNumbers(m_kind, kept + begin, all, numbers);
        return;
    }
    std::vector<char> bytes(static_cast<std::size_t>(count) * rowBytes());
    m_tensor.read(begin, bytes);
    readNumbers(m_kind, bytes.data(), all, numbers);
}

void StoredTable::read(int first, int count, float *numbers) const
{
    if (count != 1 || m_kept.load(std::memory_order_acquire)) {
        readStored(first, count, numbers);
        return;
    }
    const std::lock_guard lock(m_mutex);
    auto seen = m_seen.find(first);
    if (seen == m_seen.end()) {
        std::vector<float> row(static_cast<std::size_t>(m_columns));
        readStored(first, 1, row.data());
        seen = m_seen.emplace(first, std::move(row)).first;
    }
    std::copy(seen->second.begin(), seen->second.end(), numbers);
}

void StoredTable::keep() const
{
    const std::lock_guard lock(m_mutex);
    if (m_all)
        return;
    const std::size_t bytes = std::size_t(m_rows) * rowBytes();
    auto all = std::make_unique_for_overwrite<float[]>((bytes + sizeof(float) - 1) / sizeof(float));
    char *to = reinterpret_cast<char *>(all.get());
    m_tensor.read(0, {to, bytes});
    m_all = std::move(all);
    m_kept.store(to, std::memory_order_release);
}

const float *StoredTable::numbers() const
{
    const bool isThere = m_kind == NumberKind::Float32 && m_kept.load(std::memory_order_acquire);
    return isThere ? m_all.get() : nullptr;
}

KeptNumbers StoredTable::kept() const
{
    const std::optional<NarrowKind> narrow = narrowKind(m_kind);
    return narrow ? KeptNumbers(m_kept.load(std::memory_order_acquire), *narrow) : KeptNumbers(numbers());
}

} // namespace regard
