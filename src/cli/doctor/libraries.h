#pragma once

#include <string>
#include <vector>

namespace regard {

struct Library {
    std::string name;
    std::string version;
};

/// What the program is built with. A library that is loaded when it starts and says its version counts as loaded; any
/// other as it was compiled with.
std::vector<Library> libraries();

/// `regard --version`: `regard 1.0.0 (commit 1a2b3c4)`, and a second line with every library.
std::string versionText();

} // namespace regard
