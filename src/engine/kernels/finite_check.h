#pragma once

#include <string>

#include "engine/base/matrix.h"

namespace regard {

/// What a matrix of a pass holds, for a message.
enum class Quantity { Queries, Keys, Values, Outputs, Sums, Hidden, Logits };

/// Throws InputError, "the keys of encoder.0.self are too large for float32; …", where a number is not finite.
void checkFinite(const Matrix &matrix, Quantity quantity, const std::string &block);

/// The same where what computed the matrix has looked already.
void checkFinite(bool isFinite, Quantity quantity, const std::string &block);

} // namespace regard
