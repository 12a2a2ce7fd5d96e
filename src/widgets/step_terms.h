#pragma once

#include <string>
#include <utility>
#include <vector>

#include "engine/matrix.h"
#include "engine/model.h"
#include "figures/step_data.h"

namespace regard {

// What every stage is made of: rows, strips, and equations that name the largest terms of a long sum.

using StepRow = std::vector<double>;

/// At most so many terms are all named, in their order; of more, `stepNamedTerms` are, the largest first.
inline constexpr std::size_t stepMostTerms = 8;
inline constexpr std::size_t stepNamedTerms = 6;

StepRow stepRow(const Matrix &matrix, Eigen::Index row);
StepRow stepColumn(const Matrix &matrix, Eigen::Index column);
/// The largest finite magnitude, at least a tiny one.
double largestMagnitude(const StepRow &row);
/// The position of the largest number; −1 of none.
int largestOf(const StepRow &row);

StepStrip stepStrip(const QString &name, StepRow values, StepRole role);

/// The equation with the smaller terms of a long sum added up in one. `values` are what the terms give.
StepEquation shortened(StepEquation equation, const StepRow &values);

/// a_1·b_1 + a_2·b_2 + … (+ bias) = result; terms of a long sum are named "dim 21", or as the names say.
StepEquation productEquation(const QString &name, const StepRow &a, StepRole aRole, const StepRow &b, StepRole bRole,
                             const double *bias, StepNumber result, const QString &formula,
                             const QStringList &names = {});

/// The softmax of a row as a person follows it: the exponential of the chosen number less the row's largest, the sum of
/// all of them, the quotient. `names` say what the numbers belong to; `areKeys`: they are key tokens.
std::vector<StepEquation> softmaxEquations(const StepRow &scores, int chosen, double result, const QStringList &names,
                                           bool areKeys);

/// (x − mean) ÷ √(variance + ε) × gain + bias of one component, with mean and variance before it.
/// `gain` and `bias` are the names of its weights (`encoder.0.norm_1.gain`).
std::vector<StepEquation> normEquations(const Model &model, const std::string &gain, const std::string &bias,
                                        const StepRow &x, const QString &xName, int component, double result,
                                        const QString &resultName);

/// "q[0]".
QString componentName(const QString &name, int component);

} // namespace regard
