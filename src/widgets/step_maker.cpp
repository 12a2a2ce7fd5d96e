#include "widgets/step_maker.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include <QCoreApplication>

#include "engine/attention_block.h"
#include "engine/input_side.h"
#include "engine/stream.h"
#include "engine/sublayer.h"
#include "figures/step_text.h"
#include "widgets/figure_data.h"
#include "widgets/step_matrices.h"
#include "widgets/step_stream.h"
#include "widgets/step_terms.h"
#include "widgets/token_names.h"

namespace regard {

namespace {

constexpr std::size_t mostWeighedRows = 12; // of a long sentence the rows of the largest weights stand for themselves

struct Text {
    Q_DECLARE_TR_FUNCTIONS(StepMaker)
};

StepNumber at(const StepRow &row, int index, StepRole role = StepRole::Plain)
{
    return {row[static_cast<std::size_t>(index)], role};
}

/// The stages from the sentence to the joined heads, for one pair of tokens.
class StepMaker {
public:
    StepMaker(const Model &model, const SharedTrace &trace, const Selection &selection,
              const std::vector<std::string> &dimensions, StepChoice choice)
        : m_model(model), m_config(model.config), m_trace(*trace),
          m_within(withinTrace(selection, model, *trace)), m_place{m_within.attention, m_within.layer},
          m_choice(choice), m_dimensions(tokenNames(dimensions)),
          m_block(*trace->blocks.at(
              static_cast<std::size_t>(blockIndex(model.config, m_within.attention, m_within.layer)))),
          m_head(m_block.heads.at(static_cast<std::size_t>(m_within.head))),
          m_queries(tokenNames(queriesOf(*trace, m_within.attention).tokens)),
          m_keys(tokenNames(keysOf(*trace, m_within.attention).tokens))
    {
        m_isChosen = m_within.query >= 0 && m_within.key >= 0;
        m_query = std::max(0, m_within.query);
        m_weights = stepRow(m_head.weights, m_query);
        m_key = m_within.key >= 0 ? m_within.key : largestOf(m_weights);
        m_q = stepRow(m_head.q, m_query);
        m_k = stepRow(m_head.k, m_key);
        score();
    }

    StepsData make()
    {
        StepsData data;
        data.title = Text::tr("%1 → %2, %3").arg(m_queries.at(m_query), m_keys.at(m_key), headName());
        data.query = m_query;
        data.key = m_key;
        data.isChosen = m_isChosen;
        m_steps.push_back(embedStep());
        m_steps.push_back(projectStep());
        m_steps.push_back(scoreStep());
        m_steps.push_back(scaleStep());
        if (maskOf(m_config, m_place.attention) == Mask::Causal || !maskedKeys().empty())
            m_steps.push_back(maskStep());
        m_steps.push_back(softmaxStep());
        m_steps.push_back(weighStep());
        if (m_block.heads.size() > 1 || m_config.outputProjection)
            m_steps.push_back(joinStep());
        const int component = m_choice.component;
        if (m_config.residual || m_config.norm == Norm::Post)
            m_steps.push_back(addNormStep(m_model, m_trace, m_place, m_query, component));
        if (feedForwardSizeOf(m_config, stackOf(m_place.attention)) > 0)
            m_steps.push_back(feedForwardStep(m_model, m_trace, m_place, m_query, component));
        if (stackOf(m_place.attention) == Stack::Decoder && m_trace.logits.size() > 0)
            m_steps.push_back(outputStep(m_model, m_trace, m_query, component));
        data.steps = std::move(m_steps);
        if (m_choice.matrixForm)
            addStepMatrices(m_model, m_trace, {m_place, m_within.head, m_query, m_key}, m_choice.component,
                            m_choice.only ? data.positionOf(*m_choice.only) : -1, data.steps);
        return data;
    }

private:
    QString headName() const
    {
        Selection alone = m_within;
        alone.summary = Summary::None;
        return headTitle(m_model, alone);
    }

    const std::vector<int> &maskedKeys() const { return keysOf(m_trace, m_place.attention).masked; }

    bool isPadding(int key) const
    {
        const std::vector<int> &masked = maskedKeys();
        return std::find(masked.begin(), masked.end(), key) != masked.end();
    }

    bool isLater(int key) const { return maskOf(m_config, m_place.attention) == Mask::Causal && key > m_query; }

    /// The scores of the query's row alone: those of a long sentence need not be computed all.
    void score()
    {
        AttentionRule rule = ruleOf(m_model, m_place, m_within.head, {});
        rule.mask = Mask::None;
        const HeadScores row = scoreHead(m_head.q.row(m_query), m_head.k, rule);
        m_additive = rule.additive;
        m_scores = stepRow(row.scores, 0);
        m_scaled = stepRow(row.scaled, 0);
        m_masked = m_scaled;
        for (int key = 0; key < static_cast<int>(m_masked.size()); ++key) {
            if (isLater(key) || isPadding(key))
                m_masked[static_cast<std::size_t>(key)] = -std::numeric_limits<double>::infinity();
        }
    }

    int component(const StepRow &row) const { return componentWithin(m_choice.component, row); }

    StepStrip choosable(const QString &name, StepRow values, StepRole role, int component) const
    {
        StepStrip strip = stepStrip(name, std::move(values), role);
        strip.marked = component;
        strip.isComponent = true;
        return strip;
    }

    StepStrip modelStrip(const QString &name, StepRow values, int component = -1) const
    {
        StepStrip strip = stepStrip(name, std::move(values), StepRole::Plain);
        if (static_cast<std::size_t>(m_dimensions.size()) == strip.values.size())
            strip.names = m_dimensions;
        strip.marked = component;
        strip.isComponent = component >= 0;
        return strip;
    }

    StepStrip keysStrip(const QString &name, const StepRow &values) const
    {
        StepStrip strip = stepStrip(name, values, StepRole::Score);
        strip.names = m_keys;
        strip.marked = m_key;
        strip.overKeys = true;
        return strip;
    }

    QString query() const { return m_queries.at(m_query); }
    QString key() const { return m_keys.at(m_key); }

    Step embedStep() const
    {
        const Stack stack = stackOf(m_place.attention);
        const SideTrace &side = queriesOf(m_trace, m_place.attention);
        Step step{StepKind::Embed, Text::tr("embed"), Text::tr("How “%1” becomes its row of X").arg(query())};
        const StepRow token = stepRow(side.embedded, m_query);
        const int c = component(stepRow(side.input, m_query));
        StepRow sum = token;
        StepEquation equation{
            componentName(Text::tr("X"), c), StepOperation::SumOfProducts, {{{at(token, c)}, {}}}, {}};
        step.strips.push_back(modelStrip(Text::tr("token"), token, c));
        if (m_config.embeddingScale) {
            equation.terms.front().numbers.push_back({static_cast<double>(m_config.dModel), StepRole::Plain, true});
            const Matrix scaled = side.embedded.row(m_query) * std::sqrt(static_cast<float>(m_config.dModel));
            sum = stepRow(scaled, 0);
            step.strips.push_back(modelStrip(Text::tr("× √%1").arg(m_config.dModel), sum, c));
            step.notes.push_back(Text::tr("The token's row is scaled by √d_model = √%1").arg(m_config.dModel));
        }
        if (side.positions.size() > 0) {
            const StepRow position = stepRow(side.positions, m_query);
            equation.terms.push_back({{at(position, c)}, {}});
            for (std::size_t i = 0; i < sum.size(); ++i)
                sum[i] = static_cast<double>(static_cast<float>(sum[i]) + static_cast<float>(position[i]));
            step.strips.push_back(modelStrip(Text::tr("position %1").arg(m_query), position, c));
            equation.formula = Text::tr("token + position");
        } else {
            equation.formula = Text::tr("token");
            step.notes.push_back(Text::tr("Nothing is added: the model has no positions"));
        }
        equation.result = at(sum, c);
        if (m_config.embeddingNorm)
            equation.name = componentName(Text::tr("sum"), c);
        step.equations.push_back(equation);
        if (m_config.embeddingNorm) {
            step.strips.push_back(modelStrip(Text::tr("sum"), sum, c));
            step.notes.push_back(Text::tr("The embedding norm comes before the first layer"));
            const StepRow input = stepRow(side.input, m_query);
            for (StepEquation &norm : normEquations(m_model, embeddingNormWeight(m_model, stack, "gain"),
                                                    embeddingNormWeight(m_model, stack, "bias"), sum, Text::tr("sum"),
                                                    c, at(input, c).value, Text::tr("X")))
                step.equations.push_back(std::move(norm));
        }
        step.strips.push_back(modelStrip(Text::tr("X"), stepRow(side.input, m_query), c));
        return step;
    }

    /// Where the rows that are projected come from.
    QString sourceNote() const
    {
        if (m_place.attention == Attention::Cross)
            return Text::tr("The query is made of the decoder's stream, key and value of the encoder's output");
        if (m_place.layer > 0)
            return Text::tr("x is what layer %1 leaves").arg(m_place.layer);
        return {};
    }

    Step projectStep() const
    {
        Step step{StepKind::Project, Text::tr("project"),
                  Text::tr("q of “%1”; k and v of “%2”: row times columns").arg(query(), key())};
        const Sublayer sublayer = sublayerOf(m_place);
        const Matrix &stream = streamBefore(m_config, m_trace, sublayer);
        const bool crosses = m_place.attention == Attention::Cross;
        const auto read = [&](int row) { return stepRow(sublayerInput(m_model, sublayer, stream.row(row)), 0); };
        const StepRow x = read(m_query);
        const StepRow y = crosses ? stepRow(m_trace.encoderOutput, m_key) : read(m_key);
        const StepRow v = stepRow(m_head.v, m_key);
        const int c = component(m_q);
        const int ck = component(m_k);
        const int cv = component(v);
        if (m_config.norm == Norm::Pre) {
            const int first = component(x);
            const StepRow before = stepRow(stream, m_query);
            const std::string norm = normName(sublayer);
            step.strips.push_back(modelStrip(Text::tr("stream"), before));
            step.notes.push_back(Text::tr("The stream is normed before: x = norm(stream)"));
            step.equations = normEquations(m_model, norm + ".gain", norm + ".bias", before, Text::tr("stream"), first,
                                           at(x, first).value, Text::tr("x"));
        }
        step.strips.push_back(modelStrip(Text::tr("x(%1)").arg(query()), x));
        step.strips.push_back(choosable(Text::tr("q(%1)").arg(query()), m_q, StepRole::Query, c));
        if (crosses || m_key != m_query)
            step.strips.push_back(modelStrip(Text::tr("x(%1)").arg(key()), y));
        step.strips.push_back(choosable(Text::tr("k(%1)").arg(key()), m_k, StepRole::Key, ck));
        step.strips.push_back(choosable(Text::tr("v(%1)").arg(key()), v, StepRole::Value, cv));
        const int dKey = m_config.dKey;
        const int dValue = m_config.dValue;
        step.equations.push_back(
            projection(Text::tr("q"), x, "w_q", "b_q", m_within.head * dKey + c, c, at(m_q, c, StepRole::Query)));
        step.equations.push_back(
            projection(Text::tr("k"), y, "w_k", "b_k", m_within.head * dKey + ck, ck, at(m_k, ck, StepRole::Key)));
        step.equations.push_back(
            projection(Text::tr("v"), y, "w_v", "b_v", m_within.head * dValue + cv, cv, at(v, cv, StepRole::Value)));
        if (const QString note = sourceNote(); !note.isEmpty())
            step.notes.push_back(note);
        return step;
    }

    StepEquation projection(const QString &name, const StepRow &x, const char *weight, const char *bias, int column,
                            int component, StepNumber result) const
    {
        const auto full = [&](const char *part) { return blockWeight(m_place.attention, m_place.layer, part); };
        const double offset = m_config.bias ? static_cast<double>(m_model.weights.at(full(bias))(0, column)) : 0;
        const QString letter = name.toUpper();
        return productEquation(componentName(name, component), x, StepRole::Plain,
                               stepColumn(m_model.weights.at(full(weight)), column), StepRole::Plain,
                               m_config.bias ? &offset : nullptr, result,
                               m_config.bias ? Text::tr("x · W_%1 + b_%1, column %2").arg(letter).arg(column)
                                             : Text::tr("x · W_%1, column %2").arg(letter).arg(column),
                               m_dimensions);
    }

    Step scoreStep() const
    {
        Step step{StepKind::Score, Text::tr("score"),
                  Text::tr("How well “%1” asks for what “%2” offers").arg(query(), key())};
        step.strips.push_back(stepStrip(Text::tr("q(%1)").arg(query()), m_q, StepRole::Query));
        step.strips.push_back(stepStrip(Text::tr("k(%1)").arg(key()), m_k, StepRole::Key));
        const StepNumber result = at(m_scores, m_key, StepRole::Score);
        StepRow terms(m_q.size());
        if (m_config.score == Score::Additive) {
            const StepRow w = stepRow(m_additive, 0);
            StepEquation equation{
                Text::tr("score"), StepOperation::SumOfTanh, {}, result, Text::tr("w_a · tanh(q + k)")};
            for (std::size_t i = 0; i < terms.size(); ++i) {
                terms[i] = w[i] * std::tanh(m_q[i] + m_k[i]);
                equation.terms.push_back({{{w[i]}, {m_q[i], StepRole::Query}, {m_k[i], StepRole::Key}},
                                          terms.size() > stepMostTerms ? Text::tr("dim %1").arg(i) : QString()});
            }
            step.strips.push_back(stepStrip(Text::tr("w_a"), w, StepRole::Plain));
            step.strips.push_back(stepStrip(Text::tr("terms"), terms, StepRole::Score));
            step.equations.push_back(shortened(std::move(equation), terms));
        } else {
            for (std::size_t i = 0; i < terms.size(); ++i)
                terms[i] = m_q[i] * m_k[i];
            step.strips.push_back(stepStrip(Text::tr("q·k"), terms, StepRole::Score));
            step.equations.push_back(productEquation(Text::tr("score"), m_q, StepRole::Query, m_k, StepRole::Key,
                                                     nullptr, result, Text::tr("q · k")));
        }
        step.strips.push_back(keysStrip(Text::tr("scores"), m_scores));
        if (!m_choice.matrixForm)
            step.notes.push_back(Text::tr("scores: those of “%1” for every key").arg(query()));
        return step;
    }

    Step scaleStep() const
    {
        Step step{StepKind::Scale, Text::tr("scale"),
                  Text::tr("So that long vectors do not make the softmax too sharp")};
        step.strips.push_back(keysStrip(Text::tr("scores"), m_scores));
        if (m_config.score != Score::ScaledDot) {
            step.heading = Text::tr("Nothing is scaled");
            step.notes.push_back(m_config.score == Score::Dot
                                     ? Text::tr("The score is the plain dot product: nothing is scaled")
                                     : Text::tr("The additive score is not scaled"));
            return step;
        }
        const auto dKey = static_cast<double>(m_config.dKey);
        step.strips.push_back(keysStrip(Text::tr("scaled"), m_scaled));
        step.equations.push_back({Text::tr("scaled"),
                                  StepOperation::Quotient,
                                  {{{at(m_scores, m_key, StepRole::Score), {dKey, StepRole::Plain, true}}, {}}},
                                  at(m_scaled, m_key, StepRole::Score),
                                  Text::tr("score ÷ √d_key")});
        step.notes.push_back(Text::tr("d_key is %1, and √%1 = %2").arg(m_config.dKey).arg(std::sqrt(dKey), 0, 'g', 6));
        return step;
    }

    Step maskStep() const
    {
        Step step{StepKind::Mask, Text::tr("mask"), Text::tr("What “%1” must not see becomes −∞").arg(query())};
        step.strips.push_back(keysStrip(Text::tr("scaled"), m_scaled));
        step.strips.push_back(keysStrip(Text::tr("masked"), m_masked));
        step.equations.push_back({Text::tr("masked"),
                                  StepOperation::SumOfProducts,
                                  {{{at(m_masked, m_key, StepRole::Score)}, {}}},
                                  at(m_masked, m_key, StepRole::Score)});
        if (isLater(m_key))
            step.notes.push_back(Text::tr("“%1” stands after “%2”: the causal mask forbids it").arg(key(), query()));
        if (isPadding(m_key))
            step.notes.push_back(Text::tr("“%1” is masked out as padding").arg(key()));
        if (!isLater(m_key) && !isPadding(m_key))
            step.notes.push_back(Text::tr("“%1” is allowed: its score stays").arg(key()));
        int later = 0;
        int padding = 0;
        for (int i = 0; i < m_keys.size(); ++i) {
            later += isLater(i) ? 1 : 0;
            padding += !isLater(i) && isPadding(i) ? 1 : 0;
        }
        step.notes.push_back(Text::tr("Of %1 keys %2 come later (causal) and %3 are padding")
                                 .arg(m_keys.size())
                                 .arg(later)
                                 .arg(padding));
        return step;
    }

    Step softmaxStep() const
    {
        Step step{StepKind::Softmax, Text::tr("softmax"), Text::tr("Softmax over the keys of “%1”").arg(query())};
        StepBars bars{m_keys, m_weights, {}, m_key, true};
        bars.keys.resize(m_weights.size());
        std::iota(bars.keys.begin(), bars.keys.end(), 0);
        step.bars = std::move(bars);
        const int most = largestOf(m_masked);
        if (!std::isfinite(at(m_masked, most).value)) {
            step.notes.push_back(Text::tr("Every key is forbidden: all weights are 0"));
            return step;
        }
        step.equations = softmaxEquations(m_masked, m_key, at(m_weights, m_key).value, m_keys, true);
        step.notes.push_back(
            Text::tr("Every score is lowered by the row's largest, %1 of “%2”, before exp; the quotients "
                     "stay the same")
                .arg(stepNumber(m_masked, most), m_keys.at(most)));
        return step;
    }

    static QString stepNumber(const StepRow &row, int index) { return stepNumberText(at(row, index).value); }

    Step weighStep() const
    {
        Step step{StepKind::Weigh, Text::tr("weigh"),
                  Text::tr("Each weight × its v row; their sum is the head's output")};
        const StepRow output = stepRow(m_head.output, m_query);
        const int c = component(output);
        std::vector<int> order(m_weights.size());
        std::iota(order.begin(), order.end(), 0);
        if (order.size() > mostWeighedRows) {
            std::stable_sort(order.begin(), order.end(), [this](int a, int b) {
                return m_weights[static_cast<std::size_t>(a)] > m_weights[static_cast<std::size_t>(b)];
            });
        }
        const std::size_t shown = std::min(order.size(), mostWeighedRows);
        double limit = 0;
        for (std::size_t i = 0; i < shown; ++i) {
            const int key = order[i];
            StepStrip strip = stepStrip(m_keys.at(key), weighted(key), StepRole::Value);
            limit = std::max(limit, strip.limit);
            strip.length = at(m_weights, key).value;
            strip.note = stepNumber(m_weights, key);
            strip.key = key;
            step.strips.push_back(std::move(strip));
        }
        if (shown < order.size())
            step.strips.push_back(restOf(order, shown));
        for (StepStrip &strip : step.strips)
            strip.limit = std::max(limit, strip.limit);
        step.strips.push_back(choosable(Text::tr("sum"), output, StepRole::Value, c));
        step.equations.push_back(weighEquation(output, c));
        if (!m_choice.matrixForm)
            step.notes.push_back(Text::tr("A row is as long as its weight"));
        return step;
    }

    StepRow weighted(int key) const
    {
        StepRow row = stepRow(m_head.v, key);
        for (double &value : row)
            value *= at(m_weights, key).value;
        return row;
    }

    StepStrip restOf(const std::vector<int> &order, std::size_t first) const
    {
        StepRow sum(static_cast<std::size_t>(m_head.v.cols()), 0.0);
        double weight = 0;
        for (std::size_t i = first; i < order.size(); ++i) {
            weight += at(m_weights, order[i]).value;
            const StepRow row = weighted(order[i]);
            for (std::size_t j = 0; j < sum.size(); ++j)
                sum[j] += row[j];
        }
        StepStrip strip = stepStrip(Text::tr("%1 others").arg(order.size() - first), std::move(sum), StepRole::Value);
        strip.length = weight;
        strip.note = stepNumberText(weight);
        return strip;
    }

    StepEquation weighEquation(const StepRow &output, int c) const
    {
        StepEquation equation{componentName(Text::tr("output"), c),
                              StepOperation::SumOfProducts,
                              {},
                              at(output, c, StepRole::Value),
                              Text::tr("Σ weight × v")};
        StepRow products;
        for (int key = 0; key < static_cast<int>(m_weights.size()); ++key) {
            const auto value = static_cast<double>(m_head.v(key, c));
            equation.terms.push_back(
                {{at(m_weights, key, StepRole::Score), {value, StepRole::Value}}, m_keys.at(key), key});
            products.push_back(at(m_weights, key).value * value);
        }
        return shortened(std::move(equation), products);
    }

    Step joinStep() const
    {
        Step step{StepKind::Join, Text::tr("join heads"), Text::tr("The heads side by side, × W_O")};
        const StepRow joined = stepRow(m_block.joined, m_query);
        StepStrip strip = stepStrip(Text::tr("heads"), joined, StepRole::Value);
        strip.first = m_within.head * m_config.dValue;
        strip.last = strip.first + m_config.dValue - 1;
        step.strips.push_back(std::move(strip));
        step.notes.push_back(Text::tr("Head %1 owns the columns %2 to %3 of %4")
                                 .arg(m_within.head + 1)
                                 .arg(m_within.head * m_config.dValue)
                                 .arg((m_within.head + 1) * m_config.dValue - 1)
                                 .arg(joined.size()));
        if (!m_config.outputProjection) {
            step.heading = Text::tr("The heads side by side");
            step.notes.push_back(Text::tr("The model has no output projection: the joined row goes on as it is"));
            return step;
        }
        const StepRow output = stepRow(m_block.output, m_query);
        const int c = component(output);
        step.strips.push_back(modelStrip(Text::tr("output"), output, c));
        const auto full = [&](const char *part) { return blockWeight(m_place.attention, m_place.layer, part); };
        const double bias = m_config.bias ? static_cast<double>(m_model.weights.at(full("b_o"))(0, c)) : 0;
        step.equations.push_back(productEquation(
            componentName(Text::tr("output"), c), joined, StepRole::Value,
            stepColumn(m_model.weights.at(full("w_o")), c), StepRole::Plain, m_config.bias ? &bias : nullptr,
            at(output, c), m_config.bias ? Text::tr("heads · W_O + b_O") : Text::tr("heads · W_O")));
        return step;
    }

    const Model &m_model;
    const ModelConfig &m_config;
    const Trace &m_trace;
    Selection m_within;
    AttentionPlace m_place;
    StepChoice m_choice;
    QStringList m_dimensions;
    const BlockTrace &m_block;
    const HeadTrace &m_head;
    QStringList m_queries;
    QStringList m_keys;
    bool m_isChosen = true;
    int m_query = 0;
    int m_key = 0;
    Matrix m_additive; ///< 1 × d_key, or empty
    StepRow m_weights; ///< of the query, one a key; likewise below
    StepRow m_scores;
    StepRow m_scaled;
    StepRow m_masked;
    StepRow m_q;
    StepRow m_k;
    std::vector<Step> m_steps;
};

} // namespace

StepsData stepsData(const Model &model, const SharedTrace &trace, const Selection &selection,
                    const std::vector<std::string> &dimensions, StepChoice choice)
{
    return StepMaker(model, trace, selection, dimensions, choice).make();
}

} // namespace regard
