#pragma once

#include "io/project/project.h"

namespace regard {

/// Whether two projects have the same sentences, model and numbers, however they are looked at.
bool isSameBesidesView(const Project &a, const Project &b);

} // namespace regard
