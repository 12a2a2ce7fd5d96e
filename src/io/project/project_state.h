#pragma once

#include "io/project/project.h"

namespace regard {

/// Whether two matrices are the same bit for bit, or both null.
bool isSame(const Weight &a, const Weight &b);

/// Whether two projects have the same checkpoint and the same file of attention, or both none. Throws Error where one
/// cannot be read that has to be.
bool isOfSameFiles(const Project &a, const Project &b);

/// Whether both were trained alike, or not at all.
bool isSameTask(const Project &a, const Project &b);

/// Whether two projects have the same sentences, model and numbers, whatever their views.
bool isSameBesidesView(const Project &a, const Project &b);

} // namespace regard
