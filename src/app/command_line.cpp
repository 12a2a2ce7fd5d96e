#include "app/command_line.h"

#include <charconv>
#include <cstdio>
#include <new>
#include <string>

#include <CLI/CLI.hpp>
#include <QCoreApplication>
#include <QGuiApplication>

#include "app/examples_command.h"
#include "app/export_command.h"
#include "app/export_view.h"
#include "app/info_command.h"
#include "app/lessons_command.h"
#include "app/message_handler.h"
#include "app/version.h"
#include "app/window_command.h"
#include "document/selection_rules.h"

namespace regard {

namespace {

/// What was typed, before it is looked at.
struct Arguments {
    std::string windowFile;
    ModelOptions model;
    std::vector<std::string> settings;
    std::string source;
    std::string target;
    ExportOptions picture;
    std::string heads;
    int query = 0;
    int key = 0;
    std::string stage = "weights";
    std::string summary;
    std::string size = "960x720";
    std::string theme = "light";
    std::string step;
    std::string form;
    std::string convention;
    std::string byHand;
    std::string digits;
    std::string walk;
};

void addModelOptions(CLI::App *command, Arguments &arguments)
{
    CLI::Option *file = command->add_option("FILE", arguments.model.file, "A project");
    CLI::Option *example = command->add_option("--example", arguments.model.example, "Start from a bundled example");
    file->excludes(example);
    command->add_option("--source", arguments.source, "The sentence")->type_name("TEXT");
    command->add_option("--target", arguments.target, "The sentence of a decoder beside an encoder")->type_name("TEXT");
    command->add_option("--set", arguments.settings, "A key of the model, as often as wanted")
        ->type_name("KEY=VALUE")
        ->expected(1)
        ->take_all();
}

std::vector<std::string> viewWords()
{
    std::vector<std::string> words;
    for (const ExportView &view : exportViews())
        words.emplace_back(view.word);
    return words;
}

void addExportOptions(CLI::App *command, Arguments &arguments)
{
    ExportOptions &picture = arguments.picture;
    command->add_option("-o,--output", picture.outputs, "png svg pdf json csv safetensors regard")
        ->type_name("OUT")
        ->required()
        ->expected(1, CLI::detail::expected_max_vector_size);
    command->add_option("--view", picture.view, "Which figure")->check(CLI::IsMember(viewWords()));
    command->add_option("--block", picture.block, "Which attention; the first that the model has")
        ->check(CLI::IsMember({"encoder", "decoder", "cross"}));
    command->add_option("--layer", picture.layer, "Layer, counted from 1");
    command->add_option("--head", arguments.heads, "N, N,N or all, counted from 1")->type_name("HEADS");
    command->add_option("--query", arguments.query, "The token in focus, counted from 1");
    command->add_option("--key", arguments.key, "The key token in focus, counted from 1");
    command->add_option("--stage", arguments.stage, "Of the heatmap and of CSV")
        ->check(CLI::IsMember({"scores", "scaled", "masked", "weights"}));
    command->add_option("--summary", arguments.summary, "One matrix made of all heads, instead of a head")
        ->check(CLI::IsMember({"mean", "maximum", "rollout"}));
    command->add_option("--size", arguments.size, "CSS pixels (1/96 inch)")->type_name("WxH");
    command->add_option("--dpi", picture.dpi, "Of a PNG")->check(CLI::Range(1, 100000));
    command->add_option("--theme", arguments.theme, "Colours")->check(CLI::IsMember({"light", "dark"}));
}

void addStepOptions(CLI::App *command, Arguments &arguments)
{
    command->add_option("--step", arguments.step, "Of the steps: one of them instead of the page of all")
        ->check(CLI::IsMember(stepWords()));
    command->add_option("--form", arguments.form, "Of the steps: the rows of one token, or whole matrices")
        ->check(CLI::IsMember({"rows", "matrix"}));
    command->add_option("--convention", arguments.convention, "Of the steps: tokens are rows or columns")
        ->check(CLI::IsMember({"rows", "columns"}));
    command->add_option("--by-hand", arguments.byHand, "Of the steps: weights rounded to so many decimals, or off")
        ->type_name("DECIMALS");
    command->add_option("--digits", arguments.digits, "Of the steps: digits after the point, or off")->type_name("N");
    command->add_option("--walk", arguments.walk, "Of the steps: one after the other, of the token or of all tokens")
        ->check(CLI::IsMember({"token", "all"}));
}

int wholeNumber(const std::string &text, const std::string &option)
{
    int number = 0;
    const char *end = text.data() + text.size();
    const auto [stopped, error] = std::from_chars(text.data(), end, number);
    if (error != std::errc() || stopped != end)
        throw UsageError(option + " takes whole numbers, not \"" + text + "\"");
    return number;
}

void readHeads(const std::string &text, ExportOptions &options)
{
    if (text == "all") {
        options.allHeads = true;
        return;
    }
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t comma = std::min(text.find(',', begin), text.size());
        const int head = wholeNumber(text.substr(begin, comma - begin), "--head");
        if (std::find(options.heads.begin(), options.heads.end(), head) == options.heads.end())
            options.heads.push_back(head);
        begin = comma + 1;
    }
}

QSize readSize(const std::string &text)
{
    const std::size_t cross = text.find('x');
    if (cross == std::string::npos)
        throw UsageError("--size takes WIDTHxHEIGHT such as 960x720, not \"" + text + "\"");
    const QSize size(wholeNumber(text.substr(0, cross), "--size"), wholeNumber(text.substr(cross + 1), "--size"));
    if (size.width() < 1 || size.height() < 1)
        throw UsageError("--size must be at least 1x1, not \"" + text + "\"");
    return size;
}

/// A whole number within its limits; −1 for `off`.
int numberOrOff(const std::string &text, const std::string &option, int least, int most)
{
    if (text == "off")
        return -1;
    const int number = wholeNumber(text, option);
    if (number < least || number > most)
        throw UsageError(option + " takes " + std::to_string(least) + " to " + std::to_string(most) +
                         " or off, not \"" + text + "\"");
    return number;
}

StepOptions stepOptions(const CLI::App &command, const Arguments &arguments)
{
    StepOptions options;
    options.step = stepNamed(arguments.step);
    if (command.count("--form") > 0)
        options.matrixForm = arguments.form == "matrix";
    if (command.count("--convention") > 0)
        options.columns = arguments.convention == "columns";
    if (command.count("--by-hand") > 0)
        options.handDecimals = numberOrOff(arguments.byHand, "--by-hand", 1, mostHandDecimals);
    if (command.count("--digits") > 0)
        options.digits = numberOrOff(arguments.digits, "--digits", 0, mostStepDigits);
    if (command.count("--walk") > 0)
        options.walk = arguments.walk == "all" ? WalkScope::EveryToken : WalkScope::Token;
    return options;
}

Stage stageNamed(const std::string &name)
{
    return name == "scores"   ? Stage::Scores
           : name == "scaled" ? Stage::Scaled
           : name == "masked" ? Stage::Masked
                              : Stage::Weights;
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

ExportOptions exportOptions(const CLI::App &command, Arguments &arguments)
{
    ExportOptions options = arguments.picture;
    options.model = arguments.model;
    if (command.count("--head") > 0)
        readHeads(arguments.heads, options);
    if (command.count("--query") > 0)
        options.query = arguments.query;
    if (command.count("--key") > 0)
        options.key = arguments.key;
    options.stage = stageNamed(arguments.stage);
    options.steps = stepOptions(command, arguments);
    options.summary = summaryNamed(arguments.summary).value_or(Summary::None);
    options.size = readSize(arguments.size);
    options.dark = arguments.theme == "dark";
    return options;
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
        const ExportOptions options = exportOptions(command, arguments);
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

int run(int argc, char **argv)
{
    Arguments arguments;
    CLI::App program("Shows how attention works: type a sentence, change a weight, see every link follow.", "regard");
    program.set_version_flag("--version", std::string("regard ") + version);
    program.add_option("FILE", arguments.windowFile, "A project to open in the window");
    CLI::App *exportCommand = program.add_subcommand("export", "Pictures and numbers without a display");
    addModelOptions(exportCommand, arguments);
    addExportOptions(exportCommand, arguments);
    addStepOptions(exportCommand, arguments);
    program.add_subcommand("examples", "The bundled examples: a name and a title a line");
    program.add_subcommand("lessons", "The bundled lessons: a name and a title a line");
    addModelOptions(program.add_subcommand("info", "Architecture, sizes, tokens and every model key"), arguments);
    program.require_subcommand(0, 1);
    try {
        program.parse(argc, argv);
    } catch (const CLI::ParseError &error) {
        if (error.get_exit_code() != 0)
            return complain(error.what(), 2);
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

int runCommandLine(int argc, char **argv)
{
    try {
        return finish(run(argc, argv));
    } catch (const UsageError &error) {
        return complain(error.what(), 2);
    } catch (const std::bad_alloc &) {
        return complain("memory: there is not enough of it for this model and sentence", 1);
    } catch (const std::exception &error) {
        return complain(error.what(), 1);
    }
}

} // namespace regard
