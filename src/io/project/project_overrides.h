#pragma once

#include <string>
#include <vector>

#include "io/base/json_value.h"
#include "io/project/project.h"

namespace regard {

/// The keys by which a page differs from its lesson's project: those of a project but its heading, title and note.
const std::vector<std::string> &overrideKeys();

/// Puts a page's value over that of a project's document: `model` key by key, `weights` and `embedding` entry by entry,
/// where null takes an entry out; everything else replaces. Throws ValueError, whose sentence begins with the key.
void applyOverride(JsonValue &document, const std::string &key, const JsonValue &value);

/// What applyOverride() needs, key by key, to make the second document of the first.
JsonValue overridesBetween(const JsonValue &from, const JsonValue &to);

/// Puts every key of `model` whose value differs into the overrides, written out: one that a document leaves to its
/// default cannot be taken away by an override.
void spellModel(JsonValue &overrides, const ModelConfig &from, const ModelConfig &to);

/// Lets a project hold the same matrices as another one wherever their numbers are the same, so that pages of a lesson
/// share them and what was computed with them.
void shareMatrices(const Project &with, Project &project);

} // namespace regard
