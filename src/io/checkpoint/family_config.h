#pragma once

#include "engine/model/model_config.h"
#include "io/base/config_file.h"
#include "io/checkpoint/family.h"

namespace regard {

/// What config.json says of a model, in this program's terms.
struct FamilyConfig {
    ModelConfig config;       ///< maximumTokens as the file says, whatever rows the position table has
    bool isTied = true;       ///< the output layer is the embedding
    int skippedPositions = 0; ///< rows of the position table before the first token's
    int padding = -1;         ///< row of the token that positions pass over; −1: none
};

/// The family of a config.json. Throws FileError: no model_type, or one that is not known, which the message names.
const Family &familyOf(const ConfigFile &file);

/// Throws FileError that names the key: a size out of range, sizes that do not fit each other, and whatever asks for
/// another computation than the engine's: quantised weights, sliding windows, scaled rotary positions, another
/// activation, attention or position scheme.
FamilyConfig readFamilyConfig(const Family &family, const ConfigFile &file);

} // namespace regard
