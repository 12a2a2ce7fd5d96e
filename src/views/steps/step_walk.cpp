#include "views/steps/step_walk.h"

#include <algorithm>
#include <utility>

#include "views/base/shown_matrix.h"
#include "views/base/token_focus.h"
#include "views/steps/step_subject.h"

namespace regard {

std::vector<WalkFrame> walkFrames(const Model &model, const SharedTrace &trace, const Selection &within,
                                  WalkScope scope, const HiddenTokens &hidden)
{
    std::vector<WalkFrame> frames;
    if (!trace || (trace->blocks.empty() && !isChainAlone(within, model.config)))
        return frames;
    // Which stages there are depends on the model and its masks alone, not on the token.
    StepChoice choice;
    choice.only = StepKind::Embed; // no stage's numbers are wanted
    choice.hidden = hidden;
    const StepsData chosen = stepsData(model, trace, within, {}, choice);
    const bool every = scope == WalkScope::EveryToken;
    if (chosen.key < 0) {
        const auto count = int(queriesOf(*trace, sentencesOfSteps(within, model.config)).tokens.size());
        for (int token = every ? 0 : chosen.query; token < (every ? count : chosen.query + 1); ++token)
            for (const Step &step : chosen.steps)
                frames.push_back({token, -1, step.kind});
        return frames;
    }
    const Matrix &weights = blockInView(model, *trace, within)->heads.at(std::size_t(within.head)).weights;
    const int first = every ? 0 : chosen.query;
    const int last = every ? int(weights.rows()) - 1 : chosen.query;
    for (int query = first; query <= last; ++query) {
        const bool isChosen = query == chosen.query;
        if (!isChosen && !isShown(query, hidden.queries))
            continue;
        const int key = isChosen ? chosen.key : pairInFocus(focusedOnPair(within, query, -1), weights, hidden).key;
        for (const Step &step : chosen.steps)
            frames.push_back({query, key, step.kind});
    }
    return frames;
}

Selection withTokensOf(Selection selection, const WalkFrame &frame)
{
    if (frame.key >= 0)
        return focusedOnPair(std::move(selection), frame.query, frame.key);
    selection.state = frame.query;
    return selection;
}

int positionOf(const std::vector<WalkFrame> &frames, const WalkFrame &frame)
{
    const auto found = std::find(frames.begin(), frames.end(), frame);
    return found == frames.end() ? -1 : int(found - frames.begin());
}

StepChoice stepChoice(const StepView &view)
{
    StepChoice choice;
    choice.matrixForm = view.matrixForm;
    choice.columns = view.columns;
    choice.handDecimals = view.handDecimals;
    choice.digits = view.digits;
    return choice;
}

} // namespace regard
