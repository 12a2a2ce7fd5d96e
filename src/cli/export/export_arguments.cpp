#include "cli/export/export_arguments.h"

#include <algorithm>
#include <charconv>
#include <string>
#include <tuple>

#include "cli/export/picture_arguments.h"
#include "document/look/selection_rules.h"
#include "export/export_view.h"
#include "views/play/play_pages.h"

namespace regard {

namespace {

using ExportRows = std::vector<OptionRow<ExportOptions>>;

int wholeNumber(const std::string &text, const std::string &option)
{
    int number = 0;
    const char *end = text.data() + text.size();
    const auto [stopped, error] = std::from_chars(text.data(), end, number);
    if (error != std::errc() || stopped != end)
        throw UsageError(option + " takes whole numbers, not \"" + text + "\"");
    return number;
}

/// `2`, or `2,4,6`: each once, in their order.
std::vector<int> wholeNumbers(const std::string &text, const std::string &option)
{
    std::vector<int> numbers;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t comma = std::min(text.find(',', begin), text.size());
        const int number = wholeNumber(text.substr(begin, comma - begin), option);
        if (std::find(numbers.begin(), numbers.end(), number) == numbers.end())
            numbers.push_back(number);
        begin = comma + 1;
    }
    return numbers;
}

void readHeads(const CLI::Option &given, ExportOptions &options)
{
    const auto text = given.as<std::string>();
    options.allHeads = text == "all";
    if (!options.allHeads)
        options.heads = wholeNumbers(text, "--head");
}

void readLayers(const CLI::Option &given, ExportOptions &options)
{
    options.layers = wholeNumbers(given.as<std::string>(), "--layer");
    options.layer = options.layers.front();
}

/// Reads a whole number within its limits; −1 for `off`.
auto numberOrOff(const char *option, int least, int most)
{
    return [=](const std::string &text) {
        if (text == "off")
            return -1;
        const int number = wholeNumber(text, option);
        if (number < least || number > most)
            throw UsageError(std::string(option) + " takes " + std::to_string(least) + " to " + std::to_string(most) +
                             " or off, not \"" + text + "\"");
        return number;
    };
}

int loopsOf(const std::string &text)
{
    if (text.empty() || text == "forever")
        return FilmPace().loops;
    const int loops = text == "once" ? 1 : wholeNumber(text, "--loop");
    if (loops < 1 || loops > 65535)
        throw UsageError("--loop takes 1 to 65535, once or forever, not \"" + text + "\"");
    return loops;
}

void readFind(const CLI::Option &given, ExportOptions &options)
{
    const auto word = given.as<std::string>();
    options.findPattern = valueOf<HeadPattern>(word);
    options.findsMovement = word == "moved";
    options.findsExcess = word == "excess";
    options.findsWeight = word == "weight" || word == "excess";
}

void readParts(const CLI::Option &given, ExportOptions &options)
{
    options.only = TraceParts::none();
    for (const auto &word : given.as<std::vector<std::string>>())
        if (const std::optional<TracePart> part = tracePartNamed(word))
            options.only.add(*part);
}

std::vector<std::string> with(std::vector<std::string> words, std::initializer_list<const char *> further)
{
    words.insert(words.end(), further.begin(), further.end());
    return words;
}

/// The option's place among the pair filters' words is the filter's value.
PairFilter pairFilterNamed(const std::string &word)
{
    return PairFilter(std::find(pairWords.begin(), pairWords.end(), word) - pairWords.begin());
}

const ExportRows &selectionRows()
{
    using Kind = OptionValue::Kind;
    using O = ExportOptions;
    static const ExportRows rows{
        {"-o,--output", "png svg pdf webp json csv safetensors html regard", {Kind::Outputs, "OUT"}, set(&O::outputs)},
        {"--view", "Which figure", oneOf(viewWords()), set(&O::view)},
        {"--block", "Which attention; the first that the model has", oneOf(wordsOf<Attention>()), set(&O::block)},
        {"--layer", "N; of links, heatmap and heads N,N too, counted from 1", {Kind::Text, "LAYERS"}, readLayers},
        {"--direction", "Of path and steps: which chain of a recurrent encoder", oneOf({"forward", "backward"}),
         setWhere("backward", &O::isBackward)},
        {"--head", "N, N,N or all, counted from 1", {Kind::Text, "HEADS"}, readHeads},
        {"--query", "The token in focus, counted from 1", {Kind::Whole}, set(&O::query)},
        {"--key", "The key token in focus, counted from 1", {Kind::Whole}, set(&O::key)},
        {"--stage", "Of the heatmap and of CSV", oneOf(wordsOf<Stage>()), set(&O::stage)},
        {"--summary", "One matrix made of all heads, instead of a head", oneOf(wordsOf<Summary>()), set(&O::summary)},
        {"--dpi", "Of a PNG", {Kind::Whole, {}, {}, 1, 100000}, set(&O::dpi)}};
    return rows;
}

const ExportRows &furtherRows()
{
    using Kind = OptionValue::Kind;
    using O = ExportOptions;
    static const ExportRows rows{
        {"--words",
         "Pieces of a word as one: sum over its keys, mean over its queries",
         {Kind::Flag},
         set(&O::tokens, &TokenView::words)},
        {"--no-special",
         "Without special tokens such as [CLS] and [SEP]",
         {Kind::Flag},
         set(&O::tokens, &TokenView::hidesSpecial)},
        {"--renormalise",
         "What --no-special leaves of each row sums to 1",
         {Kind::Flag},
         set(&O::tokens, &TokenView::renormalises)},
        {"--by-value",
         "What attention moves, the norm of a v W_O, in place of weights",
         {Kind::Flag},
         set(&O::tokens, &TokenView::byValue)},
        {"--without-sink",
         "Without first token, special tokens and punctuation as keys; rows sum to 1",
         {Kind::Flag},
         set(&O::tokens, &TokenView::withoutSink)},
        {"--pairs", "Of two sentences: from which to which, of pictures and CSV",
         oneOf({pairWords.begin(), pairWords.end()}), setBy(pairFilterNamed, &O::tokens, &TokenView::pairs)},
        {"--step", "Of the steps: one of them instead of the page of all", oneOf(wordsOf<StepKind>()),
         set(&O::steps, &StepOptions::step)},
        {"--form", "Of the steps: the rows of one token, or whole matrices", oneOf({"rows", "matrix"}),
         setWhere("matrix", &O::steps, &StepOptions::matrixForm)},
        {"--convention", "Of the steps: tokens are rows or columns", oneOf({"rows", "columns"}),
         setWhere("columns", &O::steps, &StepOptions::columns)},
        {"--by-hand",
         "Of the steps: weights rounded to so many decimals, or off",
         {Kind::Text, "DECIMALS"},
         setBy(numberOrOff("--by-hand", 1, mostHandDecimals), &O::steps, &StepOptions::handDecimals)},
        {"--digits",
         "Of the steps: digits after the point, or off",
         {Kind::Text, "N"},
         setBy(numberOrOff("--digits", 0, mostStepDigits), &O::steps, &StepOptions::digits)},
        {"--walk", "Of steps and play: one stage or scene after the other, of the token or of all tokens",
         oneOf({"token", "all"}),
         setBy([](const std::string &word) { return word == "all" ? WalkScope::EveryToken : WalkScope::Token; },
               &O::steps, &StepOptions::walk)},
        {"--beyond",
         "Of score-parts: what the score is compared with: mean, nothing or another key, counted from 1",
         {Kind::Text, "KEY"},
         set(&O::beyond)},
        {"--word",
         "Of logit-parts and patch: the word, the likeliest where not given; of the lens: a word, whose rank and "
         "probability are "
         "shown",
         {Kind::Text, "WORD"},
         set(&O::word)},
        {"--over",
         "Of logit-parts and patch: the word that it is compared with: second, nothing or a word",
         {Kind::Text, "WORD"},
         set(&O::over)},
        {"--what", "Of patch: what comes from the pinned state, a part at a time", oneOf(wordsOf<PatchKind>()),
         set(&O::patch)},
        {"--circuit",
         "Of the circuits: which word asks for which, which the head makes likelier, or how much of what it reads each "
         "earlier head wrote",
         oneOf({"qk", "ov", "q-composition", "k-composition", "v-composition"}),
         setBy(
             [](const std::string &word) {
                 return word == "ov"     ? Circuit::Ov
                        : word == "qk"   ? Circuit::Qk
                        : word[0] == 'q' ? Circuit::Q
                        : word[0] == 'k' ? Circuit::K
                                         : Circuit::V;
             },
             &O::circuits, &CircuitOptions::circuit)},
        {"--also",
         "Of the circuits: words besides those of the sentence",
         {Kind::Text, "WORDS"},
         set(&O::circuits, &CircuitOptions::words)},
        {"--distance",
         "Of the circuits: how many tokens a query stands behind its key, of rotary positions",
         {Kind::Whole, {}, {}, -9999, 9999},
         set(&O::circuits, &CircuitOptions::distance)},
        {"--time",
         "Of the play: the moment; its end, where all of it is seen",
         {Kind::Seconds, "SECONDS", {}, 0, 1000},
         set(&O::playAt)},
        {"--off",
         "Switch a head off, counted from 1: 1.3 or cross.1.3, as often as wanted",
         {Kind::Repeated, "LAYER.HEAD"},
         [](const CLI::Option &given, O &options) {
             for (const auto &head : given.as<std::vector<std::string>>())
                 options.interventions.off.push_back(parseHeadName("--off", head));
         }},
        {"--off-by",
         "What stands in place of heads that are switched off: zero, mean, uniform, or mean-of:FILE, a list of "
         "sentences",
         {Kind::Text, "WHAT"},
         [](const CLI::Option &given, O &options) {
             std::tie(options.interventions.replacement, options.interventions.sentences) =
                 parseReplacement("--off-by", given.as<std::string>());
         }},
        {"--temperature",
         "Softmax of a head's scores divided by a number: 1.3=0.5, as often as wanted",
         {Kind::Repeated, "LAYER.HEAD=NUMBER"},
         [](const CLI::Option &given, O &options) {
             for (const auto &temperature : given.as<std::vector<std::string>>())
                 options.interventions.temperatures.push_back(parseTemperature(temperature));
         }},
        {"--attend",
         "Set a weight of a head, tokens counted from 1: 1.3:8,2=0.8, as often as wanted",
         {Kind::Repeated, "LAYER.HEAD:QUERY,KEY=WEIGHT"},
         [](const CLI::Option &given, O &options) {
             for (const auto &weight : given.as<std::vector<std::string>>())
                 options.interventions.attend.push_back(parseAttend(weight));
         }},
        {"--cut",
         "Give a link no weight in some layers and heads: decoder.3-6:8,2 or 3-6.1,4:8,2, as often as wanted",
         {Kind::Repeated, "LAYERS.HEADS:QUERY,KEY"},
         [](const CLI::Option &given, O &options) {
             for (const auto &cut : given.as<std::vector<std::string>>())
                 options.interventions.cuts.push_back(parseCut(cut));
         }},
        {"--patch",
         "Put rows of the pinned state in: value:1.3, head:cross.2.1:4,5 or stream:0:3, as often as wanted",
         {Kind::Repeated, "WHAT:LAYER.HEAD:TOKENS"},
         [](const CLI::Option &given, O &options) {
             for (const auto &patch : given.as<std::vector<std::string>>())
                 options.interventions.patches.push_back(parsePatch(patch));
         }},
        {"--pinned",
         "Another project, model or file of attention to compare with",
         {Kind::File, "OTHER"},
         setFile(&O::pinned)},
        {"--compare", "Pictures of both: the difference, or side by side", oneOf({"difference", "side"}),
         setBy(
             [](const std::string &word) {
                 return word == "side" ? ExportedComparison::Side : ExportedComparison::Difference;
             },
             &O::comparison)},
        {"--relative", "Of --view matrices: divided by the norms of the pinned ones", {Kind::Flag}, set(&O::relative)},
        {"--sources",
         "A list of sentences, one a line; - is standard input",
         {Kind::File, "LIST"},
         setFile(&O::sentences)},
        {"--only",
         "Of JSON and safetensors: these alone, as W or W,W",
         {Kind::Repeated, {}, with(tracePartWords(), {"none"})},
         readParts},
        {"--find", "A list: heads by a pattern, by their weight from --query to --key, or by how much they moved",
         oneOf(with(wordsOf<HeadPattern>(), {"weight", "excess", "moved"})), readFind},
        {"--importance", "A list: what changes where each head is replaced, and by what",
         oneOf({"zero", "mean", "uniform"}), set(&O::importance)},
        {"--unique-names", "Of CSV: tokens that stand twice with their position", {Kind::Flag}, set(&O::uniqueNames)},
        {"--film", "A moving picture, of an -o that ends in .webp: pinned and now in turn, or the snapshots",
         oneOf({"pinned", "snapshots"}),
         setBy([](const std::string &word) { return word == "pinned" ? Film::Pinned : Film::Snapshots; }, &O::film)},
        {"--pace",
         "Seconds for each frame of a film",
         {Kind::Seconds, "SECONDS", {}, 0.02, 60},
         set(&O::pace, &FilmPace::seconds)},
        {"--loop",
         "How many times a film plays: a number, once or forever",
         {Kind::Text, "N"},
         setBy(loopsOf, &O::pace, &FilmPace::loops)},
        {"--caption",
         "What to write under the figure, as LaTeX (.tex) or Markdown (.md), in a file of its own",
         {Kind::File, "FILE"},
         setFile(&O::caption)},
        {"--again",
         "Make a figure again by the command in it; with -o alone, and --caption",
         {Kind::File, "FIGURE"},
         {}},
        {"--no-metadata",
         "Without title, version and command in the picture's file",
         {Kind::Flag},
         [](const CLI::Option &given, O &options) { options.saysOrigin = !given.as<bool>(); }}};
    return rows;
}

} // namespace

const ExportRows &exportRows()
{
    static const ExportRows rows = [] {
        ExportRows all = selectionRows();
        for (const ExportRows *more : {&pictureRows(), &furtherRows()})
            all.insert(all.end(), more->begin(), more->end());
        return all;
    }();
    return rows;
}

ExportOptions exportOptions(const CLI::App &command)
{
    ExportOptions options;
    readOptions(command, exportRows(), options);
    if (command.count("--off-by") > 0 && options.interventions.off.empty())
        throw UsageError("--off-by says how --off does it: name a head with --off");
    options.saysPace = command.count("--pace") + command.count("--loop") > 0;
    if (command.count("--pace") == 0 && viewNamed(options.view).id == ViewId::Play)
        options.pace.seconds = 1.0 / playFramesPerSecond;
    return options;
}

} // namespace regard
