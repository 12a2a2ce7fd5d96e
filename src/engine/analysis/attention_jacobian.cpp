#include "engine/analysis/attention_jacobian.h"

#include <cmath>
#include <cstddef>
#include <utility>

#include "engine/analysis/row_jacobian.h"
#include "engine/functions/norm.h"
#include "engine/kernels/product.h"
#include "engine/model/key_head.h"
#include "engine/model/sublayer.h"
#include "engine/model/weight_shapes.h"
#include "engine/pass/attention_block.h"
#include "engine/pass/stream.h"

namespace regard {

namespace {

Jacobian columnsOf(const Model &model, const AttentionPlace &place, const char *name, int part, int width)
{
    const Weight &weight = model.weights.weight(blockWeight(place.attention, place.layer, name));
    return inDouble(weight.middleCols(Eigen::Index(part) * width, width));
}

} // namespace

AttentionJacobian::AttentionJacobian(const Model &model, const Trace &trace, const AttentionPlace &place, bool byKeys)
    : m_config(model.config), m_place(place), m_byKeys(byKeys),
      m_rotary(model.config, place, queriesOf(trace, place.attention).input.rows()), m_model(model)
{
    const BlockTrace &block = *trace.blocks.at(std::size_t(blockIndex(model.config, place.attention, place.layer)));
    if (const Replacement *replacement = replacementOf(model.interventions, sublayerOf(place))) {
        m_isZero = *replacement == Replacement::Zero || *replacement == Replacement::MeanOver;
        m_isMean = *replacement == Replacement::Mean;
    }
    m_isMasked.resize(std::size_t(block.joined.rows()));
    for (const int position : queriesOf(trace, place.attention).masked)
        m_isMasked[std::size_t(position)] = true;
    if (hasQkNorm(m_config, place.attention)) {
        const Sublayer sublayer = sublayerOf(place);
        const Matrix read = sublayerInput(model, sublayer, streamBefore(m_config, trace, sublayer));
        const auto projected = [&](const char *weight, const char *bias) {
            const auto full = [&](const char *name) { return blockWeight(place.attention, place.layer, name); };
            const Matrix *added = hasQkvBias(m_config) ? &model.weights.at(full(bias)) : nullptr;
            return affine(read, model.weights.weight(full(weight)), added).numbers;
        };
        m_plainQ = projected("w_q", "b_q");
        m_plainK = projected("w_k", "b_k");
    }
    for (int head = 0; head < int(block.heads.size()); ++head)
        m_heads.push_back(headOf(model, block, head));
}

AttentionJacobian::Head AttentionJacobian::headOf(const Model &model, const BlockTrace &block, int head) const
{
    const AttentionRule rule = ruleOf(model, m_place, head, {});
    const HeadTrace &computed = block.heads[std::size_t(head)];
    Head made;
    made.isZero = rule.replacement == Replacement::Zero || rule.replacement == Replacement::MeanOver;
    made.isMean = rule.replacement == Replacement::Mean;
    made.isUniform = rule.replacement == Replacement::Uniform;
    made.divisor = double(scoreDivisor(rule, m_config.dKey)) * double(rule.temperature);
    made.rule = rule;
    made.general = inDouble(rule.general);
    made.q = inDouble(computed.q);
    made.k = inDouble(computed.k);
    made.v = inDouble(computed.v);
    made.weights = inDouble(computed.weights);
    made.slopes = inDouble(capSlopes(computed.q, computed.k, rule));
    if (!rule.setWeights.empty())
        made.movable = inDouble(movableWeights(computed, rule));
    made.sinks = Eigen::VectorXd::Zero(made.weights.rows());
    if (computed.hasSink)
        made.sinks = 1 - made.weights.rowwise().sum().array();
    const int shared = keyHeadOf(m_config, m_place.attention, head);
    made.keyHead = shared;
    made.fromQueries = columnsOf(model, m_place, "w_q", head, m_config.dKey);
    made.fromKeys = columnsOf(model, m_place, "w_k", shared, m_config.dKey);
    made.fromValues = columnsOf(model, m_place, "w_v", shared, m_config.dValue);
    if (m_config.outputProjection)
        made.toOutput = inDouble(model.weights.weight(blockWeight(m_place.attention, m_place.layer, "w_o"))
                                     .middleRows(Eigen::Index(head) * m_config.dValue, m_config.dValue));
    return made;
}

void AttentionJacobian::clear()
{
    for (Head &head : m_heads)
        head.asked.clear();
}

std::vector<Eigen::Index> AttentionJacobian::meanRows() const
{
    std::vector<Eigen::Index> rows;
    for (std::size_t row = 0; row < m_isMasked.size(); ++row)
        if (!m_isMasked[row])
            rows.push_back(Eigen::Index(row));
    return rows;
}

/// Returns the derivatives by each head's output; null where it is zero.
std::vector<std::shared_ptr<const AttentionJacobian::Output>> AttentionJacobian::outputsOf(const Jacobian &of) const
{
    std::vector<std::shared_ptr<const Output>> outputs;
    for (std::size_t i = 0; i < m_heads.size(); ++i) {
        const Head &head = m_heads[i];
        if (head.isZero) {
            outputs.push_back(nullptr);
            continue;
        }
        Jacobian by = m_config.outputProjection
                          ? Jacobian(of * head.toOutput.transpose())
                          : Jacobian(of.middleCols(Eigen::Index(i) * m_config.dValue, m_config.dValue));
        const auto shares = double(meanRows().size());
        if (m_isMean && shares > 0)
            by /= shares;
        if (head.isMean && shares > 0)
            by /= shares;
        outputs.push_back(std::make_shared<const Output>(
            Output{by * head.v.transpose(), m_byKeys ? Jacobian(by * head.fromValues.transpose()) : Jacobian()}));
    }
    return outputs;
}

void AttentionJacobian::add(Eigen::Index row, const Jacobian &of)
{
    if (m_isZero)
        return;
    const auto outputs = outputsOf(of);
    if (!m_isMean)
        return addRow(row, outputs);
    for (const Eigen::Index each : meanRows())
        addRow(each, outputs);
}

void AttentionJacobian::addRow(Eigen::Index row, const std::vector<std::shared_ptr<const Output>> &outputs)
{
    for (std::size_t i = 0; i < m_heads.size(); ++i) {
        Head &head = m_heads[i];
        if (!outputs[i])
            continue;
        const auto ask = [&](Eigen::Index each) {
            const Jacobian &moved = head.movable.size() > 0 ? head.movable : head.weights;
            const double sum = head.movable.size() > 0 ? moved.row(each).sum() + head.sinks[each] : 1;
            head.asked.push_back(
                {each, outputs[i], outputs[i]->byWeights * moved.row(each).transpose() / (sum > 0 ? sum : 1)});
        };
        if (!head.isMean)
            ask(row);
        else
            for (const Eigen::Index each : meanRows())
                ask(each);
    }
}

/// The derivative of the score of a query and a key by the key's numbers, before scaling.
Eigen::RowVectorXd AttentionJacobian::keySlope(const Head &head, Eigen::Index row, Eigen::Index token) const
{
    switch (head.rule.score) {
    case Score::Dot:
    case Score::ScaledDot:
        return head.q.row(row);
    case Score::General:
        return head.q.row(row) * head.general;
    case Score::Additive:
        break;
    }
    const Eigen::ArrayXXd tanh = (head.q.row(row) + head.k.row(token)).array().tanh();
    return (inDouble(head.rule.additive).array() * (1 - tanh.square())).matrix();
}

/// The derivatives of a query's scores by its numbers, a row for each key, before scaling.
Jacobian AttentionJacobian::querySlopes(const Head &head, Eigen::Index row) const
{
    switch (head.rule.score) {
    case Score::Dot:
    case Score::ScaledDot:
        return head.k;
    case Score::General:
        return head.k * head.general.transpose();
    case Score::Additive:
        break;
    }
    Jacobian slopes(head.k.rows(), head.k.cols());
    for (Eigen::Index token = 0; token < slopes.rows(); ++token)
        slopes.row(token) = keySlope(head, row, token); // q and k enter as their sum
    return slopes;
}

/// Turns derivatives by rotated numbers to those by the numbers before: the rotation's transpose.
void AttentionJacobian::rotateBack(Jacobian &by, Eigen::Index position) const
{
    for (int pair = 0; pair < m_rotary.pairs(); ++pair) {
        const Rotation rotation = m_rotary.at(int(position), pair);
        const int column = m_rotary.columnOf(pair);
        const int partner = m_rotary.partnerOf(column);
        const Eigen::VectorXd a = by.col(column);
        const Eigen::VectorXd b = by.col(partner);
        by.col(column) = a * double(rotation.cosine) + b * double(rotation.sine);
        by.col(partner) = b * double(rotation.cosine) - a * double(rotation.sine);
    }
}

/// Turns the derivative by a head's normed query or key to that by what W_Q or W_K reads in the row.
Jacobian AttentionJacobian::throughProjection(char letter, int head, Eigen::Index row, Jacobian by) const
{
    const Head &own = m_heads[std::size_t(head)];
    const Matrix &plain = letter == 'q' ? m_plainQ : m_plainK;
    const Jacobian &columns = letter == 'q' ? own.fromQueries : own.fromKeys;
    if (plain.size() == 0)
        return by * columns.transpose();
    const NormRule rule = qkNormRule(m_model, m_place, letter);
    const Eigen::Index first = Eigen::Index(letter == 'q' ? head : own.keyHead) * m_config.dKey;
    if (m_config.qkNorm == QkNorm::Head)
        return throughNorm(plain.block(row, first, 1, m_config.dKey), rule, by) * columns.transpose();
    Jacobian all = Jacobian::Zero(by.rows(), plain.cols());
    all.middleCols(first, m_config.dKey) = by;
    const Weight &weight =
        m_model.weights.weight(blockWeight(m_place.attention, m_place.layer, letter == 'q' ? "w_q" : "w_k"));
    return throughNorm(plain.row(row), rule, all) * inDouble(weight).transpose();
}

Jacobian AttentionJacobian::query(Eigen::Index row) const
{
    Jacobian sum;
    for (const Head &head : m_heads) {
        for (const Asked &asked : head.asked) {
            if (asked.row != row || head.isUniform)
                continue;
            Jacobian scores = asked.output->byWeights.colwise() - asked.mean; // by the masked scores
            const Jacobian &moved = head.movable.size() > 0 ? head.movable : head.weights;
            scores = (scores * moved.row(row).asDiagonal() / head.divisor).eval();
            if (head.slopes.size() > 0)
                scores = (scores * head.slopes.row(row).asDiagonal()).eval();
            Jacobian by = scores * querySlopes(head, row);
            rotateBack(by, row);
            regard::add(sum, throughProjection('q', int(&head - m_heads.data()), row, std::move(by)));
        }
    }
    return sum;
}

Jacobian AttentionJacobian::key(Eigen::Index token) const
{
    Jacobian sum;
    for (const Head &head : m_heads) {
        for (const Asked &asked : head.asked) {
            const double weight = head.weights(asked.row, token);
            if (weight == 0.0)
                continue;
            regard::add(sum, weight * asked.output->byRows);
            if (head.isUniform)
                continue;
            Jacobian slope = keySlope(head, asked.row, token);
            rotateBack(slope, token);
            const Eigen::RowVectorXd byRow =
                throughProjection('k', int(&head - m_heads.data()), token, std::move(slope));
            const double share = (head.movable.size() > 0 ? head.movable(asked.row, token) : weight) / head.divisor *
                                 (head.slopes.size() > 0 ? head.slopes(asked.row, token) : 1.0);
            sum += (share * (asked.output->byWeights.col(token) - asked.mean)) * byRow;
        }
    }
    return sum;
}

} // namespace regard
