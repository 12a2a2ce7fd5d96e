#pragma once

#include <string>

namespace regard {

/// Opens the window and returns its exit code once it is closed; `file` is what the command line named, or empty.
using RunWindow = int (*)(int argc, char **argv, const std::string &file);

/// The whole program: reads the command line and runs what it asks for; where it asks for no command, the window.
/// Returns the exit code: 0, 1 (a file or what is in it is wrong; one line `regard: FILE: what is wrong` on standard
/// error) or 2 (the command line is wrong).
int runCommandLine(int argc, char **argv, RunWindow runWindow);

} // namespace regard
