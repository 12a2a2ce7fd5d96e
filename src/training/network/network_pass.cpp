#include "training/network/network_pass.h"

#include <utility>

#include "engine/pass/stream.h"
#include "training/network/network_rows.h"
#include "training/network/row_replacement.h"

namespace regard {

template <typename Number>
void NetworkPass<Number>::forward(const Number *weights, std::span<const TrainingSentence *const> sentences,
                                  const DropoutRule &dropout)
{
    m_weights = weights;
    m_embedding = m_network->embedding ? weights + *m_network->embedding
                                       : fixedNumbers(*m_network->fixedEmbedding, m_convertedEmbedding);
    if (m_network->fixedOutput)
        m_fixedOutput = fixedNumbers(*m_network->fixedOutput, m_convertedOutput);
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
void NetworkPass<Number>::runStack(const StackPlan &plan, StackState &state)
{
    state.kept.resize(plan.sublayers.size());
    if (plan.isRecurrent()) {
        runRecurrent(plan, state);
        return;
    }
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
    const Rows<Number> &begun = state.streams[readBy(plan, index)];
    Rows<Number> &stream = state.streams[index + 1];
    if (m_config->norm == Norm::Pre)
        norm(*sublayer.norm, read(begun), kept.input);
    const ConstView<Number> input = m_config->norm == Norm::Pre ? read(kept.input) : read(begun);
    const bool normsOutput = m_config->norm == Norm::Output;
    Rows<Number> &out = m_config->norm == Norm::Post || normsOutput ? kept.sum : stream;
    if (sublayer.sublayer.kind == SublayerKind::FeedForward) {
        runFeedForward(sublayer, input, kept);
        linear(sublayer.second, read(m_config->gated ? kept.gated : kept.active), out);
    } else {
        runAttention(sublayer, state.side, input, kept);
        project(sublayer, kept, out);
    }
    replaceRows(state.side, sublayer.replacement, out);
    if (normsOutput)
        norm(*sublayer.norm, read(kept.sum), stream);
    Rows<Number> &added = normsOutput ? stream : out;
    dropRows(state.side, DroppedPart::SublayerOutput, sublayer.sublayer, added);
    if (m_config->residual)
        added.all() = added.all() * Number(m_config->residualMultiplier) + x.all();
    if (m_config->norm == Norm::Post)
        norm(*sublayer.norm, read(kept.sum), stream);
}

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

/// Goes back from m_dStream, the derivative by the last stack's output.
template <typename Number>
void NetworkPass<Number>::backwardStreams(Number *gradient)
{
    if (m_states.size() > 1) {
        const std::vector<ChainPlan> &chains = m_network->stacks.front().chains;
        m_dEncoder.setZero(m_states.front().output.rows(), m_states.front().output.columns());
        m_dLast.resize(chains.size());
        for (std::size_t i = 0; i < chains.size(); ++i)
            m_dLast[i].setZero(Eigen::Index(m_states.front().order.sentences()), chains[i].carried());
    }
    backwardStack(m_network->stacks.back(), m_states.back(), gradient);
    if (m_states.size() < 2)
        return;
    std::swap(m_dStream, m_dEncoder);
    backwardStack(m_network->stacks.front(), m_states.front(), gradient);
}

/// Goes from m_dStream, the derivative by the stack's output, to the parameters.
template <typename Number>
void NetworkPass<Number>::backwardStack(const StackPlan &plan, StackState &state, Number *gradient)
{
    if (plan.isRecurrent()) {
        backwardRecurrent(plan, state, gradient);
        backwardEntry(plan, state, gradient);
        return;
    }
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
    m_dOut.all() = m_dStream.all() * Number(m_config->residual ? m_config->residualMultiplier : 1);
    dropRows(state.side, DroppedPart::SublayerOutput, sublayer.sublayer, m_dOut);
    if (m_config->norm == Norm::Output) {
        m_dNormed.setZero(kept.sum.rows(), kept.sum.columns());
        backwardNorm(*sublayer.norm, read(kept.sum), read(m_dOut), m_dNormed.all(), gradient);
        std::swap(m_dOut, m_dNormed);
    }
    replaceRows(state.side, sublayer.replacement, m_dOut, true);
    const Rows<Number> &begun = state.streams[readBy(plan, index)];
    const ConstView<Number> input = m_config->norm == Norm::Pre ? read(kept.input) : read(begun);
    m_dInput.setZero(x.rows(), x.columns());
    if (sublayer.sublayer.kind == SublayerKind::FeedForward)
        backwardFeedForward(sublayer, input, kept, gradient);
    else
        backwardAttention(sublayer, state.side, input, kept, gradient);
    if (!m_config->residual)
        m_dStream.setZero(x.rows(), x.columns());
    const bool isBeside = isParallel(*m_config, sublayer.sublayer);
    if (isBeside)
        m_dBegun.setZero(x.rows(), x.columns());
    Rows<Number> &d = isBeside ? m_dBegun : m_dStream;
    if (m_config->norm == Norm::Pre)
        backwardNorm(*sublayer.norm, read(begun), read(m_dInput), d.all(), gradient);
    else
        d.all() += m_dInput.all();
    if (m_config->parallelResidual && sublayer.sublayer.kind == SublayerKind::SelfAttention && m_dBegun.rows() > 0) {
        m_dStream.all() += m_dBegun.all();
        m_dBegun.resize(0, 0);
    }
}

/// Which stream a sublayer makes its output of: the one before it, or before its layer's attention.
template <typename Number>
std::size_t NetworkPass<Number>::readBy(const StackPlan &plan, std::size_t index) const
{
    if (isParallel(*m_config, plan.sublayers[index].sublayer))
        while (plan.sublayers[index].sublayer.kind != SublayerKind::SelfAttention)
            --index;
    return index;
}

#define REGARD_NETWORK_PASS(Number)                                                                                    \
    template void NetworkPass<Number>::forward(                                                                        \
        const Number *weights, std::span<const TrainingSentence *const> sentences, const DropoutRule &dropout);        \
    template void NetworkPass<Number>::runStack(const StackPlan &plan, StackState &state);                             \
    template void NetworkPass<Number>::runSublayer(const StackPlan &plan, StackState &state, std::size_t index);       \
    template std::size_t NetworkPass<Number>::readBy(const StackPlan &plan, std::size_t index) const;                  \
    template void NetworkPass<Number>::backward(Number *gradient);                                                     \
    template void NetworkPass<Number>::backwardFromScore(const ScorePlace &score, Number *gradient);                   \
    template void NetworkPass<Number>::backwardStreams(Number *gradient);                                              \
    template void NetworkPass<Number>::backwardStack(const StackPlan &plan, StackState &state, Number *gradient);      \
    template void NetworkPass<Number>::backwardSublayer(const StackPlan &plan, StackState &state, std::size_t index,   \
                                                        Number *gradient);
REGARD_NETWORK_PASS(float)
REGARD_NETWORK_PASS(double)
#undef REGARD_NETWORK_PASS

} // namespace regard
