#include "widgets/step_weighing.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include <QCoreApplication>

namespace regard {

namespace {

constexpr std::size_t mostWeighedRows = 12; // of a long sentence the rows of the largest weights stand for themselves

struct Text {
    Q_DECLARE_TR_FUNCTIONS(StepMaker)
};

class WeighStep {
public:
    explicit WeighStep(const StepContext &context)
        : m_context(context), m_used(context.usedWeights()), m_exact(stepRow(context.headTrace.output, context.query)),
          m_output(context.isByHand() ? summed() : m_exact), m_component(context.component(m_output))
    {
    }

    Step make() const
    {
        Step step{StepKind::Weigh, Text::tr("weigh"), heading()};
        addRows(step);
        const StepSourceList sources = m_context.sources.weighed(m_context.query);
        step.strips.push_back(componentStrip(Text::tr("sum"), m_output, StepRole::Value, m_component, sources));
        step.strips.back().digits = handDigits(m_context, m_output);
        step.equations.push_back(
            equation(Text::tr("output"), m_used, m_output, m_context.isByHand() ? m_context.choice.handDecimals : -1));
        step.equations.back().result.digits = step.strips.back().digits;
        if (m_context.isByHand()) {
            step.strips.push_back(componentStrip(Text::tr("exact"), m_exact, StepRole::Value, m_component, sources));
            step.equations.push_back(equation(Text::tr("exact"), m_context.weights, m_exact, -1));
            step.notes.push_back(Text::tr("By hand: the rounded weights go into the sum; the exact sum stands beside"));
        }
        if (!m_context.choice.matrixForm)
            step.notes.push_back(m_context.choice.columns ? Text::tr("A column is as long as its weight")
                                                          : Text::tr("A row is as long as its weight"));
        return step;
    }

private:
    QString heading() const
    {
        if (m_context.choice.columns)
            return Text::tr("Each weight × its v column; their sum is the head's output");
        return Text::tr("Each weight × its v row; their sum is the head's output");
    }

    double used(int key) const { return m_used[static_cast<std::size_t>(key)]; }

    StepRow weighted(int key) const
    {
        StepRow row = stepRow(m_context.headTrace.v, key);
        for (double &value : row)
            value *= used(key);
        return row;
    }

    StepRow sumOf(const std::vector<int> &keys, std::size_t first) const
    {
        StepRow sum(static_cast<std::size_t>(m_context.headTrace.v.cols()), 0.0);
        for (std::size_t i = first; i < keys.size(); ++i) {
            const StepRow row = weighted(keys[i]);
            for (std::size_t j = 0; j < sum.size(); ++j)
                sum[j] += row[j];
        }
        return sum;
    }

    std::vector<int> allKeys() const
    {
        std::vector<int> keys(m_used.size());
        std::iota(keys.begin(), keys.end(), 0);
        return keys;
    }

    StepRow summed() const { return sumOf(allKeys(), 0); }

    void addRows(Step &step) const
    {
        std::vector<int> order = allKeys();
        if (order.size() > mostWeighedRows) {
            std::stable_sort(order.begin(), order.end(), [this](int a, int b) {
                return m_context.weights[static_cast<std::size_t>(a)] > m_context.weights[static_cast<std::size_t>(b)];
            });
        }
        const std::size_t shown = std::min(order.size(), mostWeighedRows);
        const auto focused = std::find(order.begin(), order.end(), m_context.key);
        const auto last = order.begin() + static_cast<std::ptrdiff_t>(shown) - 1;
        if (focused != order.end() && focused > last)
            std::rotate(last, focused, focused + 1);
        double limit = 0;
        for (std::size_t i = 0; i < shown; ++i) {
            const int key = order[i];
            StepStrip strip = stepStrip(m_context.keys.at(key), weighted(key), StepRole::Value,
                                        m_context.sources.weighted(m_context.query, key));
            limit = std::max(limit, strip.limit);
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
        StepStrip strip = stepStrip(Text::tr("%1 others").arg(order.size() - first), sumOf(order, first),
                                    StepRole::Value, m_context.sources.weighed(m_context.query));
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
        // Of a long sum the largest are named: as if it were one of them, the key in focus always is.
        products[static_cast<std::size_t>(m_context.key)] = std::numeric_limits<double>::infinity();
        const auto term = [&](int key) {
            const StepNumber weight{weights[static_cast<std::size_t>(key)], StepRole::Score, false,
                                    m_context.sources.weights(m_context.query), digits};
            const StepNumber value{values[static_cast<std::size_t>(key)], StepRole::Value, false,
                                   sourcesAt(m_context.sources.projected('v', key), m_component)};
            return StepTerm{{weight, value}, m_context.keys.at(key), key};
        };
        return sumEquation(componentName(name, m_component), products, term,
                           stepAt(output, m_component, StepRole::Value, m_context.sources.weighed(m_context.query)),
                           Text::tr("Σ weight × v"));
    }

    const StepContext &m_context;
    StepRow m_used;
    StepRow m_exact;
    StepRow m_output;
    int m_component;
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

Step weighStep(const StepContext &context)
{
    return WeighStep(context).make();
}

Step joinStep(const StepContext &context)
{
    const ModelConfig &config = context.config;
    const bool columns = context.choice.columns;
    Step step{StepKind::Join, Text::tr("join heads"),
              columns ? Text::tr("The heads below each other, W_O · heads")
                      : Text::tr("The heads side by side, × W_O")};
    const StepRow joined = stepRow(context.block.joined, context.query);
    StepStrip strip = stepStrip(Text::tr("heads"), joined, StepRole::Value, context.sources.heads());
    strip.first = context.head * config.dValue;
    strip.last = strip.first + config.dValue - 1;
    step.notes.push_back((columns ? Text::tr("Head %1 owns the rows %2 to %3 of %4")
                                  : Text::tr("Head %1 owns the columns %2 to %3 of %4"))
                             .arg(context.head + 1)
                             .arg(strip.first)
                             .arg(strip.last)
                             .arg(joined.size()));
    step.strips.push_back(std::move(strip));
    if (!config.outputProjection) {
        step.heading = columns ? Text::tr("The heads below each other") : Text::tr("The heads side by side");
        step.notes.push_back(columns
                                 ? Text::tr("The model has no output projection: the joined column goes on as it is")
                                 : Text::tr("The model has no output projection: the joined row goes on as it is"));
        return step;
    }
    const StepRow output = stepRow(context.block.output, context.query);
    const int c = context.component(output);
    const std::string weight = context.sources.weight("w_o");
    step.strips.push_back(context.modelStrip(Text::tr("output"), output, c, context.sources.output()));
    step.equations.push_back(productEquation(
        componentName(Text::tr("output"), c), {joined, StepRole::Value, context.sources.heads()},
        {stepColumn(context.model.weights.at(weight), c), StepRole::Plain, {alongColumn(weight, c)}, true},
        stepAt(output, c, StepRole::Plain, context.sources.output()),
        context.productText(Text::tr("heads"), QStringLiteral("W_O"), QStringLiteral("b_O"))));
    if (config.bias)
        step.equations.back().terms.push_back(biasTerm(context.model, context.sources.weight("b_o"), c));
    return step;
}

} // namespace regard
