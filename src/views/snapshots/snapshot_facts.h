#pragma once

#include <QString>

#include "io/project/project.h"

namespace regard {

/// Describes a state, a line each: its sentence, the head that it looks at, its sizes and what is switched off in it.
QString snapshotFacts(const Project &state);

/// How it differs from the present state: "sentence, 2 matrices, 1 word's row"; empty where it does not.
QString snapshotDifferences(const Project &state, const Project &now);

} // namespace regard
