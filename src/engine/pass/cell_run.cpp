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
      m_read(n, m_inputBias.cols()), m_recurrent(1, m_inputBias.cols()), m_carried(first),
      m_trace(std::make_shared<CellTrace>())
{
    m_trace->name = cellName(place);
    m_trace->input.resize(n, cellInputOf(model.config, place));
    m_trace->states.resize(n, m_size);
    if (statePartsOf(model.config.cell) > 1)
        m_trace->cellStates.resize(n, m_size);
    for (const GateWeights &gate : gatesOf(model.config.cell))
        if (gate.name)
            m_trace->gates.emplace_back(n, m_size);
    m_trace->first = std::move(first);
    if (model.config.cell == Cell::Gru)
        m_recurrentBias.rightCols(m_size) = model.weights.at(cellWeight(place, candidateStateBias));
}

void CellRun::keep(const CellTrace &before, Eigen::Index steps)
{
    if (steps == 0)
        return;
    const Eigen::Index to = m_isBackward ? m_n - steps : 0;
    const Eigen::Index from = m_isBackward ? before.states.rows() - steps : 0;
    const auto copy = [&](Matrix &part, const Matrix &earlier) {
        if (part.size() > 0)
            part.middleRows(to, steps) = earlier.middleRows(from, steps);
    };
    copy(m_trace->input, before.input);
    copy(m_trace->states, before.states);
    copy(m_trace->cellStates, before.cellStates);
    for (std::size_t gate = 0; gate < m_trace->gates.size(); ++gate)
        copy(m_trace->gates[gate], before.gates[gate]);
    m_carried = carriedAfter(*m_trace, order(steps - 1));
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

void CellRun::step(Eigen::Index step)
{
    const Eigen::Index token = order(step);
    if (m_isMasked[std::size_t(token)]) {
        const std::vector<GateWeights> gates = gatesOf(m_model.config.cell);
        for (std::size_t gate = 0; gate < m_trace->gates.size(); ++gate)
            m_trace->gates[gate].row(token).setConstant(gates[gate].whereMasked);
    } else {
        ProductParts parts;
        parts.a = m_carried.data();
        parts.aStride = parts.inner = std::size_t(m_size);
        parts.b = m_recurrentWeights.data();
        parts.bStride = parts.columns = parts.cStride = std::size_t(m_recurrentWeights.cols());
        parts.c = m_recurrent.data();
        parts.rows = 1;
        parts.bias = m_recurrentBias.data();
        checkSums(multiply(parts), m_place);
        switch (m_model.config.cell) {
        case Cell::Rnn:
            rnn(token);
            break;
        case Cell::Gru:
            gru(token);
            break;
        case Cell::Lstm:
            lstm(token);
            break;
        }
    }
    if (m_isZero[std::size_t(token)])
        m_carried.setZero();
    m_trace->states.row(token) = m_carried.leftCols(m_size);
    if (m_trace->cellStates.size() > 0)
        m_trace->cellStates.row(token) = m_carried.rightCols(m_size);
}

void CellRun::rnn(Eigen::Index token)
{
    for (Eigen::Index i = 0; i < m_size; ++i)
        m_carried(0, i) = std::tanh(m_read(token, i) + m_recurrent(0, i));
}

void CellRun::gru(Eigen::Index token)
{
    const float *read = m_read.row(token).data();
    const float *recurrent = m_recurrent.data();
    const Eigen::Index c = 2 * m_size; // where the candidate's columns begin
    for (Eigen::Index i = 0; i < m_size; ++i) {
        const float r = sigmoid(read[i] + recurrent[i]);
        const float z = sigmoid(read[m_size + i] + recurrent[m_size + i]);
        const float candidate = std::tanh(read[c + i] + r * recurrent[c + i]);
        m_trace->gates[0](token, i) = r;
        m_trace->gates[1](token, i) = z;
        m_trace->gates[2](token, i) = candidate;
        m_carried(0, i) = (1.0F - z) * candidate + z * m_carried(0, i);
    }
}

void CellRun::lstm(Eigen::Index token)
{
    const float *read = m_read.row(token).data();
    const float *recurrent = m_recurrent.data();
    for (Eigen::Index i = 0; i < m_size; ++i) {
        const auto sum = [&](Eigen::Index gate) { return read[gate * m_size + i] + recurrent[gate * m_size + i]; };
        const float input = sigmoid(sum(0));
        const float forget = sigmoid(sum(1));
        const float candidate = std::tanh(sum(2));
        const float output = sigmoid(sum(3));
        m_trace->gates[0](token, i) = input;
        m_trace->gates[1](token, i) = forget;
        m_trace->gates[2](token, i) = candidate;
        m_trace->gates[3](token, i) = output;
        float &cell = m_carried(0, m_size + i);
        cell = forget * cell + input * candidate;
        m_carried(0, i) = output * std::tanh(cell);
    }
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
