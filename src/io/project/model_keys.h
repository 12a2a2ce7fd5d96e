#pragma once

#include <string>
#include <vector>

#include "engine/model/model_config.h"

namespace regard {

/// What a key of `model` takes.
enum class ModelKeyKind {
    Whole,  ///< a whole number
    Number, ///< a finite number
    Flag,   ///< true or false
    Word,   ///< one of a few words, or numbers with spaces between them
};

/// Every key of a project's `model`, in the order in which FORMATS lists them.
const std::vector<std::string> &modelKeys();

/// Throws ConfigError for an unknown key.
ModelKeyKind modelKeyKind(const std::string &key);

/// `a whole number from 1 to 1024`, `one of dot, scaled_dot, additive`. Throws ConfigError for an unknown key.
std::string modelKeyTakes(const std::string &key);

/// The value of a key as a file spells it: `scaled_dot`, `true`, `8`, `1e-05`. Throws ConfigError for an unknown key.
std::string modelKeyValue(const ModelConfig &config, const std::string &key);

/// Sets a key from text (`--set heads=2`). Throws ConfigError that names the key and what it takes. Setting heads or
/// d_ff also sets decoder_heads and decoder_d_ff, unless they were already different. Setting the architecture gives
/// each new stack one layer, and each removed one none; masked_language_model becomes false where the model is no
/// longer an encoder alone.
void setModelKey(ModelConfig &config, const std::string &key, const std::string &value);

} // namespace regard
