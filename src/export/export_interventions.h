#pragma once

#include <string>
#include <utility>
#include <vector>

#include "engine/model/interventions.h"
#include "engine/model/model.h"

namespace regard {

/// The attention that `--block` names; empty: the first that the model has. Throws ConfigError where there is none.
Attention attentionNamed(const std::string &word, const ModelConfig &config);

/// A head as `--off` and `--temperature` name it, or the state after a step as `--off` names it; all count from 1.
struct HeadName {
    std::string block; ///< encoder, decoder, cross; empty: that of --block
    int layer = 1;
    int head = 1;            ///< of a recurrent stack the step
    bool isBackward = false; ///< of a state: its chain goes backward
};

/// Heads that the command line switches off, and temperatures of their softmax.
struct InterventionOptions {
    std::vector<HeadName> off;
    Replacement replacement = Replacement::Zero; ///< of the output of those
    std::vector<std::pair<HeadName, float>> temperatures;

    /// The interventions with these added, of the model's heads. A temperature of 1 removes what was set. `block` is
    /// that of --block. Throws ConfigError naming the numbers where there is no such head.
    Interventions addedTo(Interventions interventions, const ModelConfig &config, const std::string &block) const;
};

/// `1.3`, `cross.1.3`, or `encoder.1.3.backward` of a state. Throws UsageError, which names the option.
HeadName parseHeadName(const std::string &option, const std::string &text);
/// `1.3=0.5`. Throws UsageError.
std::pair<HeadName, float> parseTemperature(const std::string &text);

} // namespace regard
