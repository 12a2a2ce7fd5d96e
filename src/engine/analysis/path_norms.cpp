#include "engine/analysis/path_norms.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "engine/analysis/attention_jacobian.h"
#include "engine/analysis/cell_jacobian.h"
#include "engine/analysis/row_jacobian.h"
#include "engine/base/errors.h"
#include "engine/base/message.h"
#include "engine/model/sublayer.h"
#include "engine/pass/stream.h"

namespace regard {

namespace {

struct PathNormsCancelled {};

void stopIf(const std::atomic<bool> *cancelled)
{
    if (cancelled && cancelled->load(std::memory_order_relaxed))
        throw PathNormsCancelled{};
}

const SideTrace &pathSideOf(const Trace &trace, Stack stack)
{
    return queriesOf(trace, stack == Stack::Encoder ? Attention::Encoder : Attention::Decoder);
}

bool asksBetweenSteps(const ModelConfig &config, Stack stack)
{
    return stack == Stack::Decoder && isRecurrent(config, stack) && combinesContext(config) &&
           config.decoderAttention == DecoderAttention::Bahdanau;
}

void require(const Model &model, const PathPlace &place)
{
    if (place.chain) {
        const std::vector<CellPlace> cells = cellsOf(model.config, place.chain->stack);
        if (std::find(cells.begin(), cells.end(), *place.chain) == cells.end())
            throw ShapeError(Message::tr("the model has no cells %1", {cellName(*place.chain)}));
    } else if (layersOf(model.config, place.attention) == 0) {
        throw ShapeError(Message::tr("the model has no block %1", {blockName(place.attention, 0)}));
    }
}

/// Returns the path norms of a chain whose steps read nothing that an earlier state made.
std::vector<double> chainNorms(const Model &model, const Trace &trace, const CellPlace &place,
                               const std::atomic<bool> *cancelled)
{
    const CellTrace &chain = cellsAt(trace, place);
    const CellJacobian cells(model, chain, place, pathSideOf(trace, place.stack).masked);
    const Eigen::Index n = chain.states.rows();
    std::vector<double> norms(static_cast<std::size_t>(n));
    Jacobian of = Jacobian::Identity(chain.first.cols(), chain.first.cols());
    for (Eigen::Index step = n - 1; step >= 0; --step) {
        stopIf(cancelled);
        const Eigen::Index token = place.direction == Direction::Backward ? n - 1 - step : step;
        cells.throughZero(token, of);
        norms[std::size_t(token)] = of.norm();
        of = cells.before(token, of);
    }
    return norms;
}

/// Appends columns of zeros; an empty Jacobian stays empty.
Jacobian widened(const Jacobian &of, Eigen::Index columns)
{
    if (of.size() == 0 || of.cols() == columns)
        return of;
    Jacobian wide = Jacobian::Zero(of.rows(), columns);
    wide.leftCols(of.cols()) = of;
    return wide;
}

/// A recurrent decoder backwards, all its layers step by step.
class DecoderPath {
public:
    /// `watched` is the layer whose states' norms are wanted; −1: those of the encoder's rows.
    DecoderPath(const Model &model, const Trace &trace, int watched, const std::atomic<bool> *cancelled)
        : m_model(model), m_config(model.config), m_trace(trace), m_watched(watched), m_cancelled(cancelled),
          m_n(Eigen::Index(pathSideOf(trace, Stack::Decoder).tokens.size()))
    {
        for (const CellPlace &place : cellsOf(m_config, Stack::Decoder))
            m_cells.emplace_back(model, cellsAt(trace, place), place, pathSideOf(trace, Stack::Decoder).masked);
        m_states.resize(m_cells.size());
        if (combinesContext(m_config))
            m_attention.emplace(model, trace, AttentionPlace{Attention::Cross, 0}, watched < 0);
    }

    std::vector<double> ofStates();
    std::vector<double> ofRows();

private:
    bool asksBetween() const { return asksBetweenSteps(m_config, Stack::Decoder); }
    Jacobian seed();
    void step(Eigen::Index step);
    void ask(Eigen::Index step, const Jacobian &context);
    void firstState();
    /// `of` is by the first columns of what the row is.
    void addToRow(Eigen::Index row, const Jacobian &of) { add(m_rows[std::size_t(row)], widened(of, m_rowWidth)); }
    Eigen::Index carriedSize() const { return carriedSizeOf(m_config, Stack::Decoder); }

    const Model &m_model;
    const ModelConfig &m_config;
    const Trace &m_trace;
    int m_watched;
    const std::atomic<bool> *m_cancelled;
    Eigen::Index m_n;
    std::vector<CellJacobian> m_cells;
    std::optional<AttentionJacobian> m_attention;
    std::vector<Jacobian> m_states; ///< by what each layer passes on after the step in hand
    Jacobian m_context;             ///< by the last context, beside what cells read of it
    std::vector<Jacobian> m_rows;   ///< by the rows of the encoder's output, beside which a cell state may stand
    Eigen::Index m_rowWidth = 0;    ///< columns of these
    std::vector<double> m_norms;
};

/// Starts with the derivative by the row's state and its context, which make tanh([s; c] W_c + b_c).
Jacobian DecoderPath::seed()
{
    const Eigen::RowVectorXd made = inDouble(m_trace.decoderOutput.row(m_n - 1)).row(0);
    const Eigen::RowVectorXd slope = 1 - made.array().square();
    const Jacobian sums = slope.asDiagonal();
    return sums * inDouble(m_model.weights.at(combineWeight)).transpose();
}

/// Goes from a step's context to the state that asked for it, and to the encoder's rows.
void DecoderPath::ask(Eigen::Index step, const Jacobian &context)
{
    if (context.size() == 0)
        return;
    m_attention->clear();
    m_attention->add(step, context);
    add(m_states.back(), widened(m_attention->query(step), carriedSize()));
    for (std::size_t row = 0; row < m_rows.size(); ++row)
        addToRow(Eigen::Index(row), m_attention->key(Eigen::Index(row)));
}

/// Goes from the states after a step to those before it.
void DecoderPath::step(Eigen::Index step)
{
    stopIf(m_cancelled);
    Jacobian input; // by what the layer above reads: the state of the one below
    for (int layer = int(m_cells.size()) - 1; layer >= 0; --layer) {
        const CellJacobian &cells = m_cells[std::size_t(layer)];
        Jacobian &of = m_states[std::size_t(layer)];
        add(of, widened(input, carriedSize()));
        cells.throughZero(step, of);
        if (layer == m_watched)
            m_norms[std::size_t(step)] = of.norm();
        input.resize(0, 0);
        const bool isRead = layer > 0 || asksBetween();
        of = cells.before(step, of, isRead ? &input : nullptr);
    }
    if (!asksBetween())
        return;
    Jacobian context = input.size() > 0 ? Jacobian(input.rightCols(contextSizeOf(m_config))) : Jacobian();
    add(context, std::exchange(m_context, {}));
    ask(step, context);
}

/// Goes from the first state, tanh(s W + b), to the rows that s is made of.
void DecoderPath::firstState()
{
    Jacobian of;
    for (const Jacobian &state : m_states)
        add(of, state);
    if (of.size() == 0)
        return;
    const Eigen::RowVectorXd slope = 1 - inDouble(m_trace.firstState).row(0).array().square();
    const Jacobian sums = of * slope.asDiagonal();
    const Eigen::Index width = m_config.dModel;
    std::vector<Jacobian> parts; // by what each part is made of
    for (const FirstStateWeights &part : firstStatesOf(m_config.cell))
        parts.push_back(sums.middleCols(Eigen::Index(parts.size()) * width, width) *
                        inDouble(m_model.weights.at(part.weight)).transpose());
    const auto last = Eigen::Index(m_rows.size()) - 1;
    if (isRecurrent(m_config, Stack::Encoder)) {
        Jacobian ofLast(of.rows(), m_rowWidth);
        for (std::size_t part = 0; part < parts.size(); ++part)
            ofLast.middleCols(Eigen::Index(part) * width, width) = parts[part];
        if (m_config.directions > 1) {
            Jacobian ofFirst = ofLast;
            const Eigen::Index half = width / 2;
            for (Eigen::Index column = 0; column < m_rowWidth; column += width) {
                ofFirst.middleCols(column, half).setZero();
                ofLast.middleCols(column + half, half).setZero();
            }
            addToRow(0, ofFirst);
        }
        return addToRow(last, ofLast);
    }
    Jacobian summary; // the same mean
    for (const Jacobian &part : parts)
        add(summary, part);
    const std::vector<int> &masked = m_trace.source.masked;
    const auto isMasked = [&](int row) { return std::find(masked.begin(), masked.end(), row) != masked.end(); };
    std::vector<int> rows;
    for (int row = 0; row <= int(last); ++row)
        if (!isMasked(row))
            rows.push_back(row);
    for (const int row : rows)
        addToRow(row, summary / double(rows.size()));
}

std::vector<double> DecoderPath::ofStates()
{
    m_norms.resize(std::size_t(m_n));
    m_states[std::size_t(m_watched)] = Jacobian::Identity(carriedSize(), carriedSize());
    for (Eigen::Index each = m_n - 1; each >= 0; --each)
        step(each);
    return m_norms;
}

std::vector<double> DecoderPath::ofRows()
{
    m_rows.resize(std::size_t(m_trace.encoderOutput.rows()));
    m_rowWidth = m_trace.encoderOutput.cols();
    if (isRecurrent(m_config, Stack::Encoder))
        m_rowWidth *= statePartsOf(m_config.cell);
    const Jacobian both = seed();
    m_states.back() = widened(both.leftCols(m_config.dModel), carriedSize());
    m_context = both.rightCols(contextSizeOf(m_config));
    if (!asksBetween())
        ask(m_n - 1, std::exchange(m_context, {}));
    for (Eigen::Index each = m_n - 1; each >= 0; --each)
        step(each);
    firstState();
    std::vector<double> norms;
    for (const Jacobian &row : m_rows)
        norms.push_back(row.norm());
    return norms;
}

/// The last layer of a stack of attentions backwards.
class LayerPath {
public:
    LayerPath(const Model &model, const Trace &trace, Attention attention, const std::atomic<bool> *cancelled)
        : m_model(model), m_config(model.config), m_trace(trace), m_attention(attention), m_stack(stackOf(attention)),
          m_layer(layersOf(model.config, stackOf(attention)) - 1), m_side(pathSideOf(trace, stackOf(attention))),
          m_cancelled(cancelled)
    {
    }

    std::vector<double> norms();

private:
    const Matrix &before(const Sublayer &sublayer) const { return streamBefore(m_config, m_trace, sublayer); }
    const Matrix &output(const Sublayer &sublayer) const;
    void seed(Eigen::Index width);
    void enter(const Sublayer &sublayer);
    Jacobian leave(const Sublayer &sublayer, Eigen::Index row, Jacobian of) const;
    void feedForward(const Sublayer &sublayer);
    void cross(const Sublayer &sublayer);
    std::vector<double> rowNorms(const Sublayer &sublayer);
    std::vector<double> keyNorms(const Sublayer &sublayer);
    AttentionJacobian asked(const Sublayer &sublayer, bool byKeys) const;

    const Model &m_model;
    const ModelConfig &m_config;
    const Trace &m_trace;
    Attention m_attention;
    Stack m_stack;
    int m_layer;
    const SideTrace &m_side;
    const std::atomic<bool> *m_cancelled;
    std::vector<Jacobian> m_stream; ///< by the rows of the stream after the sublayer in hand
    std::vector<Jacobian> m_made;   ///< by the rows of its output
    std::vector<Jacobian> m_begun; ///< of a parallel feed-forward: by the rows of the stream that the layer begins with
};

const Matrix &LayerPath::output(const Sublayer &sublayer) const
{
    if (sublayer.kind == SublayerKind::FeedForward) {
        const auto &layers = m_stack == Stack::Encoder ? m_trace.encoderFeedForward : m_trace.decoderFeedForward;
        return layers.at(std::size_t(sublayer.layer))->output;
    }
    return m_trace.blocks.at(std::size_t(blockIndex(m_config, attentionOf(sublayer), sublayer.layer)))->output;
}

/// What follows a sublayer: from its stream to its output, and to what the residual passes by.
void LayerPath::enter(const Sublayer &sublayer)
{
    if (normOf(m_config, m_stack) == Norm::Post) {
        const NormRule rule = normRule(m_model, normName(sublayer) + ".gain", normName(sublayer) + ".bias");
        const Matrix sums = residualSum(m_model, sublayer, before(sublayer), output(sublayer));
        for (std::size_t row = 0; row < m_stream.size(); ++row)
            if (m_stream[row].size() > 0)
                m_stream[row] = throughNorm(sums.row(Eigen::Index(row)), rule, m_stream[row]);
    }
    m_made = m_stream;
    for (std::size_t row = 0; row < m_made.size(); ++row) {
        if (m_made[row].size() == 0)
            continue;
        if (hasResidual(m_config, m_stack))
            m_made[row] *= m_config.residualMultiplier;
        if (normOf(m_config, m_stack) == Norm::Output)
            m_made[row] =
                throughNorm(output(sublayer).row(Eigen::Index(row)),
                            normRule(m_model, normName(sublayer) + ".gain", normName(sublayer) + ".bias"), m_made[row]);
    }
    if (!hasResidual(m_config, m_stack))
        std::fill(m_stream.begin(), m_stream.end(), Jacobian());
}

/// Goes from what a sublayer reads in a row to the stream before it, without what the residual passes by.
Jacobian LayerPath::leave(const Sublayer &sublayer, Eigen::Index row, Jacobian of) const
{
    if (of.size() == 0 || normOf(m_config, m_stack) != Norm::Pre)
        return of;
    const NormRule rule = normRule(m_model, normName(sublayer) + ".gain", normName(sublayer) + ".bias");
    return throughNorm(streamRead(m_config, m_trace, sublayer).row(row), rule, of);
}

/// Zeros or a mean in place of a feed-forward's output; a mean over other sentences does not move.
void replace(std::vector<Jacobian> &made, const Replacement *replacement, const std::vector<int> &masked)
{
    if (!replacement || *replacement == Replacement::Uniform)
        return;
    Jacobian sum;
    for (Jacobian &row : made)
        add(sum, std::exchange(row, {}));
    if (*replacement != Replacement::Mean || sum.size() == 0)
        return;
    std::vector<bool> counts(made.size(), true);
    for (const int position : masked)
        counts[std::size_t(position)] = false;
    const auto shares = double(std::count(counts.begin(), counts.end(), true));
    for (std::size_t row = 0; row < made.size(); ++row)
        if (counts[row])
            made[row] = sum / shares;
}

void LayerPath::feedForward(const Sublayer &sublayer)
{
    enter(sublayer);
    replace(m_made, replacementOf(m_model.interventions, sublayer), m_side.masked);
    for (std::size_t i = 0; i < m_made.size(); ++i) {
        if (m_made[i].size() == 0)
            continue;
        stopIf(m_cancelled);
        const auto row = Eigen::Index(i);
        const Matrix read = sublayerInput(m_model, sublayer, streamRead(m_config, m_trace, sublayer).row(row));
        Jacobian by = throughFeedForward(m_model, m_stack, m_layer, read, m_made[i]);
        add(isParallel(m_config, sublayer) ? m_begun[i] : m_stream[i], leave(sublayer, row, std::move(by)));
    }
}

AttentionJacobian LayerPath::asked(const Sublayer &sublayer, bool byKeys) const
{
    AttentionJacobian attention(m_model, m_trace, {attentionOf(sublayer), m_layer}, byKeys);
    for (std::size_t row = 0; row < m_made.size(); ++row)
        if (m_made[row].size() > 0)
            attention.add(Eigen::Index(row), m_made[row]);
    return attention;
}

/// Goes back to the stream of the queries.
void LayerPath::cross(const Sublayer &sublayer)
{
    enter(sublayer);
    const AttentionJacobian attention = asked(sublayer, false);
    for (std::size_t i = 0; i < m_stream.size(); ++i) {
        stopIf(m_cancelled);
        add(m_stream[i], leave(sublayer, Eigen::Index(i), attention.query(Eigen::Index(i))));
    }
}

/// Returns the norms of a self-attention that the layer begins with; each row is a query and a key. It goes row by row,
/// because all rows together would be n · d_model².
std::vector<double> LayerPath::rowNorms(const Sublayer &sublayer)
{
    enter(sublayer);
    const AttentionJacobian attention = asked(sublayer, true);
    std::vector<double> norms;
    for (std::size_t i = 0; i < m_stream.size(); ++i) {
        stopIf(m_cancelled);
        const auto row = Eigen::Index(i);
        Jacobian by = attention.query(row);
        add(by, attention.key(row));
        Jacobian sum = std::move(m_stream[i]);
        add(sum, m_begun[i]);
        add(sum, leave(sublayer, row, std::move(by)));
        norms.push_back(sum.norm());
    }
    return norms;
}

/// Returns the norms by the rows of the encoder's output, which nothing norms again.
std::vector<double> LayerPath::keyNorms(const Sublayer &sublayer)
{
    enter(sublayer);
    const AttentionJacobian attention = asked(sublayer, true);
    std::vector<double> norms;
    for (Eigen::Index row = 0; row < m_trace.encoderOutput.rows(); ++row) {
        stopIf(m_cancelled);
        norms.push_back(attention.key(row).norm());
    }
    return norms;
}

std::vector<double> LayerPath::norms()
{
    std::vector<Sublayer> layer;
    for (const Sublayer &sublayer : sublayersOf(m_config, m_stack))
        if (sublayer.layer == m_layer)
            layer.push_back(sublayer);
    const Eigen::Index width = streamAfter(m_config, m_trace, m_stack).cols();
    m_stream.resize(m_side.tokens.size());
    m_begun.resize(m_side.tokens.size());
    m_stream.back() = Jacobian::Identity(width, width);
    for (auto sublayer = layer.rbegin(); sublayer != layer.rend(); ++sublayer) {
        stopIf(m_cancelled);
        if (sublayer->kind == SublayerKind::FeedForward)
            feedForward(*sublayer);
        else if (attentionOf(*sublayer) == m_attention)
            return m_attention == Attention::Cross ? keyNorms(*sublayer) : rowNorms(*sublayer);
        else
            cross(*sublayer);
    }
    return {};
}

std::vector<double> norms(const Model &model, const Trace &trace, const PathPlace &place,
                          const std::atomic<bool> *cancelled)
{
    if (!place.chain && isRecurrent(model.config, stackOf(place.attention)))
        return DecoderPath(model, trace, -1, cancelled).ofRows();
    if (!place.chain)
        return LayerPath(model, trace, place.attention, cancelled).norms();
    if (asksBetweenSteps(model.config, place.chain->stack))
        return DecoderPath(model, trace, place.chain->layer, cancelled).ofStates();
    return chainNorms(model, trace, *place.chain, cancelled);
}

double layerCost(const ModelConfig &config, Stack stack, double keys)
{
    const double d = config.dModel;
    const double perKey = 2.0 * headsOf(config, stack) * d * d; // an outer product and a sum for each head
    return d * d * (8.0 * d + 3.0 * feedForwardSizeOf(config, stack)) + keys * perKey;
}

} // namespace

int pathEnd(const Trace &trace, const PathPlace &place)
{
    if (place.chain && place.chain->direction == Direction::Backward)
        return 0;
    const Stack stack = place.chain ? place.chain->stack : stackOf(place.attention);
    return int(pathSideOf(trace, stack).tokens.size()) - 1;
}

std::optional<int> pathSteps(const Model &model, const Trace &trace, const PathPlace &place, int query, int key)
{
    const auto has = [](const std::vector<int> &positions, int position) {
        return std::find(positions.begin(), positions.end(), position) != positions.end();
    };
    if (!place.chain) {
        const bool isHidden =
            MaskRule(model.config, {place.attention, layersOf(model.config, place.attention) - 1}).hides(query, key);
        return isHidden || has(keysOf(trace, place.attention).masked, key) ? std::nullopt : std::optional(1);
    }
    const std::vector<int> &masked = pathSideOf(trace, place.chain->stack).masked;
    const bool isBackward = place.chain->direction == Direction::Backward;
    const int low = std::min(query, key);
    const int high = std::max(query, key);
    int steps = 0;
    for (int token = isBackward ? low : low + 1; token < (isBackward ? high : high + 1); ++token)
        steps += has(masked, token) ? 0 : 1;
    return steps;
}

std::optional<std::vector<double>> pathNorms(const Model &model, const Trace &trace, const PathPlace &place,
                                             const std::atomic<bool> *cancelled)
{
    require(model, place);
    if (const std::string reason = reasonForNoDerivative(model.interventions); !reason.empty())
        throw ConfigError(reason);
    try {
        return norms(model, trace, place, cancelled);
    } catch (const PathNormsCancelled &) {
        return std::nullopt;
    }
}

double pathCost(const Model &model, const Trace &trace, const PathPlace &place)
{
    require(model, place);
    const ModelConfig &config = model.config;
    const Stack stack = place.chain ? place.chain->stack : stackOf(place.attention);
    const auto rows = double(pathSideOf(trace, stack).tokens.size());
    const auto keys = double(trace.source.tokens.size());
    if (!isRecurrent(config, stack))
        return layerCost(config, stack, place.attention == Attention::Cross ? keys : rows);
    const double size = stateSizeOf(config, stack);
    const double step = double(gatesOf(config.cell).size()) * statePartsOf(config.cell) * size * size * size;
    if (place.chain && !asksBetweenSteps(config, stack))
        return rows * step;
    return rows * (3 * layersOf(config, stack) * step + layerCost(config, stack, keys));
}

} // namespace regard
