#pragma once

#include <functional>

namespace regard {

/// Calls `work` with each of 0 … count − 1 once, on this thread and on spare threads that have nothing to do, in
/// any order, and returns when all are done. It never waits for a free thread, so it may be called from one of them.
/// What a call throws is thrown here after the others have ended.
void inParallel(int count, const std::function<void(int)> &work);

} // namespace regard
