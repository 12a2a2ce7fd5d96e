#pragma once

#include <memory>
#include <vector>

#include <QString>

#include "io/checkpoint/stored_tensor.h"

namespace regard {

/// The tensors of a file that torch.save wrote. Throws FileError: no such file, and as torchTensors().
std::vector<StoredTensor> openTorchFile(const QString &path);

} // namespace regard
