#pragma once

#include <string>
#include <string_view>

#include "io/base/json_value.h"

namespace regard {

/// Reads a whole document. Throws FileError(name, …) with line and column where the text is not JSON or not UTF-8,
/// and naming the key where an object has it twice. A byte order mark is skipped.
JsonValue parseJson(std::string_view text, const std::string &name);

} // namespace regard
