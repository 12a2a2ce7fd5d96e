#pragma once

#include <string>

#include "io/base/json_document.h"

namespace regard {

/// A document as people write it: an object's entries a line each where they do not fit into one line, a matrix a line
/// a row. Numbers read back the same. `indent` is how deep the value stands, in spaces.
std::string jsonText(const JsonValue &value, int indent = 0);

} // namespace regard
