#include "cli/export/figure_command.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include <QDir>
#include <QFileInfo>

#include "cli/base/model_rows.h"
#include "cli/export/export_arguments.h"
#include "draw/picture_origin.h"
#include "export/checkpoint_folder.h"
#include "io/base/file_bytes.h"
#include "io/base/file_error.h"
#include "io/base/neighbour_path.h"
#include "io/project/outside_places.h"

namespace regard {

namespace {

constexpr std::array<std::string_view, 4> notKept{"--output", "--again", "--no-metadata", "--caption"};

QString decoded(const std::string &path)
{
    return QString::fromUtf8(path.data(), qsizetype(path.size()));
}

/// The name of a file, or of a model's folder.
std::string withoutFolder(const std::string &path, bool isList)
{
    const QString folder = isList ? QString() : checkpointFolderOf(decoded(path)); // also of a file in it
    const QString named = folder.isEmpty() ? QFileInfo(decoded(path)).absoluteFilePath() : folder;
    return QFileInfo(QDir::cleanPath(named)).fileName().toStdString();
}

/// Whether a name is read as another one: Qt drops a byte order mark that a text begins with.
bool isReadOtherwise(const std::string &name)
{
    return decoded(name).toStdString() != name;
}

bool isPositional(const std::string &argument)
{
    return !argument.starts_with("--");
}

bool hasName(const std::string &argument, std::string_view name)
{
    return argument == name || argument.starts_with(std::string(name) + "=");
}

template <typename Rows>
bool areRun(const Rows &rows, std::string_view name)
{
    return std::any_of(rows.begin(), rows.end(), [&](const auto &row) {
        const OptionValue::Kind kind = row.value.kind;
        return row.longName() == name && kind != OptionValue::Outputs &&
               (kind != OptionValue::File || name == "--pinned");
    });
}

/// Whether the option is run of a figure, which somebody else may have written: none that names an output or a list,
/// and the one that names a file must name one beside the figure.
bool isFromFigure(const std::string &argument)
{
    const std::string name = argument.substr(0, argument.find('='));
    return std::find(notKept.begin(), notKept.end(), name) == notKept.end() &&
           (areRun(modelRows(), name) || areRun(exportRows(), name));
}

/// Returns where the argument's file begins, an option's after its name; npos: it names none.
std::size_t placeOfFile(const std::string &argument)
{
    if (isPositional(argument))
        return 0;
    for (const std::string_view start : {"--pinned=", "--off-by=mean-of:"})
        if (argument.starts_with(start))
            return start.size();
    return std::string::npos;
}

/// A character that a terminal obeys instead of showing it.
bool isUnseen(char32_t c)
{
    switch (QChar::category(c)) {
    case QChar::Other_Control:
    case QChar::Other_Format:
    case QChar::Separator_Line:
    case QChar::Separator_Paragraph:
        return true;
    default:
        return false;
    }
}

/// Spells a word between $' and ', as bash and zsh read it.
std::string spelledOut(const QString &word)
{
    std::string text = "$'";
    for (const char32_t c : word.toStdU32String()) {
        const std::string bytes = QString::fromUcs4(&c, 1).toStdString();
        if (c == U'\'' || c == U'\\')
            text += '\\';
        if (!isUnseen(c))
            text += bytes;
        else
            for (const char byte : bytes)
                text += "\\x" + QByteArray(1, byte).toHex().toStdString();
    }
    return text + "'";
}

std::string quoted(const std::string &word)
{
    const QString read = decoded(word);
    const std::u32string characters = read.toStdU32String();
    if (std::any_of(characters.begin(), characters.end(), isUnseen))
        return spelledOut(read);
    const auto isPlain = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               std::string_view("-_=./,:+%@").find(c) != std::string_view::npos;
    };
    if (!word.empty() && std::all_of(word.begin(), word.end(), isPlain))
        return word;
    std::string text = "'";
    for (const char c : word)
        text += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return text + "'";
}

/// Why such an argument of a figure is not run; empty: it is.
std::string reasonAgainst(const std::string &argument)
{
    const bool isOption = !isPositional(argument);
    const bool isBare = argument == "--pinned" || argument == "--off-by"; // its file would be the next argument
    if (argument.starts_with("-o") || isBare || (isOption && !isFromFigure(argument)))
        return "it has " + quoted(argument.substr(0, 40)) + ", which a figure may not say";
    const std::size_t place = placeOfFile(argument);
    if (place == std::string::npos)
        return {};
    const std::string name = argument.substr(place);
    const bool isName = !name.empty() && name != "." && name != ".." && name.find_first_of("/\\") == std::string::npos;
    return isName ? std::string() : "it names \"" + name.substr(0, 80) + "\", and not a file beside the figure";
}

} // namespace

std::vector<std::string> figureCommand(const CLI::App &command)
{
    std::vector<std::string> words{"export"};
    std::vector<std::pair<std::string, std::string>> files; // as they were given, and without their folders
    bool isMistakable = false;                              // without its folder
    for (const CLI::Option *option : command.get_options()) {
        const std::string name = option->get_name();
        if (option->count() == 0 || std::find(notKept.begin(), notKept.end(), name) != notKept.end())
            continue;
        const bool isNamed = name.starts_with("--");
        if (option->get_expected_max() == 0) {
            words.push_back(name);
            continue;
        }
        for (const std::string &value : option->results()) {
            words.push_back(isNamed ? name + "=" + value : value);
            std::string &word = words.back();
            const std::size_t place = isNamed ? placeOfFile(word) : 0;
            if (place == std::string::npos)
                continue;
            const std::string given = word.substr(place);
            const std::string file = withoutFolder(given, name == "--off-by");
            isMistakable |= isReadOtherwise(file) || (!isNamed && file.starts_with('-')); // such as -o.regard
            // Two files of one name would be one without their folders.
            isMistakable |= std::any_of(files.begin(), files.end(), [&](const auto &other) {
                return other.second == file && QFileInfo(decoded(other.first)) != QFileInfo(decoded(given));
            });
            files.emplace_back(given, file);
            word.replace(place, std::string::npos, file);
        }
    }
    return isMistakable ? std::vector<std::string>() : words;
}

std::vector<std::string> withSentence(std::vector<std::string> command, const std::string &source,
                                      const std::string *target)
{
    std::erase_if(command, [&](const std::string &argument) {
        return hasName(argument, "--sources") || hasName(argument, "--source") ||
               (target && hasName(argument, "--target"));
    });
    command.push_back("--source=" + source);
    if (target)
        command.push_back("--target=" + *target);
    return command;
}

std::vector<std::string> againArguments(const std::string &figure, const std::vector<std::string> &outputs)
{
    return againArguments(QByteArray::fromStdString(storedFileBytes(decoded(figure), "a figure")), figure, outputs);
}

std::vector<std::string> againArguments(const QByteArray &bytes, const std::string &figure,
                                        const std::vector<std::string> &outputs)
{
    const QString path = decoded(figure);
    std::vector<std::string> arguments;
    try {
        for (const QString &word : commandIn(bytes))
            arguments.push_back(word.toStdString());
    } catch (const Error &error) {
        throw FileError(figure, error.what());
    }
    const auto refuse = [&](const std::string &reason) {
        throw FileError(figure, "the command in it is not run: " + reason);
    };
    if (arguments.front() != "export")
        refuse("it is none of regard export");
    const QDir folder = QFileInfo(path).dir();
    for (std::size_t i = 1; i < arguments.size(); ++i) {
        std::string &argument = arguments[i];
        if (const std::string reason = reasonAgainst(argument); !reason.empty())
            refuse(reason);
        if (const std::size_t place = placeOfFile(argument); place != std::string::npos) {
            const std::string file = neighbourPath(folder, decoded(argument.substr(place))).toStdString();
            argument.replace(place, std::string::npos, (file.starts_with('-') ? "./" : "") + file); // no option
        }
    }
    for (const std::string &output : outputs) {
        arguments.push_back("-o");
        arguments.push_back(output);
    }
    return arguments;
}

std::string readLines(const Project &project, const std::string &file)
{
    std::string lines;
    for (const OutsidePlace &place : outsidePlaces(project, decoded(file)))
        lines += "# reads " + quoted(place.leadsTo.toStdString()) + "\n";
    return lines;
}

std::string readLine(const std::string &list)
{
    const QString path = decoded(list);
    return !list.empty() && leadsOutside(path, path) ? "# reads " + quoted(followed(path).toStdString()) + "\n"
                                                     : std::string();
}

std::string commandLine(const std::vector<std::string> &arguments)
{
    std::string line = "regard";
    for (const std::string &argument : arguments)
        line += " " + quoted(argument);
    return line;
}

} // namespace regard
