#include "training/layers/chain.h"

#include <algorithm>
#include <utility>

#include "training/base/products.h"

namespace regard {

namespace {

template <typename Number>
ConstView<Number> viewOf(const Rows<Number> &rows)
{
    return rows.all();
}

} // namespace

template <typename Number>
void ChainRun<Number>::begin(const ChainPlan &plan, const Number *weights, const StepOrder &order,
                             std::span<const std::vector<int> *const> masked,
                             const std::optional<ConstView<Number>> &first)
{
    m_plan = &plan;
    m_weights = weights;
    m_order = &order;
    join();
    findKept(masked);
    const Eigen::Index rows = order.rows();
    m_input.resize(rows, plan.inputs);
    m_sums.resize(rows, plan.columns());
    m_inner.resize(rows, plan.size);
    m_before.resize(rows, plan.carried());
    m_carried.resize(rows, plan.carried());
    m_first.setZero(Eigen::Index(order.sentences()), plan.carried());
    if (first)
        m_first.all() = *first;
}

template <typename Number>
void ChainRun<Number>::join()
{
    const Eigen::Index size = m_plan->size;
    m_inputWeights.resize(m_plan->inputs, m_plan->columns());
    m_stateWeights.resize(size, m_plan->columns());
    m_bias.resize(1, m_plan->columns());
    m_stateBias.setZero(1, m_plan->columns());
    const auto part = [&](std::size_t offset, Eigen::Index rows) {
        return ConstView<Number>(m_weights + offset, rows, size, Eigen::OuterStride<>(size));
    };
    Eigen::Index column = 0;
    for (const ChainPlan::Gate &gate : m_plan->gates) {
        m_inputWeights.part(0, m_plan->inputs, column, size) = part(gate.input, m_plan->inputs);
        m_stateWeights.part(0, size, column, size) = part(gate.recurrent, size);
        m_bias.part(0, 1, column, size) = part(gate.bias, 1);
        column += size;
    }
    if (m_plan->candidateStateBias)
        m_stateBias.part(0, 1, column - size, size) = part(*m_plan->candidateStateBias, 1);
}

template <typename Number>
void ChainRun<Number>::findKept(std::span<const std::vector<int> *const> masked)
{
    m_isMasked.assign(std::size_t(m_order->rows()), 0);
    m_isZero.assign(std::size_t(m_order->rows()), 0);
    for (Eigen::Index step = 0; step < m_order->steps(); ++step)
        for (Eigen::Index i = 0; i < m_order->count(step); ++i) {
            const auto token = int(m_order->token(i, step, m_plan->isBackward()));
            const std::vector<int> &skipped = *masked[m_order->sentence(i)];
            const auto row = std::size_t(m_order->first(step) + i);
            m_isMasked[row] = std::find(skipped.begin(), skipped.end(), token) != skipped.end() ? 1 : 0;
            m_isZero[row] =
                std::find(m_plan->zeroTokens.begin(), m_plan->zeroTokens.end(), token) != m_plan->zeroTokens.end() ? 1
                                                                                                                   : 0;
        }
}

template <typename Number>
void ChainRun<Number>::read(ConstView<Number> sentences)
{
    const Eigen::Index width = sentences.cols();
    m_order->sort(sentences, m_plan->isBackward(), m_input.part(0, m_input.rows(), 0, width));
    multiplyInto(m_sums.all(), std::as_const(m_input).part(0, m_input.rows(), 0, width),
                 std::as_const(m_inputWeights).part(0, width, 0, m_plan->columns()), m_bias.row(0));
}

template <typename Number>
void ChainRun<Number>::readStep(Eigen::Index step, ConstView<Number> rows, Eigen::Index column)
{
    const Eigen::Index first = m_order->first(step);
    m_input.part(first, rows.rows(), column, rows.cols()) = rows;
    const ConstView<Number> weights = std::as_const(m_inputWeights).part(column, rows.cols(), 0, m_plan->columns());
    if (column == 0) {
        multiplyInto(rowsOf(m_sums, step), rows, weights, m_bias.row(0));
        return;
    }
    m_product.resize(rows.rows(), m_plan->columns());
    multiplyInto(m_product.all(), rows, weights);
    rowsOf(m_sums, step) += m_product.all();
}

template <typename Number>
void ChainRun<Number>::step(Eigen::Index step)
{
    rowsOf(m_before, step) = carriedBefore(step, m_plan->carried());
    m_recurrent.resize(m_order->count(step), m_plan->columns());
    multiplyInto(m_recurrent.all(), before(step), viewOf(m_stateWeights), m_stateBias.row(0));
    switch (m_plan->cell) {
    case Cell::Rnn:
        rnn(step);
        break;
    case Cell::Gru:
        gru(step);
        break;
    case Cell::Lstm:
        lstm(step);
        break;
    }
    holdStates(step);
}

template <typename Number>
void ChainRun<Number>::rnn(Eigen::Index step)
{
    RowsView<Number> sums = rowsOf(m_sums, step);
    sums = (sums + m_recurrent.all()).array().tanh();
    rowsOf(m_carried, step) = sums;
}

template <typename Number>
void ChainRun<Number>::gru(Eigen::Index step)
{
    const Eigen::Index count = m_order->count(step);
    const Eigen::Index first = m_order->first(step);
    const Eigen::Index size = m_plan->size;
    auto gates = m_sums.part(first, count, 0, 2 * size).array();
    gates = (gates + m_recurrent.part(0, count, 0, 2 * size).array()).logistic();
    auto [reset, update, candidate] = gatesOf<3>(m_sums, step);
    rowsOf(m_inner, step) = m_recurrent.part(0, count, 2 * size, size);
    candidate = (candidate + reset * rowsOf(m_inner, step).array()).tanh();
    rowsOf(m_carried, step) = (1 - update) * candidate + update * before(step).array();
}

template <typename Number>
void ChainRun<Number>::lstm(Eigen::Index step)
{
    rowsOf(m_sums, step) += m_recurrent.all();
    auto [input, forget, candidate, output] = gatesOf<4>(m_sums, step);
    input = input.logistic();
    forget = forget.logistic();
    candidate = candidate.tanh();
    output = output.logistic();
    auto cell = partOf(m_carried, step, 1).array();
    cell = forget * partOf(m_before, step, 1).array() + input * candidate;
    auto active = rowsOf(m_inner, step).array();
    active = cell.tanh();
    partOf(m_carried, step, 0) = output * active;
}

/// What is passed on stays at masked tokens, and is zero where the state was put to zero.
template <typename Number>
void ChainRun<Number>::holdStates(Eigen::Index step)
{
    for (Eigen::Index row = m_order->first(step); row < m_order->first(step + 1); ++row) {
        if (m_isMasked[std::size_t(row)])
            m_carried.all().row(row) = m_before.all().row(row);
        if (m_isZero[std::size_t(row)])
            m_carried.all().row(row).setZero();
    }
}

template <typename Number>
void ChainRun<Number>::beginBackward(const std::optional<ConstView<Number>> &dLast)
{
    m_dSums.resize(m_order->rows(), m_plan->columns());
    m_dRecurrent.resize(m_order->rows(), m_plan->columns());
    m_dBefore.setZero(Eigen::Index(m_order->sentences()), m_plan->carried());
    if (dLast)
        m_dBefore.all() = *dLast;
}

template <typename Number>
void ChainRun<Number>::addToBefore(ConstView<Number> d)
{
    m_dBefore.part(0, d.rows(), 0, d.cols()) += d;
}

template <typename Number>
void ChainRun<Number>::backStep(Eigen::Index step, ConstView<Number> dStates)
{
    const Eigen::Index count = m_order->count(step);
    const Eigen::Index first = m_order->first(step);
    const Eigen::Index size = m_plan->size;
    RowsView<Number> dBefore = m_dBefore.part(0, count, 0, m_plan->carried());
    m_dCarried.resize(count, m_plan->carried());
    m_dCarried.all() = dBefore;
    m_dCarried.part(0, count, 0, size) += dStates;
    dBefore.setZero();
    for (Eigen::Index i = 0; i < count; ++i) {
        if (m_isZero[std::size_t(first + i)])
            m_dCarried.all().row(i).setZero();
        if (!m_isMasked[std::size_t(first + i)])
            continue;
        dBefore.row(i) = m_dCarried.all().row(i);
        m_dCarried.all().row(i).setZero();
    }
    switch (m_plan->cell) {
    case Cell::Rnn:
        backRnn(step);
        break;
    case Cell::Gru:
        backGru(step);
        break;
    case Cell::Lstm:
        backLstm(step);
        break;
    }
    m_product.resize(count, size);
    multiplyTransposedInto(m_product.all(), rowsOf(std::as_const(m_dRecurrent), step), viewOf(m_stateWeights));
    m_dBefore.part(0, count, 0, size) += m_product.all();
}

template <typename Number>
void ChainRun<Number>::backRnn(Eigen::Index step)
{
    RowsView<Number> dSums = rowsOf(m_dSums, step);
    dSums = m_dCarried.all().array() * (1 - rowsOf(m_sums, step).array().square());
    rowsOf(m_dRecurrent, step) = dSums;
}

template <typename Number>
void ChainRun<Number>::backGru(Eigen::Index step)
{
    const Eigen::Index count = m_order->count(step);
    const Eigen::Index size = m_plan->size;
    const auto [reset, update, candidate] = gatesOf<3>(m_sums, step);
    const auto d = m_dCarried.all().array();
    auto [dReset, dUpdate, dCandidate] = gatesOf<3>(m_dSums, step);
    dUpdate = d * (before(step).array() - candidate) * update * (1 - update);
    dCandidate = d * (1 - update) * (1 - candidate.square());
    dReset = dCandidate * rowsOf(m_inner, step).array() * reset * (1 - reset);
    RowsView<Number> dRecurrent = rowsOf(m_dRecurrent, step);
    dRecurrent = rowsOf(m_dSums, step);
    dRecurrent.rightCols(size).array() *= reset;
    m_dBefore.part(0, count, 0, size).array() += d * update;
}

template <typename Number>
void ChainRun<Number>::backLstm(Eigen::Index step)
{
    const Eigen::Index count = m_order->count(step);
    const Eigen::Index size = m_plan->size;
    const auto [input, forget, candidate, output] = gatesOf<4>(m_sums, step);
    auto [dInput, dForget, dCandidate, dOutput] = gatesOf<4>(m_dSums, step);
    const auto active = rowsOf(m_inner, step).array();
    const auto dState = m_dCarried.part(0, count, 0, size).array();
    auto dCell = m_dCarried.part(0, count, size, size).array();
    dCell += dState * output * (1 - active.square());
    dInput = dCell * candidate * input * (1 - input);
    dForget = dCell * partOf(m_before, step, 1).array() * forget * (1 - forget);
    dCandidate = dCell * input * (1 - candidate.square());
    dOutput = dState * active * output * (1 - output);
    rowsOf(m_dRecurrent, step) = rowsOf(m_dSums, step);
    m_dBefore.part(0, count, size, size).array() += dCell * forget;
}

template <typename Number>
void ChainRun<Number>::dInput(Eigen::Index step, Eigen::Index column, RowsView<Number> d) const
{
    multiplyTransposedInto(d, rowsOf(m_dSums, step), m_inputWeights.part(column, d.cols(), 0, m_plan->columns()));
}

template <typename Number>
void ChainRun<Number>::finishBackward(Number *gradient, RowsView<Number> dSentences)
{
    const Eigen::Index size = m_plan->size;
    const auto at = [&](std::size_t offset, Eigen::Index rows) {
        return RowsView<Number>(gradient + offset, rows, size, Eigen::OuterStride<>(size));
    };
    const ConstView<Number> before = std::as_const(m_before).part(0, m_before.rows(), 0, size);
    Eigen::Index column = 0;
    for (const ChainPlan::Gate &gate : m_plan->gates) {
        const ConstView<Number> dSums = std::as_const(m_dSums).part(0, m_dSums.rows(), column, size);
        const ConstView<Number> dRecurrent = std::as_const(m_dRecurrent).part(0, m_dSums.rows(), column, size);
        addTransposedProduct(at(gate.input, m_plan->inputs), viewOf(m_input), dSums);
        addTransposedProduct(at(gate.recurrent, size), before, dRecurrent);
        at(gate.bias, 1) += dSums.colwise().sum();
        column += size;
    }
    if (m_plan->candidateStateBias)
        at(*m_plan->candidateStateBias, 1) += m_dRecurrent.part(0, m_dSums.rows(), column - size, size).colwise().sum();
    const Eigen::Index width = dSentences.cols();
    if (width == 0)
        return;
    m_product.resize(m_dSums.rows(), width);
    multiplyTransposedInto(m_product.all(), viewOf(m_dSums),
                           std::as_const(m_inputWeights).part(0, width, 0, m_plan->columns()));
    m_order->scatterAdd(viewOf(m_product), m_plan->isBackward(), dSentences);
}

template class ChainRun<float>;
template class ChainRun<double>;

} // namespace regard
