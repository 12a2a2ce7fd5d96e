#pragma once

#include <memory>
#include <string>

#include "io/attention/attention_file.h"

namespace regard {

/// BLAKE2b-256 over the bytes of a file of attention, in hexadecimal with `blake2b:` before it. Reads all of it, which
/// takes seconds where it is large, once as long as the file is open. From any thread. Throws FileError, also where it
/// was written to since it was opened.
std::string hashOf(const std::shared_ptr<const AttentionFile> &file);

} // namespace regard
