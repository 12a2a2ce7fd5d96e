#pragma once

#include <optional>

#include "views/base/pair_in_focus.h"
#include "views/steps/step_data.h"

namespace regard {

/// The steps' own settings beside the selection.
struct StepChoice {
    int component = -1;      ///< of each stage's result, which the equations spell out; −1: the first, or the largest
    bool matrixForm = false; ///< whole matrices, with the query's row and the key's or component's column marked
    /// The one stage whose matrices are wanted (the one before, if the model lacks it), and whose logits where they
    /// take a while; nothing: of all.
    std::optional<StepKind> only{};
    bool columns = false;   ///< tokens are columns: q = W a, A = Kᵀ Q
    int handDecimals = -1;  ///< "by hand": weights rounded to this many decimals (1 …); −1: exact
    bool asSpelled = false; ///< tokens as the tokenizer spells them, for files; else by their labels
    int digits = -1;        ///< after the point; −1: as many as each number's magnitude needs
    /// What another state's steps show, so that both can be compared; what is empty in it is chosen as usual.
    StepExtract extract{};
    /// Tokens that are not taken into a pair where none is in focus.
    HiddenTokens hidden{};
};

} // namespace regard
