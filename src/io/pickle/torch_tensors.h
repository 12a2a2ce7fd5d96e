#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "io/pickle/byte_source.h"

namespace regard {

/// A tensor of a file that torch.save wrote.
struct TorchTensor {
    std::string name;
    std::string dtype; ///< as safetensors files spell it: `F32`
    std::vector<std::uint64_t> shape;
    std::uint64_t begin = 0; ///< of its first number: bytes from the start of the file
    std::uint64_t bytes = 0; ///< of its numbers, one after the other
    std::size_t bytesPerNumber = 0;
    std::vector<std::uint64_t> strides{}; ///< in numbers; empty: they stand one after the other
    bool isBigEndian = false;
};

/// The tensors of a state dict that torch.save wrote, in its order: as a zip archive (since PyTorch 1.6), or as five
/// pickles one after the other, which the numbers follow. Every tensor lies within its storage, every storage within
/// the file, and no tensor has more numbers than its storage. Throws FileError: neither of them, any fault in one, and
/// as zipEntries() and readPickle().
std::vector<TorchTensor> torchTensors(const ByteSource &file);

} // namespace regard
