#include "engine/base/narrow_matrix.h"

#include <bit>
#include <cstring>

namespace regard {

namespace {

static_assert(std::endian::native == std::endian::little, "files of weights are read where they stand");

constexpr std::uint32_t floatExponent = 0x7F800000;

/// IEEE 754 binary16 as the bits of a float32. Without branches, so that the compiler can vectorise it.
std::uint32_t bitsOfHalf(std::uint32_t half)
{
    const std::uint32_t sign = (half & 0x8000) << 16;
    const std::uint32_t exponent = half & 0x7C00;
    const std::uint32_t shifted = ((half & 0x7FFF) << 13) + (112U << 23); // the exponent's bias, from 15 to 127
    const std::uint32_t special = shifted | floatExponent;
    // The fraction counts in steps of 2^-24 below 2^-14.
    const auto small = std::bit_cast<std::uint32_t>(float(std::int32_t(half & 0x3FF)) * (1.0F / 16777216.0F));
    const std::uint32_t magnitude = exponent == 0 ? small : exponent == 0x7C00 ? special : shifted;
    return sign | magnitude;
}

/// `bitsOf` turns a number into a float32's bits.
template <typename BitsOf>
bool widenEach(const void *from, std::size_t count, float *to, BitsOf bitsOf)
{
    std::uint32_t isSpecial = 0;
    for (std::size_t i = 0; i < count; ++i) {
        std::uint16_t narrow = 0;
        std::memcpy(&narrow, static_cast<const char *>(from) + 2 * i, sizeof narrow);
        const std::uint32_t bits = bitsOf(narrow);
        isSpecial |= (bits & floatExponent) == floatExponent ? 1U : 0U;
        to[i] = std::bit_cast<float>(bits);
    }
    return isSpecial == 0;
}

} // namespace

bool widen(NarrowKind kind, const void *from, std::size_t count, float *to)
{
    switch (kind) {
    case NarrowKind::Float16:
        return widenEach(from, count, to, bitsOfHalf);
    case NarrowKind::BFloat16:
        return widenEach(from, count, to, [](std::uint32_t bits) { return bits << 16; });
    }
    return false;
}

bool allFinite(NarrowKind kind, const std::uint16_t *numbers, std::size_t count)
{
    const unsigned exponent = kind == NarrowKind::Float16 ? 0x7C00 : 0x7F80;
    unsigned isSpecial = 0;
    for (std::size_t i = 0; i < count; ++i)
        isSpecial |= (numbers[i] & exponent) == exponent ? 1U : 0U;
    return isSpecial == 0;
}

NarrowMatrix::NarrowMatrix(NarrowKind kind, Eigen::Index rows, Eigen::Index columns)
    : m_kind(kind), m_rows(rows), m_columns(columns),
      m_numbers(std::make_unique_for_overwrite<std::uint16_t[]>(std::size_t(rows * columns)))
{
}

std::shared_ptr<const Matrix> NarrowMatrix::widened() const
{
    const std::lock_guard lock(m_mutex);
    return madeWide();
}

const Matrix &NarrowMatrix::kept() const
{
    const std::lock_guard lock(m_mutex);
    m_kept = madeWide();
    return *m_kept;
}

bool NarrowMatrix::isWidened() const
{
    const std::lock_guard lock(m_mutex);
    return !m_widened.expired();
}

std::shared_ptr<const Matrix> NarrowMatrix::madeWide() const
{
    if (std::shared_ptr<const Matrix> known = m_widened.lock())
        return known;
    const auto made = std::make_shared<Matrix>(m_rows, m_columns);
    widen(m_kind, data(), std::size_t(made->size()), made->data());
    m_widened = made;
    return made;
}

} // namespace regard
