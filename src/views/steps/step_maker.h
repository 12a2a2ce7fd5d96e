#pragma once

#include <optional>
#include <string>
#include <vector>

#include "document/look/selection.h"
#include "engine/model/model.h"
#include "engine/pass/trace.h"
#include "figures/steps/step_data.h"

namespace regard {

/// What the steps keep for themselves beside the selection.
struct StepChoice {
    int component = -1;      ///< of each stage's result, which the equations spell out; −1: the first, or the largest
    bool matrixForm = false; ///< whole matrices, with the query's row and the key's or component's column marked
    /// The one stage whose matrices are wanted (the one before where the model has none of it), and whose logits where
    /// they take a while; nothing: of all.
    std::optional<StepKind> only{};
    bool columns = false;   ///< tokens are columns: q = W a, A = Kᵀ Q
    int handDecimals = -1;  ///< "by hand": weights rounded to so many decimals (1 …); −1: exact
    bool asSpelled = false; ///< tokens as the tokenizer spells them, for files; else by their labels
    int digits = -1;        ///< after the point; −1: as many as each number's magnitude needs
    /// What another state's steps show, so that both can be compared; what is empty in it is chosen as ever.
    StepExtract extract{};
};

/// The stages of the selected query, key, head and layer, in the order of computation; stages that the model does not
/// have are left out. Where no query is in focus it is the first token, where no key is, the one of the largest weight.
/// The numbers are the trace's own where it keeps them, else computed again by the engine for the row in view.
/// `model` is the trace's own; the trace must have an attention. `dimensions` are names of the d_model columns, or
/// empty.
StepsData stepsData(const Model &model, const SharedTrace &trace, const Selection &selection,
                    const std::vector<std::string> &dimensions, StepChoice choice = {});

} // namespace regard
