#include "engine/pass/cell_run.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <string>
#include <utility>

#include "engine/kernels/product.h"
#include "engine/pass/finite_check.h"

namespace regard {

namespace {

float sigmoid(float x)
{
    return 1.0F / (1.0F + std::exp(-x));
}

/// The gates' matrices side by side.
Matrix joinedGates(const Model &model, const CellPlace &place, const char *GateWeights::*part)
{
    const std::vector<GateWeights> gates = gatesOf(model.config.cell);
    const Eigen::Index size = stateSizeOf(model.config, place.stack);
    Matrix joined;
    for (std::size_t gate = 0; gate < gates.size(); ++gate) {
        const Matrix &weight = model.weights.at(cellWeight(place, gates[gate].*part));
        joined.conservativeResize(weight.rows(), Eigen::Index(gates.size()) * size);
        joined.middleCols(Eigen::Index(gate) * size, size) = weight;
    }
    return joined;
}

std::vector<bool> flags(Eigen::Index n, const std::vector<int> &positions)
{
    std::vector<bool> set(static_cast<std::size_t>(n));
    for (const int position : positions)
        if (position >= 0 && position < n)
            set[std::size_t(position)] = true;
    return set;
}

std::vector<bool> zeroStates(Eigen::Index n, const CellPlace &place, const Interventions &interventions)
{
    std::vector<int> steps;
    for (const StateRef &state : interventions.states)
        if (state.place == place)
            steps.push_back(state.step);
    return flags(n, steps);
}

void checkSums(bool isFinite, const CellPlace &place)
{
    checkFinite(isFinite, Quantity::States, {place.stack, place.layer, SublayerKind::SelfAttention});
}

} // namespace

CellRun::CellRun(const Model &model, const CellPlace &place, Eigen::Index n, const std::vector<int> &masked,
                 Matrix first)
    : m_model(model), m_place(place), m_n(n), m_size(stateSizeOf(model.config, place.stack)),
      m_isBackward(place.direction == Direction::Backward), m_isMasked(flags(n, masked)),
      m_isZero(zeroStates(n, place, model.interventions)),
      m_inputWeights(joinedGates(model, place, &GateWeights::input)),
      m_recurrentWeights(joinedGates(model, place, &GateWeights::recurrent)),
      m_inputBias(joinedGates(model, place, &GateWeights::bias)), m_recurrentBias(Matrix::Zero(1, m_inputBias.cols())),
      m_read(n, m_inputBias.cols()), m_recurrent(1, m_inputBias.cols()), m_trace(std::make_shared<CellTrace>())
{
    m_trace->name = cellName(place);
    m_trace->input.resize(n, cellInputOf(model.config, place));
    m_trace->states.resize(n, m_size);
    m_trace->first = std::move(first);
    if (model.config.cell != Cell::Gru)
        return;
    m_recurrentBias.rightCols(m_size) = model.weights.at(cellWeight(place, candidateStateBias));
    for (Matrix *gate : {&m_trace->reset, &m_trace->update, &m_trace->candidate})
        gate->resize(n, m_size);
}

void CellRun::keep(const CellTrace &before, Eigen::Index steps)
{
    if (steps == 0)
        return;
    const Eigen::Index to = m_isBackward ? m_n - steps : 0;
    const Eigen::Index from = m_isBackward ? before.states.rows() - steps : 0;
    const auto copy = [&](Matrix CellTrace::*part) {
        ((*m_trace).*part).middleRows(to, steps) = (before.*part).middleRows(from, steps);
    };
    copy(&CellTrace::input);
    copy(&CellTrace::states);
    if (m_model.config.cell == Cell::Gru)
        for (const auto part : {&CellTrace::reset, &CellTrace::update, &CellTrace::candidate})
            copy(part);
}

void CellRun::read(const Matrix &input, Eigen::Index from)
{
    const Eigen::Index rows = m_n - from;
    const Eigen::Index top = m_isBackward ? 0 : from;
    if (rows == 0)
        return;
    const Matrix part = input.middleRows(top, rows);
    m_trace->input.middleRows(top, rows) = part;
    Affine sums = affine(part, m_inputWeights, &m_inputBias);
    checkSums(sums.isFinite, m_place);
    m_read.middleRows(top, rows) = sums.numbers;
}

void CellRun::readRow(Eigen::Index token, const Matrix &row)
{
    m_trace->input.row(token) = row.row(0);
    const Affine sums = affine(row, m_inputWeights, &m_inputBias);
    checkSums(sums.isFinite, m_place);
    m_read.row(token) = sums.numbers.row(0);
}

const float *CellRun::before(Eigen::Index step) const
{
    return step == 0 ? m_trace->first.data() : m_trace->states.row(order(step - 1)).data();
}

void CellRun::step(Eigen::Index step)
{
    const Eigen::Index token = order(step);
    const float *state = before(step);
    if (m_isMasked[std::size_t(token)]) {
        std::copy_n(state, m_size, m_trace->states.row(token).data());
        if (m_model.config.cell == Cell::Gru) {
            m_trace->reset.row(token).setZero();
            m_trace->update.row(token).setOnes();
            m_trace->candidate.row(token).setZero();
        }
    } else {
        ProductParts parts;
        parts.a = state;
        parts.aStride = parts.inner = std::size_t(m_size);
        parts.b = m_recurrentWeights.data();
        parts.bStride = parts.columns = parts.cStride = std::size_t(m_recurrentWeights.cols());
        parts.c = m_recurrent.data();
        parts.rows = 1;
        parts.bias = m_recurrentBias.data();
        checkSums(multiply(parts), m_place);
        if (m_model.config.cell == Cell::Gru)
            gru(token, state);
        else
            rnn(token);
    }
    if (m_isZero[std::size_t(token)])
        m_trace->states.row(token).setZero();
}

void CellRun::gru(Eigen::Index token, const float *before)
{
    const float *read = m_read.row(token).data();
    const float *recurrent = m_recurrent.data();
    const Eigen::Index c = 2 * m_size; // where the candidate's columns begin
    for (Eigen::Index i = 0; i < m_size; ++i) {
        const float r = sigmoid(read[i] + recurrent[i]);
        const float z = sigmoid(read[m_size + i] + recurrent[m_size + i]);
        const float candidate = std::tanh(read[c + i] + r * recurrent[c + i]);
        m_trace->reset(token, i) = r;
        m_trace->update(token, i) = z;
        m_trace->candidate(token, i) = candidate;
        m_trace->states(token, i) = (1.0F - z) * candidate + z * before[i];
    }
}

void CellRun::rnn(Eigen::Index token)
{
    for (Eigen::Index i = 0; i < m_size; ++i)
        m_trace->states(token, i) = std::tanh(m_read(token, i) + m_recurrent(0, i));
}

Matrix CellRun::stateAfter(Eigen::Index steps) const
{
    return steps == 0 ? m_trace->first : Matrix(m_trace->states.row(order(steps - 1)));
}

Eigen::Index commonSteps(const CellPlace &place, const Matrix &input, const Matrix &before, const SideTrace &side,
                         const SideTrace &sideBefore, const Interventions &now, const Interventions &then)
{
    const Eigen::Index n = input.rows();
    const Eigen::Index m = before.rows();
    if (input.cols() != before.cols())
        return 0;
    const bool isBackward = place.direction == Direction::Backward;
    const auto order = [isBackward](Eigen::Index step, Eigen::Index count) {
        return isBackward ? count - 1 - step : step;
    };
    const std::vector<bool> masked = flags(n, side.masked);
    const std::vector<bool> maskedBefore = flags(m, sideBefore.masked);
    const std::vector<bool> zero = zeroStates(n, place, now);
    const std::vector<bool> zeroBefore = zeroStates(m, place, then);
    const std::size_t bytes = std::size_t(input.cols()) * sizeof(float);
    Eigen::Index steps = 0;
    for (; steps < std::min(n, m); ++steps) {
        const auto a = order(steps, n);
        const auto b = order(steps, m);
        if (masked[std::size_t(a)] != maskedBefore[std::size_t(b)] ||
            zero[std::size_t(a)] != zeroBefore[std::size_t(b)] ||
            std::memcmp(input.row(a).data(), before.row(b).data(), bytes) != 0)
            break;
    }
    return steps;
}

} // namespace regard
