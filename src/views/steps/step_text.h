#pragma once

#include <vector>

#include <QString>
#include <QStringList>

#include "views/steps/step_data.h"

namespace regard {

/// A number as the steps write it: whole ones as they are, others with as many digits as their magnitude needs (four
/// after the point below 100, six in all above), with an exponent below 0.001 and from a million on; −∞ where it is.
/// `digits` ≥ 0: all numbers with `digits` after the point, with an exponent where one that is not zero would show as
/// zero and from a million on.
QString stepNumberText(double value, int digits = -1);

/// The number where space is short: at most two digits after the point, fewer where it needs no more; with an exponent
/// where it would show as zero and from a million on.
QString stepShortText(double value);

/// A difference: the same with its sign, "+0.31", "−0.41", "0"; "new" where there was no number before (NaN).
QString stepDifferenceText(double value, int digits = -1);
QString stepShortDifferenceText(double value);

/// A number of a strip, of bars or of a matrix, as the picture writes it; with its own digits where they are not −1.
QString pictureNumberText(const StepsData &data, double value, int digits, bool isShort = false);

/// The short one with fewer digits after the point, down to two significant digits: "−11.3", "−11"; empty where none is
/// shorter.
QStringList shorterNumberTexts(const StepsData &data, double value);

/// The number with all the digits that a float32 has.
QString wholeNumberText(const StepNumber &number);

/// A piece of an equation that stays on one line. Its pointers lead into the equation that it was made of.
struct StepRun {
    enum class Look { Plain, Muted, Result };
    QString text;
    StepRole role = StepRole::Plain;
    Look look = Look::Plain;
    bool breaks = true;                 ///< a line may end before it
    int key = -1;                       ///< the key token that it stands for
    const StepTerm *term = nullptr;     ///< that it belongs to; null: name, formula, result, a sign between terms
    const StepNumber *number = nullptr; ///< that it shows; null: it shows none
};

/// The equation as it is written, from left to right, of a difference with what the result was and how it changed at
/// its end; digits as in stepNumberText, of those numbers that have none of their own.
std::vector<StepRun> equationRuns(const StepEquation &equation, int digits = -1);

/// equationRuns() as one text.
QString equationText(const StepEquation &equation, int digits = -1);

} // namespace regard
