#pragma once

namespace regard {

/// `regard tasks`: name, title, model, steps and what success is, a task a line, on standard output.
int runTasks();

} // namespace regard
