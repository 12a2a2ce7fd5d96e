#include "io/checkpoint/stored_numbers.h"

#include <bit>
#include <cstdint>
#include <cstring>

namespace regard {

namespace {

static_assert(std::endian::native == std::endian::little, "safetensors files are read where they stand");

constexpr std::uint32_t exponentBits = 0x7F800000;

/// IEEE 754 binary16 as the bits of a float32. Without branches, so that the compiler can vectorise it.
std::uint32_t halfBits(std::uint32_t half)
{
    const std::uint32_t sign = (half & 0x8000) << 16;
    const std::uint32_t exponent = half & 0x7C00;
    const std::uint32_t shifted = ((half & 0x7FFF) << 13) + (112U << 23); // the exponent's bias, from 15 to 127
    const std::uint32_t special = shifted | exponentBits;
    // The fraction counts in steps of 2^-24 below 2^-14.
    const auto small = std::bit_cast<std::uint32_t>(float(std::int32_t(half & 0x3FF)) * (1.0F / 16777216.0F));
    const std::uint32_t magnitude = exponent == 0 ? small : exponent == 0x7C00 ? special : shifted;
    return sign | magnitude;
}

/// Converts numbers of 16 bits each; `bitsOf` turns one into a float32's bits.
template <typename BitsOf>
bool readSixteen(const char *from, std::size_t count, float *to, BitsOf bitsOf)
{
    std::uint32_t isSpecial = 0;
    for (std::size_t i = 0; i < count; ++i) {
        std::uint16_t sixteen = 0;
        std::memcpy(&sixteen, from + 2 * i, sizeof sixteen);
        const std::uint32_t bits = bitsOf(sixteen);
        isSpecial |= (bits & exponentBits) == exponentBits ? 1U : 0U;
        to[i] = std::bit_cast<float>(bits);
    }
    return isSpecial == 0;
}

bool readDouble(const char *from, std::size_t count, float *to)
{
    std::uint32_t isSpecial = 0;
    for (std::size_t i = 0; i < count; ++i) {
        double number = 0;
        std::memcpy(&number, from + 8 * i, sizeof number);
        to[i] = float(number);
        isSpecial |= (std::bit_cast<std::uint32_t>(to[i]) & exponentBits) == exponentBits ? 1U : 0U;
    }
    return isSpecial == 0;
}

bool readSingle(const char *from, std::size_t count, float *to)
{
    std::uint32_t isSpecial = 0;
    for (std::size_t i = 0; i < count; ++i) {
        std::uint32_t bits = 0;
        std::memcpy(&bits, from + 4 * i, sizeof bits);
        isSpecial |= (bits & exponentBits) == exponentBits ? 1U : 0U;
        to[i] = std::bit_cast<float>(bits);
    }
    return isSpecial == 0;
}

} // namespace

std::optional<NumberKind> numberKind(const std::string &dtype)
{
    if (dtype == "F64")
        return NumberKind::Float64;
    if (dtype == "F32")
        return NumberKind::Float32;
    if (dtype == "F16")
        return NumberKind::Float16;
    if (dtype == "BF16")
        return NumberKind::BFloat16;
    return std::nullopt;
}

std::string numberKindName(NumberKind kind)
{
    switch (kind) {
    case NumberKind::Float64:
        return "float64";
    case NumberKind::Float32:
        return "float32";
    case NumberKind::Float16:
        return "float16";
    case NumberKind::BFloat16:
        return "bfloat16";
    }
    return {};
}

std::size_t bytesPerNumber(NumberKind kind)
{
    return kind == NumberKind::Float64 ? 8 : kind == NumberKind::Float32 ? 4 : 2;
}

bool readNumbers(NumberKind kind, const char *from, std::size_t count, float *to)
{
    switch (kind) {
    case NumberKind::Float64:
        return readDouble(from, count, to);
    case NumberKind::Float32:
        return readSingle(from, count, to);
    case NumberKind::Float16:
        return readSixteen(from, count, to, halfBits);
    case NumberKind::BFloat16:
        return readSixteen(from, count, to, [](std::uint32_t bits) { return bits << 16; });
    }
    return false;
}

} // namespace regard
