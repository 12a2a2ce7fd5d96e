#include "app/export/compared_figure.h"

#include <utility>

#include "document/document.h"
#include "figures/base/export_figure.h"
#include "figures/steps/steps_figure.h"
#include "views/change_text.h"
#include "views/figure_data.h"
#include "views/shown_text.h"
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
};

using Make = std::unique_ptr<Figure> (*)(const QWidget &panel, const Wanted &wanted);

/// No state without a trace: nothing is pinned, or there is no sentence. The steps follow tokens, the pictures of
/// attention what the token view makes of them.
ShownState stateOf(const Document &document, Compared what, bool isGrouped)
{
    const auto state = [&](Compared compared) {
        const Shown shown = document.shown().as(compared);
        return isGrouped ? shown.attention : shown.tokens;
    };
    const ShownState wanted = state(what);
    if (what != Compared::Now && !wanted.comparison)
        return {};
    return what == Compared::Pinned ? wanted.with(selectionBefore(state(Compared::Now).asked, *wanted.comparison))
                                    : wanted;
}

std::unique_ptr<Figure> links(const QWidget &panel, const Wanted &wanted)
{
    const LinkOptions &options = static_cast<const LinksPanel &>(panel).options();
    return std::make_unique<LinkFigure>(linkData(wanted.state, options), wanted.size, wanted.theme);
}

std::unique_ptr<Figure> heatmap(const QWidget &panel, const Wanted &wanted)
{
    HeatmapData data = heatmapData(wanted.state);
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
    HeadsData data = headsData(wanted.state);
    if (wanted.state.compared == Compared::Difference)
        addMovement(data, wanted.state.comparison, false);
    return std::make_unique<HeadsFigure>(std::move(data), wanted.size, wanted.theme);
}

std::unique_ptr<Figure> sentence(const QWidget &, const Wanted &wanted)
{
    return std::make_unique<SentenceFigure>(sentenceData(wanted.state), wanted.size, wanted.theme);
}

/// The pair of the present state, whether or not it was chosen, in the tokens of the pinned one: two states of another
/// pair would compare nothing. Throws PictureError where that has no such pair.
Selection pairBefore(const Wanted &wanted, StepChoice choice)
{
    const ShownState now = wanted.document.shown().as(Compared::Difference).tokens;
    Selection pair = now.selection;
    choice.hidden = hiddenTokens(now);
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
        state = state.with(pairBefore(wanted, choice));
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
            if (const QString text = missingHeadsText(state); !text.isEmpty())
                throw PictureError(text.toStdString());
        } else if (make == heatmap) {
            if (const QString text = missingHeadText(state); !text.isEmpty())
                throw PictureError(text.toStdString());
        }
        return make(*panel, {*document, state, size, theme});
    };
}

QString leftOutText(const Document &document, const QWidget *panel)
{
    const auto comparison = document.shown().tokens.comparison;
    const Make make = makeOf(panel);
    return comparison && (make == links || make == sentence) ? newHeadsText(*comparison, document.selection())
                                                             : QString();
}

} // namespace regard
