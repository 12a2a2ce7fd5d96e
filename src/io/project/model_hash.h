#pragma once

#include <memory>
#include <string>

#include "engine/model/model.h"
#include "engine/model/sentence_means.h"
#include "io/checkpoint/checkpoint.h"

namespace regard {

/// BLAKE2b-256 over a model's configuration and numbers, whatever is changed from outside: over a checkpoint's hash and
/// what differs from it, else over all weights. In hexadecimal with `blake2b:` before it. Throws FileError where the
/// checkpoint's folder no longer holds what was opened.
std::string modelHash(const Model &model, const std::shared_ptr<const Checkpoint> &checkpoint);

/// The means as those of that model.
SharedMeans meansOf(SentenceMeans means, Model model);

/// Finds whether means that were read are the model's own, as hasStaleMeans() asks.
void recogniseMeans(Model &model, const std::shared_ptr<const Checkpoint> &checkpoint);

} // namespace regard
