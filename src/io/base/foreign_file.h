#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace regard {

/// This many bytes of a file tell what it is.
inline constexpr std::size_t foreignStart = 512;

/// Whether a file may be a zip archive.
enum class Archives { Refused, Read };

/// Throws FileError where a file that begins with these bytes is nothing that Regard reads, but what people often get
/// in its place: a Git LFS pointer, an HTML page, a GGUF file or a zip archive. The message says which, and what to do.
void refuseForeign(std::string_view start, const std::string &file, Archives archives = Archives::Refused);

} // namespace regard
