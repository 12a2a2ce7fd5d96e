#pragma once

#include "io/base/config_file.h"
#include "io/checkpoint/family.h"

namespace regard {

/// Reads the sliding windows of a family with rotary positions. After the sizes and the rotary positions. Throws
/// FileError that names the key.
void readWindows(const Family &family, const ConfigFile &file, ModelConfig &config);

/// Reads the rotary positions of a family that has them: `rope_theta` and `rope_scaling` of transformers 4,
/// `rope_parameters` of 5. After the sizes. Throws FileError that names the key.
void readRotary(const Family &family, const ConfigFile &file, ModelConfig &config);

} // namespace regard
