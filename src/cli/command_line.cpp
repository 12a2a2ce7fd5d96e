#include "cli/command_line.h"

#include <cstdio>
#include <new>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <QCoreApplication>
#include <QGuiApplication>

#include "cli/examples_command.h"
#include "cli/export_arguments.h"
#include "cli/export_command.h"
#include "cli/info_command.h"
#include "cli/lessons_command.h"
#include "cli/message_handler.h"
#include "cli/version.h"

namespace regard {

namespace {

/// What was typed, before it is looked at.
struct Arguments {
    std::string windowFile;
    ModelOptions model;
    std::vector<std::string> settings;
    std::string source;
    std::string target;
    ExportArguments picture;
};

void addModelOptions(CLI::App *command, Arguments &arguments)
{
    CLI::Option *file = command->add_option("FILE", arguments.model.file, "A project, or a checkpoint's folder");
    CLI::Option *example = command->add_option("--example", arguments.model.example, "Start from a bundled example");
    file->excludes(example);
    command->add_option("--source", arguments.source, "The sentence")->type_name("TEXT");
    command
        ->add_option("--target", arguments.target,
                     "What a decoder beside an encoder reads, or the second sentence of a pair")
        ->type_name("TEXT");
    command->add_option("--set", arguments.settings, "A key of the model, as often as wanted")
        ->type_name("KEY=VALUE")
        ->expected(1)
        ->take_all();
}

void finishModelOptions(const CLI::App &command, Arguments &arguments)
{
    if (command.count("--source") > 0)
        arguments.model.source = arguments.source;
    if (command.count("--target") > 0)
        arguments.model.target = arguments.target;
    if (command.count("--example") > 0 && arguments.model.example.empty())
        throw UsageError("--example takes a name; regard examples lists them");
    if (command.count("FILE") > 0 && arguments.model.file.empty())
        throw UsageError("the file's name is empty");
    for (const std::string &setting : arguments.settings)
        arguments.model.settings.push_back(parseSetting(setting));
}

/// One line whatever the message holds.
int complain(std::string message, int exitCode)
{
    for (char &c : message) {
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
            c = ' ';
    }
    while (!message.empty() && message.back() == ' ')
        message.pop_back();
    std::fprintf(stderr, "regard: %s\n", message.c_str());
    return exitCode;
}

/// Flushes, so that a full disk or a closed pipe behind standard output is an error and no silence.
int finish(int exitCode)
{
    if (std::fflush(stdout) != 0)
        return complain("standard output: cannot be written", 1);
    return exitCode;
}

int runCommand(const CLI::App &command, Arguments &arguments)
{
    installMessageHandler(QtMessages::None);
    int count = 1;
    char name[] = "regard";
    char *values[] = {name, nullptr};
    if (command.get_name() == "export") {
        finishModelOptions(command, arguments);
        const ExportOptions options = exportOptions(command, arguments.picture, arguments.model);
        qputenv("QT_QPA_PLATFORM", "offscreen"); // a command has no display, whatever the session has
        const QGuiApplication application(count, values);
        return runExport(options);
    }
    const QCoreApplication application(count, values);
    if (command.get_name() == "examples")
        return runExamples();
    if (command.get_name() == "lessons")
        return runLessons();
    finishModelOptions(command, arguments);
    return runInfo(arguments.model);
}

/// The first option that the command does not know, as a sentence; empty where the mistake is another.
std::string unknownOption(const CLI::App &program)
{
    for (const CLI::App *command : program.get_subcommands())
        for (const std::string &word : command->remaining())
            if (word.size() > 1 && word.front() == '-')
                return "regard " + command->get_name() + " has no option " + word + "; regard " + command->get_name() +
                       " --help lists those that it has";
    return {};
}

int run(int argc, char **argv, RunWindow runWindow)
{
    Arguments arguments;
    CLI::App program("Shows how attention works: type a sentence, change a weight, see every link follow.", "regard");
    program.set_version_flag("--version", std::string("regard ") + version);
    program.add_option("FILE", arguments.windowFile, "A project or a checkpoint's folder to open in the window");
    CLI::App *exportCommand = program.add_subcommand("export", "Pictures and numbers without a display");
    addModelOptions(exportCommand, arguments);
    addExportOptions(exportCommand, arguments.picture);
    program.add_subcommand("examples", "The bundled examples: a name and a title a line");
    program.add_subcommand("lessons", "The bundled lessons: a name and a title a line");
    addModelOptions(program.add_subcommand("info", "Architecture, sizes, tokens and every model key"), arguments);
    program.require_subcommand(0, 1);
    try {
        program.parse(argc, argv);
    } catch (const CLI::ParseError &error) {
        const bool isUnknown = dynamic_cast<const CLI::ExtrasError *>(&error) != nullptr;
        const std::string unknown = isUnknown ? unknownOption(program) : std::string();
        if (error.get_exit_code() != 0)
            return complain(unknown.empty() ? error.what() : unknown, 2);
        program.exit(error); // help or version, on standard output
        return 0;
    }
    const std::vector<CLI::App *> commands = program.get_subcommands();
    if (commands.empty()) {
        installMessageHandler(QtMessages::Warnings);
        return runWindow(argc, argv, arguments.windowFile);
    }
    if (!arguments.windowFile.empty())
        throw UsageError("\"" + arguments.windowFile + "\" stands before the command " + commands.front()->get_name());
    return runCommand(*commands.front(), arguments);
}

} // namespace

int runCommandLine(int argc, char **argv, RunWindow runWindow)
{
    try {
        return finish(run(argc, argv, runWindow));
    } catch (const UsageError &error) {
        return complain(error.what(), 2);
    } catch (const std::bad_alloc &) {
        return complain("memory: there is not enough of it for this model and sentence", 1);
    } catch (const std::exception &error) {
        return complain(error.what(), 1);
    }
}

} // namespace regard
