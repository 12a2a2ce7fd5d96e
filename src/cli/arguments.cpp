#include "cli/arguments.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "cli/doctor/libraries.h"
#include "cli/export/export_outputs.h"
#include "cli/export/export_view.h"
#include "cli/export/figure_command.h"
#include "cli/export/picture_arguments.h"
#include "cli/manual/completion.h"
#include "cli/manual/manual_page.h"
#include "cli/train/train_arguments.h"
#include "document/look/selection_rules.h"
#include "io/base/file_error.h"
#include "io/project/words.h"

namespace regard {

namespace {

/// The raw arguments of `regard export`, before they are parsed.
struct ExportArguments {
    ExportOptions options; ///< those that need no parsing
    std::string direction;
    std::string heads;
    int query = 0;
    int key = 0;
    std::string stage = "weights";
    std::string summary;
    bool noSpecial = false;
    std::string pairs = "all";
    PictureArguments looks;
    std::string step;
    std::string form;
    std::string convention;
    std::string byHand;
    std::string digits;
    std::string walk;
    std::vector<std::string> off;
    std::string offBy;
    std::vector<std::string> temperatures;
    std::string comparison;
    std::vector<std::string> only;
    std::string film;
    double pace = FilmPace().seconds;
    std::string loop;
    std::string find;
    std::string importance;
    std::string again;
    bool noMetadata = false;
};

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

void addPictureOptions(CLI::App *command, ExportArguments &arguments)
{
    ExportOptions &picture = arguments.options;
    command->add_option("-o,--output", picture.outputs, "png svg pdf webp json csv safetensors regard")
        ->type_name("OUT")
        ->required()
        ->expected(1, CLI::detail::expected_max_vector_size);
    command->add_option("--view", picture.view, "Which figure")->check(CLI::IsMember(viewWords()));
    command->add_option("--block", picture.block, "Which attention; the first that the model has")
        ->check(CLI::IsMember(wordsOf<Attention>()));
    command->add_option("--layer", picture.layer, "Layer, counted from 1");
    command->add_option("--direction", arguments.direction, "Of path and steps: which chain of a recurrent encoder")
        ->check(CLI::IsMember({"forward", "backward"}));
    command->add_option("--head", arguments.heads, "N, N,N or all, counted from 1")->type_name("HEADS");
    command->add_option("--query", arguments.query, "The token in focus, counted from 1");
    command->add_option("--key", arguments.key, "The key token in focus, counted from 1");
    command->add_option("--stage", arguments.stage, "Of the heatmap and of CSV")
        ->check(CLI::IsMember(wordsOf<Stage>()));
    command->add_option("--summary", arguments.summary, "One matrix made of all heads, instead of a head")
        ->check(CLI::IsMember(wordsOf<Summary>()));
    command->add_option("--dpi", picture.dpi, "Of a PNG")->check(CLI::Range(1, 100000));
    addPictureArguments(*command, arguments.looks);
}

void addTokenOptions(CLI::App *command, ExportArguments &arguments)
{
    TokenView &tokens = arguments.options.tokens;
    command->add_flag("--words", tokens.words, "Pieces of a word as one: sum over its keys, mean over its queries");
    command->add_flag("--no-special", arguments.noSpecial, "Without special tokens such as [CLS] and [SEP]");
    command->add_flag("--renormalise", tokens.renormalises, "What --no-special leaves of each row sums to 1");
    command->add_option("--pairs", arguments.pairs, "Of two sentences: from which to which, of pictures and CSV")
        ->check(CLI::IsMember({"all", "aa", "ab", "ba", "bb"}));
}

PairFilter pairFilterNamed(const std::string &name)
{
    return name == "aa"   ? PairFilter::AToA
           : name == "ab" ? PairFilter::AToB
           : name == "ba" ? PairFilter::BToA
           : name == "bb" ? PairFilter::BToB
                          : PairFilter::All;
}

void addStepOptions(CLI::App *command, ExportArguments &arguments)
{
    command->add_option("--step", arguments.step, "Of the steps: one of them instead of the page of all")
        ->check(CLI::IsMember(wordsOf<StepKind>()));
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

void addInterventionOptions(CLI::App *command, ExportArguments &arguments)
{
    const auto each = [&](const char *name, std::vector<std::string> &values, const char *help, const char *type) {
        command->add_option(name, values, help)->type_name(type)->expected(1)->take_all();
    };
    each("--off", arguments.off, "Switch a head off, counted from 1: 1.3 or cross.1.3, as often as wanted",
         "LAYER.HEAD");
    command->add_option("--off-by", arguments.offBy, "What stands in place of heads that are switched off")
        ->check(CLI::IsMember(wordsOf<Replacement>()));
    each("--temperature", arguments.temperatures, "Softmax of a head's scores divided by a number: 1.3=0.5",
         "LAYER.HEAD=NUMBER");
}

void addComparisonOptions(CLI::App *command, ExportArguments &arguments)
{
    ExportOptions &options = arguments.options;
    command->add_option("--pinned", options.pinned, "Another project, model or file of attention to compare with")
        ->type_name("OTHER");
    command->add_option("--compare", arguments.comparison, "Pictures of both: the difference, or side by side")
        ->check(CLI::IsMember({"difference", "side"}));
    command->add_flag("--relative", options.relative, "Of --view matrices: divided by the norms of the pinned ones");
    command->add_option("--sources", options.sentences, "A list of sentences, one a line; - is standard input")
        ->type_name("LIST");
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

StepOptions stepOptions(const CLI::App &command, const ExportArguments &arguments)
{
    StepOptions options;
    options.step = valueOf<StepKind>(arguments.step);
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

InterventionOptions interventionOptions(const CLI::App &command, const ExportArguments &arguments)
{
    InterventionOptions options;
    for (const std::string &head : arguments.off)
        options.off.push_back(parseHeadName("--off", head));
    for (const std::string &temperature : arguments.temperatures)
        options.temperatures.push_back(parseTemperature(temperature));
    if (command.count("--off-by") > 0 && options.off.empty())
        throw UsageError("--off-by says how --off does it: name a head with --off");
    options.replacement = valueOf<Replacement>(arguments.offBy).value_or(Replacement::Zero);
    return options;
}

void readComparison(const CLI::App &command, const ExportArguments &arguments, ExportOptions &options)
{
    for (const char *option : {"--pinned", "--sources"})
        if (command.count(option) > 0 && command.get_option(option)->as<std::string>().empty())
            throw UsageError(std::string(option) + " takes a file: its name is empty");
    if (command.count("--compare") > 0)
        options.comparison = arguments.comparison == "side" ? ExportedComparison::Side : ExportedComparison::Difference;
}

std::vector<std::string> findWords()
{
    std::vector<std::string> words = wordsOf<HeadPattern>();
    words.insert(words.end(), {"weight", "excess", "moved"});
    return words;
}

void addNumberOptions(CLI::App *command, ExportArguments &arguments)
{
    std::vector<std::string> parts = tracePartWords();
    parts.emplace_back("none");
    command->add_option("--only", arguments.only, "Of JSON and safetensors: these alone, as W or W,W")
        ->delimiter(',')
        ->check(CLI::IsMember(parts))
        ->expected(1)
        ->take_all();
    command
        ->add_option("--find", arguments.find,
                     "A list: heads by a pattern, by their weight from --query to --key, or by how much they moved")
        ->check(CLI::IsMember(findWords()));
    command
        ->add_option("--importance", arguments.importance,
                     "A list: what changes where each head is replaced, and by what")
        ->check(CLI::IsMember(wordsOf<Replacement>()));
    command->add_flag("--unique-names", arguments.options.uniqueNames,
                      "Of CSV: tokens that stand twice with their position");
}

void readNumberOptions(const CLI::App &command, const ExportArguments &arguments, ExportOptions &options)
{
    if (command.count("--only") > 0)
        options.only = TraceParts::none();
    for (const std::string &word : arguments.only)
        if (const std::optional<TracePart> part = tracePartNamed(word))
            options.only.add(*part);
    options.findPattern = valueOf<HeadPattern>(arguments.find);
    options.findsMovement = arguments.find == "moved";
    options.findsWeight = !arguments.find.empty() && !options.findPattern && !options.findsMovement;
    options.findsExcess = arguments.find == "excess";
    options.importance = valueOf<Replacement>(arguments.importance);
}

void addFilmOptions(CLI::App *command, ExportArguments &arguments)
{
    command
        ->add_option("--film", arguments.film,
                     "A moving picture, of an -o that ends in .webp: pinned and now in turn, or the snapshots")
        ->check(CLI::IsMember({"pinned", "snapshots"}));
    command->add_option("--pace", arguments.pace, "Seconds that each frame of a film stays")
        ->check(CLI::Range(0.02, 60.0))
        ->transform(
            CLI::AsNumberWithUnit(std::map<std::string, double>{{"s", 1}}, CLI::AsNumberWithUnit::UNIT_OPTIONAL, "s"))
        ->type_name("SECONDS");
    command->add_option("--loop", arguments.loop, "How often a film runs: a number, once or forever")->type_name("N");
}

void readFilmOptions(const CLI::App &command, const ExportArguments &arguments, ExportOptions &options)
{
    if (command.count("--film") > 0)
        options.film = arguments.film == "pinned" ? Film::Pinned : Film::Snapshots;
    options.pace.seconds = arguments.pace;
    options.saysPace = command.count("--pace") + command.count("--loop") > 0;
    if (arguments.loop.empty() || arguments.loop == "forever")
        return;
    options.pace.loops = arguments.loop == "once" ? 1 : wholeNumber(arguments.loop, "--loop");
    if (options.pace.loops < 1 || options.pace.loops > 65535)
        throw UsageError("--loop takes 1 to 65535, once or forever, not \"" + arguments.loop + "\"");
}

void addOriginOptions(CLI::App *command, ExportArguments &arguments)
{
    command->add_option("--again", arguments.again, "Make a figure again by the command in it; with -o alone")
        ->type_name("FIGURE");
    command->add_flag("--no-metadata", arguments.noMetadata,
                      "Without title, version and command in the picture's file");
}

/// All options of `regard export` but those of the model.
void addExportOptions(CLI::App *command, ExportArguments &arguments)
{
    addPictureOptions(command, arguments);
    addTokenOptions(command, arguments);
    addStepOptions(command, arguments);
    addInterventionOptions(command, arguments);
    addComparisonOptions(command, arguments);
    addNumberOptions(command, arguments);
    addFilmOptions(command, arguments);
    addOriginOptions(command, arguments);
}

/// What they mean. Throws UsageError.
ExportOptions exportOptions(const CLI::App &command, const ExportArguments &arguments)
{
    ExportOptions options = arguments.options;
    if (command.count("--head") > 0)
        readHeads(arguments.heads, options);
    if (command.count("--query") > 0)
        options.query = arguments.query;
    if (command.count("--key") > 0)
        options.key = arguments.key;
    options.isBackward = arguments.direction == "backward";
    options.stage = valueOf<Stage>(arguments.stage).value_or(Stage::Weights);
    options.tokens.hidesSpecial = arguments.noSpecial;
    options.tokens.pairs = pairFilterNamed(arguments.pairs);
    options.steps = stepOptions(command, arguments);
    options.summary = valueOf<Summary>(arguments.summary).value_or(Summary::None);
    options.interventions = interventionOptions(command, arguments);
    readComparison(command, arguments, options);
    readPictureArguments(command, arguments.looks, options);
    readNumberOptions(command, arguments, options);
    readFilmOptions(command, arguments, options);
    options.saysOrigin = !arguments.noMetadata;
    options.command = figureCommand(command);
    return options;
}

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
    constexpr std::string_view suffixes[] = {"png", "svg", "pdf", "webp", "json", "csv", "safetensors", "regard"};
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

/// False where help or the version was asked for, and is printed. Throws UsageError.
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
    } else if (command == tasksCommand) {
        arguments.command = Command::Tasks;
    } else {
        arguments.command = command == lessonsCommand ? Command::Lessons : Command::Examples;
    }
    return arguments;
}

} // namespace regard
