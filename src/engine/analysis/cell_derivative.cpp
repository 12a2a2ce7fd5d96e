#include "engine/analysis/cell_derivative.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "engine/analysis/chain_tangent.h"
#include "engine/base/errors.h"
#include "engine/base/message.h"
#include "engine/base/tangent.h"
#include "engine/functions/norm.h"
#include "engine/functions/replaced_output.h"
#include "engine/functions/rotary.h"
#include "engine/kernels/activate.h"
#include "engine/kernels/product.h"
#include "engine/model/key_head.h"
#include "engine/model/positions.h"
#include "engine/model/weight_shapes.h"
#include "engine/pass/attention_block.h"
#include "engine/pass/feed_forward.h"
#include "engine/pass/input_side.h"
#include "engine/pass/recurrent_pass.h"
#include "engine/pass/stream.h"
#include "engine/pass/sublayer_trace.h"
#include "engine/pass/token_types.h"

namespace regard {

namespace {

struct CellDerivativeCancelled {};

/// One run through the layers between a cell and a head. Its functions throw Cancelled.
class Differentiation {
public:
    Differentiation(const Model &model, const Trace &trace, const ModelCell &cell, const std::atomic<bool> *cancelled)
        : m_model(model), m_config(model.config), m_trace(trace), m_cell(cell), m_cancelled(cancelled)
    {
    }

    Tangent scoresOf(const AttentionPlace &place, int head);
    /// The tangent of the scaled scores, capped and biased, from that of the scores.
    Tangent scaled(const AttentionPlace &place, int head, Tangent scores) const;
    /// The tangent of a head's weights, from that of the scaled scores.
    Tangent weights(const AttentionPlace &place, int head, Tangent scaled) const;
    const BlockTrace &block(const AttentionPlace &place) const;
    /// Whether the cell is the number of the head's sink.
    bool isSinkOf(const AttentionPlace &place, int head) const
    {
        return m_cell.column == head && is(blockWeight(place.attention, place.layer, "sinks"));
    }

private:
    bool is(const std::string &name) const { return m_cell.matrix == name; }
    void stopIfCancelled() const;

    Tangent entry(Stack stack) const;
    Tangent stream(Stack stack, const Sublayer *until);
    const Tangent &encoderOutput();
    Tangent firstState();
    Tangent recurrentStream(Stack stack, const Tangent &entry, bool asking);
    Tangent stepByStep(std::vector<ChainTangent> &chains, const Tangent &entry, bool asking);
    Tangent normed(const std::string &gain, const std::string &bias, const Matrix &x, const Tangent &moved) const;
    Tangent normed(const std::string &name, const Matrix &x, const Tangent &moved) const;
    Tangent input(const Sublayer &sublayer, const Tangent &moved) const;
    const Matrix &output(const Sublayer &sublayer) const;
    const std::vector<int> &maskedRows(Stack stack) const;
    Tangent after(const Sublayer &sublayer, const Tangent &moved, const Tangent &begun);

    Matrix readColumn(const AttentionPlace &place, char letter) const;
    const Tangent &normedHeads(const AttentionPlace &place, char letter, const Tangent &read) const;
    Tangent projected(const AttentionPlace &place, int head, char letter, const Tangent &read) const;
    Tangent headScores(const AttentionPlace &place, int head, const Tangent &queries, const Tangent &keys) const;
    Tangent headOutput(const AttentionPlace &place, int head, const Tangent &queries, const Tangent &keys) const;
    Tangent attention(const AttentionPlace &place, const Tangent &queries, const Tangent &keys) const;

    Matrix affine(const Matrix &x, const std::string &weight, const std::string &bias) const;
    Tangent affineTangent(const Matrix &x, const Tangent &moved, const std::string &weight,
                          const std::string &bias) const;
    Tangent hiddenTangent(const std::string &prefix, const Matrix &read, const Tangent &moved) const;
    Tangent feedForward(const Sublayer &sublayer, const Tangent &moved) const;

    const Model &m_model;
    const ModelConfig &m_config;
    const Trace &m_trace;
    const ModelCell &m_cell;
    const std::atomic<bool> *m_cancelled;
    mutable std::array<std::string, 2> m_normedWeight; ///< whose heads stand in m_normed: w_q, w_k
    mutable std::array<Tangent, 2> m_normed;
    std::optional<Tangent> m_encoderOutput;
    std::vector<Tangent> m_lastStates; ///< of a recurrent encoder's encoderSummaries(), with m_encoderOutput
    std::optional<BlockTrace> m_row;   ///< the only query of the cross-attention, while its steps are gone through
    Eigen::Index m_rowIndex = 0;       ///< which one it is
};

Matrix ones(Eigen::Index rows)
{
    return Matrix::Ones(rows, 1);
}

/// 1 for every token of a type, else 0: n × 1.
Matrix rowsOfType(const SideTrace &side, int type)
{
    Matrix rows = Matrix::Zero(Eigen::Index(side.tokens.size()), 1);
    for (Eigen::Index i = 0; i < rows.rows(); ++i)
        rows(i, 0) = typeOf(side, int(i)) == type ? 1.0F : 0.0F;
    return rows;
}

void Differentiation::stopIfCancelled() const
{
    if (m_cancelled && m_cancelled->load(std::memory_order_relaxed))
        throw CellDerivativeCancelled{};
}

const BlockTrace &Differentiation::block(const AttentionPlace &place) const
{
    if (m_row)
        return *m_row;
    const int index = blockIndex(m_config, place.attention, place.layer);
    if (index < 0)
        throw ShapeError(Message::tr("the model has no block %1", {blockName(place.attention, place.layer)}));
    return *m_trace.blocks.at(std::size_t(index));
}

/// A norm over x, n × d, with its gain and bias; either may hold the cell.
Tangent Differentiation::normed(const std::string &gain, const std::string &bias, const Matrix &x,
                                const Tangent &moved) const
{
    const NormRule rule = normRule(m_model, gain, bias);
    Tangent tangent;
    if (!isStill(moved))
        tangent = normTangent(x, moved, rule);
    if (is(gain)) {
        const Matrix ones = Matrix::Ones(1, x.cols());
        const Matrix standard = normOfRows(x, nullptr, {ones, nullptr, rule.epsilon, rule.kind}).numbers;
        accumulateColumn(tangent, x.cols(), m_cell.column, standard.col(m_cell.column));
    }
    if (is(bias))
        accumulateColumn(tangent, x.cols(), m_cell.column, ones(x.rows()));
    return tangent;
}

Tangent Differentiation::normed(const std::string &name, const Matrix &x, const Tangent &moved) const
{
    return normed(name + ".gain", name + ".bias", x, moved);
}

/// Returns the tangent of the input of the stack's first layer.
Tangent Differentiation::entry(Stack stack) const
{
    if (!isReadByEntry(m_model, m_trace, m_cell, stack))
        return {};
    const SideTrace &side = queriesOf(m_trace, stack == Stack::Encoder ? Attention::Encoder : Attention::Decoder);
    const std::string *token = tokenOf(m_trace, m_cell);
    const int width = m_config.entryWidth();
    const auto projected = [&](const Matrix &rows, const Tangent &moved) {
        return affineTangent(rows, moved, "embedding_projection.w", "embedding_projection.b");
    };
    Tangent tangent;
    if (token) {
        const float scale = embeddingFactor(m_config);
        Matrix rows = Matrix::Zero(side.input.rows(), 1);
        for (std::size_t i = 0; i < side.tokens.size(); ++i)
            if (side.tokens[i] == *token)
                rows(Eigen::Index(i), 0) = scale;
        if (m_config.tokenDropout)
            dropMasks(m_model, side.tokens, rows);
        accumulateColumn(tangent, m_config.embeddingWidth(), m_cell.column, rows);
    } else if (isPositionOf(m_model, m_cell, stack)) {
        tangent = Tangent::Zero(side.input.rows(), width);
        tangent(*tokenAtPosition(side, m_cell.row), m_cell.column) = 1.0F;
    } else if (is("token_type")) {
        accumulateColumn(tangent, width, m_cell.column, rowsOfType(side, m_cell.row));
    }
    if (!m_config.embeddingNorm && m_config.embeddingSize == 0)
        return tangent;
    const EntrySteps steps = entrySteps(m_model, m_trace, stack);
    if (m_config.projectsFirst() && (token || is("embedding_projection.w")))
        tangent = projected(steps.scaled, tangent);
    if (m_config.embeddingNorm)
        tangent = normed(embeddingNormWeight(m_model, stack, "gain"), embeddingNormWeight(m_model, stack, "bias"),
                         steps.added, tangent);
    return m_config.projectsLast() ? projected(steps.normed, tangent) : tangent;
}

/// Returns the tangent of the stream that a sublayer reads, or of the one after the last sublayer where `until` is
/// null.
Tangent Differentiation::stream(Stack stack, const Sublayer *until)
{
    Tangent tangent = entry(stack);
    if (isRecurrent(m_config, stack))
        return recurrentStream(stack, tangent, until != nullptr);
    Tangent begun; // of the stream that the layer begins with
    for (const Sublayer &sublayer : sublayersOf(m_config, stack)) {
        if (until && sublayer == *until)
            break;
        stopIfCancelled();
        if (sublayer.kind == SublayerKind::SelfAttention)
            begun = tangent;
        tangent = after(sublayer, tangent, isParallel(m_config, sublayer) ? begun : tangent);
    }
    return tangent;
}

/// The tangent of a recurrent decoder's first state, tanh(s W + b) for each of its parts; 1 × carriedSizeOf().
Tangent Differentiation::firstState()
{
    if (!hasFirstState(m_config))
        return {};
    const Tangent &output = encoderOutput();
    const std::vector<Matrix> summaries = encoderSummaries(m_model, m_trace);
    std::vector<Tangent> moved(summaries.size());
    if (!isStill(output) && isRecurrent(m_config, Stack::Encoder)) {
        moved = m_lastStates;
    } else if (!isStill(output)) {
        Tangent rows = output;
        const Replacement mean = Replacement::Mean;
        replaceOutput(rows, &mean, m_trace.source.masked);
        std::fill(moved.begin(), moved.end(), rows.topRows(1));
    }
    Tangent whole;
    const std::vector<FirstStateWeights> parts = firstStatesOf(m_config.cell);
    for (std::size_t part = 0; part < parts.size(); ++part) {
        const Tangent tangent = affineTangent(summaries[part], moved[part], parts[part].weight, parts[part].bias);
        if (isStill(tangent))
            continue;
        if (isStill(whole))
            whole = Tangent::Zero(1, m_trace.firstState.cols());
        whole.middleCols(Eigen::Index(part) * m_config.dModel, m_config.dModel) = tangent;
    }
    if (!isStill(whole))
        whole.array() *= 1.0F - m_trace.firstState.array().square();
    return whole;
}

/// Returns the tangent of the states that a recurrent stack's last layer leaves; where `asking`, of those that ask its
/// cross-attention.
Tangent Differentiation::recurrentStream(Stack stack, const Tangent &entry, bool asking)
{
    const bool decodes = stack == Stack::Decoder;
    const bool asksBefore =
        decodes && combinesContext(m_config) && m_config.decoderAttention == DecoderAttention::Bahdanau;
    const Tangent first = decodes ? firstState() : Tangent();
    std::vector<ChainTangent> chains;
    for (const CellPlace &place : cellsOf(m_config, stack)) {
        const CellTrace &chain = cellsAt(m_trace, place);
        chains.emplace_back(m_model, chain, place, m_cell, maskedRows(stack), first);
    }
    if (asksBefore)
        return stepByStep(chains, entry, asking);
    const auto directions = std::size_t(directionsOf(m_config, stack));
    Tangent below = entry;
    for (std::size_t layer = 0; layer < chains.size(); layer += directions) {
        bool moves = !isStill(below) || !isStill(first);
        for (std::size_t i = layer; i < layer + directions; ++i)
            moves = moves || chains[i].isReading();
        if (!moves) {
            below = {};
            continue;
        }
        Tangent joined(cellsAt(m_trace, {stack, 0}).states.rows(), m_config.dModel);
        std::vector<Tangent> last(std::size_t(statePartsOf(m_config.cell)), Tangent::Zero(1, m_config.dModel));
        for (std::size_t i = 0; i < directions; ++i) {
            ChainTangent &chain = chains[layer + i];
            stopIfCancelled();
            chain.read(below);
            for (Eigen::Index step = 0; step < joined.rows(); ++step)
                chain.step(step);
            const Eigen::Index size = stateSizeOf(m_config, stack);
            joined.middleCols(Eigen::Index(i) * size, size) = chain.states();
            const Tangent carried = chain.carriedAfter(joined.rows());
            for (std::size_t part = 0; part < last.size(); ++part)
                last[part].middleCols(Eigen::Index(i) * size, size) =
                    carried.middleCols(Eigen::Index(part) * size, size);
        }
        below = std::move(joined);
        if (!decodes)
            m_lastStates = std::move(last);
    }
    return below;
}

/// Returns one row of a block, as if its sentence had that query alone.
BlockTrace rowOf(const BlockTrace &block, Eigen::Index row)
{
    BlockTrace one;
    one.name = block.name;
    for (const HeadTrace &head : block.heads)
        one.heads.push_back({head.q.row(row), head.k, head.v, head.weights.row(row), head.output.row(row)});
    one.joined = block.joined.row(row);
    one.output = block.output.row(row);
    return one;
}

/// Takes the chains and their cross-attention through one step at a time: each step reads the context for which the
/// state before it asked.
Tangent Differentiation::stepByStep(std::vector<ChainTangent> &chains, const Tangent &entry, bool asking)
{
    const AttentionPlace place{Attention::Cross, 0};
    const Sublayer sublayer = sublayerOf(place);
    const Tangent &keys = encoderOutput();
    const Eigen::Index n = m_trace.asking.rows();
    Tangent asked = Tangent::Zero(n, m_config.dModel);
    const Replacement *replacement = replacementOf(m_model.interventions, sublayer);
    for (Eigen::Index step = 0; step < n; ++step) {
        stopIfCancelled();
        const Tangent state = chains.back().stateAfter(step);
        asked.row(step) = state.row(0);
        m_row = rowOf(block(place), step);
        m_rowIndex = step;
        Tangent context = attention(place, state, keys);
        m_row.reset();
        replaceOutput(context, replacement, {});
        Tangent read = Tangent::Zero(1, m_config.dModel + contextSizeOf(m_config));
        if (!isStill(entry))
            read.leftCols(m_config.dModel) = entry.row(step);
        if (!isStill(context))
            read.rightCols(context.cols()) = context;
        for (ChainTangent &chain : chains) {
            chain.readRow(step, read);
            chain.step(step);
            read = chain.stateAfter(step + 1);
        }
    }
    return asking ? asked : chains.back().states();
}

const Tangent &Differentiation::encoderOutput()
{
    if (!m_encoderOutput) {
        Tangent tangent = stream(Stack::Encoder, nullptr);
        if (hasFinalNorm(m_config, Stack::Encoder))
            tangent = normed(stackName(Stack::Encoder) + ".final_norm", streamAfter(m_config, m_trace, Stack::Encoder),
                             tangent);
        m_encoderOutput = std::move(tangent);
    }
    return *m_encoderOutput;
}

/// Returns the tangent of what the sublayer reads, `moved` being that of its stream.
Tangent Differentiation::input(const Sublayer &sublayer, const Tangent &moved) const
{
    if (normOf(m_config, sublayer.stack) != Norm::Pre)
        return moved;
    return normed(normName(sublayer), streamRead(m_config, m_trace, sublayer), moved);
}

/// Returns a sublayer's output before residual and norm.
const Matrix &Differentiation::output(const Sublayer &sublayer) const
{
    if (sublayer.kind != SublayerKind::FeedForward)
        return block({attentionOf(sublayer), sublayer.layer}).output;
    const auto &layers = sublayer.stack == Stack::Encoder ? m_trace.encoderFeedForward : m_trace.decoderFeedForward;
    return layers.at(std::size_t(sublayer.layer))->output;
}

/// The masked positions of a stack's own sentence.
const std::vector<int> &Differentiation::maskedRows(Stack stack) const
{
    return queriesOf(m_trace, stack == Stack::Encoder ? Attention::Encoder : Attention::Decoder).masked;
}

/// Returns the tangent of the stream after a sublayer, with residual and norm, `begun` being that of the stream it
/// reads.
Tangent Differentiation::after(const Sublayer &sublayer, const Tangent &moved, const Tangent &begun)
{
    const bool crosses = sublayer.kind == SublayerKind::CrossAttention;
    if (isStill(moved) && isStill(begun) && !isReadBy(m_cell, sublayer) && !(crosses && !isStill(encoderOutput())))
        return {};
    const Tangent read = input(sublayer, begun);
    Tangent tangent;
    if (sublayer.kind == SublayerKind::FeedForward)
        tangent = feedForward(sublayer, read);
    else
        tangent = attention({attentionOf(sublayer), sublayer.layer}, read, crosses ? encoderOutput() : read);
    replaceOutput(tangent, replacementOf(m_model.interventions, sublayer), maskedRows(sublayer.stack));
    if (normOf(m_config, sublayer.stack) == Norm::Output)
        tangent = normed(normName(sublayer), output(sublayer), tangent);
    if (hasResidual(m_config, sublayer.stack)) {
        if (!isStill(tangent) && m_config.residualMultiplier != 1)
            tangent *= float(m_config.residualMultiplier);
        accumulate(tangent, moved);
    }
    if (normOf(m_config, sublayer.stack) != Norm::Post)
        return tangent;
    const Matrix &before = streamBefore(m_config, m_trace, sublayer);
    return normed(normName(sublayer), residualSum(m_model, sublayer, before, output(sublayer)), tangent);
}

/// The column of what w_q, w_k or w_v reads that the cell's row multiplies: n × 1, or m × 1.
Matrix Differentiation::readColumn(const AttentionPlace &place, char letter) const
{
    if (place.attention == Attention::Cross && letter != 'q')
        return m_trace.encoderOutput.col(m_cell.row);
    if (m_row)
        return m_trace.asking.row(m_rowIndex).col(m_cell.row);
    const Sublayer sublayer = sublayerOf(place);
    return sublayerInput(m_model, sublayer, streamBefore(m_config, m_trace, sublayer)).col(m_cell.row);
}

/// Returns the tangent of the normed q or k of all heads side by side, before a rotation. It is kept, because each head
/// asks for it.
const Tangent &Differentiation::normedHeads(const AttentionPlace &place, char letter, const Tangent &read) const
{
    const std::string weight = blockWeight(place.attention, place.layer, letter == 'q' ? "w_q" : "w_k");
    const std::string bias = blockWeight(place.attention, place.layer, letter == 'q' ? "b_q" : "b_k");
    if (m_normedWeight[letter == 'k'] == weight)
        return m_normed[letter == 'k'];
    const Sublayer sublayer = sublayerOf(place);
    const Matrix input = sublayerInput(m_model, sublayer, streamBefore(m_config, m_trace, sublayer));
    Matrix plain = regard::affine(input, m_model.weights.weight(weight),
                                  hasQkvBias(m_config) ? &m_model.weights.at(bias) : nullptr)
                       .numbers;
    Tangent moved = affineTangent(input, read, weight, bias);
    splitHeads(m_config, plain);
    if (!isStill(moved))
        splitHeads(m_config, moved);
    const std::string norm = blockWeight(place.attention, place.layer, letter == 'q' ? "q_norm" : "k_norm");
    Tangent tangent = normed(norm, plain, moved);
    if (!isStill(tangent))
        joinHeads(m_config, tangent, input.rows());
    m_normedWeight[letter == 'k'] = weight;
    return m_normed[letter == 'k'] = std::move(tangent);
}

/// Returns the tangent of a head's q, k or v, which `letter` names; it is normed and rotated as they are.
Tangent Differentiation::projected(const AttentionPlace &place, int head, char letter, const Tangent &read) const
{
    if (letter != 'v' && hasQkNorm(m_config, place.attention)) {
        const Tangent &all = normedHeads(place, letter, read);
        if (isStill(all))
            return {};
        const int part = letter == 'q' ? head : keyHeadOf(m_config, place.attention, head);
        Tangent tangent = all.middleCols(Eigen::Index(part) * m_config.dKey, m_config.dKey);
        Rotary(m_config, place, tangent.rows()).rotate(tangent);
        return tangent;
    }
    const std::string weight = blockWeight(place.attention, place.layer, std::string{'w', '_', letter}.c_str());
    const std::string bias = blockWeight(place.attention, place.layer, std::string{'b', '_', letter}.c_str());
    const int width = letter == 'v' ? m_config.dValue : m_config.dKey;
    const int first = (letter == 'q' ? head : keyHeadOf(m_config, place.attention, head)) * width;
    Tangent tangent;
    if (!isStill(read))
        tangent = product(read, m_model.weights.weight(weight).middleCols(first, width));
    if (m_cell.column >= first && m_cell.column < first + width) {
        const HeadTrace &computed = block(place).heads[std::size_t(head)];
        if (is(weight))
            accumulateColumn(tangent, width, m_cell.column - first, readColumn(place, letter));
        if (is(bias))
            accumulateColumn(tangent, width, m_cell.column - first,
                             ones(letter == 'q' ? computed.q.rows() : computed.k.rows()));
    }
    if (letter != 'v' && !isStill(tangent))
        Rotary(m_config, place, tangent.rows()).rotate(tangent); // linear: a tangent is rotated like its matrix
    return tangent;
}

Tangent Differentiation::headScores(const AttentionPlace &place, int head, const Tangent &queries,
                                    const Tangent &keys) const
{
    ScoreTangents moved{projected(place, head, 'q', queries), projected(place, head, 'k', keys), {}};
    if (is(blockWeight(place.attention, place.layer, "w_a")) && m_cell.row == head)
        accumulateColumn(moved.additive, m_config.dKey, m_cell.column, ones(1));
    const int first = head * m_config.dKey;
    if (is(blockWeight(place.attention, place.layer, "w_g")) && m_cell.column >= first &&
        m_cell.column < first + m_config.dKey) {
        moved.general = Tangent::Zero(m_config.dKey, m_config.dKey);
        moved.general(m_cell.row, m_cell.column - first) = 1.0F;
    }
    const HeadTrace &computed = block(place).heads[std::size_t(head)];
    const AttentionRule rule = ruleOf(m_model, place, head, {});
    return scoreTangent(computed.q, computed.k, rule, moved);
}

/// Returns the tangent of the scores after scaling and cap, to which the bias of a distance is added.
Tangent Differentiation::scaled(const AttentionPlace &place, int head, Tangent scores) const
{
    const AttentionRule rule = ruleOf(m_model, place, head, {});
    scores.array() /= scoreDivisor(rule, m_config.dKey);
    if (const HeadTrace &computed = block(place).heads[std::size_t(head)]; rule.cap > 0 && !isStill(scores))
        scores.array() *= capSlopes(computed.q, computed.k, rule).array();
    if (m_cell.column == head && hasScoreBias(m_config, place.attention) &&
        is(scoreBiasName(stackOf(place.attention)))) {
        const Matrix &weights = block(place).heads[std::size_t(head)].weights;
        Tangent reached(weights.rows(), weights.cols());
        for (Eigen::Index i = 0; i < reached.rows(); ++i)
            for (Eigen::Index j = 0; j < reached.cols(); ++j)
                reached(i, j) = scoreBucket(int(j - i)) == m_cell.row ? 1.0F : 0.0F;
        accumulate(scores, std::move(reached));
    }
    return scores;
}

Tangent Differentiation::weights(const AttentionPlace &place, int head, Tangent scaled) const
{
    const AttentionRule rule = ruleOf(m_model, place, head, {});
    if (rule.replacement == Replacement::Uniform)
        return {};
    const HeadTrace &computed = block(place).heads[std::size_t(head)];
    const bool isSink = isSinkOf(place, head);
    if (isSink && isStill(scaled))
        scaled = Tangent::Zero(computed.weights.rows(), computed.weights.cols());
    scaled.array() /= rule.temperature;
    std::optional<SinkTangent> sink;
    if (computed.hasSink)
        sink = SinkTangent{1.0F - computed.weights.rowwise().sum().array(), isSink ? 1 / rule.temperature : 0.0F};
    return softmaxTangent(rule.setWeights.empty() ? computed.weights : movableWeights(computed, rule), scaled, sink);
}

/// Returns the tangent of weights · v, or of its replacement.
Tangent Differentiation::headOutput(const AttentionPlace &place, int head, const Tangent &queries,
                                    const Tangent &keys) const
{
    const Replacement *replacement = replacementOf(m_model.interventions, {place.attention, place.layer, head});
    if (replacement && (*replacement == Replacement::Zero || *replacement == Replacement::MeanOver))
        return {};
    const HeadTrace &computed = block(place).heads[std::size_t(head)];
    const Tangent attended = weights(place, head, scaled(place, head, headScores(place, head, queries, keys)));
    const Tangent values = projected(place, head, 'v', keys);
    Tangent tangent;
    if (!isStill(attended))
        tangent = product(attended, computed.v);
    if (!isStill(values))
        accumulate(tangent, product(computed.weights, values));
    replaceOutput(tangent, replacement, maskedRows(stackOf(place.attention)));
    return tangent;
}

/// Returns the tangent of the output of W_O, or of the joined heads where there is none.
Tangent Differentiation::attention(const AttentionPlace &place, const Tangent &queries, const Tangent &keys) const
{
    const BlockTrace &computed = block(place);
    const std::string weight = blockWeight(place.attention, place.layer, "w_o");
    Tangent tangent;
    for (int head = 0; head < int(computed.heads.size()); ++head) {
        stopIfCancelled();
        const int first = head * m_config.dValue;
        Tangent moved = headOutput(place, head, queries, keys);
        if (isStill(moved))
            continue;
        if (m_config.outputProjection) {
            accumulate(tangent, product(moved, m_model.weights.weight(weight).middleRows(first, m_config.dValue)));
            continue;
        }
        if (isStill(tangent))
            tangent = Tangent::Zero(computed.joined.rows(), computed.joined.cols());
        tangent.middleCols(first, m_config.dValue) = moved;
    }
    if (is(weight))
        accumulateColumn(tangent, m_config.dModel, m_cell.column, computed.joined.col(m_cell.row));
    if (is(blockWeight(place.attention, place.layer, "b_o")))
        accumulateColumn(tangent, m_config.dModel, m_cell.column, ones(computed.joined.rows()));
    return tangent;
}

/// x · w + b; without b where the model has no biases.
Matrix Differentiation::affine(const Matrix &x, const std::string &weight, const std::string &bias) const
{
    return regard::affine(x, m_model.weights.weight(weight), m_config.bias ? &m_model.weights.at(bias) : nullptr)
        .numbers;
}

/// Returns the tangent of x · w + b, `moved` being that of x; w or b may hold the cell. x is n × inputs.
Tangent Differentiation::affineTangent(const Matrix &x, const Tangent &moved, const std::string &weight,
                                       const std::string &bias) const
{
    const Weight &numbers = m_model.weights.weight(weight);
    Tangent tangent;
    if (!isStill(moved))
        tangent = product(moved, numbers);
    if (is(weight))
        accumulateColumn(tangent, numbers.cols(), m_cell.column, x.col(m_cell.row));
    if (is(bias))
        accumulateColumn(tangent, numbers.cols(), m_cell.column, ones(x.rows()));
    return tangent;
}

/// Returns the tangent of the hidden numbers, n × d_ff: activation(x · w_1 + b_1), times x · w_3 + b_3 where it is
/// gated.
Tangent Differentiation::hiddenTangent(const std::string &prefix, const Matrix &read, const Tangent &moved) const
{
    Tangent hidden = affineTangent(read, moved, prefix + "w_1", prefix + "b_1");
    Tangent gate;
    if (m_config.gated)
        gate = affineTangent(read, moved, prefix + "w_3", prefix + "b_3");
    if (isStill(hidden) && isStill(gate))
        return {};
    Matrix activated = affine(read, prefix + "w_1", prefix + "b_1");
    if (!isStill(hidden))
        hidden.array() *= activationSlope(activated, m_config.activation).array();
    if (!m_config.gated)
        return hidden;
    if (!isStill(hidden))
        hidden.array() *= affine(read, prefix + "w_3", prefix + "b_3").array();
    if (!isStill(gate)) {
        activate(activated, m_config.activation);
        gate.array() *= activated.array();
        accumulate(hidden, std::move(gate));
    }
    return hidden;
}

Tangent Differentiation::feedForward(const Sublayer &sublayer, const Tangent &moved) const
{
    const std::string prefix = sublayerName(sublayer) + ".";
    const Weight &outer = m_model.weights.weight(prefix + "w_2");
    const Matrix read = sublayerInput(m_model, sublayer, streamRead(m_config, m_trace, sublayer)); // n × d_model
    const Tangent hidden = hiddenTangent(prefix, read, moved);
    Tangent tangent;
    if (!isStill(hidden))
        tangent = product(hidden, outer);
    if (is(prefix + "w_2"))
        accumulateColumn(tangent, outer.cols(), m_cell.column,
                         feedForwardHidden(m_model, sublayer.stack, sublayer.layer, read).col(m_cell.row));
    if (is(prefix + "b_2"))
        accumulateColumn(tangent, outer.cols(), m_cell.column, ones(read.rows()));
    return tangent;
}

Tangent Differentiation::scoresOf(const AttentionPlace &place, int head)
{
    const Sublayer sublayer = sublayerOf(place);
    const Tangent queries = input(sublayer, stream(sublayer.stack, &sublayer));
    const Tangent &keys = place.attention == Attention::Cross ? encoderOutput() : queries;
    stopIfCancelled();
    return headScores(place, head, queries, keys);
}

} // namespace

std::optional<HeadDerivative> headDerivative(const Model &model, const Trace &trace, const ModelCell &cell,
                                             const AttentionPlace &place, int head, const std::atomic<bool> *cancelled)
{
    if (const std::string reason = reasonForNoDerivative(model.interventions); !reason.empty())
        throw ConfigError(reason);
    checkCell(model, trace, cell);
    Differentiation differentiation(model, trace, cell, cancelled);
    const HeadTraces &heads = differentiation.block(place).heads;
    if (head < 0 || head >= int(heads.size()))
        throw ShapeError(Message::tr("there is no head %1 among %2, which count from 0",
                                     {std::to_string(head), std::to_string(heads.size())}));
    const Matrix &weights = heads[std::size_t(head)].weights;
    try {
        HeadDerivative result;
        const Tangent scores = differentiation.scoresOf(place, head);
        const Tangent scaled = differentiation.scaled(place, head, scores);
        const auto orZero = [&weights](const Tangent &tangent) -> Matrix {
            return isStill(tangent) ? Matrix::Zero(weights.rows(), weights.cols()) : tangent;
        };
        result.reaches = !isStill(scaled) || differentiation.isSinkOf(place, head);
        result.scores = orZero(scores);
        result.scaled = orZero(scaled);
        result.weights = orZero(differentiation.weights(place, head, result.scaled));
        return result;
    } catch (const CellDerivativeCancelled &) {
        return std::nullopt;
    }
}

} // namespace regard
