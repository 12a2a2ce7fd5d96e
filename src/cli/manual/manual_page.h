#pragma once

#include <string>
#include <vector>

#include "cli/manual/command_tree.h"

namespace regard {

/// A command line to begin with, and what it does.
struct ManualExample {
    std::string command;
    std::string text;
};

/// The examples of the manual, in an order in which each can be run after the ones before it.
const std::vector<ManualExample> &manualExamples();

/// regard(1), for man.
std::string manualPage(const CommandTree &tree);

} // namespace regard
