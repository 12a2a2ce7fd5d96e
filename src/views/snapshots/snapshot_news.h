#pragma once

#include <QString>

#include "io/project/project.h"

namespace regard {

/// What is new in a state after another one, in a few words: "W_Q edited", "sentence, heads 4 → 5", "head 1.2 off",
/// "view"; empty where nothing is.
QString snapshotNews(const Project &state, const Project &before);

/// Whether some head or sublayer of the state is switched off.
bool isPartlyOff(const Project &state);

} // namespace regard
