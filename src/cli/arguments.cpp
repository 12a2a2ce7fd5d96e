#include "cli/arguments.h"

#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "cli/base/model_rows.h"
#include "cli/doctor/libraries.h"
#include "cli/export/export_arguments.h"
#include "cli/export/figure_command.h"
#include "cli/manual/completion.h"
#include "cli/manual/manual_page.h"
#include "cli/parsing.h"
#include "cli/scan/scan_arguments.h"
#include "cli/train/train_arguments.h"
#include "export/export_outputs.h"
#include "io/base/file_error.h"

namespace regard {

namespace {

/// What a command needs that begins with a model.
template <typename Rows>
void addModelRows(CLI::App &command, const Rows &rows)
{
    addOptions(command, rows);
    command.get_option("FILE")->excludes("--example");
}

/// What a figure's own command asks for. Throws UsageError, FileError.
Arguments argumentsAgain(const CLI::App &command)
{
    const auto figure = command.get_option("--again")->as<std::string>();
    const auto outputs = command.get_option("--output")->as<std::vector<std::string>>();
    for (const CLI::Option *option : command.get_options())
        if (const std::string &name = option->get_name();
            option->count() > 0 && name != "--again" && name != "--output" && name != "--caption")
            throw UsageError("--again takes everything but -o and --caption from the figure: leave out " + name);
    std::vector<std::string> words = againArguments(figure, outputs);
    if (const CLI::Option *caption = command.get_option("--caption"); caption->count() > 0)
        words.push_back("--caption=" + caption->as<std::string>());
    std::string line = commandLine(words);
    words.insert(words.begin(), "regard");
    std::vector<char *> values;
    for (std::string &word : words)
        values.push_back(word.data());
    Arguments arguments;
    try {
        arguments = readArguments(int(values.size()), values.data());
        if (arguments.command != Arguments::Command::Export)
            throw UsageError("it asks for nothing to be written");
    } catch (const UsageError &error) {
        throw FileError(figure, std::string("the command in it cannot be run: ") + error.what());
    }
    // Numbered pictures would have names that nobody gave.
    if (arguments.options.steps.walk && writesSeparatePictures(outputsOf(outputs)))
        throw UsageError("the command in " + figure + " makes a walk: give an -o that ends in .pdf or .webp, one file");
    arguments.options.commandLine = std::move(line);
    return arguments;
}

/// What `regard export` is asked for. Throws UsageError, FileError.
Arguments exportArguments(const CLI::App &command)
{
    if (command.count("--again") > 0)
        return argumentsAgain(command);
    Arguments arguments;
    arguments.command = Arguments::Command::Export;
    readOptions(command, modelRows(), arguments.model);
    arguments.options = exportOptions(command);
    arguments.options.command = figureCommand(command);
    arguments.options.model = std::move(arguments.model);
    return arguments;
}

CLI::App *addExportCommand(CLI::App &program)
{
    program.require_subcommand(0, 1);
    CLI::App *command = program.add_subcommand("export", "Pictures and numbers without a display");
    addModelRows(*command, modelRows());
    addOptions(*command, exportRows());
    return command;
}

/// Reads the words of `regard export` again and again: to tell CLI11 of the options takes longer than to read words,
/// since it compares each option with all before it.
class ExportReader {
public:
    ExportReader()
    {
        m_program.set_help_flag(); // nothing is printed for it
        m_command = addExportCommand(m_program);
    }

    /// CLI11 (2.1) never forgets in which order it has met the options.
    bool isWornOut() const { return m_reads >= 1000; }

    /// Throws UsageError, FileError.
    Arguments read(int argc, char **argv)
    {
        ++m_reads;
        parse(m_program, argc, argv);
        return exportArguments(*m_command);
    }

private:
    CLI::App m_program;
    const CLI::App *m_command = nullptr;
    int m_reads = 0;
};

} // namespace

ExportOptions exportOptionsOf(std::vector<std::string> words)
{
    words.insert(words.begin(), {"regard", "export"});
    words.insert(words.end(), {"-o", "figure.svg"});
    std::vector<char *> values;
    for (std::string &word : words)
        values.push_back(word.data());
    thread_local std::optional<ExportReader> reader;
    if (!reader || reader->isWornOut())
        reader.emplace();
    return reader->read(int(values.size()), values.data()).options;
}

Arguments readArguments(int argc, char **argv)
{
    using Command = Arguments::Command;
    Arguments arguments;
    std::string shell;
    CLI::App program("Shows how attention works: type a sentence, change a weight, see every link follow.", "regard");
    program.set_version_flag("--version", versionText, "Version, commit and libraries, and exit");
    program.add_option("FILE", arguments.window.file,
                       "A project, a lesson or a checkpoint's folder to open in the window");
    program.add_option("--autosave-delay", arguments.window.autosaveDelay)
        ->check(CLI::Range(1, 1'000'000))
        ->group(""); // for those who test what an end leaves
    const CLI::App *exportCommand = addExportCommand(program);
    const auto add = [&](const char *name, const char *help, Command command) {
        CLI::App *added = program.add_subcommand(name, help);
        added->callback([&arguments, command] { arguments.command = command; });
        return added;
    };
    add("examples", "The bundled examples: a name and a title a line", Command::Examples);
    add("lessons", "The bundled lessons: a name and a title a line", Command::Lessons);
    add("models", "The trained models on this computer, in the Hub's cache: whether each opens; and ten to fetch",
        Command::Models);
    addModelRows(*add("info", "Architecture, sizes, tokens and every model key", Command::Info), modelRows());
    add("tasks", "What a model can learn: a task a line, with its model", Command::Tasks);
    CLI::App *trainCommand = add("train", "Train a model on a task without a display", Command::Train);
    addModelRows(*trainCommand, startRows());
    addOptions(*trainCommand, trainRows());
    CLI::App *scanCommand = add("scan", "Measure every head over many sentences", Command::Scan);
    addModelRows(*scanCommand, startRows());
    addOptions(*scanCommand, scanRows());
    scanCommand->get_option("--durable-seconds")->group(""); // for those who test what an end leaves
    CLI::App *saveCommand =
        add("save-model", "A trained model with its edits, as a folder that transformers opens", Command::SaveModel);
    addOption(*saveCommand, "FILE", "A project with a trained model, or a checkpoint's folder", {})->required();
    addOption(*saveCommand, "-o,--output", "The new folder; there must be none of that name",
              {OptionValue::Text, "FOLDER"})
        ->required();
    add("doctor", "What a report of a fault needs: versions, fonts, memory; nothing private", Command::Doctor);
    const CLI::App *manualCommand = add("manual", "The manual page, for man: regard manual | man -l -", Command::Print);
    add("completion", "Completion of this command line for a shell: source <(regard completion bash)", Command::Print)
        ->add_option("SHELL", shell, "Which shell")
        ->check(CLI::IsMember(completionShells()))
        ->required();
    if (!parse(program, argc, argv)) {
        arguments.command = Command::Nothing;
        return arguments;
    }
    if (program.get_subcommands().empty())
        return arguments;
    const CLI::App *command = program.get_subcommands().front();
    if (!arguments.window.file.empty())
        throw UsageError("\"" + arguments.window.file + "\" stands before the command " + command->get_name());
    if (command == exportCommand)
        return exportArguments(*command);
    if (arguments.command == Command::Info)
        readOptions(*command, modelRows(), arguments.model);
    if (arguments.command == Command::SaveModel) {
        arguments.model.file = command->get_option("FILE")->as<std::string>();
        arguments.folder = command->get_option("--output")->as<std::string>();
    }
    if (arguments.command == Command::Train) {
        readOptions(*command, trainRows(), arguments.training);
        readOptions(*command, startRows(), arguments.training.model);
    }
    if (arguments.command == Command::Scan) {
        readOptions(*command, scanRows(), arguments.scan);
        readOptions(*command, startRows(), arguments.scan.model);
    }
    if (arguments.command == Command::Print) {
        const CommandTree tree = commandTree(program);
        arguments.printed = command == manualCommand ? manualPage(tree) : completion(tree, shell);
    }
    return arguments;
}

} // namespace regard
