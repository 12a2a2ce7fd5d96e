#pragma once

namespace regard {

/// The whole program: reads the command line and runs what it asks for. Returns the exit code: 0, 1 (a file or what is
/// in it is wrong; one line `regard: FILE: what is wrong` on standard error) or 2 (the command line is wrong).
int runCommandLine(int argc, char **argv);

} // namespace regard
