#pragma once

#include <string>
#include <vector>

#include <QString>

#include "document/shown/shown.h"
#include "views/base/pair_in_focus.h"
#include "views/steps/step_choice.h"
#include "views/why/why_data.h"

namespace regard {

/// Why a query looks at a key, or one sentence that says why there is nothing to say.
struct MadeWhy {
    WhyData data;
    QString message; ///< empty where there is an answer
};

/// The pair in focus; of a query alone its strongest key, of a key alone the query that weighs it most, of nothing the
/// first query and its strongest key. There must be a result.
TokenPair whyPair(const ShownState &tokens);

/// The selection with the strongest link of the head, whose weights are given, where nothing is in focus.
Selection withLinkInFocus(const ShownState &state, const Matrix &weights);

/// The selection with that pair in focus.
Selection withWhyPair(const ShownState &tokens);

/// Explains the state that is shown, token by token; of a difference the present one, with what the pinned one has in
/// its place. Neither an answer nor a sentence where there is no attention. `dimensions` are names of the d_model
/// columns, or empty; of the choice `columns`, `digits` and `asSpelled` count.
MadeWhy madeWhy(const ShownState &tokens, const std::vector<std::string> &dimensions, StepChoice choice = {});

} // namespace regard
