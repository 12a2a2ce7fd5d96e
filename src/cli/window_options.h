#pragma once

#include <string>

namespace regard {

/// What the command line says of the window.
struct WindowOptions {
    std::string file;         ///< to open; empty: none
    int autosaveDelay = 2000; ///< milliseconds from the last change until unsaved work is kept
};

} // namespace regard
