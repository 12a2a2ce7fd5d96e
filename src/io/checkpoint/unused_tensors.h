#pragma once

#include <set>
#include <string>
#include <vector>

#include "engine/model/model_config.h"
#include "io/checkpoint/family.h"
#include "io/checkpoint/folder_tensors.h"

namespace regard {

/// The names of the tensors that are not in `used`, sorted: poolers, other heads, layers that config.json leaves out. A
/// family's buffers are not among them. Throws FileError that names one inside a layer that no rule of the family
/// names, or whose weight the model does not have: the layer's computation would be incomplete.
std::vector<std::string> unusedTensors(const Family &family, const ModelConfig &config, const FolderTensors &tensors,
                                       const std::set<const StoredTensor *> &used);

} // namespace regard
