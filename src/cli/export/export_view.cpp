#include "cli/export/export_view.h"

#include <algorithm>
#include <utility>

#include "cli/base/model_options.h"
#include "document/sentence/side.h"
#include "figures/steps/steps_figure.h"
#include "views/block_data.h"
#include "views/figure_data.h"
#include "views/output_data.h"
#include "views/shown_text.h"
#include "views/steps/step_comparison.h"
#include "views/steps/step_walk.h"
#include "views/summary_data.h"

namespace regard {

namespace {

/// Throws ConfigError where all that a difference would show is new: the picture would be empty.
void checkThere(const QString &missing)
{
    if (!missing.isEmpty())
        throw ConfigError(missing.toStdString());
}

std::unique_ptr<Figure> links(const ViewRequest &request)
{
    const ShownState &state = request.shown.attention;
    checkThere(missingHeadsText(state));
    LinkOptions options;
    options.horizontal = isMostlyCjk(request.project.source); // as the window arranges them
    return std::make_unique<LinkFigure>(linkData(state, options), request.size, request.theme);
}

std::unique_ptr<Figure> heatmap(const ViewRequest &request)
{
    checkThere(missingHeadText(request.shown.attention));
    return std::make_unique<HeatmapFigure>(heatmapData(request.shown.attention), request.size, request.theme);
}

std::unique_ptr<Figure> heads(const ViewRequest &request)
{
    const ShownState &state = request.shown.attention;
    HeadsData data = headsData(state);
    if (state.difference())
        addMovement(data, state.comparison, false);
    return std::make_unique<HeadsFigure>(std::move(data), request.size, request.theme);
}

std::unique_ptr<Figure> sentence(const ViewRequest &request)
{
    checkThere(missingHeadsText(request.shown.attention));
    return std::make_unique<SentenceFigure>(sentenceData(request.shown.attention), request.size, request.theme);
}

std::unique_ptr<Figure> block(const ViewRequest &request)
{
    const ShownState &state = request.shown.tokens;
    return blockViewFigure(state.model(), state.trace(), state.selection, request.project.dimensions, request.size,
                           request.theme);
}

std::unique_ptr<Figure> entropy(const ViewRequest &request)
{
    return entropyViewFigure(request.shown.attention, EntropyOrder::ByHead, request.size, request.theme);
}

std::unique_ptr<Figure> similarity(const ViewRequest &request)
{
    return similarityViewFigure(request.shown.attention, false, request.size, request.theme);
}

std::unique_ptr<Figure> output(const ViewRequest &request)
{
    const Project &project = request.project;
    if (const QString none = noOutputText(project.model, project.checkpoint.get()); !none.isEmpty()) {
        const char *keys = project.model.table ? "" : " (--set architecture=decoder, --set masked_language_model=true)";
        throw ConfigError(none.toStdString() + keys);
    }
    const ShownState &state = request.shown.tokens;
    const OutputSource source{state.result, project.checkpoint,
                              goingOnFrom(state.tokens(queriesSide(project.model.config, Attention::Decoder)))};
    return outputViewFigure(source, state.selection, {}, request.size, request.theme);
}

StepsData stepsOf(const ViewRequest &request, const StepChoice &choice)
{
    const ShownState &state = request.shown.tokens;
    const Selection pair = pairOf(state.selection);
    if (!state.difference()) // two states have captions: their titles do not name them
        return stepsData(state.model(), state.trace(), pair, request.project.dimensions, choice);
    ComparedSteps compared = comparedSteps(*state.difference(), pair, request.project.dimensions, choice);
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
