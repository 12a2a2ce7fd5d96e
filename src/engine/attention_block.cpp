#include "engine/attention_block.h"

#include <cstddef>
#include <exception>
#include <string>
#include <utility>

#include "engine/finite_check.h"
#include "engine/key_head.h"
#include "engine/product.h"
#include "engine/replaced_output.h"
#include "engine/rotary.h"
#include "engine/sublayer.h"
#include "engine/sublayer_cost.h"

namespace regard {

namespace {

bool isSet(const std::atomic<bool> *cancelled)
{
    return cancelled && cancelled->load(std::memory_order_relaxed);
}

/// x · w + b for the weights of that letter, the bias null where there is none: rows of x × heads · d_key, or ·
/// d_value, or d_model.
Matrix project(const Model &model, const Matrix &x, const AttentionPlace &place, const char *weight, const char *bias)
{
    const Matrix *added = bias ? &model.weights.at(blockWeight(place.attention, place.layer, bias)) : nullptr;
    return affine(x, model.weights.at(blockWeight(place.attention, place.layer, weight)), added).numbers;
}

/// The numbers of those heads that are computed anew, side by side.
struct HeadColumns {
    Matrix numbers;        ///< rows of x × (heads · width)
    std::vector<int> slot; ///< of each head its place among them; −1: not computed
    int width = 0;

    auto of(int head) const
    {
        return numbers.middleCols(static_cast<Eigen::Index>(slot[static_cast<std::size_t>(head)]) * width, width);
    }
};

/// The columns of the wanted heads of a weight or bias.
Matrix columnsOf(const Matrix &weight, const std::vector<int> &heads, int width)
{
    Matrix columns(weight.rows(), static_cast<Eigen::Index>(heads.size()) * width);
    for (std::size_t i = 0; i < heads.size(); ++i)
        columns.middleCols(static_cast<Eigen::Index>(i) * width, width) =
            weight.middleCols(static_cast<Eigen::Index>(heads[i]) * width, width);
    return columns;
}

/// x · w + b for the columns of the wanted heads.
HeadColumns projectHeads(const Model &model, const Matrix &x, const AttentionPlace &place, const char *weight,
                         const char *bias, int width, const std::vector<bool> &wanted)
{
    HeadColumns columns;
    columns.width = width;
    std::vector<int> heads;
    for (std::size_t head = 0; head < wanted.size(); ++head) {
        columns.slot.push_back(wanted[head] ? static_cast<int>(heads.size()) : -1);
        if (wanted[head])
            heads.push_back(static_cast<int>(head));
    }
    const char *added = hasQkvBias(model.config) ? bias : nullptr;
    if (heads.size() == wanted.size()) {
        columns.numbers = project(model, x, place, weight, added);
    } else if (!heads.empty()) {
        const auto part = [&](const char *name) {
            return columnsOf(model.weights.at(blockWeight(place.attention, place.layer, name)), heads, width);
        };
        const Matrix partBias = added ? part(added) : Matrix();
        columns.numbers = affine(x, part(weight), added ? &partBias : nullptr).numbers;
    }
    return columns;
}

/// The heads of one block, as far as an earlier pass does not have them.
class BlockHeads {
public:
    /// For n queries and m keys.
    BlockHeads(const Model &model, const AttentionPlace &place, const AttentionMasks &masks, const KeptAttention &kept,
               Eigen::Index n, Eigen::Index m)
        : m_model(model), m_config(model.config), m_place(place), m_masks(masks), m_kept(kept),
          m_count(headsOf(model.config, place.attention)),
          m_cost(sublayerCost(model.config, sublayerOf(place), static_cast<double>(n), static_cast<double>(m)))
    {
    }

    /// Whether nothing is to be computed.
    bool areKept() const;
    /// Projects what is not known; keys are what is attended to.
    void project(const Matrix &queries, const Matrix &keys);
    /// Every head; an empty list where it was cancelled.
    HeadTraces attend(const std::atomic<bool> *cancelled) const;

private:
    HeadReuse reuseOf(int head) const
    {
        return m_kept.reuse ? m_kept.reuse->heads[static_cast<std::size_t>(head)] : HeadReuse();
    }
    const HeadTrace &before(int head) const { return m_kept.block->heads[static_cast<std::size_t>(head)]; }
    HeadTrace computed(int head) const;

    const Model &m_model;
    const ModelConfig &m_config;
    const AttentionPlace &m_place;
    const AttentionMasks &m_masks;
    const KeptAttention &m_kept;
    int m_count;
    double m_cost;   ///< of all heads
    HeadColumns m_q; ///< n rows, by query head
    HeadColumns m_k; ///< m rows, by key head
    HeadColumns m_v; ///< likewise
};

bool BlockHeads::areKept() const
{
    for (int head = 0; head < m_count; ++head)
        if (!reuseOf(head).whole)
            return false;
    return true;
}

void BlockHeads::project(const Matrix &queries, const Matrix &keys)
{
    const std::string block = blockName(m_place.attention, m_place.layer);
    const auto shared = static_cast<std::size_t>(keyValueHeadsOf(m_config, stackOf(m_place.attention)));
    std::vector<bool> q(static_cast<std::size_t>(m_count));
    std::vector<bool> k(shared);
    std::vector<bool> v(shared);
    for (int head = 0; head < m_count; ++head) {
        const HeadReuse reuse = reuseOf(head);
        const auto keyHead = static_cast<std::size_t>(keyHeadOf(m_config, m_place.attention, head));
        q[static_cast<std::size_t>(head)] = !reuse.q;
        k[keyHead] = k[keyHead] || !reuse.k;
        v[keyHead] = v[keyHead] || !reuse.v;
    }
    m_q = projectHeads(m_model, queries, m_place, "w_q", "b_q", m_config.dKey, q);
    m_k = projectHeads(m_model, keys, m_place, "w_k", "b_k", m_config.dKey, k);
    m_v = projectHeads(m_model, keys, m_place, "w_v", "b_v", m_config.dValue, v);
    if (isRotated(m_config, m_place.attention)) {
        rotate(m_q.numbers, m_config.dKey, m_config.ropeTheta);
        rotate(m_k.numbers, m_config.dKey, m_config.ropeTheta);
    }
    checkFinite(m_q.numbers, Quantity::Queries, block);
    checkFinite(m_k.numbers, Quantity::Keys, block);
    checkFinite(m_v.numbers, Quantity::Values, block);
}

HeadTrace BlockHeads::computed(int head) const
{
    const HeadReuse reuse = reuseOf(head);
    AttentionRule rule = ruleOf(m_model, m_place, head, m_masks.keys);
    rule.maskedQueries = m_masks.queries;
    const int shared = keyHeadOf(m_config, m_place.attention, head);
    Matrix q = reuse.q ? before(head).q : Matrix(m_q.of(head));
    Matrix k = reuse.k ? before(head).k : Matrix(m_k.of(shared));
    Matrix v = reuse.v ? before(head).v : Matrix(m_v.of(shared));
    if (!reuse.weights)
        return regard::attend(std::move(q), std::move(k), std::move(v), rule);
    HeadTrace result{std::move(q), std::move(k), std::move(v), before(head).weights, {}};
    result.output = product(result.weights, result.v); // n × d_value
    replaceOutput(result.output, rule.replacement ? &*rule.replacement : nullptr, rule.maskedQueries);
    return result;
}

HeadTraces BlockHeads::attend(const std::atomic<bool> *cancelled) const
{
    std::vector<std::shared_ptr<const HeadTrace>> heads(static_cast<std::size_t>(m_count));
    int missing = 0;
    for (int head = 0; head < m_count; ++head) {
        if (reuseOf(head).whole)
            heads[static_cast<std::size_t>(head)] = m_kept.block->heads.shared(static_cast<std::size_t>(head));
        else
            ++missing;
    }
    std::exception_ptr failure; // must not leave the parallel region
    [[maybe_unused]] const bool parallel = missing > 1 && m_cost * missing / m_count >= parallelCost;
#pragma omp parallel for schedule(dynamic) if (parallel)
    for (int head = 0; head < m_count; ++head) {
        try {
            std::shared_ptr<const HeadTrace> &result = heads[static_cast<std::size_t>(head)];
            if (!result && !isSet(cancelled))
                result = std::make_shared<HeadTrace>(computed(head));
        } catch (...) {
#pragma omp critical
            failure = std::current_exception();
        }
    }
    if (failure)
        std::rethrow_exception(failure);
    return isSet(cancelled) ? HeadTraces() : HeadTraces(std::move(heads));
}

} // namespace

AttentionRule ruleOf(const Model &model, const AttentionPlace &place, int head, const std::vector<int> &maskedKeys)
{
    AttentionRule rule{model.config.score, maskOf(model.config, place.attention), maskedKeys, {}};
    const HeadRef self{place.attention, place.layer, head};
    rule.temperature = temperatureOf(model.interventions, self);
    if (const Replacement *replacement = replacementOf(model.interventions, self))
        rule.replacement = *replacement;
    if (rule.score == Score::Additive)
        rule.additive = model.weights.at(blockWeight(place.attention, place.layer, "w_a")).row(head);
    return rule;
}

std::shared_ptr<const BlockTrace> runAttention(const Model &model, const AttentionPlace &place, const Matrix &x,
                                               const Matrix *keys, const AttentionMasks &masks,
                                               const std::atomic<bool> *cancelled, const KeptAttention &kept)
{
    const ModelConfig &config = model.config;
    const Sublayer sublayer = sublayerOf(place);
    auto block = std::make_shared<BlockTrace>();
    block->name = blockName(place.attention, place.layer);
    BlockHeads heads(model, place, masks, kept, x.rows(), keys ? keys->rows() : x.rows());
    if (!heads.areKept()) {
        const Matrix read = sublayerInput(model, sublayer, x); // n × d_model
        heads.project(read, keys ? *keys : read);
    }
    block->heads = heads.attend(cancelled);
    if (block->heads.empty())
        return nullptr;
    block->joined.resize(x.rows(), static_cast<Eigen::Index>(block->heads.size()) * config.dValue);
    for (std::size_t head = 0; head < block->heads.size(); ++head)
        block->joined.middleCols(static_cast<Eigen::Index>(head) * config.dValue, config.dValue) =
            std::as_const(block->heads)[head].output;
    if (kept.reuse && kept.reuse->output) {
        block->output = kept.block->output;
    } else {
        block->output = config.outputProjection
                            ? project(model, block->joined, place, "w_o", config.bias ? "b_o" : nullptr)
                            : block->joined;
        replaceOutput(block->output, replacementOf(model.interventions, sublayer), masks.queries);
        checkFinite(block->output, Quantity::Outputs, block->name);
    }
    block->stream = finishedStream(model, sublayer, x, block->output);
    return block;
}

Matrix finishedStream(const Model &model, const Sublayer &sublayer, const Matrix &x, const Matrix &output)
{
    Normed stream = sublayerStream(model, sublayer, x, output);
    const bool isAttention = sublayer.kind != SublayerKind::FeedForward;
    checkFinite(stream.isFinite, Quantity::Sums,
                isAttention ? blockName(attentionOf(sublayer), sublayer.layer)
                            : stackName(sublayer.stack) + "." + std::to_string(sublayer.layer) + ".ffn");
    return std::move(stream.numbers);
}

} // namespace regard
