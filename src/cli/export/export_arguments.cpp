#include "cli/export/export_arguments.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>

#include <CLI/CLI.hpp>

#include "cli/export/figure_command.h"
#include "document/look/selection_rules.h"
#include "export/export_view.h"
#include "io/project/words.h"
#include "views/play/play_pages.h"

namespace regard {

namespace {

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
    command
        ->add_option("--walk", arguments.walk,
                     "Of steps and play: one stage or scene after the other, of the token or of all tokens")
        ->check(CLI::IsMember({"token", "all"}));
    command->add_option("--time", arguments.time, "Of the play: the moment; its end, where all of it is seen")
        ->check(CLI::Range(0.0, 1000.0))
        ->transform(
            CLI::AsNumberWithUnit(std::map<std::string, double>{{"s", 1}}, CLI::AsNumberWithUnit::UNIT_OPTIONAL, "s"))
        ->type_name("SECONDS");
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
    each("--temperature", arguments.temperatures,
         "Softmax of a head's scores divided by a number: 1.3=0.5, as often as wanted", "LAYER.HEAD=NUMBER");
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
    command->add_option("--pace", arguments.pace, "Seconds for each frame of a film")
        ->check(CLI::Range(0.02, 60.0))
        ->transform(
            CLI::AsNumberWithUnit(std::map<std::string, double>{{"s", 1}}, CLI::AsNumberWithUnit::UNIT_OPTIONAL, "s"))
        ->type_name("SECONDS");
    command->add_option("--loop", arguments.loop, "How many times a film plays: a number, once or forever")
        ->type_name("N");
}

void readFilmOptions(const CLI::App &command, const ExportArguments &arguments, ExportOptions &options)
{
    if (command.count("--film") > 0)
        options.film = arguments.film == "pinned" ? Film::Pinned : Film::Snapshots;
    const bool playsAsItIs = command.count("--pace") == 0 && viewNamed(options.view).id == ViewId::Play;
    options.pace.seconds = playsAsItIs ? 1.0 / playFramesPerSecond : arguments.pace;
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

} // namespace

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
    if (command.count("--time") > 0)
        options.playAt = arguments.time;
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

} // namespace regard
