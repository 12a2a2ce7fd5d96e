#include "io/checkpoint/tensor_layout.h"

#include <algorithm>
#include <utility>

namespace regard {

TensorLayout::TensorLayout(std::vector<std::uint64_t> shape, std::vector<std::uint64_t> strides,
                           std::size_t bytesPerNumber, bool isBigEndian)
    : m_shape(std::move(shape)), m_strides(std::move(strides)), m_width(bytesPerNumber), m_isBigEndian(isBigEndian)
{
}

void TensorLayout::read(const StoredFile &file, std::uint64_t begin, std::uint64_t first, std::span<char> to) const
{
    const std::lock_guard lock(m_mutex);
    if (m_ordered.empty())
        m_ordered = ordered(file, begin);
    std::copy_n(m_ordered.begin() + std::ptrdiff_t(first), to.size(), to.begin());
}

std::vector<char> TensorLayout::ordered(const StoredFile &file, std::uint64_t begin) const
{
    std::uint64_t count = 1;
    std::uint64_t last = 0; // the number that stands last in the file
    for (std::size_t i = 0; i < m_shape.size(); ++i) {
        count *= m_shape[i];
        last += (m_shape[i] - 1) * m_strides[i];
    }
    std::vector<char> stored((last + 1) * m_width);
    file.read(begin, stored);
    std::vector<char> ordered(count * m_width);
    std::vector<std::uint64_t> place(m_shape.size());
    std::uint64_t from = 0;
    for (std::uint64_t i = 0; i < count; ++i) {
        const char *number = stored.data() + from * m_width;
        char *to = ordered.data() + i * m_width;
        if (m_isBigEndian)
            std::reverse_copy(number, number + m_width, to);
        else
            std::copy_n(number, m_width, to);
        // The last place counts up; where it is through, it starts again and the one before it counts.
        for (std::size_t d = m_shape.size(); d-- > 0;) {
            from += m_strides[d];
            if (++place[d] < m_shape[d])
                break;
            from -= m_strides[d] * m_shape[d];
            place[d] = 0;
        }
    }
    return ordered;
}

} // namespace regard
