#pragma once

#include <memory>
#include <string>

#include "engine/model/sentence_means.h"
#include "io/project/project.h"

namespace regard {

/// BLAKE2b-256 over a project's model and how it makes tokens of a sentence, whatever is changed from outside: over the
/// configuration, and a checkpoint's hash and what differs from it, else all weights. In hexadecimal with `blake2b:`
/// before it. Throws FileError where the checkpoint's folder no longer holds what was opened.
std::string modelHash(const Project &project);

/// The means as those of the project's model and tokens.
SharedMeans meansOf(SentenceMeans means, const Project &project);

/// The means beside sentences that become tokens as these do, as hasStaleMeans() asks.
SharedMeans meansBeside(SharedMeans means, const SentenceTexts &texts);

/// Finds whether means that were read are the project's own, as hasStaleMeans() asks.
void recogniseMeans(Project &project);

} // namespace regard
