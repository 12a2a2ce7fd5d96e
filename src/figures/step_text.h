#pragma once

#include <vector>

#include <QString>

#include "figures/step_data.h"

namespace regard {

/// A number as the steps write it: whole ones as they are, others with as many digits as their magnitude needs (four
/// after the point below 100, six in all above), with an exponent below 0.001 and from a million on; −∞ where it is.
QString stepNumberText(double value);

/// A piece of an equation that stays on one line.
struct StepRun {
    enum class Look { Plain, Muted, Result };
    QString text;
    StepRole role = StepRole::Plain;
    Look look = Look::Plain;
    bool breaks = true; ///< a line may end before it
    int key = -1;       ///< the key token that it stands for
};

/// The equation as it is written, from left to right.
std::vector<StepRun> equationRuns(const StepEquation &equation);

/// The same as one text.
QString equationText(const StepEquation &equation);

} // namespace regard
