#pragma once

namespace CLI {
class App;
}

namespace regard {

/// Gives the command line to a program that knows its options. False where help or the version was asked for, and is
/// printed. Throws UsageError.
bool parse(CLI::App &program, int argc, char **argv);

} // namespace regard
