#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "io/base/stored_file.h"
#include "io/checkpoint/stored_numbers.h"
#include "io/checkpoint/tensor_layout.h"

namespace regard {

/// A tensor and its place in its file.
struct StoredTensor {
    std::string name;  ///< without `prefix`
    std::string dtype; ///< as safetensors files spell it: `F32`
    std::vector<std::uint64_t> shape;
    std::uint64_t begin = 0; ///< bytes from the start of the file
    std::uint64_t bytes = 0; ///< of its numbers, one after the other
    std::shared_ptr<const StoredFile> file;
    std::string prefix{};                         ///< taken off its name, as off those of all tensors of a folder
    std::shared_ptr<const TensorLayout> layout{}; ///< null: its numbers stand in the file one after the other

    std::string storedName() const { return prefix + name; }
    std::uint64_t numbers() const;
    /// Throws FileError naming file and tensor where its dtype is none that weights are read from.
    NumberKind kind() const;
    /// Fills `to` with its numbers row by row, little-endian, from byte `first` of them on. Throws as
    /// StoredFile::read().
    void read(std::uint64_t first, std::span<char> to) const;
    /// Whether both hold the same numbers in the same shape. Reads both, unless they are one; throws as read().
    bool hasSameNumbers(const StoredTensor &other) const;
    /// Throws FileError with `reason`, which continues after the tensor's name: `the tensor "a" REASON`.
    [[noreturn]] void fail(const std::string &reason) const;
};

} // namespace regard
