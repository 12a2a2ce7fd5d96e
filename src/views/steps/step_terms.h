#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/matrix.h"
#include "engine/model/model.h"
#include "views/steps/step_data.h"
#include "views/steps/step_sources.h"

namespace regard {

// What every stage consists of: rows, strips, and equations that name the largest terms of a long sum.

using StepRow = std::vector<double>;

/// All terms are named up to this many, in their order; of more, only the `stepNamedTerms` largest.
inline constexpr std::size_t stepMostTerms = 8;
inline constexpr std::size_t stepNamedTerms = 6;

StepRow stepRow(const Matrix &matrix, Eigen::Index row);
StepRow stepColumn(const Matrix &matrix, Eigen::Index column);
StepRow stepColumn(const Weight &weight, Eigen::Index column);
/// The numbers of a · b in one of b's columns, one for each row of a.
StepRow timesColumn(const Matrix &a, const Weight &b, Eigen::Index column);
StepRow timesColumn(const Matrix &a, const StepRow &values); ///< of that column
/// The largest finite magnitude, at least a tiny one.
double largestMagnitude(const StepRow &row);
/// The position of the largest number; −1 of none.
int largestOf(const StepRow &row);
/// A component that the row has; −1 becomes the first, or where that is 0 the one of the largest magnitude.
int componentWithin(int component, const StepRow &row);

/// One number of a row, with what it was made of: `sources` are those of the whole strip.
StepNumber stepAt(const StepRow &row, int index, StepRole role = StepRole::Plain, const StepSourceList &sources = {});

StepStrip stepStrip(const QString &name, StepRow values, StepRole role, StepSourceList sources = {});
/// A strip with a cell in focus; any of its cells can be chosen as the component that the equations spell out.
StepStrip componentStrip(const QString &name, StepRow values, StepRole role, int component,
                         StepSourceList sources = {});
/// The strip, whose first cell has that number.
StepStrip numberedFrom(int first, StepStrip strip);

/// The sum of the terms' values. Only the terms that it names are made: of a long sum the largest, the rest in one.
/// `values` are the terms' values.
StepEquation sumEquation(const QString &name, const StepRow &values, const std::function<StepTerm(int)> &term,
                         StepNumber result, const QString &formula = {});

/// One side of a sum of products.
struct StepFactor {
    StepRow values;
    StepRole role = StepRole::Plain;
    StepSourceList sources{}; ///< of each number, as of a strip
    bool isWeight = false;    ///< a click on a term chooses this one's first source
    int from = 0;             ///< the number of the first, where they are a head's part of a row
};

/// a_1·b_1 + a_2·b_2 + … = result; terms of a long sum are named "dim 21", or as the names say.
StepEquation productEquation(const QString &name, const StepFactor &a, const StepFactor &b, StepNumber result,
                             const QString &formula, const QStringList &names = {});

/// "+ bias" of the one-rowed weight of that name.
StepTerm biasTerm(const Model &model, const std::string &weight, int column);

/// (x − mean) ÷ √(variance + ε) × gain + bias of one component, with mean and variance before it; of a model with RMS
/// norms x ÷ √(mean square + ε) × gain.
/// `gain` and `bias` are the names of its weights (`encoder.0.norm_1.gain`), `sources` those of x's strip.
std::vector<StepEquation> normEquations(const Model &model, const std::string &gain, const std::string &bias,
                                        const StepRow &x, const StepSourceList &sources, const QString &xName,
                                        int component, double result, const QString &resultName);

/// The activation of a number.
StepEquation activationEquation(const QString &name, Activation activation, StepNumber number, StepNumber result);

/// "q[0]".
QString componentName(const QString &name, int component);

} // namespace regard
