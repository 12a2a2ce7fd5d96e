#pragma once

#include <string>

#include "engine/base/errors.h"

namespace regard {

/// A file that cannot be read or written. what() is "FILE: what is wrong, and where".
struct FileError : Error {
    FileError(const std::string &file, const std::string &why) : Error(file + ": " + why), reason(why) {}
    std::string reason; ///< without the file's name
};

} // namespace regard
