#pragma once

#include <string>
#include <vector>

namespace regard {

/// A bundled example that was trained on a task.
struct BundledRun {
    std::string example; ///< its name
    std::string variant; ///< which of the task's models it is like
};

/// The bundled runs of a task.
const std::vector<BundledRun> &bundledRuns(const std::string &task);

} // namespace regard
