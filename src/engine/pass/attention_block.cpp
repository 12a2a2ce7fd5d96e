#include "engine/pass/attention_block.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>

#include "engine/base/first_failure.h"
#include "engine/functions/norm.h"
#include "engine/functions/replaced_output.h"
#include "engine/functions/rotary.h"
#include "engine/kernels/product.h"
#include "engine/kernels/row_kernel.h"
#include "engine/model/key_head.h"
#include "engine/model/sentence_means.h"
#include "engine/model/sublayer.h"
#include "engine/model/weight_shapes.h"
#include "engine/pass/finite_check.h"
#include "engine/pass/patched_rows.h"
#include "engine/pass/stream.h"
#include "engine/pass/sublayer_cost.h"

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
    return affine(x, model.weights.weight(blockWeight(place.attention, place.layer, weight)), added).numbers;
}

/// The numbers of those heads that are computed again.
struct HeadColumns {
    std::vector<Matrix> numbers; ///< of each of them, rows of x × width
    std::vector<int> slot;       ///< of each head its place among them; −1: not computed
    bool isFinite = true;

    Matrix &of(int head) { return numbers[std::size_t(slot[std::size_t(head)])]; }
};

/// The columns of the wanted heads of a weight or bias.
Weight headColumnsOf(const Weight &weight, const std::vector<int> &heads, int width)
{
    Matrix columns(weight.rows(), Eigen::Index(heads.size()) * width);
    for (std::size_t i = 0; i < heads.size(); ++i)
        columns.middleCols(Eigen::Index(i) * width, width) = weight.middleCols(Eigen::Index(heads[i]) * width, width);
    return std::make_shared<Matrix>(std::move(columns));
}

/// How the columns of one weight are made into those of its heads.
struct HeadProjection {
    const char *weight;
    const char *bias;
    int width;
    char letter; ///< 'q', 'k' or 'v'
};

/// x · w + b, q and k normed and rotated where the model does so, for the columns of the wanted heads.
HeadColumns projectHeads(const Model &model, const Matrix &x, const AttentionPlace &place,
                         const HeadProjection &projection, std::vector<bool> wanted)
{
    const bool isNormed = projection.letter != 'v' && hasQkNorm(model.config, place.attention);
    // A norm over all heads needs them all.
    if (isNormed && model.config.qkNorm == QkNorm::All && std::find(wanted.begin(), wanted.end(), true) != wanted.end())
        std::fill(wanted.begin(), wanted.end(), true);
    HeadColumns columns;
    std::vector<int> heads;
    for (std::size_t head = 0; head < wanted.size(); ++head) {
        columns.slot.push_back(wanted[head] ? int(heads.size()) : -1);
        if (wanted[head])
            heads.push_back(int(head));
    }
    if (heads.empty())
        return columns;
    const bool isWhole = heads.size() == wanted.size();
    const auto columnsOf = [&](const char *name) {
        const Weight &all = model.weights.weight(blockWeight(place.attention, place.layer, name));
        return isWhole ? all : headColumnsOf(all, heads, projection.width);
    };
    const Weight weight = columnsOf(projection.weight);
    const SharedMatrix added = hasQkvBias(model.config) ? columnsOf(projection.bias).matrix() : nullptr;
    const Matrix *bias = added.get();
    if (!isNormed && (projection.letter == 'v' || !isRotated(model.config, place))) {
        SplitAffine split = splitAffine(x, weight, bias, projection.width);
        columns.numbers = std::move(split.numbers);
        columns.isFinite = split.isFinite;
        return columns;
    }
    Matrix numbers = affine(x, weight, bias).numbers;
    if (isNormed)
        normHeads(model, place, projection.letter, numbers);
    Rotary(model.config, place, x.rows()).rotate(numbers);
    columns.isFinite = areFinite(numbers.data(), std::size_t(numbers.size()));
    for (std::size_t i = 0; i < heads.size(); ++i)
        columns.numbers.emplace_back(numbers.middleCols(Eigen::Index(i) * projection.width, projection.width));
    return columns;
}

/// The heads of one block that an earlier pass does not have.
class BlockHeads {
public:
    /// Computes the heads for n queries and m keys.
    BlockHeads(const Model &model, const AttentionPlace &place, const AttentionMasks &masks, const KeptAttention &kept,
               Eigen::Index n, Eigen::Index m)
        : m_model(model), m_config(model.config), m_place(place), m_masks(masks), m_kept(kept), m_queries(n), m_keys(m),
          m_count(headsOf(model.config, place.attention)),
          m_cost(sublayerCost(model.config, sublayerOf(place), double(n), double(m)))
    {
    }

    /// Whether nothing is to be computed.
    bool areKept() const;
    /// Projects what an earlier pass does not have; keys are what is attended to.
    void project(const Matrix &queries, const Matrix &keys);
    /// Computes every head, their outputs side by side in `joined`; returns an empty list where it was cancelled.
    HeadTraces attend(Matrix &joined, const std::atomic<bool> *cancelled);

private:
    HeadReuse reuseOf(int head) const { return m_kept.reuse ? m_kept.reuse->heads[std::size_t(head)] : HeadReuse(); }
    const HeadTrace &before(int head) const { return m_kept.block->heads[std::size_t(head)]; }
    HeadTrace computed(int head);

    const Model &m_model;
    const ModelConfig &m_config;
    const AttentionPlace &m_place;
    const AttentionMasks &m_masks;
    const KeptAttention &m_kept;
    Eigen::Index m_queries;
    Eigen::Index m_keys;
    int m_count;
    double m_cost;   ///< of all heads
    HeadColumns m_q; ///< n rows, by query head
    HeadColumns m_k; ///< m rows, by key head
    HeadColumns m_v; ///< m rows, by key head
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
    const Sublayer sublayer = sublayerOf(m_place);
    const auto shared = std::size_t(keyValueHeadsOf(m_config, stackOf(m_place.attention)));
    std::vector<bool> q(static_cast<std::size_t>(m_count));
    std::vector<bool> k(shared);
    std::vector<bool> v(shared);
    for (int head = 0; head < m_count; ++head) {
        const HeadReuse reuse = reuseOf(head);
        const auto keyHead = std::size_t(keyHeadOf(m_config, m_place.attention, head));
        q[std::size_t(head)] = !reuse.q;
        k[keyHead] = k[keyHead] || !reuse.k;
        v[keyHead] = v[keyHead] || !reuse.v;
    }
    m_q = projectHeads(m_model, queries, m_place, {"w_q", "b_q", m_config.dKey, 'q'}, std::move(q));
    m_k = projectHeads(m_model, keys, m_place, {"w_k", "b_k", m_config.dKey, 'k'}, std::move(k));
    m_v = projectHeads(m_model, keys, m_place, {"w_v", "b_v", m_config.dValue, 'v'}, std::move(v));
    checkFinite(m_q.isFinite, Quantity::Queries, sublayer);
    checkFinite(m_k.isFinite, Quantity::Keys, sublayer);
    checkFinite(m_v.isFinite, Quantity::Values, sublayer);
}

/// Takes the head's queries, keys and values.
HeadTrace BlockHeads::computed(int head)
{
    const HeadReuse reuse = reuseOf(head);
    AttentionRule rule = ruleOf(m_model, m_place, head, m_masks.keys);
    rule.maskedQueries = m_masks.queries;
    checkSetWeights(rule, {m_place.attention, m_place.layer, head}, m_queries, m_keys);
    checkPattern(rule.pattern, {m_place.attention, m_place.layer, head}, m_queries, m_keys);
    const auto patch = [&](PatchKind kind, Matrix &numbers) {
        putPatch(m_model, {kind, m_place.attention, m_place.layer, head}, numbers);
    };
    const int shared = keyHeadOf(m_config, m_place.attention, head);
    // Several heads may read the keys and values of one.
    const bool isOnly = m_k.slot.size() == std::size_t(m_count);
    const auto taken = [isOnly](Matrix &numbers) { return isOnly ? std::move(numbers) : numbers; };
    Matrix q = reuse.q ? before(head).q : std::move(m_q.of(head));
    Matrix k = reuse.k ? before(head).k : taken(m_k.of(shared));
    Matrix v = reuse.v ? before(head).v : taken(m_v.of(shared));
    patch(PatchKind::Query, q);
    patch(PatchKind::Key, k);
    patch(PatchKind::Value, v);
    HeadTrace result;
    if (reuse.weights) {
        result = {std::move(q), std::move(k), std::move(v), before(head).weights, {}};
        result.hasSink = before(head).hasSink;
        result.output = product(result.weights, result.v); // n × d_value
        replaceOutput(result.output, rule.replacement ? &*rule.replacement : nullptr, rule.maskedQueries);
    } else {
        result = regard::attend(std::move(q), std::move(k), std::move(v), rule);
    }
    putSentenceMeans(result.output, m_model.interventions, {m_place.attention, m_place.layer, head}, m_masks.tokens);
    patch(PatchKind::HeadOutput, result.output);
    return result;
}

HeadTraces BlockHeads::attend(Matrix &joined, const std::atomic<bool> *cancelled)
{
    std::vector<std::shared_ptr<const HeadTrace>> heads(static_cast<std::size_t>(m_count));
    int missing = 0;
    for (int head = 0; head < m_count; ++head)
        if (reuseOf(head).whole)
            heads[std::size_t(head)] = m_kept.block->heads.shared(std::size_t(head));
        else
            ++missing;
    const Eigen::Index width = m_config.dValue;
    joined.resize(m_queries, m_count * width);
    FirstFailure failure;
    [[maybe_unused]] const bool parallel = missing > 1 && m_cost * missing / m_count >= parallelCost;
#pragma omp parallel for schedule(dynamic) if (parallel)
    for (int head = 0; head < m_count; ++head) {
        failure.run([&] {
            std::shared_ptr<const HeadTrace> &result = heads[std::size_t(head)];
            if (!result && !isSet(cancelled))
                result = std::make_shared<HeadTrace>(computed(head));
            if (result)
                joined.middleCols(head * width, width) = result->output;
        });
    }
    failure.rethrow();
    return isSet(cancelled) ? HeadTraces() : HeadTraces(std::move(heads));
}

} // namespace

AttentionRule ruleOf(const Model &model, const AttentionPlace &place, int head, const std::vector<int> &maskedKeys)
{
    AttentionRule rule;
    rule.score = model.config.score;
    rule.scale = float(model.config.scoreScale);
    if (hasScoreRow(rule.score))
        rule.additive = model.weights.at(blockWeight(place.attention, place.layer, "w_a")).row(head);
    if (hasScoreMatrix(rule.score))
        rule.general = model.weights.weight(blockWeight(place.attention, place.layer, "w_g"))
                           .middleCols(head * model.config.dKey, model.config.dKey);
    rule.cap = float(model.config.scoreCap);
    rule.bias = distanceBias(model, place, head);
    if (hasSinks(model.config, place.attention))
        rule.sink = model.weights.at(blockWeight(place.attention, place.layer, "sinks"))(0, head);
    if (model.config.scaleByLayer)
        rule.scale = 1.0F / (scoreDivisor(rule, model.config.dKey) * float(place.layer + 1));
    rule.mask = maskOf(model.config, place.attention);
    rule.window = windowOf(model.config, place);
    rule.maskedKeys = maskedKeys;
    const HeadRef self{place.attention, place.layer, head};
    rule.temperature = temperatureOf(model.interventions, self);
    if (const Replacement *replacement = replacementOf(model.interventions, self))
        rule.replacement = *replacement;
    rule.pattern = patchOf(model.interventions, {PatchKind::Pattern, place.attention, place.layer, head});
    rule.setWeights = setWeightsOf(model.interventions, self);
    rule.cutLinks = cutLinksOf(model.interventions, self);
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
        Matrix scratch;
        const Matrix &read = sublayerInput(model, sublayer, x, scratch); // n × d_model
        heads.project(read, keys ? *keys : read);
    }
    block->heads = heads.attend(block->joined, cancelled);
    if (block->heads.empty())
        return nullptr;
    if (kept.reuse && kept.reuse->output) {
        block->output = kept.block->output;
    } else {
        block->output = config.outputProjection
                            ? project(model, block->joined, place, "w_o", config.bias ? "b_o" : nullptr)
                            : block->joined;
        replaceOutput(block->output, replacementOf(model.interventions, sublayer), masks.queries);
        putSentenceMeans(block->output, model.interventions, sublayer, masks.tokens);
        putPatch(model, outputPlace(sublayer), block->output);
        checkFinite(block->output, Quantity::Outputs, sublayer);
    }
    block->stream = patchedStream(model, sublayer, x, block->output);
    return block;
}

} // namespace regard
