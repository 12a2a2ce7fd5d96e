#pragma once

#include <string>
#include <vector>

#include "io/base/json_value.h"
#include "io/project/project.h"

namespace regard {

/// The keys by which a page differs from its lesson's project: all keys of a project except its heading, title and
/// note.
const std::vector<std::string> &overrideKeys();

/// Replaces values of a project's document by a page's: `model` key by key, `weights` and `embedding` entry by entry,
/// where null removes an entry; other values as a whole. Throws ValueError, whose sentence begins with the key.
void applyOverride(JsonValue &document, const std::string &key, const JsonValue &value);

/// The overrides, key by key, with which applyOverride() makes the second document from the first.
JsonValue overridesBetween(const JsonValue &from, const JsonValue &to);

/// Adds every key of `model` whose value differs to the overrides, written out: an override cannot remove a key to
/// restore its default.
void spellModel(JsonValue &overrides, const ModelConfig &from, const ModelConfig &to);

/// Makes a project share the matrices of another one wherever their numbers are equal, so that pages of a lesson share
/// them and what was computed from them.
void shareMatrices(const Project &with, Project &project);

} // namespace regard
