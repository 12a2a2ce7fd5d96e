#pragma once

#include <vector>

#include <QStringList>

#include "figures/steps/step_data.h"
#include "views/step_parts/step_context.h"
#include "views/step_parts/step_terms.h"

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
    bool shifts = true;     ///< every score is lowered by the row's largest; false: as people do on paper
};

/// Whether the exponentials of the scores as they are fit a computer's numbers, so that they need no shift.
bool fitsWithoutShift(const StepRow &scores);

/// The exponential of the chosen number, the sum of all of them, the quotient.
/// At least one score must be finite; without shift they must fit.
std::vector<StepEquation> softmaxEquations(const SoftmaxRow &row);

/// The weights of the query's row, as bars; "by hand" without shift and rounded, with the exact ones beside.
Step softmaxStep(const StepContext &context);

} // namespace regard
