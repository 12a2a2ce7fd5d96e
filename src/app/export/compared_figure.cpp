#include "app/export/compared_figure.h"

#include <utility>

#include "cli/export/selection_before.h"
#include "document/document.h"
#include "document/sentence/side.h"
#include "document/sentence/token_grouping.h"
#include "engine/analysis/token_groups.h"
#include "figures/base/export_figure.h"
#include "figures/steps/steps_figure.h"
#include "views/change_text.h"
#include "views/figure_data.h"
#include "views/shown_state.h"
#include "views/shown_tokens.h"
#include "views/steps/step_comparison.h"
#include "views/steps/step_walk.h"
#include "widgets/panels/heads_panel.h"
#include "widgets/panels/heatmap_panel.h"
#include "widgets/panels/heatmap_plot.h"
#include "widgets/panels/link_panel.h"
#include "widgets/panels/sentence_panel.h"
#include "widgets/panels/steps_panel.h"

namespace regard {

namespace {

/// One state to draw, and where: what every panel's picture needs.
struct Wanted {
    const Document &document;
    ShownState state;
    QSizeF size;
    const Theme &theme;

    const Model &model() const { return *state.result.model; }
    const SharedTrace &trace() const { return state.result.trace; }
};

using Make = std::unique_ptr<Figure> (*)(const QWidget &panel, const Wanted &wanted);

/// No state without a trace: nothing is pinned, or there is no sentence. The steps follow tokens, the pictures of
/// attention what the token view makes of them.
ShownState stateOf(const Document &document, Compared what, bool isGrouped)
{
    ShownState state{isGrouped ? document.groupedResult(Compared::Now) : document.result(),
                     document.selection(),
                     what,
                     isGrouped ? document.shownComparison() : document.traceComparison(),
                     {}};
    if (const Grouping *grouping = state.result.trace ? state.result.trace->grouping.get() : nullptr)
        state.selection = groupedSelection(state.selection, *grouping);
    if (what != Compared::Now) {
        if (!state.comparison)
            return {};
        state.pinnedName = document.pinned()->name;
    }
    if (what == Compared::Pinned) {
        state.result = isGrouped ? document.groupedResult(Compared::Pinned) : document.pinned()->result;
        state.selection = selectionBefore(state.selection, *state.comparison);
    }
    if (isGrouped && state.result.trace)
        state.pair = pairParts(document.groupedTokens(what == Compared::Pinned ? what : Compared::Now, Side::Source),
                               *state.result.trace, document.tokenView().pairs);
    return state;
}

std::unique_ptr<Figure> links(const QWidget &panel, const Wanted &wanted)
{
    const LinkOptions &options = static_cast<const LinksPanel &>(panel).options();
    return std::make_unique<LinkFigure>(linkData(wanted.model(), wanted.trace(), wanted.state.selection, options,
                                                 wanted.state.difference(), wanted.state.pair),
                                        wanted.size, wanted.theme);
}

std::unique_ptr<Figure> heatmap(const QWidget &panel, const Wanted &wanted)
{
    HeatmapData data = heatmapData(wanted.model(), wanted.trace(), wanted.state.selection, nullptr,
                                   wanted.state.difference(), wanted.state.pair);
    // The part in view is of the sentence in view: another one is drawn whole.
    const HeatmapPlot *plot = static_cast<const HeatmapPanel &>(panel).plot();
    const bool isOther =
        (wanted.state.compared == Compared::Pinned) != (wanted.document.compared() == Compared::Pinned);
    if (isOther)
        return std::make_unique<HeatmapFigure>(std::move(data), wanted.size, wanted.theme);
    return std::make_unique<HeatmapFigure>(std::move(data), wanted.size, wanted.theme, plot->visibleQueries(),
                                           plot->visibleKeys());
}

std::unique_ptr<Figure> heads(const QWidget &, const Wanted &wanted)
{
    HeadsData data =
        headsData(wanted.model(), wanted.trace(), wanted.state.selection, wanted.state.difference(), wanted.state.pair);
    if (wanted.state.compared == Compared::Difference)
        addMovement(data, wanted.state.comparison, false);
    return std::make_unique<HeadsFigure>(std::move(data), wanted.size, wanted.theme);
}

std::unique_ptr<Figure> sentence(const QWidget &, const Wanted &wanted)
{
    const Side side = keysSide(wanted.model().config, wanted.state.within().attention);
    const Compared state = wanted.state.compared == Compared::Pinned ? Compared::Pinned : Compared::Now;
    const Tokens &tokens = wanted.document.groupedTokens(state, side);
    return std::make_unique<SentenceFigure>(
        sentenceData(wanted.model(), wanted.trace(), wanted.state.selection, tokens, wanted.state.difference()),
        wanted.size, wanted.theme);
}

/// The pair of the present state, whether or not it was chosen, in the tokens of the pinned one: two states of another
/// pair would compare nothing. Throws PictureError where that has no such pair.
Selection pairBefore(const Wanted &wanted, const StepChoice &choice)
{
    Selection pair = wanted.document.selection();
    const ComparedSteps compared =
        comparedSteps(*wanted.state.comparison, pair, wanted.document.matrices().dimensions(), choice);
    if (!compared.message.isEmpty())
        throw PictureError(compared.message.toStdString());
    pair.query = compared.data.query;
    pair.key = compared.data.key;
    return selectionBefore(pair, *wanted.state.comparison);
}

std::unique_ptr<Figure> steps(const QWidget &, const Wanted &wanted)
{
    const StepView &view = wanted.document.stepView();
    StepChoice choice = stepChoice(view);
    if (!view.showsAll)
        choice.only = view.kind;
    ShownState state = wanted.state;
    if (state.compared == Compared::Pinned)
        state.selection = pairBefore(wanted, choice);
    ComparedSteps made = shownSteps(state, wanted.document.matrices().dimensions(), choice);
    if (!made.message.isEmpty())
        throw PictureError(made.message.toStdString());
    if (made.data.steps.empty())
        return nullptr;
    if (view.showsAll)
        return StepsFigure::page(std::move(made.data), wanted.size, wanted.theme);
    const int position = made.data.positionOf(view.kind);
    return StepsFigure::stage(std::move(made.data), position, wanted.size, wanted.theme);
}

Make makeOf(const QWidget *panel)
{
    return qobject_cast<const LinksPanel *>(panel)      ? links
           : qobject_cast<const HeatmapPanel *>(panel)  ? heatmap
           : qobject_cast<const HeadsPanel *>(panel)    ? heads
           : qobject_cast<const SentencePanel *>(panel) ? sentence
           : qobject_cast<const StepsPanel *>(panel)    ? steps
                                                        : nullptr;
}

} // namespace

ComparedFigureMaker comparedFigureMaker(const Document *document, const QWidget *panel)
{
    const Make make = makeOf(panel);
    if (!make)
        return nullptr;
    return [document, panel, make](Compared what, QSizeF size, const Theme &theme) -> std::unique_ptr<Figure> {
        const ShownState state = stateOf(*document, what, make != steps);
        if (!state.hasResult())
            return nullptr;
        if (make == links || make == sentence) {
            if (const QString text = state.newHeadsText(); !text.isEmpty())
                throw PictureError(text.toStdString());
        } else if (make == heatmap) {
            if (const QString text = state.newHeadText(); !text.isEmpty())
                throw PictureError(text.toStdString());
        }
        return make(*panel, {*document, state, size, theme});
    };
}

QString leftOutText(const Document &document, const QWidget *panel)
{
    const auto comparison = document.traceComparison();
    const Make make = makeOf(panel);
    return comparison && (make == links || make == sentence) ? newHeadsText(*comparison, document.selection())
                                                             : QString();
}

} // namespace regard
