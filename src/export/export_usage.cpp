#include "export/export_usage.h"

#include <algorithm>
#include <string>
#include <utility>

#include "export/export_selection.h"
#include "export/export_table.h"
#include "export/export_view.h"
#include "export/figure_caption.h"

namespace regard {

namespace {

/// Throws UsageError for an option that the view does not have.
void checkViews(const ExportOptions &options, const std::vector<Output> &outputs)
{
    const StepOptions &steps = options.steps;
    const bool isFiltered = options.tokens.pairs != PairFilter::All && has(outputs, OutputKind::Picture);
    const struct {
        const char *option;
        bool isGiven;
        std::vector<const char *> views;
    } rows[]{{"--pairs", isFiltered, {"links", "heatmap", "heads"}},
             {"--step", steps.step.has_value(), {"steps"}},
             {"--form", steps.matrixForm.has_value(), {"steps"}},
             {"--convention", steps.columns.has_value(), {"steps"}},
             {"--by-hand", steps.handDecimals.has_value(), {"steps"}},
             {"--digits", steps.digits.has_value(), {"steps"}},
             {"--walk", steps.walk.has_value(), {"steps", "play"}},
             {"--time", options.playAt.has_value(), {"play"}},
             {"--beyond", !options.beyond.empty(), {"score-parts"}},
             {"--word", !options.word.empty(), {"logit-parts", "patch", "lens"}},
             {"--over", !options.over.empty(), {"logit-parts", "patch"}},
             {"--what", options.patch != PatchKind::HeadOutput, {"patch"}},
             {"--circuit", options.circuits.circuit != Circuit::Qk, {"circuits"}},
             {"--also", !options.circuits.words.empty(), {"circuits"}},
             {"--distance", options.circuits.distance != 0, {"circuits"}},
             {"--direction", options.isBackward, {"path", "steps"}},
             {"--multiples", options.multiples, {"links", "heatmap"}},
             {"--relative", options.relative, {"matrices"}}};
    for (const auto &[option, isGiven, views] : rows) {
        std::string words;
        for (std::size_t i = 0; i < views.size(); ++i)
            words += (i == 0 ? "" : i + 1 < views.size() ? ", " : " or ") + std::string(views[i]);
        if (isGiven && std::find(views.begin(), views.end(), options.view) == views.end())
            throw UsageError(std::string(option) + " belongs to --view " + words);
    }
    if (options.circuits.distance != 0 && options.circuits.circuit != Circuit::Qk)
        throw UsageError("--distance belongs to --circuit qk");
    if (!options.circuits.words.empty() && isComposition(options.circuits.circuit))
        throw UsageError("--also belongs to --circuit qk or ov: a composition is of heads, not of words");
}

void checkSteps(const ExportOptions &options, const std::vector<Output> &outputs)
{
    if (options.playAt && options.steps.walk)
        throw UsageError("--walk goes through all of the play: leave --time out");
    if (options.steps.walk && options.steps.step)
        throw UsageError("--walk goes through every step: leave --step out");
    if (options.steps.walk && !options.size.hasHeight())
        throw UsageError("--walk writes pages: give --size a height too, such as 960x720");
    if (options.steps.walk && !options.theme.parts.ownTitle.isEmpty())
        throw UsageError("--walk gives each page a title of its own: leave the text of --title out");
    if (options.steps.walk && !has(outputs, OutputKind::Picture))
        throw UsageError("--walk writes pictures: give an -o that ends in .pdf, .webp, .svg or .png");
}

void checkHeads(const ExportOptions &options, const std::vector<Output> &outputs)
{
    const bool csv = has(outputs, NumbersFormat::Csv);
    const bool summary = options.summary != Summary::None;
    if (summary && options.stage != Stage::Weights && (csv || has(outputs, OutputKind::Picture)))
        throw UsageError("--summary is made of weights: leave --stage out");
    const bool several = !summary && (options.allHeads || options.heads.size() > 1);
    const bool inView = has(outputs, OutputKind::Picture) || explainsInNumbers(options, outputs);
    const View &view = viewNamed(options.view);
    const bool showsOneHead = view.showsOneHead && !view.multiplies;
    const bool showsLayers = view.multiplies || options.view == "heads";
    if (options.layers.size() > 1 && !(showsLayers && has(outputs, OutputKind::Picture)))
        throw UsageError("--layer takes several for pictures of links, heatmap and heads: give it one number");
    if (options.layers.size() > 1 && csv)
        throw UsageError("a CSV file holds one layer: give --layer one number");
    if (wantsGrid(options) && (options.comparison == ExportedComparison::Side || options.film))
        throw UsageError("small multiples are one picture: leave " +
                         std::string(options.film ? "--film" : "--compare side") +
                         " out, or give --head and --layer one number");
    if (several && showsOneHead && inView)
        throw UsageError("--view " + options.view + " shows one head: give --head one number");
    const bool isTable = wantsTable(options, outputs);
    if (csv && !isTable && !viewNamed(options.view).isOfMatrix)
        throw UsageError("a CSV file holds a head's matrix, not what --view " + options.view +
                         " shows; leave --view out, or write the picture alone");
    if (several && csv && !isTable)
        throw UsageError("a CSV file holds one head: give --head one number");
}

/// A page holds the weights of every head, and nothing of another view.
void checkPageUsage(const ExportOptions &options, const std::vector<Output> &outputs)
{
    if (!has(outputs, NumbersFormat::Page))
        return;
    if (options.view != "links" && options.view != "heatmap")
        throw UsageError("a page (.html) holds links and heatmap, not what --view " + options.view +
                         " shows; leave --view out, or write another file");
    if (options.stage != Stage::Weights)
        throw UsageError("a page (.html) holds weights: leave --stage out");
    if (options.tokens.pairs != PairFilter::All)
        throw UsageError("a page (.html) holds both sentences of a pair: leave --pairs out");
    if (options.summary != Summary::None)
        throw UsageError("a page (.html) holds every head and no summary: leave --summary out");
    if (options.findPattern || options.findsWeight || options.findsMovement || options.importance)
        throw UsageError("a page (.html) holds no list: leave --find and --importance out");
}

/// Pictures that have no groups of tokens: steps, blocks and outputs.
void checkTokenUsage(const ExportOptions &options, const std::vector<Output> &outputs)
{
    const TokenView &tokens = options.tokens;
    if (tokens.renormalises && !tokens.hidesSpecial)
        throw UsageError("--renormalise divides what --no-special leaves: give both");
    const bool csv = has(outputs, NumbersFormat::Csv);
    const bool picture = has(outputs, OutputKind::Picture);
    const View &view = viewNamed(options.view);
    const bool shows = picture || explainsInNumbers(options, outputs);
    if ((tokens.words || tokens.hidesSpecial) && !view.groupsTokens && shows)
        throw UsageError("--view " + options.view + " shows token by token: leave --words and --no-special out");
    if ((tokens.byValue || tokens.withoutSink) && !view.showsMoved && shows)
        throw UsageError("--view " + options.view +
                         " explains weights as they are: leave --by-value and --without-sink out");
    if ((tokens.byValue || tokens.withoutSink) && options.stage != Stage::Weights && (csv || picture))
        throw UsageError("--by-value and --without-sink are of weights: leave --stage out");
    if (tokens.words && options.stage != Stage::Weights && (csv || picture))
        throw UsageError("--words have weights alone, because scores do not add up: leave --stage out");
}

/// "links, heatmap, heads and so on": the views that can show two states.
std::string comparingViews()
{
    std::string words;
    for (const View &view : views())
        if (view.compares)
            words += (words.empty() ? "" : ", ") + std::string(view.word);
    return words;
}

void checkComparison(const ExportOptions &options, const std::vector<Output> &outputs)
{
    const View &view = viewNamed(options.view);
    if (view.needsPinned && options.pinned.empty())
        throw UsageError("--view " + options.view + " compares with another state: give that with --pinned");
    if (view.needsPinned && (options.comparison || options.film))
        throw UsageError("--view " + options.view + " is one picture of both: leave " +
                         (options.film ? "--film" : "--compare") + " out");
    const StateCaptions &captions = options.theme.parts.captions;
    if (captions != StateCaptions() && options.pinned.empty() && options.film != Film::Snapshots)
        throw UsageError("--captions names two states: give the other one with --pinned");
    if (options.pinned.empty()) {
        if (options.comparison)
            throw UsageError("--compare belongs to --pinned");
        if (!options.interventions.patches.empty())
            throw UsageError("--patch takes rows of another state: give that with --pinned");
        return;
    }
    const bool isPatched = !options.interventions.patches.empty();
    if (options.steps.walk)
        throw UsageError(isPatched
                             ? "--walk shows one state: keep what --patch does with -o NAME.regard, and walk there"
                             : "--walk shows one state: leave --pinned out");
    // Any view shows what patches do, but of the state alone.
    const bool wantsBoth =
        !isPatched || options.comparison || options.film || options.findsMovement || captions != StateCaptions();
    if (wantsBoth && !comparesStates(options))
        throw UsageError("--view " + options.view + " shows one state; those that compare two are " + comparingViews());
    if (!isPatched && has(outputs, OutputKind::Project))
        throw UsageError("a project holds one state: leave --pinned out, or the -o that ends in .regard");
}

/// Lists of numbers, and what else belongs to files of numbers.
void checkNumbers(const ExportOptions &options, const std::vector<Output> &outputs)
{
    const bool finds = options.findPattern || options.findsWeight || options.findsMovement;
    const bool tables = has(outputs, NumbersFormat::Csv) || has(outputs, NumbersFormat::Json);
    if (finds && options.importance)
        throw UsageError("--find and --importance are two lists: give one");
    for (const auto &[isGiven, name] : {std::pair(finds, "--find"), {options.importance.has_value(), "--importance"}}) {
        if (isGiven && !tables)
            throw UsageError(std::string(name) + " writes numbers: give an -o that ends in .csv or .json");
        if (isGiven && !options.pinned.empty() && !options.findsMovement)
            throw UsageError(std::string(name) + " is of one state: leave --pinned out");
    }
    if (options.findsMovement && options.pinned.empty())
        throw UsageError("--find moved ranks heads by what changed: give the other state with --pinned");
    if (options.importance && options.tokens.changesWeights())
        throw UsageError("--importance is of the tokens as they are: leave --words, --no-special, --by-value and "
                         "--without-sink out");
    if (options.findsWeight && !(options.query && options.key))
        throw UsageError("--find weight and excess rank heads by one link: give --query and --key");
    if (!options.only.areAll() && !has(outputs, NumbersFormat::Json) && !has(outputs, NumbersFormat::Safetensors))
        throw UsageError("--only chooses what a trace holds: give an -o that ends in .json or .safetensors");
    if (options.uniqueNames && !has(outputs, NumbersFormat::Csv))
        throw UsageError("--unique-names belongs to a CSV file: give an -o that ends in .csv");
}

/// One file alone fits into standard output.
void checkStandardOutput(const ExportOptions &options, const std::vector<Output> &outputs)
{
    const auto isStandard = [](const Output &output) { return output.isStandardOutput(); };
    const auto count = std::count_if(outputs.begin(), outputs.end(), isStandard);
    if (count > 1)
        throw UsageError("standard output takes one file: give one -o that begins with -.");
    if (count == 1 && !options.sentences.empty())
        throw UsageError("--sources writes a file for each sentence: standard output takes one");
    if (count == 1 && options.steps.walk && std::any_of(outputs.begin(), outputs.end(), [&](const Output &output) {
            return isStandard(output) && output.kind == OutputKind::Picture && output.picture != PictureFormat::Pdf &&
                   output.picture != PictureFormat::Webp;
        }))
        throw UsageError("--walk writes a file for each step: standard output takes one, such as -.pdf");
}

void checkFilm(const ExportOptions &options, const std::vector<Output> &outputs)
{
    const auto isFilm = [](const Output &output) {
        return output.kind != OutputKind::Picture || output.picture == PictureFormat::Webp;
    };
    const bool hasFilm = has(outputs, OutputKind::Picture) && std::all_of(outputs.begin(), outputs.end(), isFilm);
    if (options.saysPace && !options.film && !(options.steps.walk && hasFilm))
        throw UsageError("--pace and --loop belong to a film: give --film or --walk, and an -o that ends in .webp");
    if (!options.film)
        return;
    if (!hasFilm)
        throw UsageError("--film writes a moving picture: give an -o that ends in .webp");
    if (options.steps.walk)
        throw UsageError("--walk is a film by itself: leave --film out");
    if (options.crops)
        throw UsageError("the frames of a film are of one size: leave --crop out");
    if (options.comparison)
        throw UsageError("--film pinned shows both states in turn: leave --compare out");
    if (options.film == Film::Pinned) {
        if (options.pinned.empty())
            throw UsageError("--film pinned needs another state: give it with --pinned");
        return;
    }
    const StateCaptions &captions = options.theme.parts.captions;
    if (!captions.now.isEmpty() || !captions.pinned.isEmpty())
        throw UsageError("--film snapshots shows each by its name: give --captions on or off");
    if (!options.pinned.empty() || options.model.source || options.model.target || !options.model.settings.empty() ||
        !options.interventions.isEmpty() || !options.sentences.empty())
        throw UsageError("--film snapshots shows them as they are: leave --pinned, --source, --target, --sources, "
                         "--set, --off, --temperature, --attend, --cut and --patch out");
}

void checkCaption(const ExportOptions &options, const std::vector<Output> &outputs)
{
    if (options.caption.empty())
        return;
    if (!captionFormat(options.caption))
        throw UsageError("--caption writes LaTeX or Markdown: give a name that ends in .tex or .md");
    if (!options.sentences.empty())
        throw UsageError("--caption tells of one figure: leave --sources out");
    if (!has(outputs, OutputKind::Picture) && !has(outputs, OutputKind::Numbers))
        throw UsageError("--caption tells of a figure: give an -o of a picture or of numbers");
}

void checkSentenceUsage(const ExportOptions &options)
{
    if (options.sentences.empty())
        return;
    if (options.model.source)
        throw UsageError("--sources brings its own sentences: leave --source out");
    if (!options.interventions.patches.empty())
        throw UsageError("--patch puts rows into one sentence: leave --sources out");
    if (options.steps.walk)
        throw UsageError("--walk follows one sentence: leave --sources out");
}

} // namespace

bool comparesStates(const ExportOptions &options)
{
    const View &view = viewNamed(options.view);
    return !options.pinned.empty() && (view.compares || view.needsPinned);
}

bool explainsInNumbers(const ExportOptions &options, const std::vector<Output> &outputs)
{
    return viewNamed(options.view).explainsPair && has(outputs, NumbersFormat::Json);
}

void checkUsage(const ExportOptions &options, const std::vector<Output> &outputs)
{
    checkHeads(options, outputs);
    checkPageUsage(options, outputs);
    checkTokenUsage(options, outputs);
    checkViews(options, outputs);
    checkSteps(options, outputs);
    checkComparison(options, outputs);
    checkSentenceUsage(options);
    checkNumbers(options, outputs);
    checkStandardOutput(options, outputs);
    checkFilm(options, outputs);
    checkCaption(options, outputs);
}

} // namespace regard
