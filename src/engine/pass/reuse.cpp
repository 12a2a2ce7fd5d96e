#include "engine/pass/reuse.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <unordered_set>

#include "engine/model/positions.h"
#include "engine/pass/input_side.h"
#include "engine/pass/output_layer.h"
#include "engine/pass/patched_rows.h"
#include "engine/pass/recurrent_pass.h"

namespace regard {

namespace {

bool hasBoth(const ModelConfig &config)
{
    return config.architecture == Architecture::EncoderDecoder;
}

} // namespace

PassComparison::PassComparison(const Model &model, const Input &input, const PassOptions &options)
    : m_model(model), m_input(input), m_previous(options.previous), m_previousModel(options.previousModel)
{
    if (!canCompare() || m_previous->architecture != m_previousModel->config.architecture ||
        sourceStack(model.config) != sourceStack(m_previousModel->config)) {
        m_previous = nullptr;
        return;
    }
    m_sameSource = input.tokens == m_previous->source.tokens && sameTypes() && sameEmbedding(input.tokens, false) &&
                   sameEntry(sourceStack(model.config));
    m_sameTarget = hasBoth(model.config) && hasBoth(m_previousModel->config) &&
                   input.target == m_previous->target.tokens && sameEmbedding(input.target, true) &&
                   sameEntry(Stack::Decoder);
}

bool PassComparison::sameWeight(const std::string &name) const
{
    return m_model.weights.find(name) == m_previousModel->weights.find(name);
}

bool PassComparison::sameDraws() const
{
    return m_model.config.seed == m_previousModel->config.seed &&
           m_model.config.dModel == m_previousModel->config.dModel &&
           m_model.config.embeddingSize == m_previousModel->config.embeddingSize;
}

bool PassComparison::sameEmbedding(const std::vector<std::string> &tokens, bool isTarget) const
{
    const bool sameRest = m_model.table == m_previousModel->table && (m_model.table || sameDraws());
    std::unordered_set<std::string> seen;
    for (const std::string &token : tokens) {
        if (!seen.insert(token).second)
            continue;
        const auto now = m_model.embedding.find(rowKey(m_model, token, isTarget));
        const auto before = m_previousModel->embedding.find(rowKey(*m_previousModel, token, isTarget));
        const bool isGiven = now != m_model.embedding.end();
        const bool wasGiven = before != m_previousModel->embedding.end();
        if (isGiven != wasGiven || (isGiven ? now->second != before->second : !sameRest))
            return false;
    }
    return true;
}

bool PassComparison::samePositions(Stack stack) const
{
    const auto added = [](const ModelConfig &config) {
        return addsPositions(config.position) ? config.position : Position::None;
    };
    const Position position = added(m_model.config);
    if (position != added(m_previousModel->config))
        return false;
    if (!hasPositionTable(position))
        return m_model.config.dModel == m_previousModel->config.dModel &&
               m_model.config.positionStart == m_previousModel->config.positionStart;
    const SharedMatrix table = givenPositions(m_model, positionName(stack));
    return table == givenPositions(*m_previousModel, positionName(stack)) && (table || sameDraws());
}

/// Compares the source's token types where they are used; those of a target are all 0.
bool PassComparison::sameTypes() const
{
    if (m_model.config.tokenTypes == 0)
        return true;
    const std::size_t tokens = std::max(m_input.types.size(), m_previous->source.types.size());
    const auto typeAt = [](const std::vector<int> &types, std::size_t i) { return types.empty() ? 0 : types.at(i); };
    for (std::size_t i = 0; i < tokens; ++i)
        if (typeAt(m_input.types, i) != typeAt(m_previous->source.types, i))
            return false;
    return true;
}

/// Whether everything between the tokens and the stack's first layer is as it was.
bool PassComparison::sameEntry(Stack stack) const
{
    const ModelConfig &now = m_model.config;
    const ModelConfig &before = m_previousModel->config;
    const PatchPlace entry = entryPlace(stack);
    if (patchOf(m_model.interventions, entry) != patchOf(m_previousModel->interventions, entry))
        return false;
    if (now.embeddingScale != before.embeddingScale || now.embeddingMultiplier != before.embeddingMultiplier ||
        now.embeddingNorm != before.embeddingNorm || !samePositions(stack))
        return false;
    const bool hasTypes = now.tokenTypes > 0;
    if (hasTypes != (before.tokenTypes > 0) || (hasTypes && !sameWeight("token_type")))
        return false;
    const auto sameNorm = [&](const char *part) {
        return m_model.weights.find(embeddingNormWeight(m_model, stack, part)) ==
               m_previousModel->weights.find(embeddingNormWeight(*m_previousModel, stack, part));
    };
    if (now.embeddingSize != before.embeddingSize || now.narrowTokens != before.narrowTokens ||
        !sameWeight("embedding_projection.w") || !sameWeight("embedding_projection.b") ||
        now.tokenDropout != before.tokenDropout ||
        (now.tokenDropout && m_model.vocabulary.mask != m_previousModel->vocabulary.mask))
        return false;
    return !now.embeddingNorm || (sameNormRule(now, before) && sameNorm("gain") && sameNorm("bias"));
}

/// Compares the masks of the sentence that a stack reads.
bool PassComparison::sameMasks(Stack stack) const
{
    const Attention attention = stack == Stack::Encoder ? Attention::Encoder : Attention::Decoder;
    const bool readsTarget = stack == Stack::Decoder && hasBoth(m_model.config);
    return (readsTarget ? m_input.maskedTarget : m_input.masked) == queriesOf(*m_previous, attention).masked;
}

/// Compares the texts of the sentence that a stack reads.
bool PassComparison::sameTokens(Stack stack) const
{
    const Attention attention = stack == Stack::Encoder ? Attention::Encoder : Attention::Decoder;
    const bool readsTarget = stack == Stack::Decoder && hasBoth(m_model.config);
    return (readsTarget ? m_input.target : m_input.tokens) == queriesOf(*m_previous, attention).tokens;
}

bool PassComparison::hadSublayer(const Sublayer &sublayer) const
{
    if (!canCompare())
        return false;
    const std::vector<Sublayer> before = sublayersOf(m_previousModel->config, sublayer.stack);
    return std::find(before.begin(), before.end(), sublayer) != before.end();
}

SublayerReuse PassComparison::sublayer(const Sublayer &sublayer, bool sameStream, bool sameKeys) const
{
    if (!hadSublayer(sublayer))
        return {};
    const bool crosses = sublayer.kind == SublayerKind::CrossAttention;
    const SameReads same{sameStream, crosses ? sameKeys : sameStream, sameMasks(sublayer.stack),
                         sameMasks(crosses ? Stack::Encoder : sublayer.stack), sameTokens(sublayer.stack)};
    return sublayerReuse(m_model, *m_previousModel, sublayer, same);
}

bool PassComparison::sameFinalNorm(Stack stack) const
{
    const ModelConfig &now = m_model.config;
    const ModelConfig &before = m_previousModel->config;
    const std::string name = stackName(stack) + ".final_norm";
    return hasFinalNorm(now, stack) == hasFinalNorm(before, stack) &&
           (!hasFinalNorm(now, stack) ||
            (sameNormRule(now, before) && sameWeight(name + ".gain") && sameWeight(name + ".bias")));
}

/// What is done before the output is compared with the vocabulary.
bool PassComparison::sameTransform() const
{
    const ModelConfig &now = m_model.config;
    const ModelConfig &before = m_previousModel->config;
    if (now.maskedLanguageModel != before.maskedLanguageModel || now.replacedTokens != before.replacedTokens)
        return false;
    for (const char *name :
         {"output.transform.w", "output.transform.b", "output.norm.gain", "output.norm.bias", "output.projection.w"})
        if (!sameWeight(name))
            return false;
    return !transformsOutput(now) ||
           (now.activationOfOutput() == before.activationOfOutput() && sameNormRule(now, before));
}

bool PassComparison::sameOutputWeights() const
{
    const ModelConfig &now = m_model.config;
    const ModelConfig &before = m_previousModel->config;
    if (!sameWeight("output.w") || m_model.table != m_previousModel->table || now.tiedOutput != before.tiedOutput ||
        now.logitsDivisor != before.logitsDivisor || now.logitsCap != before.logitsCap)
        return false;
    if (isTied(m_model) && m_model.embedding != m_previousModel->embedding)
        return false;
    if (m_model.weights.contains("output.w") || m_model.table)
        return true;
    return sameDraws() && now.initialization == before.initialization &&
           now.initializationStd == before.initializationStd;
}

bool PassComparison::sameOutputLayer() const
{
    return sameTransform() && sameWeight("output.b") && sameOutputWeights() &&
           vocabularyOf(m_model, m_input) == m_previous->vocabulary;
}

namespace {

/// The parts of a stack that stay where it reads the same input; sameKeys: the input of its cross-attentions is the
/// same too. True where all of it does, its final norm included.
bool planStack(const PassComparison &comparison, const Model &model, const Model &previous, Stack stack, bool sameInput,
               bool sameKeys, std::vector<SublayerReuse> &plan)
{
    if (isRecurrent(model.config, stack) || isRecurrent(previous.config, stack))
        return sameInput && isRecurrent(model.config, stack) == isRecurrent(previous.config, stack) &&
               sameRecurrentStack(model, previous, stack, comparison.sameMasks(stack), sameKeys);
    const std::vector<Sublayer> now = sublayersOf(model.config, stack);
    const std::vector<Sublayer> before = sublayersOf(previous.config, stack);
    bool same = sameInput;
    for (std::size_t i = 0; i < now.size(); ++i) {
        same = same && i < before.size() && before[i] == now[i];
        plan.push_back(comparison.sublayer(now[i], same, sameKeys));
        same = same && plan.back().whole;
    }
    return same && now.size() == before.size() && comparison.sameFinalNorm(stack);
}

} // namespace

Reuse reuseOf(const Model &model, const Input &input, const PassOptions &options)
{
    const PassComparison comparison(model, input, options);
    Reuse reuse;
    reuse.source = comparison.sameSource();
    reuse.target = comparison.sameTarget();
    if (!comparison.canCompare())
        return reuse;
    const Model &previous = *options.previousModel;
    if (hasStack(model.config, Stack::Encoder))
        reuse.encoderOutput =
            planStack(comparison, model, previous, Stack::Encoder, reuse.source, false, reuse.encoder);
    if (hasStack(model.config, Stack::Decoder))
        reuse.decoderOutput =
            planStack(comparison, model, previous, Stack::Decoder, hasBoth(model.config) ? reuse.target : reuse.source,
                      reuse.encoderOutput, reuse.decoder);
    const bool sameReadOut = hasStack(model.config, Stack::Decoder) ? reuse.decoderOutput : reuse.encoderOutput;
    reuse.logits = hasOutputLayer(model.config) && sameReadOut && comparison.sameOutputLayer();
    return reuse;
}

} // namespace regard
