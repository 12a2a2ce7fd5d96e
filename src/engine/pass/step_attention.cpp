#include "engine/pass/step_attention.h"

#include <cstddef>
#include <utility>

#include "engine/base/errors.h"
#include "engine/base/message.h"
#include "engine/kernels/product.h"
#include "engine/model/key_head.h"
#include "engine/model/sublayer.h"
#include "engine/pass/finite_check.h"

namespace regard {

namespace {

const Matrix *biasOf(const Model &model, const AttentionPlace &place, bool isUsed, const char *name)
{
    return isUsed ? &model.weights.at(blockWeight(place.attention, place.layer, name)) : nullptr;
}

const Weight &weightOf(const Model &model, const AttentionPlace &place, const char *name)
{
    return model.weights.weight(blockWeight(place.attention, place.layer, name));
}

void requireNoMean(const Replacement *replacement, const AttentionPlace &place)
{
    if (replacement && *replacement == Replacement::MeanOver)
        throw InputError(Message::tr("the mean over sentences cannot stand in place of what %1 gives, because a "
                                     "recurrent decoder asks between its steps; take zero or uniform",
                                     {blockName(place.attention, place.layer)}));
    if (replacement && *replacement == Replacement::Mean)
        throw InputError(
            Message::tr("the mean cannot stand in place of what %1 gives, because each step needs it before "
                        "the later ones are computed; take zero or uniform",
                        {blockName(place.attention, place.layer)}));
}

} // namespace

void checkStepAttention(const Model &model, const AttentionPlace &place)
{
    requireNoMean(replacementOf(model.interventions, sublayerOf(place)), place);
    for (int head = 0; head < headsOf(model.config, place.attention); ++head)
        requireNoMean(replacementOf(model.interventions, HeadRef{place.attention, place.layer, head}), place);
}

StepAttention::StepAttention(const Model &model, const AttentionPlace &place, const Matrix &keys, Eigen::Index n,
                             const AttentionMasks &masks)
    : m_model(model), m_place(place), m_block(std::make_shared<BlockTrace>())
{
    const ModelConfig &config = model.config;
    const Sublayer sublayer = sublayerOf(place);
    const int heads = headsOf(config, place.attention);
    checkStepAttention(model, place);
    const bool hasBias = hasQkvBias(config);
    const SplitAffine k =
        splitAffine(keys, weightOf(model, place, "w_k"), biasOf(model, place, hasBias, "b_k"), config.dKey);
    const SplitAffine v =
        splitAffine(keys, weightOf(model, place, "w_v"), biasOf(model, place, hasBias, "b_v"), config.dValue);
    checkFinite(k.isFinite, Quantity::Keys, sublayer);
    checkFinite(v.isFinite, Quantity::Values, sublayer);
    for (int head = 0; head < heads; ++head) {
        m_rules.push_back(ruleOf(model, place, head, masks.keys));
        checkSetWeights(m_rules.back(), {place.attention, place.layer, head}, n, keys.rows());
        const auto shared = std::size_t(keyHeadOf(config, place.attention, head));
        HeadTrace &made = m_heads.emplace_back();
        made.q.resize(n, config.dKey);
        made.k = k.numbers[shared];
        made.v = v.numbers[shared];
        made.weights.resize(n, keys.rows());
        made.output.resize(n, config.dValue);
        m_keys.emplace_back(made.k.transpose());
    }
    m_block->name = blockName(place.attention, place.layer);
    m_block->joined.resize(n, Eigen::Index(heads) * config.dValue);
    m_block->output.resize(n, config.outputProjection ? config.dModel : m_block->joined.cols());
}

void StepAttention::keep(const BlockTrace &before, Eigen::Index rows)
{
    for (std::size_t head = 0; head < m_heads.size(); ++head)
        for (const auto part : {&HeadTrace::q, &HeadTrace::weights, &HeadTrace::output})
            (m_heads[head].*part).topRows(rows) = (before.heads[head].*part).topRows(rows);
    m_block->joined.topRows(rows) = before.joined.topRows(rows);
    m_block->output.topRows(rows) = before.output.topRows(rows);
}

Matrix StepAttention::ask(Eigen::Index row, const Matrix &state)
{
    const ModelConfig &config = m_model.config;
    const Sublayer sublayer = sublayerOf(m_place);
    const Affine q = affine(state, weightOf(m_model, m_place, "w_q"),
                            biasOf(m_model, m_place, hasQkvBias(config), "b_q")); // 1 × heads · d_key
    checkFinite(q.isFinite, Quantity::Queries, sublayer);
    const Eigen::Index width = config.dValue;
    for (std::size_t i = 0; i < m_heads.size(); ++i) {
        const auto head = Eigen::Index(i);
        m_heads[i].q.row(row) = q.numbers.middleCols(head * config.dKey, config.dKey);
        attendQueries(m_heads[i], m_keys[i], m_rules[i], row, 1);
        if (m_rules[i].replacement == Replacement::Zero)
            m_heads[i].output.row(row).setZero();
        m_block->joined.row(row).segment(head * width, width) = m_heads[i].output.row(row);
    }
    Matrix context = m_block->joined.row(row);
    if (config.outputProjection)
        context =
            affine(context, weightOf(m_model, m_place, "w_o"), biasOf(m_model, m_place, config.bias, "b_o")).numbers;
    const Replacement *replacement = replacementOf(m_model.interventions, sublayer);
    if (replacement && *replacement == Replacement::Zero)
        context.setZero();
    checkFinite(context, Quantity::Outputs, sublayer);
    m_block->output.row(row) = context.row(0);
    return context;
}

std::shared_ptr<const BlockTrace> StepAttention::finish()
{
    for (HeadTrace &head : m_heads)
        m_block->heads.push_back(std::move(head));
    m_block->stream = m_block->output;
    return m_block;
}

} // namespace regard
