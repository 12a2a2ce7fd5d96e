#include "cli/parsing.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>

#include "export/export_outputs.h"
#include "export/model_options.h"

namespace regard {

namespace {

/// The first option that the command does not know, as a sentence; empty where the error is another one.
std::string unknownOption(const CLI::App &program)
{
    for (const CLI::App *command : program.get_subcommands())
        for (const std::string &word : command->remaining())
            if (word.size() > 1 && word.front() == '-')
                return "regard " + command->get_name() + " has no option " + word + "; regard " + command->get_name() +
                       " --help lists those that it has";
    return {};
}

/// Whether the word is `--name=`, where the command that is asked for gives `--name` a value.
bool hasEmptyValue(const CLI::App &program, std::string_view command, std::string_view word)
{
    if (!word.starts_with("--") || word.find('=') != word.size() - 1)
        return false;
    const std::vector<const CLI::App *> all = program.get_subcommands([](const CLI::App *) { return true; });
    const auto asked =
        std::find_if(all.begin(), all.end(), [&](const CLI::App *each) { return each->get_name() == command; });
    if (asked == all.end())
        return false;
    const CLI::Option *option = (*asked)->get_option_no_throw(std::string(word.substr(0, word.size() - 1)));
    return option && option->get_expected_max() > 0;
}

/// The arguments without the program's name, the last first as the parser wants them; `-.csv`, which it would take for
/// an option, by its longer name; an empty value as a word of its own, since after `--name=` it would take the next
/// word for the value.
std::vector<std::string> wordsForParser(const CLI::App &program, int argc, char **argv)
{
    constexpr std::string_view suffixes[] = {"png", "svg",         "pdf",  "webp",  "json",
                                             "csv", "safetensors", "html", "regard"};
    const std::string_view command = argc > 1 ? argv[1] : "";
    std::vector<std::string> words;
    for (int i = argc - 1; i > 0; --i) {
        const std::string_view word = argv[i];
        const bool isOutput = word.starts_with("-.") &&
                              std::find(std::begin(suffixes), std::end(suffixes), word.substr(2)) != std::end(suffixes);
        if (isOutput) {
            words.push_back(standardOutputStem + std::string(word.substr(2)));
        } else if (hasEmptyValue(program, command, word)) {
            words.emplace_back();
            words.emplace_back(word.substr(0, word.size() - 1));
        } else {
            words.emplace_back(word);
        }
    }
    return words;
}

} // namespace

bool parse(CLI::App &program, int argc, char **argv)
{
    std::vector<std::string> words = wordsForParser(program, argc, argv);
    try {
        program.parse(words);
    } catch (const CLI::ParseError &error) {
        const bool isUnknown = dynamic_cast<const CLI::ExtrasError *>(&error) != nullptr;
        const std::string unknown = isUnknown ? unknownOption(program) : std::string();
        if (error.get_exit_code() != 0)
            throw UsageError(unknown.empty() ? error.what() : unknown);
        program.exit(error);
        return false;
    }
    return true;
}

} // namespace regard
