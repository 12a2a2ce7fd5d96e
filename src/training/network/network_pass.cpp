#include "training/network/network_pass.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "engine/base/errors.h"
#include "engine/base/message.h"
#include "engine/model/positions.h"
#include "engine/pass/rotary.h"
#include "engine/pass/score.h"
#include "training/base/products.h"
#include "training/layers/activation.h"
#include "training/layers/cross_entropy.h"
#include "training/layers/norm.h"

namespace regard {

namespace {

template <typename Number>
ConstView<Number> read(const Rows<Number> &rows)
{
    return rows.all();
}

template <typename Number>
ConstView<Number> matrixAt(const Number *numbers, Eigen::Index rows, Eigen::Index columns)
{
    return {numbers, rows, columns, Eigen::OuterStride<>(columns)};
}

template <typename Number>
RowsView<Number> matrixAt(Number *numbers, Eigen::Index rows, Eigen::Index columns)
{
    return {numbers, rows, columns, Eigen::OuterStride<>(columns)};
}

/// Puts zeros, or in each row the mean of those that are not masked, in the place of one sentence's rows. On the way
/// back, rows that the mean read share the derivative of all rows, and the others have none.
template <typename Number>
void replace(RowsView<Number> rows, Replacement replacement, const std::vector<int> &masked, bool isBack)
{
    switch (replacement) {
    case Replacement::Uniform:
        return;
    case Replacement::Zero:
        rows.setZero();
        return;
    case Replacement::Mean:
        break;
    }
    std::vector<bool> isMasked(static_cast<std::size_t>(rows.rows()), false);
    for (const int position : masked)
        isMasked[std::size_t(position)] = true;
    const auto counted = Eigen::Index(std::count(isMasked.begin(), isMasked.end(), false));
    Eigen::Matrix<Number, 1, Eigen::Dynamic> mean = Eigen::Matrix<Number, 1, Eigen::Dynamic>::Zero(rows.cols());
    for (Eigen::Index i = 0; i < rows.rows(); ++i)
        if (isBack || !isMasked[std::size_t(i)])
            mean += rows.row(i);
    if (counted > 0)
        mean /= Number(counted);
    for (Eigen::Index i = 0; i < rows.rows(); ++i)
        if (isBack && isMasked[std::size_t(i)])
            rows.row(i).setZero();
        else
            rows.row(i) = mean;
}

int rowsAsked(const TrainingSentence &sentence, bool isTarget)
{
    return int((isTarget ? sentence.target : sentence.source).size());
}

} // namespace

// The way forward

template <typename Number>
void NetworkPass<Number>::checkSide(const StackPlan &plan, const Side &side) const
{
    for (std::size_t sentence = 0; sentence + 1 < side.starts.size(); ++sentence) {
        const Eigen::Index length = side.length(sentence);
        if (length == 0)
            throw InputError(Message::tr("a sentence to learn from has no token"));
        if (plan.positions && length > plan.positionRows)
            throw InputError(Message::tr("a sentence has %1 tokens, but the table of positions has %2 rows",
                                         {std::to_string(length), std::to_string(plan.positionRows)}));
        for (const int position : *side.masked[sentence])
            if (position < 0 || position >= length)
                throw InputError(Message::tr("the masked position %1 lies outside the %2 tokens, which count from 0",
                                             {std::to_string(position), std::to_string(length)}));
    }
    for (const int token : side.tokens)
        if (token < 0 || token >= m_network->vocabulary)
            throw InputError(Message::tr("token %1 lies outside the vocabulary of %2 tokens, which count from 0",
                                         {std::to_string(token), std::to_string(m_network->vocabulary)}));
    for (const int type : side.types)
        if (type < 0 || type >= m_config->tokenTypes)
            throw InputError(Message::tr("a token is of type %1, but the model has %2 token types",
                                         {std::to_string(type), std::to_string(m_config->tokenTypes)}));
}

template <typename Number>
void NetworkPass<Number>::readSide(const StackPlan &plan, std::span<const TrainingSentence *const> sentences,
                                   bool isTarget, Side &side)
{
    side.starts.assign(1, 0);
    side.tokens.clear();
    side.types.clear();
    side.masked.clear();
    for (const TrainingSentence *sentence : sentences) {
        const std::vector<int> &tokens = isTarget ? sentence->target : sentence->source;
        side.tokens.insert(side.tokens.end(), tokens.begin(), tokens.end());
        side.masked.push_back(isTarget ? &sentence->maskedTarget : &sentence->masked);
        side.starts.push_back(Eigen::Index(side.tokens.size()));
        if (m_config->tokenTypes == 0)
            continue;
        if (!isTarget && sentence->types.size() == tokens.size())
            side.types.insert(side.types.end(), sentence->types.begin(), sentence->types.end());
        else
            side.types.resize(side.tokens.size(), 0);
    }
    checkSide(plan, side);
}

template <typename Number>
void NetworkPass<Number>::forward(const Number *weights, std::span<const TrainingSentence *const> sentences,
                                  const DropoutRule &dropout)
{
    m_weights = weights;
    m_dropout = dropout;
    m_seed.reset();
    m_states.resize(m_network->stacks.size());
    for (std::size_t i = 0; i < m_states.size(); ++i) {
        const StackPlan &plan = m_network->stacks[i];
        readSide(plan, sentences, i > 0, m_states[i].side);
        enter(plan, m_states[i]);
        runStack(plan, m_states[i]);
    }
    readOut(sentences);
}

template <typename Number>
void NetworkPass<Number>::enter(const StackPlan &plan, StackState &state)
{
    const Side &side = state.side;
    const Eigen::Index width = m_config->dModel;
    Rows<Number> &entered = state.entered;
    entered.resize(side.rows(), width);
    const Number scale = m_config->embeddingScale ? std::sqrt(Number(width)) : Number(1);
    const ConstView<Number> embedding = matrixAt(m_weights + m_network->embedding, m_network->vocabulary, width);
    for (Eigen::Index row = 0; row < side.rows(); ++row)
        entered.all().row(row) = embedding.row(side.tokens[std::size_t(row)]) * scale;
    Eigen::Index longest = 0;
    for (std::size_t sentence = 0; sentence + 1 < side.starts.size(); ++sentence)
        longest = std::max(longest, side.length(sentence));
    if (addsPositions(m_config->position) && !plan.positions && m_positions.rows() < longest) {
        m_positions.resize(longest, width);
        const bool isHalves = m_config->position == Position::SinusoidalHalves;
        m_positions.all() =
            (isHalves ? sinusoidalHalves(int(longest), int(width)) : sinusoidalPositions(int(longest), int(width)))
                .template cast<Number>();
    }
    if (addsPositions(m_config->position)) {
        const ConstView<Number> positions =
            plan.positions ? matrixAt(m_weights + *plan.positions, plan.positionRows, width) : read(m_positions);
        for (std::size_t sentence = 0; sentence + 1 < side.starts.size(); ++sentence)
            entered.part(side.starts[sentence], side.length(sentence), 0, width) +=
                positions.topRows(side.length(sentence));
    }
    if (m_network->tokenTypes) {
        const ConstView<Number> types = matrixAt(m_weights + *m_network->tokenTypes, m_config->tokenTypes, width);
        for (Eigen::Index row = 0; row < side.rows(); ++row)
            entered.all().row(row) += types.row(side.types[std::size_t(row)]);
    }
    state.streams.resize(plan.sublayers.size() + 1);
    Rows<Number> &stream = state.streams.front();
    if (plan.embeddingNorm) {
        norm(*plan.embeddingNorm, read(entered), stream);
    } else {
        stream.resize(side.rows(), width);
        stream.all() = entered.all();
    }
    dropRows(side, DroppedPart::EmbeddedTokens, {plan.stack, 0, SublayerKind::SelfAttention}, stream);
}

template <typename Number>
void NetworkPass<Number>::runStack(const StackPlan &plan, StackState &state)
{
    state.kept.resize(plan.sublayers.size());
    for (std::size_t index = 0; index < plan.sublayers.size(); ++index)
        runSublayer(plan, state, index);
    const Rows<Number> &last = state.streams.back();
    if (plan.finalNorm) {
        norm(*plan.finalNorm, read(last), state.output);
    } else {
        state.output.resize(last.rows(), last.columns());
        state.output.all() = last.all();
    }
}

template <typename Number>
void NetworkPass<Number>::runSublayer(const StackPlan &plan, StackState &state, std::size_t index)
{
    const SublayerPlan &sublayer = plan.sublayers[index];
    Kept &kept = state.kept[index];
    const Rows<Number> &x = state.streams[index];
    Rows<Number> &stream = state.streams[index + 1];
    if (m_config->norm == Norm::Pre)
        norm(*sublayer.norm, read(x), kept.input);
    const ConstView<Number> input = m_config->norm == Norm::Pre ? read(kept.input) : read(x);
    Rows<Number> &out = m_config->norm == Norm::Post ? kept.sum : stream;
    if (sublayer.sublayer.kind == SublayerKind::FeedForward) {
        runFeedForward(sublayer, input, kept);
        linear(sublayer.second, read(m_config->gated ? kept.gated : kept.active), out);
    } else {
        runAttention(sublayer, state.side, input, kept);
        if (sublayer.o) {
            linear(*sublayer.o, read(kept.joined), out);
        } else {
            out.resize(kept.joined.rows(), kept.joined.columns());
            out.all() = kept.joined.all();
        }
    }
    replaceRows(state.side, sublayer.replacement, out);
    dropRows(state.side, DroppedPart::SublayerOutput, sublayer.sublayer, out);
    if (m_config->residual)
        out.all() += x.all();
    if (m_config->norm == Norm::Post)
        norm(*sublayer.norm, read(kept.sum), stream);
}

template <typename Number>
const typename NetworkPass<Number>::Side &NetworkPass<Number>::keysOf(const SublayerPlan &plan, const Side &side) const
{
    return plan.sublayer.kind == SublayerKind::CrossAttention ? m_states.front().side : side;
}

template <typename Number>
void NetworkPass<Number>::runAttention(const SublayerPlan &plan, const Side &side, ConstView<Number> input, Kept &kept)
{
    const bool crosses = plan.sublayer.kind == SublayerKind::CrossAttention;
    const ConstView<Number> keys = crosses ? read(m_states.front().output) : input;
    linear(plan.q, input, kept.q);
    linear(plan.k, keys, kept.k);
    linear(plan.v, keys, kept.v);
    if (plan.rotates) {
        rotate(side, false, kept.q);
        rotate(side, false, kept.k);
    }
    runHeads(plan, side, kept);
}

template <typename Number>
HeadRule<Number> NetworkPass<Number>::ruleOf(const SublayerPlan &plan, std::size_t head,
                                             const std::vector<int> *masked) const
{
    HeadRule<Number> rule;
    rule.score = m_config->score;
    if (plan.additive)
        rule.additive = m_weights + *plan.additive + head * std::size_t(m_config->dKey);
    rule.factor = (isScaled(m_config->score) ? 1 / std::sqrt(Number(m_config->dKey)) : Number(1)) /
                  Number(plan.heads[head].temperature);
    rule.isCausal = plan.mask == Mask::Causal;
    rule.isUniform = plan.heads[head].replacement == Replacement::Uniform;
    rule.masked = masked;
    return rule;
}

template <typename Number>
void NetworkPass<Number>::runHeads(const SublayerPlan &plan, const Side &side, Kept &kept)
{
    const Side &keySide = keysOf(plan, side);
    const Eigen::Index dKey = m_config->dKey;
    const Eigen::Index dValue = m_config->dValue;
    const std::size_t sentences = side.starts.size() - 1;
    kept.places.clear();
    std::size_t size = 0;
    for (std::size_t sentence = 0; sentence < sentences; ++sentence) {
        kept.places.push_back(size);
        size += plan.heads.size() * std::size_t(side.length(sentence) * keySide.length(sentence));
    }
    kept.weights.resize(size);
    kept.dropped.resize(m_dropout.rate > 0 ? size : 0);
    kept.joined.resize(side.rows(), Eigen::Index(plan.heads.size()) * dValue);
    for (std::size_t head = 0; head < plan.heads.size(); ++head) {
        const Eigen::Index keyHead = plan.heads[head].keyHead;
        HeadRule<Number> rule = ruleOf(plan, head, nullptr);
        for (std::size_t sentence = 0; sentence < sentences; ++sentence) {
            const Eigen::Index n = side.length(sentence);
            const Eigen::Index m = keySide.length(sentence);
            const Eigen::Index first = keySide.starts[sentence];
            rule.masked = keySide.masked[sentence];
            const std::size_t place = kept.places[sentence] + head * std::size_t(n * m);
            const RowsView<Number> weights = matrixAt(kept.weights.data() + place, n, m);
            headForward<Number>(std::as_const(kept.q).part(side.starts[sentence], n, Eigen::Index(head) * dKey, dKey),
                                std::as_const(kept.k).part(first, m, keyHead * dKey, dKey), rule, weights);
            ConstView<Number> read = matrixAt(std::as_const(kept.weights).data() + place, n, m);
            if (m_dropout.rate > 0) {
                const RowsView<Number> dropped = matrixAt(kept.dropped.data() + place, n, m);
                std::copy_n(weights.data(), n * m, kept.dropped.data() + place);
                applyDropout(
                    DropoutMask(m_dropout.rate, {m_dropout.seed, m_dropout.step, m_dropout.firstSentence + sentence,
                                                 DroppedPart::AttentionWeights, plan.sublayer, int(head)}),
                    dropped);
                new (&read) ConstView<Number>(matrixAt(std::as_const(kept.dropped).data() + place, n, m));
            }
            RowsView<Number> output = kept.joined.part(side.starts[sentence], n, Eigen::Index(head) * dValue, dValue);
            multiplyInto(output, read, std::as_const(kept.v).part(first, m, keyHead * dValue, dValue));
            if (plan.heads[head].replacement)
                replace(output, *plan.heads[head].replacement, *side.masked[sentence], false);
        }
    }
}

template <typename Number>
void NetworkPass<Number>::runFeedForward(const SublayerPlan &plan, ConstView<Number> input, Kept &kept)
{
    linear(plan.first, input, kept.hidden);
    kept.active.resize(kept.hidden.rows(), kept.hidden.columns());
    activationForward(read(kept.hidden), m_config->activation, kept.active.all());
    if (!plan.gate)
        return;
    linear(*plan.gate, input, kept.gate);
    kept.gated.resize(kept.hidden.rows(), kept.hidden.columns());
    kept.gated.all() = kept.active.all().cwiseProduct(kept.gate.all());
}

template <typename Number>
void NetworkPass<Number>::readOut(std::span<const TrainingSentence *const> sentences)
{
    const StackState &last = m_states.back();
    const bool isTarget = m_states.size() > 1;
    m_asked.clear();
    m_right.clear();
    for (std::size_t sentence = 0; sentence < sentences.size(); ++sentence) {
        const std::vector<int> &asked = sentences[sentence]->asked;
        if (int(asked.size()) > rowsAsked(*sentences[sentence], isTarget))
            throw InputError(
                Message::tr("%1 tokens are asked of a sentence of %2",
                            {std::to_string(asked.size()), std::to_string(rowsAsked(*sentences[sentence], isTarget))}));
        for (std::size_t i = 0; i < asked.size(); ++i) {
            if (asked[i] == notAsked)
                continue;
            if (asked[i] < 0 || asked[i] >= m_network->vocabulary)
                throw InputError(Message::tr("token %1 lies outside the vocabulary of %2 tokens, which count from 0",
                                             {std::to_string(asked[i]), std::to_string(m_network->vocabulary)}));
            m_asked.push_back(last.side.starts[sentence] + Eigen::Index(i));
            m_right.push_back(asked[i]);
        }
    }
    m_read.resize(Eigen::Index(m_asked.size()), last.output.columns());
    for (std::size_t i = 0; i < m_asked.size(); ++i)
        std::copy_n(last.output.row(m_asked[i]), last.output.columns(), m_read.row(Eigen::Index(i)));
    if (m_network->transform) {
        linear(*m_network->transform, read(m_read), m_transformed);
        m_active.resize(m_transformed.rows(), m_transformed.columns());
        activationForward(read(m_transformed), m_config->activation, m_active.all());
        norm(*m_network->outputNorm, read(m_active), m_normed);
    }
    const ConstView<Number> x = m_network->transform ? read(m_normed) : read(m_read);
    if (!m_network->isTied) {
        linear(m_network->output, x, m_logits);
        return;
    }
    m_logits.resize(x.rows(), m_network->vocabulary);
    multiplyTransposedInto(m_logits.all(), x,
                           matrixAt(m_weights + m_network->embedding, m_network->vocabulary, m_config->dModel),
                           m_weights + *m_network->output.bias);
}

template <typename Number>
std::vector<int> NetworkPass<Number>::answers() const
{
    std::vector<int> likeliest;
    for (Eigen::Index i = 0; i < m_logits.rows(); ++i) {
        const Number *row = m_logits.row(i);
        likeliest.push_back(int(std::max_element(row, row + m_logits.columns()) - row));
    }
    return likeliest;
}

template <typename Number>
ConstView<Number> NetworkPass<Number>::attention(const AttentionPlace &place, int head, int sentence) const
{
    const Sublayer wanted = sublayerOf(place);
    for (std::size_t i = 0; i < m_states.size(); ++i)
        for (std::size_t index = 0; index < m_states[i].kept.size(); ++index) {
            const SublayerPlan &plan = m_network->stacks[i].sublayers[index];
            if (plan.sublayer != wanted)
                continue;
            const Eigen::Index n = m_states[i].side.length(std::size_t(sentence));
            const Eigen::Index m = keysOf(plan, m_states[i].side).length(std::size_t(sentence));
            const Kept &kept = m_states[i].kept[index];
            return matrixAt(kept.weights.data() + kept.places[std::size_t(sentence)] + std::size_t(head * n * m), n, m);
        }
    throw ShapeError(Message::tr("the model has no %1", {sublayerName(wanted)}));
}

template <typename Number>
double NetworkPass<Number>::loss(double smoothing, double weight)
{
    double sum = 0;
    for (Eigen::Index i = 0; i < m_logits.rows(); ++i)
        sum += crossEntropy(m_logits.row(i), m_logits.columns(), m_right[std::size_t(i)], smoothing, weight);
    return sum;
}

// The way back

template <typename Number>
void NetworkPass<Number>::backward(Number *gradient)
{
    m_seed.reset();
    backwardReadOut(gradient);
    backwardStreams(gradient);
}

template <typename Number>
void NetworkPass<Number>::backwardFromScore(const ScorePlace &score, Number *gradient)
{
    m_seed = score;
    const StackState &last = m_states.back();
    m_dStream.setZero(last.output.rows(), last.output.columns());
    backwardStreams(gradient);
}

/// From m_dStream, the derivative by the last stack's output.
template <typename Number>
void NetworkPass<Number>::backwardStreams(Number *gradient)
{
    if (m_states.size() > 1)
        m_dEncoder.setZero(m_states.front().output.rows(), m_states.front().output.columns());
    backwardStack(m_network->stacks.back(), m_states.back(), gradient);
    if (m_states.size() < 2)
        return;
    std::swap(m_dStream, m_dEncoder);
    backwardStack(m_network->stacks.front(), m_states.front(), gradient);
}

template <typename Number>
void NetworkPass<Number>::backwardReadOut(Number *gradient)
{
    const Eigen::Index width = m_config->dModel;
    const ConstView<Number> x = m_network->transform ? read(m_normed) : read(m_read);
    m_dLogitsInput.setZero(x.rows(), x.cols());
    if (m_network->isTied) {
        const ConstView<Number> embedding = matrixAt(m_weights + m_network->embedding, m_network->vocabulary, width);
        multiplyInto(m_dLogitsInput.all(), read(m_logits), embedding);
        addTransposedProduct(matrixAt(gradient + m_network->embedding, m_network->vocabulary, width), read(m_logits),
                             x);
        matrixAt(gradient + *m_network->output.bias, 1, m_network->vocabulary) += m_logits.all().colwise().sum();
    } else {
        backwardLinear(m_network->output, x, read(m_logits), &m_dLogitsInput, gradient);
    }
    if (m_network->transform) {
        m_dNormed.setZero(x.rows(), x.cols());
        backwardNorm(*m_network->outputNorm, read(m_active), read(m_dLogitsInput), m_dNormed.all(), gradient);
        activationBackward(read(m_transformed), m_config->activation, m_dNormed.all());
        m_dLogitsInput.setZero(x.rows(), x.cols());
        backwardLinear(*m_network->transform, read(m_read), read(m_dNormed), &m_dLogitsInput, gradient);
    }
    const StackState &last = m_states.back();
    m_dStream.setZero(last.output.rows(), last.output.columns());
    for (std::size_t i = 0; i < m_asked.size(); ++i)
        m_dStream.all().row(m_asked[i]) = m_dLogitsInput.all().row(Eigen::Index(i));
}

/// From m_dStream, the derivative by the stack's output, to the parameters.
template <typename Number>
void NetworkPass<Number>::backwardStack(const StackPlan &plan, StackState &state, Number *gradient)
{
    if (plan.finalNorm) {
        m_dOut.setZero(m_dStream.rows(), m_dStream.columns());
        backwardNorm(*plan.finalNorm, read(state.streams.back()), read(m_dStream), m_dOut.all(), gradient);
        std::swap(m_dStream, m_dOut);
    }
    for (std::size_t index = plan.sublayers.size(); index-- > 0;)
        backwardSublayer(plan, state, index, gradient);
    backwardEntry(plan, state, gradient);
}

/// m_dStream becomes the derivative by what the sublayer read.
template <typename Number>
void NetworkPass<Number>::backwardSublayer(const StackPlan &plan, StackState &state, std::size_t index,
                                           Number *gradient)
{
    const SublayerPlan &sublayer = plan.sublayers[index];
    Kept &kept = state.kept[index];
    const Rows<Number> &x = state.streams[index];
    if (m_config->norm == Norm::Post) {
        m_dOut.setZero(kept.sum.rows(), kept.sum.columns());
        backwardNorm(*sublayer.norm, read(kept.sum), read(m_dStream), m_dOut.all(), gradient);
        std::swap(m_dStream, m_dOut);
    }
    m_dOut.resize(m_dStream.rows(), m_dStream.columns());
    m_dOut.all() = m_dStream.all();
    dropRows(state.side, DroppedPart::SublayerOutput, sublayer.sublayer, m_dOut);
    if (sublayer.replacement)
        for (std::size_t sentence = 0; sentence + 1 < state.side.starts.size(); ++sentence)
            replace(m_dOut.part(state.side.starts[sentence], state.side.length(sentence), 0, m_dOut.columns()),
                    *sublayer.replacement, *state.side.masked[sentence], true);
    const ConstView<Number> input = m_config->norm == Norm::Pre ? read(kept.input) : read(x);
    m_dInput.setZero(x.rows(), x.columns());
    if (sublayer.sublayer.kind == SublayerKind::FeedForward)
        backwardFeedForward(sublayer, input, kept, gradient);
    else
        backwardAttention(sublayer, state.side, input, kept, gradient);
    if (!m_config->residual)
        m_dStream.setZero(x.rows(), x.columns());
    if (m_config->norm == Norm::Pre)
        backwardNorm(*sublayer.norm, read(x), read(m_dInput), m_dStream.all(), gradient);
    else
        m_dStream.all() += m_dInput.all();
}

/// From m_dOut to m_dInput.
template <typename Number>
void NetworkPass<Number>::backwardFeedForward(const SublayerPlan &plan, ConstView<Number> input, Kept &kept,
                                              Number *gradient)
{
    m_dHidden.setZero(kept.hidden.rows(), kept.hidden.columns());
    backwardLinear(plan.second, read(plan.gate ? kept.gated : kept.active), read(m_dOut), &m_dHidden, gradient);
    if (plan.gate) {
        m_dGate.resize(kept.gate.rows(), kept.gate.columns());
        m_dGate.all() = m_dHidden.all().cwiseProduct(kept.active.all());
        m_dHidden.all().array() *= kept.gate.all().array();
        backwardLinear(*plan.gate, input, read(m_dGate), &m_dInput, gradient);
    }
    activationBackward(read(kept.hidden), m_config->activation, m_dHidden.all());
    backwardLinear(plan.first, input, read(m_dHidden), &m_dInput, gradient);
}

/// From m_dOut to m_dInput and, of a cross-attention, m_dEncoder.
template <typename Number>
void NetworkPass<Number>::backwardAttention(const SublayerPlan &plan, const Side &side, ConstView<Number> input,
                                            Kept &kept, Number *gradient)
{
    const bool crosses = plan.sublayer.kind == SublayerKind::CrossAttention;
    m_dJoined.setZero(kept.joined.rows(), kept.joined.columns());
    if (plan.o)
        backwardLinear(*plan.o, read(kept.joined), read(m_dOut), &m_dJoined, gradient);
    else
        m_dJoined.all() = m_dOut.all();
    m_dQ.setZero(kept.q.rows(), kept.q.columns());
    m_dK.setZero(kept.k.rows(), kept.k.columns());
    m_dV.setZero(kept.v.rows(), kept.v.columns());
    backwardHeads(plan, side, kept, gradient);
    if (plan.rotates) {
        rotate(side, true, m_dQ);
        rotate(side, true, m_dK);
    }
    const ConstView<Number> keys = crosses ? read(m_states.front().output) : input;
    Rows<Number> &dKeys = crosses ? m_dEncoder : m_dInput;
    backwardLinear(plan.q, input, read(m_dQ), &m_dInput, gradient);
    backwardLinear(plan.k, keys, read(m_dK), &dKeys, gradient);
    backwardLinear(plan.v, keys, read(m_dV), &dKeys, gradient);
}

template <typename Number>
std::optional<std::size_t> NetworkPass<Number>::seedAt(const SublayerPlan &plan, std::size_t sentence, std::size_t head,
                                                       Eigen::Index keys) const
{
    if (!m_seed || sublayerOf(m_seed->attention) != plan.sublayer || m_seed->sentence != int(sentence) ||
        m_seed->head != int(head))
        return std::nullopt;
    return std::size_t(m_seed->query * keys + m_seed->key);
}

/// From m_dJoined to m_dQ, m_dK and m_dV.
template <typename Number>
void NetworkPass<Number>::backwardHeads(const SublayerPlan &plan, const Side &side, Kept &kept, Number *gradient)
{
    const Side &keySide = keysOf(plan, side);
    const Eigen::Index dKey = m_config->dKey;
    const Eigen::Index dValue = m_config->dValue;
    for (std::size_t head = 0; head < plan.heads.size(); ++head) {
        const Eigen::Index keyHead = plan.heads[head].keyHead;
        HeadRule<Number> rule = ruleOf(plan, head, nullptr);
        for (std::size_t sentence = 0; sentence + 1 < side.starts.size(); ++sentence) {
            const Eigen::Index n = side.length(sentence);
            const Eigen::Index m = keySide.length(sentence);
            const Eigen::Index start = side.starts[sentence];
            const Eigen::Index first = keySide.starts[sentence];
            rule.masked = keySide.masked[sentence];
            const RowsView<Number> dOutput = m_dJoined.part(start, n, Eigen::Index(head) * dValue, dValue);
            if (plan.heads[head].replacement)
                replace(dOutput, *plan.heads[head].replacement, *side.masked[sentence], true);
            const ConstView<Number> d = std::as_const(m_dJoined).part(start, n, Eigen::Index(head) * dValue, dValue);
            const std::size_t place = kept.places[sentence] + head * std::size_t(n * m);
            const ConstView<Number> weights = matrixAt(std::as_const(kept.weights).data() + place, n, m);
            const ConstView<Number> used =
                kept.dropped.empty() ? weights : matrixAt(std::as_const(kept.dropped).data() + place, n, m);
            addTransposedProduct(m_dV.part(first, m, keyHead * dValue, dValue), used, d);
            m_dScores.resize(std::max(m_dScores.size(), std::size_t(n * m)));
            const RowsView<Number> dScores = matrixAt(m_dScores.data(), n, m);
            multiplyTransposedInto(dScores, d, std::as_const(kept.v).part(first, m, keyHead * dValue, dValue));
            if (m_dropout.rate > 0)
                applyDropout(
                    DropoutMask(m_dropout.rate, {m_dropout.seed, m_dropout.step, m_dropout.firstSentence + sentence,
                                                 DroppedPart::AttentionWeights, plan.sublayer, int(head)}),
                    dScores);
            softmaxBackward(weights, rule, dScores);
            if (const auto seed = seedAt(plan, sentence, head, m))
                m_dScores[*seed] += 1;
            scoreBackward<Number>(std::as_const(kept.q).part(start, n, Eigen::Index(head) * dKey, dKey),
                                  std::as_const(kept.k).part(first, m, keyHead * dKey, dKey), rule,
                                  matrixAt(std::as_const(m_dScores).data(), n, m),
                                  {m_dQ.part(start, n, Eigen::Index(head) * dKey, dKey),
                                   m_dK.part(first, m, keyHead * dKey, dKey),
                                   plan.additive ? gradient + *plan.additive + head * std::size_t(dKey) : nullptr});
        }
    }
}

/// From m_dStream.
template <typename Number>
void NetworkPass<Number>::backwardEntry(const StackPlan &plan, StackState &state, Number *gradient)
{
    const Side &side = state.side;
    const Eigen::Index width = m_config->dModel;
    dropRows(side, DroppedPart::EmbeddedTokens, {plan.stack, 0, SublayerKind::SelfAttention}, m_dStream);
    if (plan.embeddingNorm) {
        m_dOut.setZero(side.rows(), width);
        backwardNorm(*plan.embeddingNorm, read(state.entered), read(m_dStream), m_dOut.all(), gradient);
        std::swap(m_dStream, m_dOut);
    }
    const Number scale = m_config->embeddingScale ? std::sqrt(Number(width)) : Number(1);
    const RowsView<Number> d = m_dStream.all();
    for (Eigen::Index row = 0; row < side.rows(); ++row) {
        Eigen::Map<Eigen::Matrix<Number, 1, Eigen::Dynamic>>(
            gradient + m_network->embedding + std::size_t(side.tokens[std::size_t(row)] * width), width) +=
            d.row(row) * scale;
        if (m_network->tokenTypes)
            Eigen::Map<Eigen::Matrix<Number, 1, Eigen::Dynamic>>(
                gradient + *m_network->tokenTypes + std::size_t(side.types[std::size_t(row)] * width), width) +=
                d.row(row);
    }
    for (std::size_t sentence = 0; plan.positions && sentence + 1 < side.starts.size(); ++sentence)
        matrixAt(gradient + *plan.positions, side.length(sentence), width) +=
            m_dStream.part(side.starts[sentence], side.length(sentence), 0, width);
}

// What both ways are made of

template <typename Number>
void NetworkPass<Number>::linear(const LinearPlan &plan, ConstView<Number> x, Rows<Number> &result) const
{
    result.resize(x.rows(), plan.outputs);
    multiplyInto(result.all(), x, matrixAt(m_weights + plan.weight, plan.inputs, plan.outputs),
                 plan.bias ? m_weights + *plan.bias : nullptr);
}

template <typename Number>
void NetworkPass<Number>::backwardLinear(const LinearPlan &plan, ConstView<Number> x, ConstView<Number> d,
                                         Rows<Number> *dx, Number *gradient)
{
    addTransposedProduct(matrixAt(gradient + plan.weight, plan.inputs, plan.outputs), x, d);
    if (plan.bias)
        matrixAt(gradient + *plan.bias, 1, plan.outputs) += d.colwise().sum();
    if (!dx)
        return;
    m_product.resize(x.rows(), x.cols());
    multiplyTransposedInto(m_product.all(), d, matrixAt(m_weights + plan.weight, plan.inputs, plan.outputs));
    dx->all() += m_product.all();
}

template <typename Number>
void NetworkPass<Number>::norm(const NormPlan &plan, ConstView<Number> x, Rows<Number> &result) const
{
    result.resize(x.rows(), x.cols());
    normForward<Number>(x,
                        {m_weights + plan.gain, plan.bias ? m_weights + *plan.bias : nullptr, m_config->normEpsilon,
                         m_config->normKind},
                        result.all());
}

template <typename Number>
void NetworkPass<Number>::backwardNorm(const NormPlan &plan, ConstView<Number> x, ConstView<Number> d,
                                       RowsView<Number> dx, Number *gradient) const
{
    normBackward<Number>(x,
                         {m_weights + plan.gain, plan.bias ? m_weights + *plan.bias : nullptr, m_config->normEpsilon,
                          m_config->normKind},
                         d, dx, gradient + plan.gain, plan.bias ? gradient + *plan.bias : nullptr);
}

template <typename Number>
void NetworkPass<Number>::dropRows(const Side &side, DroppedPart part, const Sublayer &sublayer,
                                   Rows<Number> &rows) const
{
    if (m_dropout.rate == 0)
        return;
    for (std::size_t sentence = 0; sentence + 1 < side.starts.size(); ++sentence)
        applyDropout(DropoutMask(m_dropout.rate,
                                 {m_dropout.seed, m_dropout.step, m_dropout.firstSentence + sentence, part, sublayer}),
                     rows.part(side.starts[sentence], side.length(sentence), 0, rows.columns()));
}

template <typename Number>
void NetworkPass<Number>::replaceRows(const Side &side, const std::optional<Replacement> &replacement,
                                      Rows<Number> &rows) const
{
    if (!replacement)
        return;
    for (std::size_t sentence = 0; sentence + 1 < side.starts.size(); ++sentence)
        replace(rows.part(side.starts[sentence], side.length(sentence), 0, rows.columns()), *replacement,
                *side.masked[sentence], false);
}

/// The way back is the rotation by the opposite angle: its transpose.
template <typename Number>
void NetworkPass<Number>::rotate(const Side &side, bool isBack, Rows<Number> &rows)
{
    const Eigen::Index dKey = m_config->dKey;
    const Eigen::Index half = dKey / 2;
    Eigen::Index longest = 0;
    for (std::size_t sentence = 0; sentence + 1 < side.starts.size(); ++sentence)
        longest = std::max(longest, side.length(sentence));
    if (m_rotations.rows() < longest) {
        m_rotations.resize(longest, dKey);
        for (Eigen::Index position = 0; position < longest; ++position)
            for (Eigen::Index column = 0; column < half; ++column) {
                const Rotation rotation = rotationOf(int(position), int(column), int(dKey), m_config->ropeTheta);
                m_rotations.row(position)[column] = Number(rotation.cosine);
                m_rotations.row(position)[column + half] = Number(rotation.sine);
            }
    }
    for (std::size_t sentence = 0; sentence + 1 < side.starts.size(); ++sentence)
        for (Eigen::Index position = 0; position < side.length(sentence); ++position) {
            const Number *rotation = m_rotations.row(position);
            Number *row = rows.row(side.starts[sentence] + position);
            for (Eigen::Index first = 0; first < rows.columns(); first += dKey)
                for (Eigen::Index column = 0; column < half; ++column) {
                    const Number sine = isBack ? -rotation[column + half] : rotation[column + half];
                    const Number a = row[first + column];
                    const Number b = row[first + column + half];
                    row[first + column] = a * rotation[column] - b * sine;
                    row[first + column + half] = b * rotation[column] + a * sine;
                }
        }
}

template class NetworkPass<float>;
template class NetworkPass<double>;

} // namespace regard
