#pragma once

#include <string>

#include "io/base/json_value.h"

namespace regard {

/// Text in quotes as JSON spells it; bytes that are not UTF-8 become U+FFFD.
std::string jsonString(const std::string &text);

/// A document in readable form: an object's entries one per line where they do not fit into one line, a matrix one row
/// per line. Numbers read back the same. `indent` is how deep the value is, in spaces.
std::string jsonText(const JsonValue &value, int indent = 0);

} // namespace regard
