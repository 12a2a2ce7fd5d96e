#pragma once

#include <string>

#include "engine/matrix.h"

namespace regard {

/// Throws InputError, "the keys of encoder.0.self are too large for float32; …", where a number is not finite.
void checkFinite(const Matrix &matrix, const char *what, const std::string &block);

} // namespace regard
