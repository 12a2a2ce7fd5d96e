#pragma once

#include <string>

#include <QString>

#include "engine/model/model.h"
#include "io/project/project.h"

namespace regard {

/// A project's document. `path` is where the file will be; `snapshots` is the value of that key, empty: nothing.
std::string projectDocument(const Project &project, const QString &path, const std::string &snapshots);

/// The document of a state that is read relative to a project with the same checkpoint: like a project's, but only with
/// these weights and rows, and without vocabulary, checkpoint and snapshots. Throws ValueError where a number is not
/// finite.
std::string stateDocument(const Project &state, const ModelWeights &given, const Embedding &embedding,
                          const QString &path);

} // namespace regard
