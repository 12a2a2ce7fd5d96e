#include "training/network/network.h"

#include <algorithm>
#include <utility>

#include "engine/base/errors.h"
#include "engine/functions/rotary.h"
#include "engine/functions/score_bias.h"
#include "engine/model/attention_place.h"
#include "engine/model/key_head.h"
#include "engine/model/positions.h"
#include "engine/model/weight_shapes.h"
#include "engine/pass/input_side.h"
#include "engine/pass/output_layer.h"
#include "engine/pass/step_attention.h"

namespace regard {

namespace {

/// Finds the parameters of a model's parts.
class Plans {
public:
    Plans(const ParameterTable &table, const Model &model) : m_table(table), m_model(model), m_config(model.config) {}

    const Parameter &at(const std::string &name) const
    {
        const Parameter *parameter = m_table.find(name);
        if (!parameter)
            throw ShapeError(name + " is not among the parameters");
        return *parameter;
    }

    LinearPlan linear(const std::string &weight, const std::string &bias, bool hasBias) const
    {
        const Parameter &matrix = at(weight);
        return {matrix.offset, hasBias ? Offset(at(bias).offset) : Offset(), matrix.rows, matrix.columns};
    }

    NormPlan norm(const std::string &gain, const std::string &bias) const
    {
        return {at(gain).offset, hasNormBias(m_config.normKind) ? Offset(at(bias).offset) : Offset()};
    }

    NormPlan norm(const std::string &name) const { return norm(name + ".gain", name + ".bias"); }

    StackPlan stack(Stack stack) const;

private:
    SublayerPlan sublayer(const Sublayer &sublayer) const;
    void addChains(StackPlan &plan) const;
    void addAttention(SublayerPlan &plan) const;

    const ParameterTable &m_table;
    const Model &m_model;
    const ModelConfig &m_config;
};

void Plans::addAttention(SublayerPlan &plan) const
{
    const Attention attention = attentionOf(plan.sublayer);
    const int layer = plan.sublayer.layer;
    const auto name = [&](const char *part) { return blockWeight(attention, layer, part); };
    const bool biased = hasQkvBias(m_config);
    plan.q = linear(name("w_q"), name("b_q"), biased);
    plan.k = linear(name("w_k"), name("b_k"), biased);
    plan.v = linear(name("w_v"), name("b_v"), biased);
    if (hasScoreRow(m_config.score))
        plan.additive = at(name("w_a")).offset;
    if (hasScoreMatrix(m_config.score))
        plan.general = at(name("w_g")).offset;
    if (hasScoreBias(m_config, attention) && m_config.scoreBias == ScoreBias::Buckets)
        plan.buckets = at(scoreBiasName(plan.sublayer.stack)).offset;
    if (hasSinks(m_config, attention))
        plan.sinks = at(name("sinks")).offset;
    if (m_config.outputProjection)
        plan.o = linear(name("w_o"), name("b_o"), m_config.bias);
    if (hasQkNorm(m_config, attention)) {
        plan.qNorm = norm(name("q_norm"));
        plan.kNorm = norm(name("k_norm"));
    }
    plan.mask = maskOf(m_config, attention);
    plan.window = windowOf(m_config, {attention, layer});
    plan.rotates = isRotated(m_config, {attention, layer});
    for (int head = 0; head < headsOf(m_config, attention); ++head) {
        const HeadRef self{attention, layer, head};
        HeadPlan &added = plan.heads.emplace_back();
        added.keyHead = keyHeadOf(m_config, attention, head);
        added.temperature = temperatureOf(m_model.interventions, self);
        added.slope = distanceBias(m_model, {attention, layer}, head).slope;
        if (const Replacement *replacement = replacementOf(m_model.interventions, self))
            added.replacement = *replacement;
    }
}

SublayerPlan Plans::sublayer(const Sublayer &sublayer) const
{
    SublayerPlan plan{.sublayer = sublayer};
    if (normOf(m_config, sublayer.stack) != Norm::None)
        plan.norm = norm(normName(sublayer));
    if (const Replacement *replacement = replacementOf(m_model.interventions, sublayer))
        plan.replacement = *replacement;
    if (sublayer.kind != SublayerKind::FeedForward) {
        addAttention(plan);
        return plan;
    }
    const std::string prefix = sublayerName(sublayer);
    plan.first = linear(prefix + ".w_1", prefix + ".b_1", m_config.bias);
    if (m_config.gated)
        plan.gate = linear(prefix + ".w_3", prefix + ".b_3", m_config.bias);
    plan.second = linear(prefix + ".w_2", prefix + ".b_2", m_config.bias);
    return plan;
}

StackPlan Plans::stack(Stack stack) const
{
    StackPlan plan{.stack = stack};
    if (hasPositionTable(m_config.position)) {
        const std::string own = positionName(stack);
        const Parameter &positions = at(m_table.find(own) ? own : barePosition);
        plan.positions = positions.offset;
        plan.positionRows = positions.rows;
    }
    if (m_config.embeddingNorm)
        plan.embeddingNorm =
            norm(embeddingNormWeight(m_model, stack, "gain"), embeddingNormWeight(m_model, stack, "bias"));
    if (m_config.embeddingSize > 0)
        plan.embeddingProjection = linear("embedding_projection.w", "embedding_projection.b", m_config.projectsLast());
    for (const Sublayer &sublayer : sublayersOf(m_config, stack))
        plan.sublayers.push_back(this->sublayer(sublayer));
    if (hasFinalNorm(m_config, stack))
        plan.finalNorm = norm(stackName(stack) + ".final_norm");
    if (isRecurrent(m_config, stack))
        addChains(plan);
    return plan;
}

void Plans::addChains(StackPlan &plan) const
{
    for (const CellPlace &place : cellsOf(m_config, plan.stack)) {
        ChainPlan &chain = plan.chains.emplace_back();
        chain.place = place;
        chain.cell = m_config.cell;
        chain.inputs = cellInputOf(m_config, place);
        chain.size = stateSizeOf(m_config, place.stack);
        const auto offset = [&](const char *name) { return at(cellWeight(place, name)).offset; };
        for (const GateWeights &gate : gatesOf(m_config.cell))
            chain.gates.push_back({offset(gate.input), offset(gate.recurrent), offset(gate.bias)});
        if (m_config.cell == Cell::Gru)
            chain.candidateStateBias = offset(candidateStateBias);
        for (const StateRef &state : m_model.interventions.states)
            if (state.place == place)
                chain.zeroTokens.push_back(state.step);
    }
    if (plan.stack == Stack::Encoder)
        return;
    if (hasFirstState(m_config))
        for (const FirstStateWeights &part : firstStatesOf(m_config.cell))
            plan.firstStates.push_back(linear(part.weight, part.bias, true));
    if (!combinesContext(m_config))
        return;
    plan.combine = linear(combineWeight, combineBias, true);
    plan.asksBetweenSteps = m_config.decoderAttention == DecoderAttention::Bahdanau;
    if (plan.asksBetweenSteps)
        checkStepAttention(m_model, {Attention::Cross, 0});
}

/// The mask token's place in the vocabulary; −1 where it has none.
int maskTokenOf(const Vocabulary &vocabulary)
{
    const auto found = std::find(vocabulary.tokens.begin(), vocabulary.tokens.end(), vocabulary.mask);
    return found == vocabulary.tokens.end() ? -1 : int(found - vocabulary.tokens.begin());
}

} // namespace

Network::Network(const ParameterTable &table, const Model &model)
    : config(model.config), vocabulary(int(model.vocabulary.tokens.size())), isTied(regard::isTied(model))
{
    const Plans plans(table, model);
    if (model.table)
        fixedEmbedding = std::make_shared<const Matrix>(embeddingRows(model));
    else
        embedding = plans.at(embeddingParameter).offset;
    if (config.tokenDropout)
        dropsMasks = maskTokenOf(model.vocabulary);
    if (config.tokenTypes > 0)
        tokenTypes = plans.at("token_type").offset;
    for (const Stack stack : {Stack::Encoder, Stack::Decoder})
        if (hasStack(config, stack))
            stacks.push_back(plans.stack(stack));
    if (config.maskedLanguageModel) {
        transform = plans.linear("output.transform.w", "output.transform.b", true);
        outputNorm = plans.norm("output.norm");
    }
    if (narrowsOutput(config))
        narrowing = plans.linear("output.projection.w", "", false);
    const std::size_t bias = plans.at("output.b").offset;
    output = {0, bias, outputWidthOf(config), vocabulary};
    if (const Parameter *weight = table.find("output.w"))
        output.weight = weight->offset;
    else if (!isTied)
        fixedOutput = std::make_shared<const Matrix>(outputWeights(model, model.vocabulary.tokens));
}

} // namespace regard
