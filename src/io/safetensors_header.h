#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace regard {

/// One tensor as the header of a safetensors file describes it.
struct TensorEntry {
    std::string name;
    std::string dtype; ///< as the file spells it: `F32`, `BF16`
    std::vector<std::uint64_t> shape;
    std::uint64_t begin = 0; ///< bytes from the start of the file
    std::uint64_t end = 0;
};

/// Reads the header of a safetensors file that is wholly in memory, tensors in the order of their bytes. Nothing is
/// allocated that the header's own length does not account for.
/// https://github.com/huggingface/safetensors, "Format".
/// Throws FileError(file, …) that names the tensor: a header longer than the file, JSON that is broken or not of this
/// form, a name that stands twice, offsets that run backwards, overlap, leave a hole or pass the end, a shape that is
/// not what its bytes hold (a dtype that is not known is not measured).
std::vector<TensorEntry> parseSafetensorsHeader(std::string_view bytes, const std::string &file);

/// `2 × 3`; a tensor without dimensions is `a single number`.
std::string shapeText(const std::vector<std::uint64_t> &shape);

/// A tensor's name in quotes, short enough for a sentence and without control characters.
std::string quotedName(const std::string &name);

} // namespace regard
