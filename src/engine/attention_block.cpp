#include "engine/attention_block.h"

#include <exception>
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
    Matrix projected = product(x, model.weights.at(blockWeight(place.attention, place.layer, weight)));
    if (bias)
        projected.rowwise() += model.weights.at(blockWeight(place.attention, place.layer, bias)).row(0);
    return projected;
}

/// Every head of a block; an empty list where it was cancelled.
std::vector<HeadTrace> attendAll(const Model &model, const AttentionPlace &place, const Matrix &queries,
                                 const Matrix &keys, const AttentionMasks &masks, const std::atomic<bool> *cancelled)
{
    const ModelConfig &config = model.config;
    const std::string block = blockName(place.attention, place.layer);
    const bool biased = hasQkvBias(config);
    Matrix q = project(model, queries, place, "w_q", biased ? "b_q" : nullptr);    // n × heads · d_key
    Matrix k = project(model, keys, place, "w_k", biased ? "b_k" : nullptr);       // m × key heads · d_key
    const Matrix v = project(model, keys, place, "w_v", biased ? "b_v" : nullptr); // m × key heads · d_value
    if (isRotated(config, place.attention)) {
        rotate(q, config.dKey, config.ropeTheta);
        rotate(k, config.dKey, config.ropeTheta);
    }
    checkFinite(q, Quantity::Queries, block);
    checkFinite(k, Quantity::Keys, block);
    checkFinite(v, Quantity::Values, block);

    const int count = headsOf(config, place.attention);
    std::vector<HeadTrace> heads(static_cast<std::size_t>(count));
    std::exception_ptr failure; // must not leave the parallel region
    [[maybe_unused]] const bool parallel = sublayerCost(config, sublayerOf(place), static_cast<double>(queries.rows()),
                                                        static_cast<double>(keys.rows())) >= parallelCost;
#pragma omp parallel for schedule(static) if (parallel)
    for (int head = 0; head < count; ++head) {
        try {
            if (isSet(cancelled))
                continue;
            AttentionRule rule = ruleOf(model, place, head, masks.keys);
            rule.maskedQueries = masks.queries;
            const int shared = keyHeadOf(config, place.attention, head);
            heads[static_cast<std::size_t>(head)] =
                attend(q.middleCols(head * config.dKey, config.dKey), k.middleCols(shared * config.dKey, config.dKey),
                       v.middleCols(shared * config.dValue, config.dValue), rule);
        } catch (...) {
#pragma omp critical
            failure = std::current_exception();
        }
    }
    if (failure)
        std::rethrow_exception(failure);
    if (isSet(cancelled))
        heads.clear();
    return heads;
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
                                               const std::atomic<bool> *cancelled)
{
    const ModelConfig &config = model.config;
    const Sublayer sublayer = sublayerOf(place);
    const Matrix read = sublayerInput(model, sublayer, x); // n × d_model
    auto block = std::make_shared<BlockTrace>();
    block->name = blockName(place.attention, place.layer);
    block->heads = attendAll(model, place, read, keys ? *keys : read, masks, cancelled);
    if (block->heads.empty())
        return nullptr;
    block->joined.resize(x.rows(), static_cast<Eigen::Index>(block->heads.size()) * config.dValue);
    for (std::size_t head = 0; head < block->heads.size(); ++head)
        block->joined.middleCols(static_cast<Eigen::Index>(head) * config.dValue, config.dValue) =
            block->heads[head].output;
    block->output = config.outputProjection ? project(model, block->joined, place, "w_o", config.bias ? "b_o" : nullptr)
                                            : block->joined;
    replaceOutput(block->output, replacementOf(model.interventions, sublayer), masks.queries);
    checkFinite(block->output, Quantity::Outputs, block->name);
    block->stream = sublayerStream(model, sublayer, residualSum(model, x, block->output));
    checkFinite(block->stream, Quantity::Sums, block->name);
    return block;
}

} // namespace regard
