#include "window/export/compared_figure.h"

#include <utility>

#include "document/document.h"
#include "draw/export_figure.h"
#include "views/base/change_text.h"
#include "views/steps/step_comparison.h"
#include "views/steps/step_walk.h"
#include "views/why/why_maker.h"

namespace regard {

namespace {

/// The pair in the present state, whether or not it was chosen: two states with different pairs would compare nothing.
/// Throws PictureError where the pinned state has no such pair.
Selection pairOfNow(const View &view, const Document &document, const StepChoice &choice)
{
    const ShownState whole = document.shown().as(Compared::Difference).tokens;
    const ShownState state = view.id == ViewId::Why ? whole.with(withWhyPair(whole)) : whole;
    ComparedSteps compared = shownSteps(state, document.matrices().shownDimensions(), choice);
    if (!compared.message.isEmpty())
        throw PictureError(compared.message.toStdString());
    return withTokensOf(state.selection, {compared.data.query, compared.data.key});
}

} // namespace

std::unique_ptr<Figure> comparedFigure(const FigureChoice &choice, const Document &document, Compared what, QSizeF size,
                                       const Theme &theme)
{
    const View &view = *choice.compared;
    ShownState state = stateFor(view, document.shown().as(what));
    if (!canShow(view, state) || (what != Compared::Now && !state.comparison))
        return nullptr;
    ViewOptions options = choice.changes.applied(choice.options());
    options.scores = nullptr; // those of the shown state
    options.steps.component = -1;
    // The part in view belongs to the sentence in view: another one is drawn whole.
    if ((what == Compared::Pinned) != (document.comparison().compared() == Compared::Pinned))
        options.part.reset();
    if (what == Compared::Pinned) {
        StepChoice steps = options.steps;
        steps.only = options.step;
        const Selection now = view.explainsPair ? pairOfNow(view, document, steps)
                                                : stateFor(view, document.shown().as(Compared::Now)).asked;
        state = state.with(selectionBefore(now, *state.comparison));
    }
    MadeView made = madeView(
        view, {unnamed(state), document.matrices().shownDimensions(), document.checkpoint(), options, size, theme});
    if (!made.whyNone.isEmpty())
        throw PictureError(made.whyNone.toStdString());
    return std::move(made.figure);
}

QString leftOutText(const FigureChoice &choice, const Document &document)
{
    const auto comparison = document.shown().tokens.comparison;
    return comparison && choice.compared && choice.compared->leavesNewHeadsOut
               ? newHeadsText(*comparison, document.look().selection())
               : QString();
}

} // namespace regard
