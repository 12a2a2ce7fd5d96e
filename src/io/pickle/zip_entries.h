#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "io/pickle/byte_source.h"

namespace regard {

/// A file in a zip archive, and where its bytes stand in the archive.
struct ZipEntry {
    std::string name;
    std::uint64_t begin = 0;
    std::uint64_t bytes = 0;
};

/// The files of a zip archive, of zip64 too, in the order of its directory. Their names differ and their bytes lie
/// within the archive. Throws FileError: a directory that is missing, damaged or larger than 32 MiB; a file that is
/// compressed or encrypted.
std::vector<ZipEntry> zipEntries(const ByteSource &archive);

} // namespace regard
