#include "training/network/network_pass.h"

#include <algorithm>
#include <utility>

#include "training/base/products.h"
#include "training/network/network_rows.h"
#include "training/network/row_replacement.h"

namespace regard {

namespace {

/// The rows of a step's sentences, the longest first.
template <typename Number>
void gather(const StepOrder &order, Eigen::Index step, ConstView<Number> sentences, Rows<Number> &rows)
{
    rows.resize(order.count(step), sentences.cols());
    for (Eigen::Index i = 0; i < rows.rows(); ++i)
        rows.all().row(i) = sentences.row(order.row(i, step));
}

template <typename Number>
void scatter(const StepOrder &order, Eigen::Index step, ConstView<Number> rows, RowsView<Number> sentences)
{
    for (Eigen::Index i = 0; i < rows.rows(); ++i)
        sentences.row(order.row(i, step)) = rows.row(i);
}

/// The columns of its layer's output that a chain gives.
Eigen::Index columnOf(const ChainPlan &plan)
{
    return plan.isBackward() ? plan.size : 0;
}

/// The first of the chains of a stack's last layer.
std::size_t firstOfLastLayer(const StackPlan &plan)
{
    return plan.chains.size() - (plan.chains.back().isBackward() ? 2 : 1);
}

} // namespace

template <typename Number>
void NetworkPass<Number>::runRecurrent(const StackPlan &plan, StackState &state)
{
    beginChains(plan, state);
    if (plan.combine)
        state.combined.resize(state.side.rows(), plan.combine->inputs);
    if (plan.asksBetweenSteps)
        runSteps(plan, state);
    else
        runLayers(plan, state);
    const Rows<Number> &last = state.streams.back();
    if (!plan.combine) {
        state.output.resize(last.rows(), last.columns());
        state.output.all() = last.all();
        return;
    }
    if (!plan.asksBetweenSteps)
        askAfter(plan, state);
    state.combined.part(0, last.rows(), 0, last.columns()) = last.all();
    linear(*plan.combine, read(state.combined), state.output);
    state.output.all() = state.output.all().array().tanh();
}

template <typename Number>
void NetworkPass<Number>::beginChains(const StackPlan &plan, StackState &state)
{
    state.order.set(state.side.starts);
    std::optional<ConstView<Number>> first;
    if (const std::size_t parts = plan.firstStates.size(); parts > 0) {
        state.summaries.resize(parts);
        summarize(state);
        const auto sentences = Eigen::Index(state.order.sentences());
        const Eigen::Index width = m_config->dModel;
        state.firstState.resize(sentences, Eigen::Index(parts) * width);
        for (std::size_t part = 0; part < parts; ++part) {
            linear(plan.firstStates[part], read(state.summaries[part]), m_asked);
            state.firstState.part(0, sentences, Eigen::Index(part) * width, width) = m_asked.all().array().tanh();
        }
        first.emplace(read(state.firstState));
    }
    state.chains.resize(plan.chains.size());
    for (std::size_t i = 0; i < plan.chains.size(); ++i)
        state.chains[i].begin(plan.chains[i], m_weights, state.order, state.side.masked, first);
}

/// What each part of the decoder's first state is made of, of each sentence: encoderSummaries().
template <typename Number>
void NetworkPass<Number>::summarize(StackState &state) const
{
    const StackPlan &plan = m_network->stacks.front();
    const StackState &encoder = m_states.front();
    for (std::size_t part = 0; part < state.summaries.size(); ++part) {
        Rows<Number> &summary = state.summaries[part];
        summary.setZero(Eigen::Index(state.order.sentences()), encoder.output.columns());
        for (Eigen::Index i = 0; i < summary.rows(); ++i) {
            const std::size_t sentence = state.order.sentence(i);
            if (!plan.isRecurrent()) {
                addMean(encoder, sentence, summary.part(i, 1, 0, summary.columns()));
                continue;
            }
            const Eigen::Index place = encoder.order.place(sentence);
            for (std::size_t chain = firstOfLastLayer(plan); chain < plan.chains.size(); ++chain) {
                const Eigen::Index size = plan.chains[chain].size;
                summary.part(i, 1, columnOf(plan.chains[chain]), size) =
                    encoder.chains[chain]
                        .last(place, encoder.side.length(sentence))
                        .middleCols(Eigen::Index(part) * size, size);
            }
        }
    }
}

/// Adds the mean of a sentence's rows that are not masked out.
template <typename Number>
void NetworkPass<Number>::addMean(const StackState &encoder, std::size_t sentence, RowsView<Number> summary) const
{
    const std::vector<int> &masked = *encoder.side.masked[sentence];
    const Eigen::Index first = encoder.side.starts[sentence];
    Eigen::Index counted = 0;
    for (Eigen::Index row = 0; row < encoder.side.length(sentence); ++row)
        if (std::find(masked.begin(), masked.end(), int(row)) == masked.end()) {
            summary += encoder.output.all().row(first + row);
            ++counted;
        }
    if (counted > 0)
        summary /= Number(counted);
}

template <typename Number>
void NetworkPass<Number>::runLayers(const StackPlan &plan, StackState &state)
{
    for (std::size_t i = 0; i < plan.chains.size(); ++i) {
        const ChainPlan &chain = plan.chains[i];
        ChainRun<Number> &run = state.chains[i];
        run.read(read(state.streams[std::size_t(chain.place.layer)]));
        for (Eigen::Index step = 0; step < state.order.steps(); ++step)
            run.step(step);
        Rows<Number> &output = state.streams[std::size_t(chain.place.layer) + 1];
        if (!chain.isBackward())
            output.resize(state.side.rows(), m_config->dModel);
        state.order.scatter(run.states(), chain.isBackward(),
                            output.part(0, output.rows(), columnOf(chain), chain.size));
    }
}

/// Luong et al. 2015: the states after the steps ask.
template <typename Number>
void NetworkPass<Number>::askAfter(const StackPlan &plan, StackState &state)
{
    const SublayerPlan &asked = plan.sublayers.front();
    Kept &kept = state.kept.front();
    runAttention(asked, state.side, read(state.streams.back()), kept);
    project(asked, kept, m_context);
    replaceRows(state.side, asked.replacement, m_context);
    dropRows(state.side, DroppedPart::SublayerOutput, asked.sublayer, m_context);
    state.combined.part(0, m_context.rows(), m_config->dModel, m_context.columns()) = m_context.all();
}

template <typename Number>
void NetworkPass<Number>::runSteps(const StackPlan &plan, StackState &state)
{
    const SublayerPlan &asked = plan.sublayers.front();
    Kept &kept = state.kept.front();
    kept.q.resize(state.side.rows(), asked.q.outputs);
    linear(asked.k, read(m_states.front().output), kept.k);
    linear(asked.v, read(m_states.front().output), kept.v);
    prepareHeads(asked, state.side, kept);
    state.asking.resize(state.side.rows(), m_config->dModel);
    state.chains.front().read(read(state.streams.front()));
    for (Eigen::Index step = 0; step < state.order.steps(); ++step) {
        askBefore(asked, state, step);
        state.chains.front().readStep(step, read(m_context), m_config->dModel);
        for (std::size_t layer = 0; layer < state.chains.size(); ++layer) {
            if (layer > 0)
                state.chains[layer].readStep(step, std::as_const(state.chains[layer - 1]).after(step), 0);
            state.chains[layer].step(step);
        }
    }
    Rows<Number> &output = state.streams.back();
    output.resize(state.side.rows(), m_config->dModel);
    state.order.scatter(std::as_const(state.chains.back()).states(), false, output.all());
}

/// Bahdanau et al. 2015: the state before the step asks. m_context becomes what it gets.
template <typename Number>
void NetworkPass<Number>::askBefore(const SublayerPlan &plan, StackState &state, Eigen::Index step)
{
    Kept &kept = state.kept.front();
    const ConstView<Number> before = std::as_const(state.chains.back()).before(step);
    linear(plan.q, before, m_asked);
    scatter(state.order, step, before, state.asking.all());
    scatter(state.order, step, read(m_asked), kept.q.all());
    for (Eigen::Index i = 0; i < before.rows(); ++i)
        for (std::size_t head = 0; head < plan.heads.size(); ++head)
            runHead(plan, state.side, kept, {head, state.order.sentence(i), step, 1});
    gather(state.order, step, read(kept.joined), m_heads);
    if (plan.o)
        linear(*plan.o, read(m_heads), m_context);
    else
        gather(state.order, step, read(kept.joined), m_context);
    if (plan.replacement == Replacement::Zero)
        m_context.all().setZero();
    dropStep(plan, state.order, step, m_context);
    scatter(state.order, step, read(m_context),
            state.combined.part(0, state.combined.rows(), m_config->dModel, m_context.columns()));
}

/// Drops one step's numbers as dropRows() drops those of all steps.
template <typename Number>
void NetworkPass<Number>::dropStep(const SublayerPlan &plan, const StepOrder &order, Eigen::Index step,
                                   Rows<Number> &rows) const
{
    if (m_dropout.rate == 0)
        return;
    for (Eigen::Index i = 0; i < rows.rows(); ++i)
        applyDropout(
            DropoutMask(m_dropout.rate, {m_dropout.seed, m_dropout.step, m_dropout.firstSentence + order.sentence(i),
                                         DroppedPart::SublayerOutput, plan.sublayer}),
            rows.part(i, 1, 0, rows.columns()), step);
}

/// Goes from m_dStream, the derivative by the stack's output, to that by its embedded tokens.
template <typename Number>
void NetworkPass<Number>::backwardRecurrent(const StackPlan &plan, StackState &state, Number *gradient)
{
    if (plan.combine)
        backwardCombined(plan, state, gradient);
    else
        std::swap(m_dStates, m_dStream);
    m_dFirst.setZero(Eigen::Index(state.order.sentences()), plan.chains.back().carried());
    if (plan.asksBetweenSteps)
        backwardSteps(plan, state, gradient);
    else
        backwardLayers(plan, state, gradient);
    if (!plan.firstStates.empty())
        backwardFirstState(plan, state, gradient);
}

/// Goes from m_dStream to m_dStates and m_dContexts; where the states ask after their steps, by all that reads them.
template <typename Number>
void NetworkPass<Number>::backwardCombined(const StackPlan &plan, StackState &state, Number *gradient)
{
    const SublayerPlan &asked = plan.sublayers.front();
    const Eigen::Index rows = state.side.rows();
    const Eigen::Index width = m_config->dModel;
    m_dOut.resize(rows, width);
    m_dOut.all() = m_dStream.all().array() * (1 - state.output.all().array().square());
    m_dCombined.setZero(rows, state.combined.columns());
    backwardLinear(*plan.combine, read(state.combined), read(m_dOut), &m_dCombined, gradient);
    m_dStates.resize(rows, width);
    m_dStates.all() = m_dCombined.part(0, rows, 0, width);
    m_dContexts.resize(rows, state.combined.columns() - width);
    m_dContexts.all() = m_dCombined.part(0, rows, width, m_dContexts.columns());
    if (plan.asksBetweenSteps)
        return;
    std::swap(m_dOut, m_dContexts);
    dropRows(state.side, DroppedPart::SublayerOutput, asked.sublayer, m_dOut);
    replaceRows(state.side, asked.replacement, m_dOut, true);
    m_dInput.setZero(rows, width);
    backwardAttention(asked, state.side, read(state.streams.back()), state.kept.front(), gradient);
    m_dStates.all() += m_dInput.all();
}

/// Goes from m_dStates to m_dStream.
template <typename Number>
void NetworkPass<Number>::backwardLayers(const StackPlan &plan, StackState &state, Number *gradient)
{
    const Eigen::Index rows = state.side.rows();
    for (std::size_t i = plan.chains.size(); i-- > 0;) {
        const ChainPlan &chain = plan.chains[i];
        ChainRun<Number> &run = state.chains[i];
        if (i + 1 == plan.chains.size() || plan.chains[i + 1].place.layer != chain.place.layer)
            m_dStream.setZero(rows, m_config->dModel);
        m_dSorted.resize(rows, chain.size);
        state.order.sort(std::as_const(m_dStates).part(0, rows, columnOf(chain), chain.size), chain.isBackward(),
                         m_dSorted.all());
        std::optional<ConstView<Number>> dLast;
        if (plan.stack == Stack::Encoder && m_states.size() > 1)
            dLast.emplace(read(m_dLast[i]));
        run.beginBackward(dLast);
        for (Eigen::Index step = state.order.steps(); step-- > 0;)
            run.backStep(
                step, std::as_const(m_dSorted).part(state.order.first(step), state.order.count(step), 0, chain.size));
        run.finishBackward(gradient, m_dStream.all());
        if (!plan.firstStates.empty())
            m_dFirst.all() += run.dFirst();
        if (i > 0 && plan.chains[i - 1].place.layer != chain.place.layer)
            std::swap(m_dStates, m_dStream);
    }
}

/// Goes from m_dStates and m_dContexts to m_dStream and m_dEncoder.
template <typename Number>
void NetworkPass<Number>::backwardSteps(const StackPlan &plan, StackState &state, Number *gradient)
{
    const SublayerPlan &asked = plan.sublayers.front();
    const Eigen::Index rows = state.side.rows();
    const Kept &kept = state.kept.front();
    m_dJoined.resize(rows, kept.joined.columns());
    m_dQ.setZero(rows, kept.q.columns());
    m_dK.setZero(kept.k.rows(), kept.k.columns());
    m_dV.setZero(kept.v.rows(), kept.v.columns());
    for (ChainRun<Number> &run : state.chains)
        run.beginBackward();
    for (Eigen::Index step = state.order.steps(); step-- > 0;) {
        backwardChainsAt(step, state);
        backwardAskedBefore(asked, state, step, gradient);
    }
    if (asked.o)
        backwardLinear(*asked.o, read(kept.joined), read(m_dContexts), nullptr, gradient);
    m_dInput.setZero(rows, m_config->dModel); // by the states that ask, which the steps have passed on
    backwardInputs(asked, read(state.asking), gradient);
    m_dStream.setZero(rows, m_config->dModel);
    for (std::size_t layer = 0; layer < state.chains.size(); ++layer) {
        state.chains[layer].finishBackward(gradient, m_dStream.part(0, rows, 0, layer == 0 ? m_dStream.columns() : 0));
        m_dFirst.all() += state.chains[layer].dFirst();
    }
}

/// Goes one step back through every layer: m_dContext becomes the derivative by the context that it read.
template <typename Number>
void NetworkPass<Number>::backwardChainsAt(Eigen::Index step, StackState &state)
{
    gather(state.order, step, read(m_dStates), m_dAfter);
    for (std::size_t layer = state.chains.size(); layer-- > 0;) {
        state.chains[layer].backStep(step, read(m_dAfter));
        if (layer > 0)
            state.chains[layer].dInput(step, 0, m_dAfter.all());
    }
    m_dContext.resize(state.order.count(step), m_dContexts.columns());
    state.chains.front().dInput(step, m_config->dModel, m_dContext.all());
    for (Eigen::Index i = 0; i < m_dContext.rows(); ++i)
        m_dContext.all().row(i) += m_dContexts.all().row(state.order.row(i, step));
}

/// Goes from m_dContext to the states before the step, m_dQ, m_dK and m_dV; m_dContexts keeps what W_O needs.
template <typename Number>
void NetworkPass<Number>::backwardAskedBefore(const SublayerPlan &plan, StackState &state, Eigen::Index step,
                                              Number *gradient)
{
    dropStep(plan, state.order, step, m_dContext);
    if (plan.replacement == Replacement::Zero)
        m_dContext.all().setZero();
    scatter(state.order, step, read(m_dContext), m_dContexts.all());
    m_dHeads.resize(m_dContext.rows(), m_dJoined.columns());
    if (plan.o)
        multiplyTransposedInto(m_dHeads.all(), read(m_dContext),
                               matrixAt(m_weights + plan.o->weight, plan.o->inputs, plan.o->outputs));
    else
        m_dHeads.all() = m_dContext.all();
    scatter(state.order, step, read(m_dHeads), m_dJoined.all());
    for (Eigen::Index i = 0; i < m_dContext.rows(); ++i)
        for (std::size_t head = 0; head < plan.heads.size(); ++head)
            backwardHead(plan, state.side, state.kept.front(), {head, state.order.sentence(i), step, 1}, gradient);
    gather(state.order, step, read(m_dQ), m_dQuery);
    m_dAsking.resize(m_dQuery.rows(), plan.q.inputs);
    multiplyTransposedInto(m_dAsking.all(), read(m_dQuery),
                           matrixAt(m_weights + plan.q.weight, plan.q.inputs, plan.q.outputs));
    state.chains.back().addToBefore(read(m_dAsking));
}

/// Goes from m_dFirst to m_dLast or m_dEncoder.
template <typename Number>
void NetworkPass<Number>::backwardFirstState(const StackPlan &plan, const StackState &state, Number *gradient)
{
    m_dFirst.all().array() *= 1 - state.firstState.all().array().square();
    const Eigen::Index width = m_config->dModel;
    for (std::size_t part = 0; part < plan.firstStates.size(); ++part) {
        const Rows<Number> &summary = state.summaries[part];
        m_dSummary.setZero(summary.rows(), summary.columns());
        backwardLinear(plan.firstStates[part], read(summary),
                       std::as_const(m_dFirst).part(0, m_dFirst.rows(), Eigen::Index(part) * width, width), &m_dSummary,
                       gradient);
        backwardSummary(state, part);
    }
}

/// The way back of summarize().
template <typename Number>
void NetworkPass<Number>::backwardSummary(const StackState &state, std::size_t part)
{
    const StackPlan &plan = m_network->stacks.front();
    const Side &side = m_states.front().side;
    RowsView<Number> dEncoder = m_dEncoder.all();
    for (Eigen::Index i = 0; i < m_dSummary.rows(); ++i) {
        const std::size_t sentence = state.order.sentence(i);
        const Eigen::Index first = side.starts[sentence];
        const Eigen::Index last = side.starts[sentence + 1] - 1;
        const auto summary = m_dSummary.all().row(i);
        if (plan.isRecurrent()) {
            const Eigen::Index place = m_states.front().order.place(sentence);
            for (std::size_t chain = firstOfLastLayer(plan); chain < plan.chains.size(); ++chain) {
                const Eigen::Index size = plan.chains[chain].size;
                m_dLast[chain].part(place, 1, Eigen::Index(part) * size, size) +=
                    summary.middleCols(columnOf(plan.chains[chain]), size);
            }
            continue;
        }
        const std::vector<int> &masked = *side.masked[sentence];
        const auto isRead = [&](Eigen::Index row) {
            return std::find(masked.begin(), masked.end(), int(row - first)) == masked.end();
        };
        Eigen::Index counted = 0;
        for (Eigen::Index row = first; row <= last; ++row)
            counted += isRead(row) ? 1 : 0;
        for (Eigen::Index row = first; row <= last; ++row)
            if (isRead(row))
                dEncoder.row(row) += summary / Number(counted);
    }
}

#define REGARD_NETWORK_RECURRENT(Number)                                                                               \
    template void NetworkPass<Number>::runRecurrent(const StackPlan &, StackState &);                                  \
    template void NetworkPass<Number>::backwardRecurrent(const StackPlan &, StackState &, Number *);
REGARD_NETWORK_RECURRENT(float)
REGARD_NETWORK_RECURRENT(double)
#undef REGARD_NETWORK_RECURRENT

} // namespace regard
