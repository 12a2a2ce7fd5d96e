#pragma once

namespace regard {

struct WindowOptions;

/// Opens the window and returns its exit code once it is closed.
using RunWindow = int (*)(int argc, char **argv, const WindowOptions &options);

/// The whole program: reads the command line and runs its command, or without one the window. Returns the exit code: 0,
/// 1 (a file or its contents are wrong; one line `regard: FILE: what is wrong` on standard error) or 2 (the command
/// line is wrong).
int runCommandLine(int argc, char **argv, RunWindow runWindow);

} // namespace regard
