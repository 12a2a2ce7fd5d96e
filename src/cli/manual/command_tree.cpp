#include "cli/manual/command_tree.h"

#include <algorithm>
#include <iterator>

#include <CLI/CLI.hpp>

#include "io/project/examples.h"
#include "training/tasks/task_table.h"

namespace regard {

namespace {

/// Names of values that are files or folders.
constexpr const char *fileValues[] = {"FILE", "OUT", "OTHER", "LIST", "FIGURE", "PART"};

/// Returns the words of `TEXT:{links,heatmap}`, by which the parser describes a choice.
std::vector<std::string> choices(const std::string &type)
{
    const std::size_t begin = type.find('{');
    const std::size_t end = type.rfind('}');
    std::vector<std::string> words;
    if (begin == std::string::npos || end == std::string::npos)
        return words;
    for (std::size_t at = begin + 1; at < end;) {
        const std::size_t comma = std::min(type.find(',', at), end);
        words.push_back(type.substr(at, comma - at));
        at = comma + 1;
    }
    return words;
}

/// Names that are no part of the command line, because messages of their own speak of those that are missing.
std::vector<std::string> bundledNames(const std::string &option)
{
    std::vector<std::string> names;
    if (option == "--example")
        for (const ExampleEntry &example : examples())
            names.push_back(example.name);
    if (option == "--task")
        for (const Task &task : tasks())
            names.push_back(task.name);
    return names;
}

OptionEntry entryOf(const CLI::Option &option)
{
    OptionEntry entry;
    for (const std::string &name : option.get_snames())
        entry.names.push_back("-" + name);
    for (const std::string &name : option.get_lnames())
        entry.names.push_back("--" + name);
    if (option.get_positional())
        entry.names = {option.get_name(true)};
    entry.help = option.get_description();
    if (option.get_items_expected_max() == 0)
        return entry; // a flag
    const std::string type = option.get_type_name();
    entry.words = choices(type);
    entry.value = entry.words.empty() ? type.substr(0, type.find(':')) : "WORD";
    if (entry.words.empty())
        entry.words = bundledNames(entry.name());
    const std::string &file = option.get_positional() ? entry.names.front() : entry.value;
    entry.isFile = std::find(std::begin(fileValues), std::end(fileValues), file) != std::end(fileValues);
    return entry;
}

CommandEntry entryOf(const CLI::App &command)
{
    CommandEntry entry{command.get_name(), command.get_description(), {}, {}};
    for (const CLI::Option *option : command.get_options()) {
        if (option->get_group().empty())
            continue; // hidden from the help, too
        (option->get_positional() ? entry.places : entry.options).push_back(entryOf(*option));
    }
    return entry;
}

} // namespace

CommandTree commandTree(const CLI::App &program)
{
    CommandTree tree{entryOf(program), {}};
    for (const CLI::App *command : program.get_subcommands([](const CLI::App *) { return true; }))
        tree.commands.push_back(entryOf(*command));
    return tree;
}

} // namespace regard
