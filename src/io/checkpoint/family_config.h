#pragma once

#include <string>

#include "engine/model/model_config.h"
#include "io/base/config_file.h"
#include "io/checkpoint/family.h"

namespace regard {

/// The model that config.json describes, in this program's terms.
struct FamilyConfig {
    ModelConfig config;       ///< maximumTokens as the file says, whatever rows the position table has
    bool isTied = true;       ///< the output layer is the embedding
    int skippedPositions = 0; ///< rows of the position table before the first token's
    int padding = -1;         ///< row of the token that positions skip; −1: none
    int mask = -1;            ///< row of the mask token that token_dropout knows; −1: none
    bool hasTarget = false;   ///< the decoder has an embedding of its own
    int groups = 0;           ///< of layers that share their weights; 0: each has its own
    int inner = 1;            ///< layers of which each layer of a group consists

    /// What stands in a tensor's name for the layer: its number, or those of its group and its inner layer.
    std::string layerName(int layer) const;
};

/// The family of a config.json. Throws FileError: no model_type, or an unknown one, which the message names.
const Family &familyOf(const ConfigFile &file);

/// Throws FileError that names the key: a size out of range, sizes that do not fit each other, and any computation that
/// the engine does not do: quantised weights, another activation, attention or position scheme.
FamilyConfig readFamilyConfig(const Family &family, const ConfigFile &file);

} // namespace regard
