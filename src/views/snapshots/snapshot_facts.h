#pragma once

#include <QString>

#include "io/project/project.h"

namespace regard {

/// What a state is, a line each: its sentence, the head that it looks at, its sizes and what is switched off in it.
QString snapshotFacts(const Project &state);

/// In what it differs from what is there now: "sentence, 2 matrices, 1 word's row"; empty where in nothing.
QString snapshotDifferences(const Project &state, const Project &now);

} // namespace regard
