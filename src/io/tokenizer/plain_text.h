#pragma once

#include <string_view>

#include <QString>

namespace regard {

/// UTF-8 as Qt reads it, but for a byte order mark at the beginning, which Qt takes for a mark of a file and drops:
/// here it is a character of the text like any other.
QString plainText(std::string_view utf8);

} // namespace regard
