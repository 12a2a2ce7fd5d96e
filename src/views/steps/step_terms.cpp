#include "views/steps/step_terms.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include <QCoreApplication>

#include "views/base/value_text.h"

namespace regard {

namespace {

struct StepTermsText {
    Q_DECLARE_TR_FUNCTIONS(StepTerms)
};

} // namespace

StepRow stepRow(const Matrix &matrix, Eigen::Index row)
{
    const auto values = matrix.row(row).cast<double>();
    StepRow result(std::size_t(matrix.cols()));
    for (Eigen::Index i = 0; i < matrix.cols(); ++i)
        result[std::size_t(i)] = values(i);
    return result;
}

StepRow stepColumn(const Matrix &matrix, Eigen::Index column)
{
    StepRow result(std::size_t(matrix.rows()));
    for (Eigen::Index i = 0; i < matrix.rows(); ++i)
        result[std::size_t(i)] = double(matrix(i, column));
    return result;
}

StepRow stepColumn(const Weight &weight, Eigen::Index column)
{
    return stepColumn(weight.col(column), 0);
}

StepRow timesColumn(const Matrix &a, const Weight &b, Eigen::Index column)
{
    return timesColumn(a, stepColumn(b, column));
}

StepRow timesColumn(const Matrix &a, const StepRow &values)
{
    StepRow products(std::size_t(a.rows()), 0.0);
    for (Eigen::Index i = 0; i < a.rows(); ++i)
        for (Eigen::Index j = 0; j < a.cols(); ++j)
            products[std::size_t(i)] += double(a(i, j)) * values[std::size_t(j)];
    return products;
}

double largestMagnitude(const StepRow &row)
{
    double largest = std::numeric_limits<double>::min();
    for (const double value : row)
        if (std::isfinite(value))
            largest = std::max(largest, std::abs(value));
    return largest;
}

int largestOf(const StepRow &row)
{
    return row.empty() ? -1 : int(std::max_element(row.begin(), row.end()) - row.begin());
}

int componentWithin(int component, const StepRow &row)
{
    if (component >= 0 || row.empty() || row.front() != 0)
        return std::clamp(component, 0, std::max(0, int(row.size()) - 1));
    const auto smaller = [](double a, double b) { return std::abs(a) < std::abs(b); };
    return int(std::max_element(row.begin(), row.end(), smaller) - row.begin());
}

StepNumber stepAt(const StepRow &row, int index, StepRole role, const StepSourceList &sources)
{
    return {row[std::size_t(index)], role, false, sourcesAt(sources, index)};
}

StepStrip stepStrip(const QString &name, StepRow values, StepRole role, StepSourceList sources)
{
    StepStrip strip;
    strip.name = name;
    strip.limit = largestMagnitude(values);
    strip.values = std::move(values);
    strip.role = role;
    strip.sources = std::move(sources);
    return strip;
}

StepStrip componentStrip(const QString &name, StepRow values, StepRole role, int component, StepSourceList sources)
{
    StepStrip strip = stepStrip(name, std::move(values), role, std::move(sources));
    strip.marked = component;
    strip.isComponent = component >= 0;
    return strip;
}

StepStrip numberedFrom(int first, StepStrip strip)
{
    strip.from = first;
    return strip;
}

StepEquation sumEquation(const QString &name, const StepRow &values, const std::function<StepTerm(int)> &term,
                         StepNumber result, const QString &formula)
{
    StepEquation equation{name, StepOperation::SumOfProducts, {}, std::move(result), formula};
    const std::size_t count = values.size();
    if (count <= stepMostTerms) {
        for (std::size_t i = 0; i < count; ++i)
            equation.terms.push_back(term(int(i)));
        return equation;
    }
    std::vector<std::size_t> order(count);
    std::iota(order.begin(), order.end(), std::size_t(0));
    const auto end = order.begin() + std::ptrdiff_t(stepNamedTerms);
    std::partial_sort(order.begin(), end, order.end(), [&](std::size_t a, std::size_t b) {
        const double left = std::abs(values[a]);
        const double right = std::abs(values[b]);
        return left != right ? left > right : a < b;
    });
    double rest = 0;
    std::size_t others = 0;
    for (std::size_t i = 0; i < count; ++i) {
        // What adds nothing needs no name, but a sum of nothing shows one of its terms.
        if (i < stepNamedTerms && (i == 0 || values[order[i]] != 0)) {
            equation.terms.push_back(term(int(order[i])));
        } else {
            rest += values[order[i]];
            ++others;
        }
    }
    equation.terms.push_back({{{rest}}, StepTermsText::tr("%1 others").arg(others)});
    return equation;
}

StepEquation productEquation(const QString &name, const StepFactor &a, const StepFactor &b, StepNumber result,
                             const QString &formula, const QStringList &names)
{
    StepRow products(a.values.size());
    for (std::size_t i = 0; i < products.size(); ++i)
        products[i] = a.values[i] * b.values[i];
    const bool isLong = products.size() > stepMostTerms;
    const auto term = [&](int index) {
        StepTerm made{{stepAt(a.values, index, a.role, a.sources), stepAt(b.values, index, b.role, b.sources)}, {}};
        if (isLong)
            made.name = index < names.size() ? names[index] : StepTermsText::tr("dim %1").arg(a.from + index);
        if (b.isWeight && !made.numbers[1].sources.empty())
            made.cell = made.numbers[1].sources.front();
        return made;
    };
    return sumEquation(name, products, term, std::move(result), formula);
}

StepTerm biasTerm(const Model &model, const std::string &weight, int column)
{
    const StepSource cell{weight, 0, column};
    return {{{double(model.weights.at(weight)(0, column)), StepRole::Plain, false, {cell}}},
            StepTermsText::tr("bias"),
            -1,
            -1,
            cell};
}

namespace {

/// One number of a norm's gain or bias.
StepNumber normWeight(const Model &model, const std::string &name, int component)
{
    return {double(model.weights.at(name)(0, component)), StepRole::Plain, false, {{name, 0, component}}};
}

/// x ÷ √(mean of squares + ε) × gain, with that mean before it.
std::vector<StepEquation> rmsEquations(const Model &model, const std::string &gain, const StepRow &x,
                                       const StepSourceList &sources, const QString &xName, int component,
                                       double result, const QString &resultName)
{
    const auto count = double(x.size());
    const double squares = std::inner_product(x.begin(), x.end(), x.begin(), 0.0); // as the engine does: in double
    const StepNumber mean{squares / count, StepRole::Plain, false, wholeSources(sources)};
    StepEquation normed{
        componentName(resultName, component),
        StepOperation::RmsNormed,
        {{{stepAt(x, component, StepRole::Plain, sources),
           mean,
           {model.config.normEpsilon},
           normWeight(model, gain, component)},
          {}}},
        {result, StepRole::Plain, false, joined(sourcesAt(sources, component), {{gain, 0, component}})},
        StepTermsText::tr("%1 ÷ √(mean square + ε) × gain, ε = %2").arg(xName, optionText(model.config.normEpsilon))};
    normed.terms.front().cell = {gain, 0, component};
    return {{StepTermsText::tr("mean square"),
             StepOperation::Quotient,
             {{{{squares, StepRole::Plain, false, wholeSources(sources)}, {count}}, {}}},
             mean,
             StepTermsText::tr("Σ (%1)² ÷ n").arg(xName)},
            std::move(normed)};
}

} // namespace

std::vector<StepEquation> normEquations(const Model &model, const std::string &gain, const std::string &bias,
                                        const StepRow &x, const StepSourceList &sources, const QString &xName,
                                        int component, double result, const QString &resultName)
{
    switch (model.config.normKind) {
    case NormKind::Rms:
        return rmsEquations(model, gain, x, sources, xName, component, result, resultName);
    case NormKind::Layer:
        break;
    }
    // The engine computes in double too, with the variance over all columns.
    const auto count = double(x.size());
    const double sum = std::accumulate(x.begin(), x.end(), 0.0);
    const double mean = sum / count;
    double squares = 0;
    for (const double value : x)
        squares += (value - mean) * (value - mean);
    const double variance = squares / count;
    const StepSourceList all = wholeSources(sources);
    const auto number = [&](double value) { return StepNumber{value, StepRole::Plain, false, all}; };
    StepEquation normed{componentName(resultName, component),
                        StepOperation::Normed,
                        {{{stepAt(x, component, StepRole::Plain, sources),
                           number(mean),
                           number(variance),
                           {model.config.normEpsilon},
                           normWeight(model, gain, component),
                           normWeight(model, bias, component)},
                          {}}},
                        {result, StepRole::Plain, false,
                         joined(sourcesAt(sources, component), {{gain, 0, component}, {bias, 0, component}})},
                        StepTermsText::tr("(%1 − mean) ÷ √(variance + ε) × gain + bias, ε = %2")
                            .arg(xName, optionText(model.config.normEpsilon))};
    normed.terms.front().cell = {gain, 0, component};
    return {{StepTermsText::tr("mean"),
             StepOperation::Quotient,
             {{{number(sum), {count}}, {}}},
             number(mean),
             StepTermsText::tr("Σ %1 ÷ n").arg(xName)},
            {StepTermsText::tr("variance"),
             StepOperation::Quotient,
             {{{number(squares), {count}}, {}}},
             number(variance),
             StepTermsText::tr("Σ (%1 − mean)² ÷ n").arg(xName)},
            std::move(normed)};
}

StepEquation activationEquation(const QString &name, Activation activation, StepNumber number, StepNumber result)
{
    StepEquation equation{name, StepOperation::Activated, {{{std::move(number)}, {}}}, std::move(result)};
    equation.activation = activation;
    return equation;
}

QString componentName(const QString &name, int component)
{
    return QStringLiteral("%1[%2]").arg(name).arg(component);
}

} // namespace regard
