#pragma once

namespace regard {

struct WindowOptions;

/// `regard [FILE]`: the window, until it is closed. Throws FileError where there is no display.
int runWindow(int argc, char **argv, const WindowOptions &options);

} // namespace regard
