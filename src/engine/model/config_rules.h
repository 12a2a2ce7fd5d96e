#pragma once

#include <string>

#include "engine/base/errors.h"
#include "engine/model/stack.h"

namespace regard {

/// A rule between the sizes and switches of a configuration, which values that are each valid can break together.
enum class ConfigRule {
    JoinedWidth,     ///< without an output projection, heads · d_value = d_model where something follows
    SharedHeads,     ///< key_value_heads divide the heads
    EvenStates,      ///< two directions share d_model
    RecurrentLayers, ///< a recurrent stack has at least one layer
    EvenKeys,        ///< rotary positions rotate columns in pairs
    Epsilon,         ///< of norms: a float32 above 0
    Theta,           ///< of rotary positions: a float32 above 0
    WeightCount,     ///< at most maximumWeights
    DrawnWeights,    ///< of a checkpoint: as many in addition to it
};

/// A configuration that breaks a rule. what() uses the keys of files and of the command line; a caller with other names
/// for them rewords it (ModelPanel).
struct BrokenRule : ConfigError {
    BrokenRule(ConfigRule broken, const std::string &what) : ConfigError(what), rule(broken) {}

    ConfigRule rule;
    Stack stack = Stack::Encoder; ///< whose heads they are
    std::string reader{};         ///< of JoinedWidth: "a residual", in the user's language
    double weights = 0;           ///< of WeightCount and DrawnWeights: how many there would be
};

/// Throws ConfigError, naming the key and both numbers, where a size is out of range or where sizes do not fit each
/// other: without an output projection heads · d_value must equal d_model wherever a residual, a norm, a feed-forward,
/// another layer or attention, or the output layer follows; key_value_heads must divide the heads of each stack; rotary
/// positions need an even d_key; two directions of a recurrent encoder need an even d_model; a recurrent stack needs a
/// layer; a masked language model is an encoder alone.
void validateRules(const ModelConfig &config);

/// Throws ConfigError as validateRules(), and where all active weights are more than maximumWeights.
void validate(const ModelConfig &config);

} // namespace regard
