#pragma once

#include <string>
#include <utility>
#include <vector>

#include <QString>

#include "engine/model/model.h"
#include "engine/model/sentence_means.h"
#include "io/base/json_value.h"

namespace regard {

// A project's `off`, `temperature`, `attend`, `cut` and `patch`: lists of objects that name a head or a sublayer by
// `block` (encoder, decoder, cross), `layer` and `head`, counted from 1. An entry of `off` without `head` is the whole
// attention, with `feed_forward` true the layer's feed-forward; `by` says what replaces its output (zero, mean,
// uniform), zero where it is left out. An entry of `temperature` has a `head` and the `temperature` of its softmax. One
// of `attend` has a `head`, `query`, `key` and the `weight` between them that is set; one of `cut` a `query` and a
// `key` without weight, in all `heads` or those listed, of its `layer` or up to `last_layer`. `means` is an object with
// what an entry of `off` by "mean-of" takes: the file of `sentences`, `sentences_hash`, `model_hash`, and in `of` the
// `mean` of each part, named as in `off`, and `special`: that of each special token. One of
// `patch` has `what` comes from another pass (the `stream` by the layer that leaves it, 0 what the first one reads),
// the `token` that it is put in at, its `values`, of a pattern the `keys` that these are of, and the sentence that they
// come `from`.

/// These keys of a project; any may be missing. Throws FileError(name, …) that names the entry (`off[2].layer`).
/// Whether the means are those of the project's model is left open (SentenceMeans::of).
Interventions readInterventions(const JsonValue &project, const ModelConfig &config, const std::string &name);

/// Each key and its value as JSON on one line, without the numbers of `means` and `patch`, but with `old` where they
/// are of another model; where `indent` is not negative one entry per line, as a project at `path` needs them. Only
/// what the model has; no key where there is nothing.
std::vector<std::pair<std::string, std::string>> interventionTexts(const Model &model, int indent = -1,
                                                                   const QString &path = {});

/// The value of `means`, for a file at `path`, and back; `place` is where the value stands.
std::string meansText(const SentenceMeans &means, int indent, const QString &path);
SentenceMeans readMeans(const JsonValue &given, const std::string &place, const ModelConfig &config,
                        const std::string &name);

} // namespace regard
