#pragma once

#include <string>
#include <vector>

#include "cli/manual/command_tree.h"

namespace regard {

/// The shells that completions are written for: bash, zsh, fish.
const std::vector<std::string> &completionShells();

/// A script that makes the shell complete commands, options, and words where an option takes one of several. `shell` is
/// one of completionShells().
std::string completion(const CommandTree &tree, const std::string &shell);

} // namespace regard
