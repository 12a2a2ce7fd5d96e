#include "views/steps/step_rounding.h"

#include <algorithm>
#include <cmath>

namespace regard {

namespace {

double finiteMagnitude(double value)
{
    return std::isfinite(value) ? std::abs(value) : 0;
}

double magnitudeOf(const StepNumber &number)
{
    const double magnitude = finiteMagnitude(number.value);
    return number.isRoot ? std::sqrt(magnitude) : magnitude;
}

/// How large the numbers are that the term adds to the result, before they cancel each other.
double magnitudeOf(const StepEquation &equation, const StepTerm &term)
{
    const std::vector<StepNumber> &numbers = term.numbers;
    switch (equation.operation) {
    case StepOperation::SumOfTanh:
        return numbers.empty() ? 0 : magnitudeOf(numbers.front());
    case StepOperation::SumOfProducts:
    case StepOperation::Sigmoid: // neither grows faster than its sum
    case StepOperation::Tanh: {
        double product = 1;
        for (const StepNumber &number : numbers)
            product *= magnitudeOf(number);
        return product;
    }
    case StepOperation::Normed: {
        const double deviation = std::sqrt(magnitudeOf(numbers[2]) + magnitudeOf(numbers[3]));
        const double scaled = std::max(magnitudeOf(numbers[0]), magnitudeOf(numbers[1])) * magnitudeOf(numbers[4]);
        return std::max(deviation > 0 ? scaled / deviation : 0, magnitudeOf(numbers[5]));
    }
    case StepOperation::RmsNormed: // a product: nothing cancels
    case StepOperation::Quotient:
    case StepOperation::Exponential:
        return 0; // nothing cancels: the result says it
    case StepOperation::Activated:
        break;
    }
    return numbers.empty() ? 0 : magnitudeOf(numbers.front());
}

double largestFinite(const Matrix &values)
{
    float largest = 0;
    for (const float *value = values.data(); value != values.data() + values.size(); ++value)
        if (std::isfinite(*value))
            largest = std::max(largest, std::fabs(*value));
    return double(largest);
}

/// Whether a matrix holds weights, as far as its numbers tell.
bool areWeights(const StepMatrix &matrix)
{
    return matrix.columnsAreKeys && (matrix.values->array() >= 0).all() && (matrix.values->array() <= 1).all();
}

} // namespace

double differenceBeyond(double rounding, double now, double before)
{
    if (now == before)
        return std::isinf(now) ? now : 0; // −∞ − −∞ would be NaN
    const double difference = now - before;
    return std::abs(difference) <= rounding ? 0 : difference;
}

double roundingOf(const StepMatrix &now, const StepMatrix &before)
{
    const double share = areWeights(now) && areWeights(before) ? weightRoundingShare : roundingShare;
    return share * std::max(largestFinite(*now.values), largestFinite(*before.values));
}

double roundingFactor(const Step &step)
{
    double factor = 1;
    for (const StepEquation &equation : step.equations) {
        if (equation.operation != StepOperation::Exponential)
            continue;
        for (const StepTerm &term : equation.terms)
            for (const StepNumber &number : term.numbers)
                factor = std::max(factor, magnitudeOf(number));
    }
    return factor;
}

double roundingOf(const StepEquation &equation, double factor)
{
    double largest = finiteMagnitude(equation.result.value);
    for (const StepTerm &term : equation.terms)
        largest = std::max(largest, magnitudeOf(equation, term));
    return largest * roundingShare * factor;
}

} // namespace regard
