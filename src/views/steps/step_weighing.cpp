#include "views/steps/step_weighing.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>

#include <QCoreApplication>

#include "engine/kernels/product.h"
#include "views/steps/step_replacement.h"

namespace regard {

namespace {

constexpr std::size_t mostWeighedRows =
    12; // of a long sentence only the rows of the largest weights are shown one by one

struct StepWeighingText {
    Q_DECLARE_TR_FUNCTIONS(StepMaker)
};

class WeighStep {
public:
    explicit WeighStep(const StepContext &context)
        : m_context(context), m_replaced(outputReplacement(context)), m_used(context.usedWeights()),
          m_exact(stepRow(m_replaced ? weighedAgain() : context.headTrace.output, context.query)),
          m_output(context.isByHand() ? summed(m_used) : m_exact),
          m_component(context.component(StepDetail::Weighed, m_output))
    {
    }

    Step make() const
    {
        Step step{StepKind::Weigh, StepWeighingText::tr("weigh"), heading()};
        addRows(step);
        const StepSourceList sources = m_context.sources.weighed(m_context.query);
        step.strips.push_back(numberedFrom(
            m_first, componentStrip(StepWeighingText::tr("sum"), m_output, StepRole::Value, m_component, sources)));
        step.strips.back().digits = handDigits(m_context, m_output);
        step.equations.push_back(equation(m_replaced ? StepWeighingText::tr("sum") : StepWeighingText::tr("output"),
                                          m_used, m_output, m_context.isByHand() ? m_context.choice.handDecimals : -1));
        step.equations.back().result.digits = step.strips.back().digits;
        if (m_context.isByHand()) {
            step.strips.push_back(numberedFrom(m_first, componentStrip(StepWeighingText::tr("exact"), m_exact,
                                                                       StepRole::Value, m_component, sources)));
            step.equations.push_back(equation(StepWeighingText::tr("exact"), m_context.weights, m_exact, -1));
            step.notes.push_back(
                StepWeighingText::tr("By hand: the rounded weights go into the sum; the exact sum stands beside"));
        }
        if (m_replaced)
            addReplaced(step);
        if (!m_context.choice.matrixForm)
            step.notes.push_back(weighLengthNote(m_context.choice.columns));
        return step;
    }

private:
    QString heading() const
    {
        if (m_context.choice.columns)
            return StepWeighingText::tr("Each weight × its v column; their sum is the head's output");
        return StepWeighingText::tr("Each weight × its v row; their sum is the head's output");
    }

    static std::optional<Replacement> outputReplacement(const StepContext &context)
    {
        const auto replaced = context.replaced();
        return replaced == Replacement::Uniform ? std::nullopt : replaced;
    }

    void addReplaced(Step &step) const
    {
        const Matrix &v = m_context.headTrace.v;
        StepReplacement replacement{*m_replaced,
                                    StepWeighingText::tr("output"),
                                    stepRow(m_context.headTrace.output, m_context.query),
                                    StepRole::Value,
                                    m_component,
                                    {},
                                    {},
                                    m_first};
        if (*m_replaced == Replacement::Mean) {
            replacement.exact = timesColumn(m_context.headTrace.weights, stepColumn(v, m_component));
            replacement.sources = m_context.sources.weighed(-1);
        }
        addReplacement(step, m_context, std::move(replacement));
        step.notes.push_back(
            *m_replaced == Replacement::Zero
                ? StepWeighingText::tr("The head is switched off: zeros in place of its output")
            : *m_replaced == Replacement::Mean
                ? StepWeighingText::tr(
                      "The head is switched off: the mean over the sentence's tokens in place of its output")
                : StepWeighingText::tr(
                      "The head is switched off: the mean over other sentences in place of its output"));
    }

    double used(int key) const { return m_used[std::size_t(key)]; }

    StepRow weighted(int key, const StepRow &weights) const
    {
        StepRow row = stepRow(m_context.headTrace.v, key);
        for (double &value : row)
            value *= weights[std::size_t(key)];
        return row;
    }

    StepRow sumOf(const std::vector<int> &keys, std::size_t first, const StepRow &weights) const
    {
        StepRow sum(std::size_t(m_context.headTrace.v.cols()), 0.0);
        for (std::size_t i = first; i < keys.size(); ++i) {
            const StepRow row = weighted(keys[i], weights);
            for (std::size_t j = 0; j < sum.size(); ++j)
                sum[j] += row[j];
        }
        return sum;
    }

    std::vector<int> allKeys() const
    {
        std::vector<int> keys(m_context.weights.size());
        std::iota(keys.begin(), keys.end(), 0);
        return keys;
    }

    /// What the engine computed before the replacement, to the last bit.
    Matrix weighedAgain() const { return product(m_context.headTrace.weights, m_context.headTrace.v); }

    StepRow summed(const StepRow &weights) const { return sumOf(allKeys(), 0, weights); }

    /// The keys in the order of their rows, and how many of them have a row of their own.
    std::pair<std::vector<int>, std::size_t> ordered() const
    {
        std::vector<int> order = allKeys();
        if (const std::vector<int> &given = m_context.choice.extract.weighedKeys; !given.empty()) {
            std::stable_partition(order.begin(), order.end(), [&given](int key) {
                return std::find(given.begin(), given.end(), key) != given.end();
            });
            std::copy(given.begin(), given.end(), order.begin());
            return {order, given.size()};
        }
        if (order.size() > mostWeighedRows) {
            std::stable_sort(order.begin(), order.end(), [this](int a, int b) {
                return m_context.weights[std::size_t(a)] > m_context.weights[std::size_t(b)];
            });
        }
        const std::size_t shown = std::min(order.size(), mostWeighedRows);
        const auto focused = std::find(order.begin(), order.end(), m_context.key);
        const auto last = order.begin() + std::ptrdiff_t(shown) - 1;
        if (focused != order.end() && focused > last)
            std::rotate(last, focused, focused + 1);
        return {order, shown};
    }

    void addRows(Step &step) const
    {
        const auto [order, shown] = ordered();
        m_context.extract().weighedKeys.assign(order.begin(), order.begin() + std::ptrdiff_t(shown));
        double limit = 0;
        for (std::size_t i = 0; i < shown; ++i) {
            const int key = order[i];
            StepStrip strip = stepStrip(m_context.keys.at(key), weighted(key, m_used), StepRole::Value,
                                        m_context.sources.weighted(m_context.query, key));
            limit = std::max(limit, strip.limit);
            strip.from = m_context.firstColumn('v');
            strip.digits = handDigits(m_context, strip.values);
            strip.length = used(key);
            strip.note = m_context.weightText(used(key));
            strip.key = key;
            step.strips.push_back(std::move(strip));
        }
        if (shown < order.size())
            step.strips.push_back(restOf(order, shown));
        for (StepStrip &strip : step.strips)
            strip.limit = std::max(limit, strip.limit);
    }

    StepStrip restOf(const std::vector<int> &order, std::size_t first) const
    {
        double weight = 0;
        for (std::size_t i = first; i < order.size(); ++i)
            weight += used(order[i]);
        StepStrip strip =
            stepStrip(StepWeighingText::tr("%1 others").arg(order.size() - first), sumOf(order, first, m_used),
                      StepRole::Value, m_context.sources.weighed(m_context.query));
        strip.from = m_context.firstColumn('v');
        strip.digits = handDigits(m_context, strip.values);
        strip.length = weight;
        strip.note = m_context.weightText(weight);
        return strip;
    }

    /// `digits` as of a StepNumber, of the weights.
    StepEquation equation(const QString &name, const StepRow &weights, const StepRow &output, int digits) const
    {
        const StepRow values = stepColumn(m_context.headTrace.v, m_component);
        StepRow products(values.size());
        for (std::size_t i = 0; i < products.size(); ++i)
            products[i] = weights[i] * values[i];
        // A long sum names its largest products, and the key in focus always.
        products[std::size_t(m_context.key)] = std::numeric_limits<double>::infinity();
        const auto term = [&](int key) {
            const StepNumber weight{weights[std::size_t(key)], StepRole::Score, false,
                                    m_context.sources.weights(m_context.query), digits};
            const StepNumber value{values[std::size_t(key)], StepRole::Value, false,
                                   sourcesAt(m_context.sources.projected('v', key), m_component)};
            return StepTerm{{weight, value}, m_context.keys.at(key), key};
        };
        return sumEquation(componentName(name, m_first + m_component), products, term,
                           stepAt(output, m_component, StepRole::Value, m_context.sources.weighed(m_context.query)),
                           StepWeighingText::tr("Σ weight × v"));
    }

    const StepContext &m_context;
    std::optional<Replacement> m_replaced; ///< of the output
    StepRow m_used;
    StepRow m_exact;
    StepRow m_output;
    int m_component;
    int m_first = m_context.firstColumn('o'); ///< the number of the output's first column
};

} // namespace

int handDigits(const StepContext &context, const StepRow &values)
{
    const double unit = std::pow(10, std::max(0, context.choice.handDecimals));
    const auto isShort = [unit](double value) {
        const double units = value * unit;
        return std::abs(units - std::round(units)) < std::min(0.01, 1e-6 * std::max(1.0, std::abs(units)));
    };
    return context.isByHand() && std::all_of(values.begin(), values.end(), isShort) ? context.choice.handDecimals : -1;
}

QString weighLengthNote(bool columns)
{
    return columns ? StepWeighingText::tr("A column is as long as its weight")
                   : StepWeighingText::tr("A row is as long as its weight");
}

Step weighStep(const StepContext &context)
{
    return WeighStep(context).make();
}

} // namespace regard
