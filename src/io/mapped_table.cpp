#include "io/mapped_table.h"

#include <cstddef>
#include <cstdint>
#include <limits>

#include "engine/message.h"

namespace regard {

MappedTable::MappedTable(const StoredTensor &tensor, int columns)
    : m_tensor(tensor), m_kind(tensor.kind()), m_columns(columns)
{
    constexpr auto most = static_cast<std::uint64_t>(std::numeric_limits<int>::max());
    const bool fits = tensor.shape.size() == 2 && tensor.shape[1] == static_cast<std::uint64_t>(columns) &&
                      tensor.shape[0] > 0 && tensor.shape[0] <= most;
    if (!fits)
        tensor.fail(Message::tr("is %1, but must have a row for each token and %2 columns",
                                {shapeText(tensor.shape), std::to_string(columns)}));
    m_rows = static_cast<int>(tensor.shape[0]);
}

void MappedTable::read(int first, int count, float *numbers) const
{
    const std::size_t skipped = static_cast<std::size_t>(first) * static_cast<std::size_t>(m_columns);
    readNumbers(m_kind, m_tensor.bytes.data() + skipped * bytesPerNumber(m_kind),
                static_cast<std::size_t>(count) * static_cast<std::size_t>(m_columns), numbers);
}

const float *MappedTable::numbers() const
{
    const char *bytes = m_tensor.bytes.data();
    const bool isAligned = reinterpret_cast<std::uintptr_t>(bytes) % alignof(float) == 0;
    return m_kind == NumberKind::Float32 && isAligned ? reinterpret_cast<const float *>(bytes) : nullptr;
}

} // namespace regard
