#pragma once

#include <string>
#include <utility>
#include <vector>

#include "engine/model/interventions.h"
#include "io/base/json_value.h"

namespace regard {

// A project's `off`, `temperature`, `attend`, `cut` and `patch`: lists of objects that name a head or a sublayer by
// `block` (encoder, decoder, cross), `layer` and `head`, counted from 1. An entry of `off` without `head` is the whole
// attention, with `feed_forward` true the layer's feed-forward; `by` says what replaces its output (zero, mean,
// uniform), zero where it is left out. An entry of `temperature` has a `head` and the `temperature` of its softmax. One
// of `attend` has a `head`, `query`, `key` and the `weight` between them that is set; one of `cut` a `query` and a
// `key` without weight, in all `heads` or those listed, of its `layer` or up to `last_layer`. One of `patch` has `what`
// comes from another pass (the `stream` by the layer that leaves it, 0 what the first one reads), the `token` that it
// is put in at, its `values`, of a pattern the `keys` that these are of, and the sentence that they come `from`.

/// These keys of a project; any may be missing. Throws FileError(name, …) that names the entry (`off[2].layer`).
Interventions readInterventions(const JsonValue &project, const ModelConfig &config, const std::string &name);

/// Whether a text has the numbers of patches: only what is to be read again needs them.
enum class PatchNumbers { Kept, LeftOut };

/// Each key and its value as JSON on one line, or one entry per line where `indent` is not negative; only what the
/// model has. No key where there is nothing.
std::vector<std::pair<std::string, std::string>> interventionTexts(const Interventions &interventions,
                                                                   const ModelConfig &config, int indent = -1,
                                                                   PatchNumbers numbers = PatchNumbers::LeftOut);

} // namespace regard
