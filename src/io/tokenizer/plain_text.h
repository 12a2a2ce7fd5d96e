#pragma once

#include <string_view>

#include <QString>

namespace regard {

/// UTF-8 as Qt reads it, except for a byte order mark at the beginning, which Qt drops as a mark of the file: here it
/// is a character of the text like any other.
QString plainText(std::string_view utf8);

} // namespace regard
