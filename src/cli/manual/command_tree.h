#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace regard {

/// An option of a command, or what it takes by its place.
struct OptionEntry {
    std::vector<std::string> names; ///< as they are typed, the short one first: `-o`, `--output`; by place: `FILE`
    std::string value;              ///< what stands for its value: `OUT`; empty: it takes none
    std::string help;
    std::vector<std::string> words; ///< the values that there are; empty: any
    bool isFile = false;            ///< the value is a file's or folder's name

    /// What a user knows it by: the last of its names.
    const std::string &name() const { return names.back(); }
};

struct CommandEntry {
    std::string name;
    std::string help;
    std::vector<OptionEntry> places; ///< what it takes by place
    std::vector<OptionEntry> options;
};

/// The command line as it is parsed: manual and completions are made from it, so that they say what the program does.
struct CommandTree {
    CommandEntry program;
    std::vector<CommandEntry> commands;
};

CommandTree commandTree(const CLI::App &program);

} // namespace regard
