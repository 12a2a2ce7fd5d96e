#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "engine/base/narrow_matrix.h"

namespace regard {

/// The supported kinds of numbers.
enum class NumberKind { Float64, Float32, Float16, BFloat16 };

/// The kind of a safetensors dtype (`F64`, `F32`, `F16`, `BF16`); nothing for any other.
std::optional<NumberKind> numberKind(const std::string &dtype);

/// `float64`, `float32`, `float16`, `bfloat16`.
std::string numberKindName(NumberKind kind);

std::size_t bytesPerNumber(NumberKind kind);

/// The kind in which such numbers stay in memory; nothing where they become float32.
std::optional<NarrowKind> narrowKind(NumberKind kind);

/// Writes `count` numbers as float32, which holds each of them exactly; of a float64 it is the nearest. `from` may be
/// at any address, little-endian. Returns whether all of them are finite.
bool readNumbers(NumberKind kind, const char *from, std::size_t count, float *to);

} // namespace regard
