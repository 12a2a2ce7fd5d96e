#pragma once

#include <memory>
#include <vector>

#include <QString>

#include "io/checkpoint/safetensors_header.h"
#include "io/checkpoint/stored_tensor.h"

namespace regard {

/// One file with its header, which was checked.
struct SafetensorsFile {
    std::shared_ptr<const StoredFile> file;
    std::vector<StoredTensor> tensors; ///< in the order of their bytes
    std::vector<SafetensorsNote> notes;
};

/// Throws FileError: no such file, any fault in its header.
SafetensorsFile openSafetensors(const QString &path);

} // namespace regard
