#pragma once

namespace regard {

/// Makes the calling thread compute everything on itself from now on. For every thread but the one that runs passes:
/// each thread that divides its work gets an OpenMP pool of its own, and two pools compete for the processors.
void computeSerially();

} // namespace regard
