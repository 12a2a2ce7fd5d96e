#include "io/checkpoint/stored_numbers.h"

#include <bit>
#include <cstdint>
#include <cstring>

namespace regard {

namespace {

constexpr std::uint32_t exponentBits = 0x7F800000;

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

std::optional<NarrowKind> narrowKind(NumberKind kind)
{
    switch (kind) {
    case NumberKind::Float64:
    case NumberKind::Float32:
        return std::nullopt;
    case NumberKind::Float16:
        return NarrowKind::Float16;
    case NumberKind::BFloat16:
        return NarrowKind::BFloat16;
    }
    return std::nullopt;
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
    case NumberKind::BFloat16:
        return widen(*narrowKind(kind), from, count, to);
    }
    return false;
}

} // namespace regard
