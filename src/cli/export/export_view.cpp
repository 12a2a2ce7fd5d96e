#include "cli/export/export_view.h"

#include <algorithm>
#include <utility>

#include "cli/base/model_options.h"
#include "document/sentence/side.h"
#include "document/sentence/token_grouping.h"
#include "engine/analysis/token_groups.h"
#include "figures/steps/steps_figure.h"
#include "views/block_data.h"
#include "views/figure_data.h"
#include "views/output_data.h"
#include "views/shown_state.h"
#include "views/shown_tokens.h"
#include "views/steps/step_comparison.h"
#include "views/steps/step_walk.h"
#include "views/summary_data.h"

namespace regard {

namespace {

/// Throws ConfigError where all that a difference would show is new: the picture would be empty.
void checkThere(const ViewRequest &request, QString (ShownState::*newText)() const)
{
    if (!request.comparison)
        return;
    const ShownState state{
        {nullptr, request.trace}, request.selection, Compared::Difference, request.comparison, QString()};
    if (const QString text = (state.*newText)(); !text.isEmpty())
        throw ConfigError(text.toStdString());
}

/// The tokens of a sentence as the trace has them.
Tokens tokensOf(const ViewRequest &request, Side side)
{
    const Tokens tokens = side == Side::Source ? sourceTokens(request.project) : targetTokens(request.project);
    const Grouping *grouping = request.trace->grouping.get();
    return grouping ? groupedTokens(tokens, side == Side::Source ? grouping->source : grouping->target) : tokens;
}

PairParts partsOf(const ViewRequest &request)
{
    return pairParts(tokensOf(request, Side::Source), *request.trace, request.pairs);
}

std::unique_ptr<Figure> links(const ViewRequest &request)
{
    checkThere(request, &ShownState::newHeadsText);
    LinkOptions options;
    options.horizontal = isMostlyCjk(request.project.source); // as the window arranges them
    return std::make_unique<LinkFigure>(linkData(request.project.model, request.trace, request.selection, options,
                                                 request.comparison.get(), partsOf(request)),
                                        request.size, request.theme);
}

std::unique_ptr<Figure> heatmap(const ViewRequest &request)
{
    checkThere(request, &ShownState::newHeadText);
    return std::make_unique<HeatmapFigure>(heatmapData(request.project.model, request.trace, request.selection, nullptr,
                                                       request.comparison.get(), partsOf(request)),
                                           request.size, request.theme);
}

std::unique_ptr<Figure> heads(const ViewRequest &request)
{
    HeadsData data =
        headsData(request.project.model, request.trace, request.selection, request.comparison.get(), partsOf(request));
    if (request.comparison)
        addMovement(data, request.comparison, false);
    return std::make_unique<HeadsFigure>(std::move(data), request.size, request.theme);
}

std::unique_ptr<Figure> sentence(const ViewRequest &request)
{
    checkThere(request, &ShownState::newHeadsText);
    const Project &project = request.project;
    const Side keys = keysSide(project.model.config, request.selection.attention);
    const Tokens tokens = tokensOf(request, keys);
    return std::make_unique<SentenceFigure>(
        sentenceData(project.model, request.trace, request.selection, tokens, request.comparison.get()), request.size,
        request.theme);
}

std::unique_ptr<Figure> block(const ViewRequest &request)
{
    return blockViewFigure(request.project.model, request.trace, request.selection, request.project.dimensions,
                           request.size, request.theme);
}

std::unique_ptr<Figure> entropy(const ViewRequest &request)
{
    return entropyViewFigure(request.project.model, request.trace, request.selection, EntropyOrder::ByHead,
                             request.size, request.theme);
}

std::unique_ptr<Figure> similarity(const ViewRequest &request)
{
    return similarityViewFigure(request.project.model, request.trace, request.selection, false, request.size,
                                request.theme);
}

std::unique_ptr<Figure> output(const ViewRequest &request)
{
    const Project &project = request.project;
    if (const QString none = noOutputText(project.model, project.checkpoint.get()); !none.isEmpty()) {
        const char *keys = project.model.table ? "" : " (--set architecture=decoder, --set masked_language_model=true)";
        throw ConfigError(none.toStdString() + keys);
    }
    const Grouping *grouping = request.trace->grouping.get();
    // Words come after tokens.
    const Selection selection = grouping ? ungroupedSelection(request.selection, {}, *grouping) : request.selection;
    const Side side = queriesSide(project.model.config, Attention::Decoder);
    const Tokens tokens = side == Side::Source ? sourceTokens(project) : targetTokens(project);
    const OutputSource source{
        {std::make_shared<const Model>(project.model), grouping ? grouping->tokens : request.trace},
        project.checkpoint,
        goingOnFrom(tokens)};
    return outputViewFigure(source, selection, {}, request.size, request.theme);
}

StepsData stepsOf(const ViewRequest &request, const StepChoice &choice)
{
    const Selection pair = pairOf(request.selection);
    if (!request.comparison)
        return stepsData(request.project.model, request.trace, pair, request.project.dimensions, choice);
    ComparedSteps compared = comparedSteps(*request.comparison, pair, request.project.dimensions, choice);
    if (!compared.message.isEmpty())
        throw ConfigError(compared.message.toStdString());
    return std::move(compared.data);
}

std::unique_ptr<Figure> steps(const ViewRequest &request)
{
    const Project &project = request.project;
    StepChoice choice = stepChoice(project.view.steps);
    choice.only = request.step;
    StepsData data = stepsOf(request, choice);
    if (!request.step)
        return StepsFigure::page(std::move(data), request.size, request.theme);
    const int position = data.positionOf(*request.step);
    return StepsFigure::stage(std::move(data), position, request.size, request.theme);
}

} // namespace

Selection pairOf(Selection selection)
{
    selection.query = std::max(0, selection.query);
    selection.key = std::max(0, selection.key);
    return selection;
}

const std::vector<ExportView> &exportViews()
{
    static const std::vector<ExportView> views = {{"links", links, true, false, true, true, true, true},
                                                  {"heatmap", heatmap, false, true, true, false, true, true},
                                                  {"heads", heads, false, false, true, false, true, true},
                                                  {"sentence", sentence, false, false, true, true, true},
                                                  {"steps", steps, false, true, true},
                                                  {"block", block},
                                                  {"entropy", entropy, false, false, false, false, true},
                                                  {"similarity", similarity, false, false, false, false, true},
                                                  {"output", output}};
    return views;
}

const ExportView &exportView(const std::string &word)
{
    for (const ExportView &view : exportViews())
        if (view.word == word)
            return view;
    throw UsageError("--view takes no \"" + word + "\"");
}

} // namespace regard
