#pragma once

#include <vector>

#include "document/look/selection.h"
#include "engine/model/model.h"
#include "engine/pass/trace.h"
#include "io/project/stored_view.h"
#include "views/steps/step_maker.h"
#include "words/step_kind.h"

namespace regard {

/// What a walk through the stages follows: the token in focus, or every one in turn.
enum class WalkScope { Token, EveryToken };

/// One picture of a walk; the token that asks and the key are of the attention in view. In a chain of cells alone the
/// token is the one that the step reads, and the key −1.
struct WalkFrame {
    int query = 0;
    int key = 0;
    StepKind kind = StepKind::Embed;

    bool operator==(const WalkFrame &) const = default;
};

/// The frames in order: of each token every stage that the model has. The token in focus goes with the key in focus,
/// every other token that is shown with the key that pairInFocus() takes; where nothing is in focus, it takes both.
/// `model` is the trace's own. Empty where the trace has neither an attention nor a chain.
std::vector<WalkFrame> walkFrames(const Model &model, const SharedTrace &trace, const Selection &within,
                                  WalkScope scope, const HiddenTokens &hidden = {});

/// The selection with a frame's tokens in view.
Selection withTokensOf(Selection selection, const WalkFrame &frame);

/// The position of a frame; −1 where the walk does not have it.
int positionOf(const std::vector<WalkFrame> &frames, const WalkFrame &frame);

/// What stepsData() needs to show the steps in that way; every stage's matrices are wanted.
StepChoice stepChoice(const StepView &view);

} // namespace regard
