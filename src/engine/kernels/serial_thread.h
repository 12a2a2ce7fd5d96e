#pragma once

namespace regard {

/// What the calling thread computes from now on stays on it. For every thread but the one that runs passes: each that
/// shares out work gets a pool of its own from OpenMP, and two pools fight for the processors.
void computeSerially();

} // namespace regard
