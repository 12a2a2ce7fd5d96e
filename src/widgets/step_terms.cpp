#include "widgets/step_terms.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include <QCoreApplication>

namespace regard {

namespace {

struct Text {
    Q_DECLARE_TR_FUNCTIONS(StepTerms)
};

} // namespace

StepRow stepRow(const Matrix &matrix, Eigen::Index row)
{
    const auto values = matrix.row(row).cast<double>();
    StepRow result(static_cast<std::size_t>(matrix.cols()));
    for (Eigen::Index i = 0; i < matrix.cols(); ++i)
        result[static_cast<std::size_t>(i)] = values(i);
    return result;
}

StepRow stepColumn(const Matrix &matrix, Eigen::Index column)
{
    StepRow result(static_cast<std::size_t>(matrix.rows()));
    for (Eigen::Index i = 0; i < matrix.rows(); ++i)
        result[static_cast<std::size_t>(i)] = static_cast<double>(matrix(i, column));
    return result;
}

double largestMagnitude(const StepRow &row)
{
    double largest = std::numeric_limits<double>::min();
    for (const double value : row) {
        if (std::isfinite(value))
            largest = std::max(largest, std::abs(value));
    }
    return largest;
}

int largestOf(const StepRow &row)
{
    return row.empty() ? -1 : static_cast<int>(std::max_element(row.begin(), row.end()) - row.begin());
}

StepStrip stepStrip(const QString &name, StepRow values, StepRole role)
{
    StepStrip strip;
    strip.name = name;
    strip.limit = largestMagnitude(values);
    strip.values = std::move(values);
    strip.role = role;
    return strip;
}

StepEquation shortened(StepEquation equation, const StepRow &values)
{
    const std::size_t count = values.size();
    if (count <= stepMostTerms)
        return equation;
    std::vector<std::size_t> order(count);
    std::iota(order.begin(), order.end(), std::size_t(0));
    const auto end = order.begin() + static_cast<std::ptrdiff_t>(stepNamedTerms);
    std::partial_sort(order.begin(), end, order.end(), [&](std::size_t a, std::size_t b) {
        const double left = std::abs(values[a]);
        const double right = std::abs(values[b]);
        return left != right ? left > right : a < b;
    });
    std::vector<StepTerm> terms;
    double rest = 0;
    std::size_t others = 0;
    for (std::size_t i = 0; i < count; ++i) {
        // What adds nothing needs no name, but a sum of nothing shows one of its terms.
        if (i < stepNamedTerms && (i == 0 || values[order[i]] != 0)) {
            terms.push_back(equation.terms[order[i]]);
        } else {
            rest += values[order[i]];
            ++others;
        }
    }
    terms.push_back({{{rest}}, Text::tr("%1 others").arg(others)});
    // What is no term of the sum itself: a bias.
    terms.insert(terms.end(), equation.terms.begin() + static_cast<std::ptrdiff_t>(count), equation.terms.end());
    equation.terms = std::move(terms);
    return equation;
}

StepEquation productEquation(const QString &name, const StepRow &a, StepRole aRole, const StepRow &b, StepRole bRole,
                             const double *bias, StepNumber result, const QString &formula, const QStringList &names)
{
    StepEquation equation{name, StepOperation::SumOfProducts, {}, result, formula};
    StepRow products(a.size());
    const bool isLong = a.size() > stepMostTerms;
    for (std::size_t i = 0; i < a.size(); ++i) {
        products[i] = a[i] * b[i];
        const auto index = static_cast<qsizetype>(i);
        QString term;
        if (isLong)
            term = index < names.size() ? names[index] : Text::tr("dim %1").arg(i);
        equation.terms.push_back({{{a[i], aRole}, {b[i], bRole}}, term});
    }
    if (bias)
        equation.terms.push_back({{{*bias}}, Text::tr("bias")});
    return shortened(std::move(equation), products);
}

std::vector<StepEquation> softmaxEquations(const StepRow &scores, int chosen, double result, const QStringList &names,
                                           bool areKeys)
{
    const double most = *std::max_element(scores.begin(), scores.end());
    const double score = scores[static_cast<std::size_t>(chosen)];
    StepRow exponentials;
    StepEquation sum{Text::tr("Σ exp"), StepOperation::SumOfProducts, {}, {}};
    for (std::size_t i = 0; i < scores.size(); ++i) {
        exponentials.push_back(std::exp(scores[i] - most));
        const auto index = static_cast<qsizetype>(i);
        sum.terms.push_back({{{exponentials.back(), StepRole::Score}},
                             index < names.size() ? names[index] : QString::number(index),
                             areKeys ? static_cast<int>(i) : -1});
    }
    const double total = std::accumulate(exponentials.begin(), exponentials.end(), 0.0);
    sum.result = {total, StepRole::Score};
    const double mine = exponentials[static_cast<std::size_t>(chosen)];
    return {{Text::tr("exp"),
             StepOperation::Exponential,
             {{{{score, StepRole::Score}, {most, StepRole::Score}}, {}}},
             {mine, StepRole::Score}},
            shortened(std::move(sum), exponentials),
            {Text::tr("weight"),
             StepOperation::Quotient,
             {{{{mine, StepRole::Score}, {total, StepRole::Score}}, {}}},
             {result, StepRole::Score},
             Text::tr("exp ÷ Σ exp")}};
}

std::vector<StepEquation> normEquations(const Model &model, const std::string &gain, const std::string &bias,
                                        const StepRow &x, const QString &xName, int component, double result,
                                        const QString &resultName)
{
    // As the engine does: in double, the variance over all columns.
    const auto count = static_cast<double>(x.size());
    const double sum = std::accumulate(x.begin(), x.end(), 0.0);
    const double mean = sum / count;
    double squares = 0;
    for (const double value : x)
        squares += (value - mean) * (value - mean);
    const double variance = squares / count;
    const auto at = [&](const std::string &name) { return static_cast<double>(model.weights.at(name)(0, component)); };
    return {
        {Text::tr("mean"), StepOperation::Quotient, {{{{sum}, {count}}, {}}}, {mean}, Text::tr("Σ %1 ÷ n").arg(xName)},
        {Text::tr("variance"),
         StepOperation::Quotient,
         {{{{squares}, {count}}, {}}},
         {variance},
         Text::tr("Σ (%1 − mean)² ÷ n").arg(xName)},
        {componentName(resultName, component),
         StepOperation::Normed,
         {{{{x[static_cast<std::size_t>(component)]},
            {mean},
            {variance},
            {model.config.normEpsilon},
            {at(gain)},
            {at(bias)}},
           {}}},
         {result},
         Text::tr("(%1 − mean) ÷ √(variance + ε) × gain + bias").arg(xName)}};
}

QString componentName(const QString &name, int component)
{
    return QStringLiteral("%1[%2]").arg(name).arg(component);
}

} // namespace regard
