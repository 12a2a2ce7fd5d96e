#pragma once

#include <string>

#include "engine/model/interventions.h"
#include "io/base/json_value.h"

namespace regard {

// A project's `off` and `temperature`: lists of objects that name a head or a sublayer by `block` (encoder, decoder,
// cross), `layer` and `head`, counted from 1. An entry of `off` without `head` is the whole attention, with
// `feed_forward` true the layer's feed-forward; `by` says what replaces its output (zero, mean, uniform), zero where it
// is left out. An entry of `temperature` has a `head` and the `temperature` of its softmax.

/// Both keys of a project; either may be missing. Throws FileError(name, …) that names the entry (`off[2].layer`).
Interventions readInterventions(const JsonValue &project, const ModelConfig &config, const std::string &name);

/// Each key's value as JSON on one line, or one entry per line where `indent` is not negative; only what the model has.
/// Empty where there is nothing.
std::string offText(const Interventions &interventions, const ModelConfig &config, int indent = -1);
std::string temperatureText(const Interventions &interventions, const ModelConfig &config, int indent = -1);

} // namespace regard
