#include "views/steps/step_replacement.h"

#include <algorithm>
#include <utility>

#include <QCoreApplication>

#include "engine/model/sentence_means.h"
#include "views/steps/step_pieces.h"

namespace regard {

namespace {

struct StepReplacementText {
    Q_DECLARE_TR_FUNCTIONS(StepReplacement)
};

/// The sum over the tokens that are not masked out, and their number.
std::pair<double, int> sumOfCounted(const StepPass &pass, const StepRow &exact)
{
    const std::vector<int> &masked = pass.side.masked;
    double sum = 0;
    int count = 0;
    for (int token = 0; token < int(exact.size()); ++token) {
        if (std::find(masked.begin(), masked.end(), token) != masked.end())
            continue;
        sum += exact[std::size_t(token)];
        ++count;
    }
    return {sum, count};
}

} // namespace

void addReplacement(Step &step, const StepPass &pass, StepReplacement replacement)
{
    const int component = replacement.component;
    const StepNumber result = stepAt(replacement.values, component, replacement.role, replacement.sources);
    StepEquation equation{componentName(replacement.name, replacement.from + component),
                          StepOperation::SumOfProducts,
                          {{{result}, {}}},
                          result,
                          replacement.kind != Replacement::MeanOver ? StepReplacementText::tr("zeros in its place")
                          : hasStaleMeans(pass.model) ? StepReplacementText::tr("the old mean over other sentences")
                                                      : StepReplacementText::tr("the mean over other sentences")};
    if (replacement.kind == Replacement::Mean) {
        equation.formula = StepReplacementText::tr("the mean over the tokens");
        if (const auto [sum, count] = sumOfCounted(pass, replacement.exact); count > 0) {
            equation.operation = StepOperation::Quotient;
            equation.terms = {{{{sum, replacement.role}, {double(count)}}, {}}};
        }
    }
    step.equations.push_back(std::move(equation));
    step.replaced = int(step.strips.size());
    step.strips.push_back(
        numberedFrom(replacement.from, componentStrip(replacement.name, std::move(replacement.values), replacement.role,
                                                      component, std::move(replacement.sources))));
}

StepLine replacedLine(Replacement kind, StepPiece computed, StepPiece output)
{
    if (kind != Replacement::Mean)
        output.matrix.sources.clear(); // made of nothing that is seen here
    return {std::move(computed),
            stepSign(kind == Replacement::Zero ? StepReplacementText::tr("replaced by zeros,")
                     : kind == Replacement::Mean
                         ? StepReplacementText::tr("replaced by its mean,")
                         : StepReplacementText::tr("replaced by its mean over other sentences,")),
            stepSign(QStringLiteral("=")), std::move(output)};
}

} // namespace regard
