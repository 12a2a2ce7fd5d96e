#include "training/network/network_pass.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/base/errors.h"
#include "engine/base/message.h"
#include "engine/functions/rotary.h"
#include "engine/functions/score.h"
#include "training/base/products.h"
#include "training/layers/norm.h"
#include "training/network/network_rows.h"
#include "training/network/row_replacement.h"

namespace regard {

namespace {

/// Rows as qk_norm norms them: those of each head by themselves, or those of all.
template <typename Kept>
auto normedRows(const ModelConfig &config, Kept &rows)
{
    const Eigen::Index width = config.qkNorm == QkNorm::Head ? config.dKey : rows.columns();
    return matrixAt(rows.row(0), rows.rows() * rows.columns() / width, width);
}

} // namespace

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
    linear(plan.q, input, plan.qNorm ? kept.plainQ : kept.q);
    linear(plan.k, keys, plan.kNorm ? kept.plainK : kept.k);
    linear(plan.v, keys, kept.v);
    if (plan.qNorm) {
        normHeads(*plan.qNorm, kept.plainQ, kept.q);
        normHeads(*plan.kNorm, kept.plainK, kept.k);
    }
    if (plan.rotates) {
        rotate(plan, side, false, kept.q);
        rotate(plan, side, false, kept.k);
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
    if (plan.general) {
        rule.general = m_weights + *plan.general + head * std::size_t(m_config->dKey);
        rule.generalStride = Eigen::Index(plan.heads.size()) * m_config->dKey;
    }
    rule.factor = (m_config->scoreScale > 0    ? Number(m_config->scoreScale)
                   : isScaled(m_config->score) ? 1 / std::sqrt(Number(m_config->dKey))
                                               : Number(1)) /
                  Number(plan.heads[head].temperature) / Number(m_config->scaleByLayer ? plan.sublayer.layer + 1 : 1);
    rule.temperature = Number(plan.heads[head].temperature);
    rule.cap = Number(m_config->scoreCap);
    rule.slope = Number(plan.heads[head].slope);
    if (plan.buckets) {
        rule.buckets = m_weights + *plan.buckets + head;
        rule.bucketStride = Eigen::Index(plan.heads.size());
    }
    if (plan.sinks)
        rule.sink = m_weights + *plan.sinks + head;
    rule.isCausal = plan.mask == Mask::Causal;
    rule.window = plan.window;
    rule.isUniform = plan.heads[head].replacement == Replacement::Uniform;
    rule.masked = masked;
    return rule;
}

/// Memory for the weights and outputs of every head.
template <typename Number>
void NetworkPass<Number>::prepareHeads(const SublayerPlan &plan, const Side &side, Kept &kept)
{
    const Side &keySide = keysOf(plan, side);
    kept.places.clear();
    std::size_t size = 0;
    for (std::size_t sentence = 0; sentence + 1 < side.starts.size(); ++sentence) {
        kept.places.push_back(size);
        size += plan.heads.size() * std::size_t(side.length(sentence) * keySide.length(sentence));
    }
    kept.weights.resize(size);
    kept.dropped.resize(m_dropout.rate > 0 ? size : 0);
    kept.joined.resize(side.rows(), Eigen::Index(plan.heads.size()) * m_config->dValue);
}

template <typename Number>
void NetworkPass<Number>::runHeads(const SublayerPlan &plan, const Side &side, Kept &kept)
{
    prepareHeads(plan, side, kept);
    for (std::size_t head = 0; head < plan.heads.size(); ++head)
        for (std::size_t sentence = 0; sentence + 1 < side.starts.size(); ++sentence)
            runHead(plan, side, kept, {head, sentence, 0, side.length(sentence)});
}

/// Computes weights and outputs from q, k and v. Some rows of a sentence go alone only without a causal mask or a mean.
template <typename Number>
void NetworkPass<Number>::runHead(const SublayerPlan &plan, const Side &side, Kept &kept, const HeadRows &rows)
{
    const auto &[head, sentence, firstQuery, n] = rows;
    const Side &keySide = keysOf(plan, side);
    const HeadPlan &rules = plan.heads[head];
    const Eigen::Index dKey = m_config->dKey;
    const Eigen::Index dValue = m_config->dValue;
    const Eigen::Index m = keySide.length(sentence);
    const Eigen::Index query = side.starts[sentence] + firstQuery;
    const Eigen::Index key = keySide.starts[sentence];
    const std::size_t place =
        kept.places[sentence] + std::size_t((Eigen::Index(head) * side.length(sentence) + firstQuery) * m);
    const RowsView<Number> weights = matrixAt(kept.weights.data() + place, n, m);
    headForward<Number>(std::as_const(kept.q).part(query, n, Eigen::Index(head) * dKey, dKey),
                        std::as_const(kept.k).part(key, m, rules.keyHead * dKey, dKey),
                        ruleOf(plan, head, keySide.masked[sentence]), weights);
    ConstView<Number> read = matrixAt(std::as_const(kept.weights).data() + place, n, m);
    if (m_dropout.rate > 0) {
        const RowsView<Number> dropped = matrixAt(kept.dropped.data() + place, n, m);
        std::copy_n(weights.data(), n * m, kept.dropped.data() + place);
        applyDropout(DropoutMask(m_dropout.rate, {m_dropout.seed, m_dropout.step, m_dropout.firstSentence + sentence,
                                                  DroppedPart::AttentionWeights, plan.sublayer, int(head)}),
                     dropped, firstQuery);
        new (&read) ConstView<Number>(matrixAt(std::as_const(kept.dropped).data() + place, n, m));
    }
    RowsView<Number> output = kept.joined.part(query, n, Eigen::Index(head) * dValue, dValue);
    multiplyInto(output, read, std::as_const(kept.v).part(key, m, rules.keyHead * dValue, dValue));
    if (rules.replacement)
        replace(output, *rules.replacement, *side.masked[sentence], false);
}

/// What the attention gives its tokens.
template <typename Number>
void NetworkPass<Number>::project(const SublayerPlan &plan, const Kept &kept, Rows<Number> &out) const
{
    if (plan.o) {
        linear(*plan.o, read(kept.joined), out);
        return;
    }
    out.resize(kept.joined.rows(), kept.joined.columns());
    out.all() = kept.joined.all();
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

/// Goes from m_dOut to m_dInput and, of a cross-attention, m_dEncoder.
template <typename Number>
void NetworkPass<Number>::backwardAttention(const SublayerPlan &plan, const Side &side, ConstView<Number> input,
                                            Kept &kept, Number *gradient)
{
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
        rotate(plan, side, true, m_dQ);
        rotate(plan, side, true, m_dK);
    }
    if (plan.qNorm) {
        backwardNormHeads(*plan.qNorm, kept.plainQ, m_dQ, gradient);
        backwardNormHeads(*plan.kNorm, kept.plainK, m_dK, gradient);
    }
    backwardInputs(plan, input, gradient);
}

/// Goes from m_dQ, m_dK and m_dV to m_dInput and, of a cross-attention, m_dEncoder.
template <typename Number>
void NetworkPass<Number>::backwardInputs(const SublayerPlan &plan, ConstView<Number> input, Number *gradient)
{
    const bool crosses = plan.sublayer.kind == SublayerKind::CrossAttention;
    const ConstView<Number> keys = crosses ? read(m_states.front().output) : input;
    Rows<Number> &dKeys = crosses ? m_dEncoder : m_dInput;
    backwardLinear(plan.q, input, read(m_dQ), &m_dInput, gradient);
    backwardLinear(plan.k, keys, read(m_dK), &dKeys, gradient);
    backwardLinear(plan.v, keys, read(m_dV), &dKeys, gradient);
}

/// Finds among the scores of these rows the one whose derivative is asked for.
template <typename Number>
std::optional<std::size_t> NetworkPass<Number>::seedAt(const SublayerPlan &plan, const HeadRows &rows,
                                                       Eigen::Index keys) const
{
    if (!m_seed || sublayerOf(m_seed->attention) != plan.sublayer || m_seed->sentence != int(rows.sentence) ||
        m_seed->head != int(rows.head) || m_seed->query < rows.first || m_seed->query >= rows.first + rows.count)
        return std::nullopt;
    return std::size_t((m_seed->query - rows.first) * keys + m_seed->key);
}

/// Goes from m_dJoined to m_dQ, m_dK and m_dV.
template <typename Number>
void NetworkPass<Number>::backwardHeads(const SublayerPlan &plan, const Side &side, Kept &kept, Number *gradient)
{
    for (std::size_t head = 0; head < plan.heads.size(); ++head)
        for (std::size_t sentence = 0; sentence + 1 < side.starts.size(); ++sentence)
            backwardHead(plan, side, kept, {head, sentence, 0, side.length(sentence)}, gradient);
}

template <typename Number>
void NetworkPass<Number>::backwardHead(const SublayerPlan &plan, const Side &side, Kept &kept, const HeadRows &rows,
                                       Number *gradient)
{
    const auto &[head, sentence, firstQuery, n] = rows;
    const Side &keySide = keysOf(plan, side);
    const HeadPlan &rules = plan.heads[head];
    const HeadRule<Number> rule = ruleOf(plan, head, keySide.masked[sentence]);
    const Eigen::Index dKey = m_config->dKey;
    const Eigen::Index dValue = m_config->dValue;
    const Eigen::Index m = keySide.length(sentence);
    const Eigen::Index query = side.starts[sentence] + firstQuery;
    const Eigen::Index key = keySide.starts[sentence];
    const RowsView<Number> dOutput = m_dJoined.part(query, n, Eigen::Index(head) * dValue, dValue);
    if (rules.replacement)
        replace(dOutput, *rules.replacement, *side.masked[sentence], true);
    const ConstView<Number> d = std::as_const(m_dJoined).part(query, n, Eigen::Index(head) * dValue, dValue);
    const std::size_t place =
        kept.places[sentence] + std::size_t((Eigen::Index(head) * side.length(sentence) + firstQuery) * m);
    const ConstView<Number> weights = matrixAt(std::as_const(kept.weights).data() + place, n, m);
    const ConstView<Number> used =
        kept.dropped.empty() ? weights : matrixAt(std::as_const(kept.dropped).data() + place, n, m);
    addTransposedProduct(m_dV.part(key, m, rules.keyHead * dValue, dValue), used, d);
    m_dScores.resize(std::max(m_dScores.size(), std::size_t(n * m)));
    const RowsView<Number> dScores = matrixAt(m_dScores.data(), n, m);
    multiplyTransposedInto(dScores, d, std::as_const(kept.v).part(key, m, rules.keyHead * dValue, dValue));
    if (m_dropout.rate > 0)
        applyDropout(DropoutMask(m_dropout.rate, {m_dropout.seed, m_dropout.step, m_dropout.firstSentence + sentence,
                                                  DroppedPart::AttentionWeights, plan.sublayer, int(head)}),
                     dScores, firstQuery);
    const ConstView<Number> q = std::as_const(kept.q).part(query, n, Eigen::Index(head) * dKey, dKey);
    const ConstView<Number> k = std::as_const(kept.k).part(key, m, rules.keyHead * dKey, dKey);
    softmaxBackward<Number>(q, k, weights, rule, dScores,
                            {plan.sinks ? gradient + *plan.sinks + head : nullptr,
                             plan.buckets ? gradient + *plan.buckets + head : nullptr});
    if (const auto seed = seedAt(plan, rows, m))
        m_dScores[*seed] += 1;
    scoreBackward<Number>(q, k, rule, matrixAt(std::as_const(m_dScores).data(), n, m),
                          {m_dQ.part(query, n, Eigen::Index(head) * dKey, dKey),
                           m_dK.part(key, m, rules.keyHead * dKey, dKey),
                           plan.additive ? gradient + *plan.additive + head * std::size_t(dKey) : nullptr,
                           plan.general ? gradient + *plan.general + head * std::size_t(dKey) : nullptr});
}

template <typename Number>
void NetworkPass<Number>::normHeads(const NormPlan &plan, const Rows<Number> &plain, Rows<Number> &result) const
{
    result.resize(plain.rows(), plain.columns());
    normForward<Number>(normedRows(*m_config, plain), normNumbers(plan), normedRows(*m_config, result));
}

/// d, the derivative by what is normed, becomes that by what it was before.
template <typename Number>
void NetworkPass<Number>::backwardNormHeads(const NormPlan &plan, const Rows<Number> &plain, Rows<Number> &d,
                                            Number *gradient)
{
    m_product.setZero(d.rows(), d.columns());
    normBackward<Number>(normedRows(*m_config, plain), normNumbers(plan), normedRows(*m_config, std::as_const(d)),
                         normedRows(*m_config, m_product), gradient + plan.gain,
                         plan.bias ? gradient + *plan.bias : nullptr);
    std::swap(d, m_product);
}

/// The rotations of a sentence of that many tokens: of each position the cosines of its pairs, then their sines.
template <typename Number>
const Rows<Number> &NetworkPass<Number>::rotationsOf(const SublayerPlan &plan, Eigen::Index tokens)
{
    Rows<Number> &rotations = m_rotations[{&plan, rotaryLength(*m_config, tokens)}];
    if (rotations.rows() >= tokens)
        return rotations;
    const Rotary rotary(*m_config, {attentionOf(plan.sublayer), plan.sublayer.layer}, tokens);
    rotations.resize(tokens, rotary.width());
    for (Eigen::Index position = 0; position < tokens; ++position)
        for (int pair = 0; pair < rotary.pairs(); ++pair) {
            const Rotation rotation = rotary.at(int(position), pair);
            rotations.row(position)[pair] = Number(rotation.cosine);
            rotations.row(position)[pair + rotary.pairs()] = Number(rotation.sine);
        }
    return rotations;
}

/// The way back is the rotation by the opposite angle: its transpose.
template <typename Number>
void NetworkPass<Number>::rotate(const SublayerPlan &plan, const Side &side, bool isBack, Rows<Number> &rows)
{
    const Rotary rotary(*m_config, {attentionOf(plan.sublayer), plan.sublayer.layer}, 0);
    const int pairs = rotary.pairs();
    for (std::size_t sentence = 0; sentence + 1 < side.starts.size(); ++sentence) {
        const Rows<Number> &rotations = rotationsOf(plan, side.length(sentence));
        for (Eigen::Index position = 0; position < side.length(sentence); ++position) {
            const Number *rotation = rotations.row(position);
            Number *row = rows.row(side.starts[sentence] + position);
            for (Eigen::Index head = 0; head < rows.columns(); head += m_config->dKey)
                for (int pair = 0; pair < pairs; ++pair) {
                    const Number sine = isBack ? -rotation[pair + pairs] : rotation[pair + pairs];
                    Number &first = row[head + rotary.columnOf(pair)];
                    Number &second = row[head + rotary.partnerOf(rotary.columnOf(pair))];
                    const Number a = first;
                    const Number b = second;
                    first = a * rotation[pair] - b * sine;
                    second = b * rotation[pair] + a * sine;
                }
        }
    }
}

#define REGARD_NETWORK_ATTENTION(Number)                                                                               \
    template const NetworkPass<Number>::Side &NetworkPass<Number>::keysOf(const SublayerPlan &, const Side &) const;   \
    template void NetworkPass<Number>::runAttention(const SublayerPlan &, const Side &, ConstView<Number>, Kept &);    \
    template HeadRule<Number> NetworkPass<Number>::ruleOf(const SublayerPlan &, std::size_t, const std::vector<int> *) \
        const;                                                                                                         \
    template void NetworkPass<Number>::prepareHeads(const SublayerPlan &, const Side &, Kept &);                       \
    template void NetworkPass<Number>::runHeads(const SublayerPlan &, const Side &, Kept &);                           \
    template void NetworkPass<Number>::runHead(const SublayerPlan &, const Side &, Kept &, const HeadRows &);          \
    template void NetworkPass<Number>::project(const SublayerPlan &, const Kept &, Rows<Number> &) const;              \
    template ConstView<Number> NetworkPass<Number>::attention(const AttentionPlace &, int, int) const;                 \
    template void NetworkPass<Number>::backwardAttention(const SublayerPlan &, const Side &, ConstView<Number>,        \
                                                         Kept &, Number *);                                            \
    template void NetworkPass<Number>::backwardInputs(const SublayerPlan &, ConstView<Number>, Number *);              \
    template std::optional<std::size_t> NetworkPass<Number>::seedAt(const SublayerPlan &, const HeadRows &,            \
                                                                    Eigen::Index) const;                               \
    template void NetworkPass<Number>::backwardHeads(const SublayerPlan &, const Side &, Kept &, Number *);            \
    template void NetworkPass<Number>::backwardHead(const SublayerPlan &, const Side &, Kept &, const HeadRows &,      \
                                                    Number *);                                                         \
    template void NetworkPass<Number>::normHeads(const NormPlan &, const Rows<Number> &, Rows<Number> &) const;        \
    template void NetworkPass<Number>::backwardNormHeads(const NormPlan &, const Rows<Number> &, Rows<Number> &,       \
                                                         Number *);                                                    \
    template const Rows<Number> &NetworkPass<Number>::rotationsOf(const SublayerPlan &, Eigen::Index);                 \
    template void NetworkPass<Number>::rotate(const SublayerPlan &, const Side &, bool, Rows<Number> &);
REGARD_NETWORK_ATTENTION(float)
REGARD_NETWORK_ATTENTION(double)
#undef REGARD_NETWORK_ATTENTION

} // namespace regard
