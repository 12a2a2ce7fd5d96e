#pragma once

#include <memory>
#include <string>
#include <vector>

#include "io/attention/imported_tensor.h"
#include "io/base/json_value.h"

namespace regard {

/// The matrices of a trace in JSON as the tensors that they are in safetensors, in the same order. Throws
/// FileError(file, …) naming the block and the matrix: rows of different lengths, texts in them, a member that no trace
/// has.
std::vector<std::shared_ptr<const ImportedTensor>> jsonTensors(const JsonValue &root, const std::string &file);

} // namespace regard
