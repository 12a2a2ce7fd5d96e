#pragma once

#include <string>

namespace regard {

/// `regard [FILE]`: the window, until it is closed. Throws FileError where there is no display.
int runWindow(int argc, char **argv, const std::string &file);

} // namespace regard
