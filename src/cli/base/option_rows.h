#pragma once

#include <functional>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>

#include "export/model_options.h"
#include "io/project/words.h"

namespace regard {

/// What an option takes.
struct OptionValue {
    enum Kind { Flag, Whole, Number, Seconds, Text, File, Repeated, Files, Outputs };

    Kind kind = Text;
    std::string type{};               ///< what stands for it in the help; empty: the parser's own word
    std::vector<std::string> words{}; ///< all that there are; empty: any
    double least = 0;                 ///< of numbers
    double most = 0;                  ///< as `least`: any
};

/// Returns the value of an option that takes one of the words.
inline OptionValue oneOf(std::vector<std::string> words)
{
    return {OptionValue::Text, {}, std::move(words)};
}

/// An option of a command: how it is typed, what it takes, and how `Options` keep it.
template <typename Options>
struct OptionRow {
    std::string name; ///< as the parser wants it: "-o,--output"
    std::string help;
    OptionValue value;
    std::function<void(const CLI::Option &given, Options &options)> read; ///< may throw UsageError

    /// The name that finds it: "--output".
    std::string longName() const { return name.substr(name.find(',') + 1); }
};

/// Tells the parser of an option.
CLI::Option *addOption(CLI::App &command, const std::string &name, const std::string &help, const OptionValue &value);

template <typename Options>
void addOptions(CLI::App &command, const std::vector<OptionRow<Options>> &rows)
{
    for (const OptionRow<Options> &row : rows)
        addOption(command, row.name, row.help, row.value);
}

/// Reads what a parsed command was given, row by row. Throws UsageError.
template <typename Options>
void readOptions(const CLI::App &command, const std::vector<OptionRow<Options>> &rows, Options &options)
{
    for (const OptionRow<Options> &row : rows)
        if (const CLI::Option *given = command.get_option_no_throw(row.longName()); given && given->count() > 0)
            if (row.read)
                row.read(*given, options);
}

template <typename Field>
struct OptionField {
    using Type = Field;
};
template <typename Field>
struct OptionField<std::optional<Field>> {
    using Type = Field;
};

/// The member at the end of a path of members.
template <typename Options, typename... Path>
auto &memberAt(Options &options, Path... path)
{
    return (options.*....*path);
}

/// Returns a row's reader, which sets the member at the end of the path to the value, or to the one that a word spells.
template <typename... Path>
auto set(Path... path)
{
    return [=](const CLI::Option &given, auto &options) {
        auto &place = memberAt(options, path...);
        using Type = typename OptionField<std::remove_reference_t<decltype(place)>>::Type;
        if constexpr (std::is_enum_v<Type>)
            place = *valueOf<Type>(given.as<std::string>());
        else
            place = given.as<Type>();
    };
}

/// As set(), of a member that says whether the value is that word.
template <typename... Path>
auto setWhere(const char *word, Path... path)
{
    return
        [=](const CLI::Option &given, auto &options) { memberAt(options, path...) = given.as<std::string>() == word; };
}

/// As set(), of a member whose value is read from the text.
template <typename Read, typename... Path>
auto setBy(Read read, Path... path)
{
    return [=](const CLI::Option &given, auto &options) { memberAt(options, path...) = read(given.as<std::string>()); };
}

/// As set(), of a file's name. The reader throws UsageError where it is empty.
template <typename... Path>
auto setFile(Path... path)
{
    return [=](const CLI::Option &given, auto &options) {
        memberAt(options, path...) = given.as<std::string>();
        if (memberAt(options, path...).empty())
            throw UsageError(given.get_name() + " takes a file: its name is empty");
    };
}

} // namespace regard
