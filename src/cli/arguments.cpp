#include "cli/arguments.h"

#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "cli/doctor/libraries.h"
#include "cli/export/export_arguments.h"
#include "cli/export/figure_command.h"
#include "cli/manual/completion.h"
#include "cli/manual/manual_page.h"
#include "cli/parsing.h"
#include "cli/train/train_arguments.h"
#include "export/export_outputs.h"
#include "io/base/file_error.h"

namespace regard {

namespace {

/// The raw arguments, before they are parsed.
struct TypedArguments {
    WindowOptions window;
    ModelOptions model;
    std::vector<std::string> settings;
    std::string source;
    std::string target;
    int sentence = 1;
    ExportArguments picture;
    TrainArguments training;
    std::string shell;
};

/// What a model begins with: a file or an example, and changes of its sizes and rules.
void addStartOptions(CLI::App *command, TypedArguments &arguments)
{
    CLI::Option *file =
        command->add_option("FILE", arguments.model.file, "A project, a checkpoint's folder or a file of attention");
    CLI::Option *example = command->add_option("--example", arguments.model.example, "Start from a bundled example");
    file->excludes(example);
    command->add_option("--set", arguments.settings, "A key of the model, as often as wanted")
        ->type_name("KEY=VALUE")
        ->expected(1)
        ->take_all();
}

void addModelOptions(CLI::App *command, TypedArguments &arguments)
{
    addStartOptions(command, arguments);
    command->add_option("--source", arguments.source, "The sentence")->type_name("TEXT");
    command
        ->add_option("--target", arguments.target,
                     "What a decoder beside an encoder reads, or the second sentence of a pair")
        ->type_name("TEXT");
    command->add_option("--sentence", arguments.sentence, "Which sentence of a file of attention, counted from 1");
}

/// What they mean. Throws UsageError.
ModelOptions modelOptions(const CLI::App &command, const TypedArguments &arguments)
{
    ModelOptions options = arguments.model;
    const auto has = [&](const char *option) {
        return command.get_option_no_throw(option) && command.count(option) > 0;
    };
    if (has("--source"))
        options.source = arguments.source;
    if (has("--target"))
        options.target = arguments.target;
    if (has("--sentence"))
        options.sentence = arguments.sentence;
    if (command.count("--example") > 0 && options.example.empty())
        throw UsageError("--example takes a name; regard examples lists them");
    if (command.count("FILE") > 0 && options.file.empty())
        throw UsageError("the file's name is empty");
    for (const std::string &setting : arguments.settings)
        options.settings.push_back(parseSetting(setting));
    return options;
}

/// What a figure's own command asks for. Throws UsageError, FileError.
Arguments argumentsAgain(const CLI::App &command, const ExportArguments &asked)
{
    for (const CLI::Option *option : command.get_options())
        if (option->count() > 0 && option->get_name() != "--again" && option->get_name() != "--output")
            throw UsageError("--again takes everything but -o from the figure: leave out " + option->get_name());
    std::vector<std::string> words = againArguments(asked.again, asked.options.outputs);
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
        throw FileError(asked.again, std::string("the command in it cannot be run: ") + error.what());
    }
    // Numbered pictures would have names that nobody gave.
    if (arguments.options.steps.walk && writesSeparatePictures(outputsOf(asked.options.outputs)))
        throw UsageError("the command in " + asked.again +
                         " makes a walk: give an -o that ends in .pdf or .webp, one file");
    arguments.options.commandLine = std::move(line);
    return arguments;
}

/// What `regard export` is asked for. Throws UsageError, FileError.
Arguments exportArguments(const CLI::App &command, const TypedArguments &typed)
{
    if (command.count("--again") > 0)
        return argumentsAgain(command, typed.picture);
    Arguments arguments;
    arguments.command = Arguments::Command::Export;
    const ModelOptions model = modelOptions(command, typed);
    arguments.options = exportOptions(command, typed.picture);
    arguments.options.model = model;
    return arguments;
}

CLI::App *addExportCommand(CLI::App &program, TypedArguments &typed)
{
    program.require_subcommand(0, 1);
    CLI::App *command = program.add_subcommand("export", "Pictures and numbers without a display");
    addModelOptions(command, typed);
    addExportOptions(command, typed.picture);
    return command;
}

/// Reads the words of `regard export` again and again: to tell CLI11 of the options takes longer than to read words,
/// since it compares each option with all before it.
class ExportReader {
public:
    ExportReader()
    {
        m_program.set_help_flag(); // nothing is printed for it
        m_command = addExportCommand(m_program, m_typed);
    }

    /// CLI11 (2.1) never forgets in which order it has met the options.
    bool isWornOut() const { return m_reads >= 1000; }

    /// Throws UsageError, FileError.
    Arguments read(int argc, char **argv)
    {
        ++m_reads;
        m_typed = {};
        parse(m_program, argc, argv);
        return exportArguments(*m_command, m_typed);
    }

private:
    TypedArguments m_typed;
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
    TypedArguments typed;
    CLI::App program("Shows how attention works: type a sentence, change a weight, see every link follow.", "regard");
    program.set_version_flag("--version", versionText, "Version, commit and libraries, and exit");
    program.add_option("FILE", typed.window.file, "A project, a lesson or a checkpoint's folder to open in the window");
    program.add_option("--autosave-delay", typed.window.autosaveDelay)
        ->check(CLI::Range(1, 1'000'000))
        ->group(""); // for those who test what an end leaves
    const CLI::App *exportCommand = addExportCommand(program, typed);
    program.add_subcommand("examples", "The bundled examples: a name and a title a line");
    CLI::App *lessonsCommand = program.add_subcommand("lessons", "The bundled lessons: a name and a title a line");
    CLI::App *modelsCommand = program.add_subcommand(
        "models", "The trained models on this computer, in the Hub's cache: whether each opens; and ten to fetch");
    CLI::App *infoCommand = program.add_subcommand("info", "Architecture, sizes, tokens and every model key");
    addModelOptions(infoCommand, typed);
    CLI::App *tasksCommand = program.add_subcommand("tasks", "What a model can learn: a task a line, with its model");
    CLI::App *trainCommand = program.add_subcommand("train", "Train a model on a task without a display");
    addStartOptions(trainCommand, typed);
    addTrainOptions(trainCommand, typed.training);
    CLI::App *doctorCommand =
        program.add_subcommand("doctor", "What a report of a fault needs: versions, fonts, memory; nothing private");
    CLI::App *manualCommand = program.add_subcommand("manual", "The manual page, for man: regard manual | man -l -");
    CLI::App *completionCommand = program.add_subcommand(
        "completion", "Completion of this command line for a shell: source <(regard completion bash)");
    completionCommand->add_option("SHELL", typed.shell, "Which shell")
        ->check(CLI::IsMember(completionShells()))
        ->required();
    Arguments arguments;
    if (!parse(program, argc, argv)) {
        arguments.command = Command::Nothing;
        return arguments;
    }
    arguments.window = typed.window;
    if (program.get_subcommands().empty())
        return arguments;
    const CLI::App *command = program.get_subcommands().front();
    if (!typed.window.file.empty())
        throw UsageError("\"" + typed.window.file + "\" stands before the command " + command->get_name());
    if (command == exportCommand)
        return exportArguments(*command, typed);
    if (command == infoCommand) {
        arguments.command = Command::Info;
        arguments.model = modelOptions(*command, typed);
    } else if (command == trainCommand) {
        arguments.command = Command::Train;
        arguments.training = trainOptions(*command, typed.training);
        arguments.training.model = modelOptions(*command, typed);
    } else if (command == manualCommand || command == completionCommand) {
        arguments.command = Command::Print;
        const CommandTree tree = commandTree(program);
        arguments.printed = command == manualCommand ? manualPage(tree) : completion(tree, typed.shell);
    } else if (command == doctorCommand) {
        arguments.command = Command::Doctor;
    } else if (command == modelsCommand) {
        arguments.command = Command::Models;
    } else if (command == tasksCommand) {
        arguments.command = Command::Tasks;
    } else {
        arguments.command = command == lessonsCommand ? Command::Lessons : Command::Examples;
    }
    return arguments;
}

} // namespace regard
