#pragma once

#include <string>

namespace regard {

/// A text as a cell of a table (RFC 4180): in quotes where it must be.
std::string csvCell(const std::string &text);

} // namespace regard
