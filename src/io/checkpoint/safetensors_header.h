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

/// Bytes before the header, which give its length.
inline constexpr std::uint64_t safetensorsLengthBytes = 8;

/// Returns where the header of a file of `fileBytes` ends. `start` is its first eight bytes, or more; the whole file
/// where it is shorter. Throws FileError(file, …): too few bytes, a header that is longer than the file or than the
/// limit.
std::uint64_t safetensorsHeaderEnd(std::string_view start, std::uint64_t fileBytes, const std::string &file);

/// A key of `__metadata__`, and its text.
struct SafetensorsNote {
    std::string key;
    std::string text;
};

/// Reads the header of a safetensors file of `fileBytes`, tensors in the order of their bytes. `start` is the file up
/// to safetensorsHeaderEnd(), or more of it. Allocates no more than the header's own length accounts for.
/// https://github.com/huggingface/safetensors, "Format". Throws as safetensorsHeaderEnd(), and FileError(file, …) that
/// names the tensor: JSON that is broken or not of this form, a duplicate name, offsets that run backwards, overlap,
/// leave a hole or pass the end, a shape that does not match its bytes (an unknown dtype is not measured). What
/// `__metadata__` says is put in `notes`, where that is not null.
std::vector<TensorEntry> parseSafetensorsHeader(std::string_view start, std::uint64_t fileBytes,
                                                const std::string &file, std::vector<SafetensorsNote> *notes = nullptr);

} // namespace regard
