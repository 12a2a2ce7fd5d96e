#pragma once

#include <functional>

namespace regard {

/// The process's threads for short work, as many as there are processors; they start when they are first needed and
/// end with the process. Work must not throw and must not wait for other work.

/// Runs `work` soon on an idle thread. False, and nothing happens, where there is none.
bool tryOnSpareThread(std::function<void()> work);
/// Runs `work` when a thread is free, without notice of when.
void onSpareThread(std::function<void()> work);
/// Waits until nothing runs or waits. For tests.
void waitForSpareThreads();

} // namespace regard
