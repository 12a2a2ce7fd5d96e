#pragma once

#include <optional>
#include <vector>

#include <QStringList>

#include "views/steps/step_context.h"
#include "views/steps/step_data.h"
#include "views/steps/step_terms.h"

namespace regard {

/// One number's way through the softmax of its row.
struct SoftmaxRow {
    StepRow scores;
    int chosen = 0;
    double result = 0;      ///< the weight that the engine computed
    QStringList names;      ///< what the numbers belong to
    bool areKeys = true;    ///< they are key tokens
    StepSourceList cells{}; ///< of each score, as of a strip
    StepSourceList row{};   ///< of what is made of all scores
    /// A score without a key, the last term of the sum, and the cell that it stands in; nothing: there is none.
    std::optional<double> sink{};
    StepSource sinkCell{};
};

/// Whether the exponentials of the scores fit a computer's numbers as they are, so that no score need be lowered by the
/// largest first. The sink is one of them.
bool fitsWithoutShift(StepRow scores, const std::optional<double> &sink = std::nullopt);

/// The exponential of the chosen number, the sum of all of them, the quotient.
/// The scores are taken as they are, as books do, where fitsWithoutShift(). At least one must be finite.
std::vector<StepEquation> softmaxEquations(const SoftmaxRow &row);

/// The weights of the query's row, as bars; "by hand" rounded, with the exact ones beside.
Step softmaxStep(const StepContext &context);

} // namespace regard
