#include "engine/reuse.h"

#include <algorithm>
#include <unordered_set>

#include "engine/input_side.h"
#include "engine/interventions.h"
#include "engine/key_head.h"
#include "engine/output_layer.h"
#include "engine/rotary.h"
#include "engine/sublayer.h"

namespace regard {

namespace {

bool hasBoth(const ModelConfig &config)
{
    return config.architecture == Architecture::EncoderDecoder;
}

/// Compares an earlier pass with one to come.
class Comparison {
public:
    Comparison(const Model &model, const Input &input, const Model &previousModel, const Trace &previous)
        : m_model(model), m_input(input), m_oldModel(previousModel), m_old(previous)
    {
    }

    Reuse reuse() const;

private:
    bool sameWeight(const std::string &name) const
    {
        return m_model.weights.find(name) == m_oldModel.weights.find(name);
    }
    bool sameDraws() const
    {
        return m_model.config.seed == m_oldModel.config.seed && m_model.config.dModel == m_oldModel.config.dModel;
    }
    bool sameEmbedding(const std::vector<std::string> &tokens) const;
    bool samePositions(Stack stack) const;
    bool sameEntry(Stack stack) const;
    bool sameTypes() const;
    bool sameNormRule() const;
    bool sameAttentionRule(Attention attention) const;
    bool sameSublayer(const Sublayer &sublayer) const;
    bool sameInterventions(const Sublayer &sublayer) const;
    int sameSublayers(Stack stack, bool sameInput, bool sameKeys, bool sameCrossKeys) const;
    bool sameFinalNorm(Stack stack) const;
    bool isWhole(Stack stack, int kept) const;
    bool sameTransform() const;
    bool sameOutputWeights() const;
    bool sameOutputLayer() const;

    const Model &m_model;
    const Input &m_input;
    const Model &m_oldModel;
    const Trace &m_old;
};

bool Comparison::sameEmbedding(const std::vector<std::string> &tokens) const
{
    const bool sameRest = m_model.table == m_oldModel.table && (m_model.table || sameDraws());
    std::unordered_set<std::string> seen;
    for (const std::string &token : tokens) {
        if (!seen.insert(token).second)
            continue;
        const auto now = m_model.embedding.find(token);
        const auto before = m_oldModel.embedding.find(token);
        const bool isGiven = now != m_model.embedding.end();
        const bool wasGiven = before != m_oldModel.embedding.end();
        if (isGiven != wasGiven || (isGiven ? now->second != before->second : !sameRest))
            return false;
    }
    return true;
}

bool Comparison::samePositions(Stack stack) const
{
    // Rotary positions add nothing on the way in.
    const auto added = [](const ModelConfig &config) {
        return config.position == Position::Rotary ? Position::None : config.position;
    };
    const Position position = added(m_model.config);
    if (position != added(m_oldModel.config))
        return false;
    if (position != Position::Learned && position != Position::OneHot)
        return m_model.config.dModel == m_oldModel.config.dModel;
    const SharedMatrix table = givenPositions(m_model, positionName(stack));
    return table == givenPositions(m_oldModel, positionName(stack)) && (table || sameDraws());
}

/// Of the source's tokens, as far as they count; those of a target are all 0.
bool Comparison::sameTypes() const
{
    if (m_model.config.tokenTypes == 0)
        return true;
    const std::size_t tokens = std::max(m_input.types.size(), m_old.source.types.size());
    const auto typeAt = [](const std::vector<int> &types, std::size_t i) { return types.empty() ? 0 : types.at(i); };
    for (std::size_t i = 0; i < tokens; ++i)
        if (typeAt(m_input.types, i) != typeAt(m_old.source.types, i))
            return false;
    return true;
}

bool Comparison::sameNormRule() const
{
    return m_model.config.normEpsilon == m_oldModel.config.normEpsilon &&
           m_model.config.normKind == m_oldModel.config.normKind;
}

/// Whether everything between the tokens and the stack's first layer is as it was.
bool Comparison::sameEntry(Stack stack) const
{
    const ModelConfig &now = m_model.config;
    const ModelConfig &before = m_oldModel.config;
    if (now.embeddingScale != before.embeddingScale || now.embeddingNorm != before.embeddingNorm ||
        !samePositions(stack))
        return false;
    const bool hasTypes = now.tokenTypes > 0;
    if (hasTypes != (before.tokenTypes > 0) || (hasTypes && !sameWeight("token_type")))
        return false;
    const auto sameNorm = [&](const char *part) {
        return m_model.weights.find(embeddingNormWeight(m_model, stack, part)) ==
               m_oldModel.weights.find(embeddingNormWeight(m_oldModel, stack, part));
    };
    return !now.embeddingNorm || (sameNormRule() && sameNorm("gain") && sameNorm("bias"));
}

/// Masks of those who ask, over which a mean is taken, are sameKeys of a self-attention before.
bool Comparison::sameInterventions(const Sublayer &sublayer) const
{
    const auto same = [](const Replacement *a, const Replacement *b) { return a && b ? *a == *b : a == b; };
    const Interventions &now = m_model.interventions;
    const Interventions &before = m_oldModel.interventions;
    if (!same(replacementOf(now, sublayer), replacementOf(before, sublayer)))
        return false;
    if (sublayer.kind == SublayerKind::FeedForward)
        return true;
    const Attention attention = attentionOf(sublayer);
    for (int index = 0; index < headsOf(m_model.config, attention); ++index) {
        const HeadRef head{attention, sublayer.layer, index};
        if (!same(replacementOf(now, head), replacementOf(before, head)) ||
            temperatureOf(now, head) != temperatureOf(before, head))
            return false;
    }
    return true;
}

bool Comparison::sameAttentionRule(Attention attention) const
{
    const ModelConfig &now = m_model.config;
    const ModelConfig &before = m_oldModel.config;
    const Stack stack = stackOf(attention);
    const bool rotated = isRotated(now, attention);
    return headsOf(now, attention) == headsOf(before, attention) &&
           keyValueHeadsOf(now, stack) == keyValueHeadsOf(before, stack) && now.dKey == before.dKey &&
           now.dValue == before.dValue && now.score == before.score && hasQkvBias(now) == hasQkvBias(before) &&
           now.outputProjection == before.outputProjection && maskOf(now, attention) == maskOf(before, attention) &&
           rotated == isRotated(before, attention) && (!rotated || now.ropeTheta == before.ropeTheta);
}

bool Comparison::sameSublayer(const Sublayer &sublayer) const
{
    const ModelConfig &now = m_model.config;
    const ModelConfig &before = m_oldModel.config;
    if (now.dModel != before.dModel || now.bias != before.bias || now.residual != before.residual ||
        now.norm != before.norm || (now.norm != Norm::None && !sameNormRule()))
        return false;
    if (sublayer.kind == SublayerKind::FeedForward) {
        if (now.activation != before.activation || now.gated != before.gated)
            return false;
    } else if (!sameAttentionRule(attentionOf(sublayer))) {
        return false;
    }
    for (const std::string &name : weightNamesOf(sublayer))
        if (!sameWeight(name))
            return false;
    return sameInterventions(sublayer);
}

/// Sublayers of a stack that stay, from the first. sameKeys: the tokens and masks of its self-attentions;
/// sameCrossKeys: what its cross-attentions attend to.
int Comparison::sameSublayers(Stack stack, bool sameInput, bool sameKeys, bool sameCrossKeys) const
{
    if (!sameInput)
        return 0;
    const std::vector<Sublayer> now = sublayersOf(m_model.config, stack);
    const std::vector<Sublayer> before = sublayersOf(m_oldModel.config, stack);
    std::size_t same = 0;
    for (; same < now.size() && same < before.size(); ++same) {
        const Sublayer &sublayer = now[same];
        if (sublayer != before[same] || !sameSublayer(sublayer))
            break;
        if (sublayer.kind == SublayerKind::SelfAttention && !sameKeys)
            break;
        if (sublayer.kind == SublayerKind::CrossAttention && !sameCrossKeys)
            break;
    }
    return static_cast<int>(same);
}

bool Comparison::sameFinalNorm(Stack stack) const
{
    const ModelConfig &now = m_model.config;
    const ModelConfig &before = m_oldModel.config;
    const std::string name = stackName(stack) + ".final_norm";
    return now.finalNorm == before.finalNorm &&
           (!now.finalNorm || (sameNormRule() && sameWeight(name + ".gain") && sameWeight(name + ".bias")));
}

bool Comparison::isWhole(Stack stack, int kept) const
{
    const auto count = static_cast<std::size_t>(kept);
    return count == sublayersOf(m_model.config, stack).size() &&
           count == sublayersOf(m_oldModel.config, stack).size() && sameFinalNorm(stack);
}

/// What a masked language model does before it compares with the vocabulary.
bool Comparison::sameTransform() const
{
    const ModelConfig &now = m_model.config;
    const ModelConfig &before = m_oldModel.config;
    if (!now.maskedLanguageModel || !before.maskedLanguageModel)
        return now.maskedLanguageModel == before.maskedLanguageModel;
    for (const char *name : {"output.transform.w", "output.transform.b", "output.norm.gain", "output.norm.bias"})
        if (!sameWeight(name))
            return false;
    return now.activation == before.activation && sameNormRule();
}

bool Comparison::sameOutputWeights() const
{
    const ModelConfig &now = m_model.config;
    const ModelConfig &before = m_oldModel.config;
    if (!sameWeight("output.w") || m_model.table != m_oldModel.table)
        return false;
    if (m_model.weights.contains("output.w"))
        return true;
    if (m_model.table)
        return !m_model.table->isTied() || m_model.embedding == m_oldModel.embedding;
    return sameDraws() && now.initialization == before.initialization &&
           now.initializationStd == before.initializationStd;
}

bool Comparison::sameOutputLayer() const
{
    return sameTransform() && sameWeight("output.b") && sameOutputWeights() &&
           vocabularyOf(m_model, m_input) == m_old.vocabulary;
}

Reuse Comparison::reuse() const
{
    const ModelConfig &config = m_model.config;
    Reuse reuse;
    if (m_old.architecture != m_oldModel.config.architecture || sourceStack(config) != sourceStack(m_oldModel.config))
        return reuse;
    const bool both = hasBoth(config);
    const bool hadBoth = hasBoth(m_oldModel.config);
    const bool sameMask = m_input.masked == m_old.source.masked;
    reuse.source = m_input.tokens == m_old.source.tokens && sameTypes() && sameEmbedding(m_input.tokens) &&
                   sameEntry(sourceStack(config));
    reuse.target = both && hadBoth && m_input.target == m_old.target.tokens && sameEmbedding(m_input.target) &&
                   sameEntry(Stack::Decoder);
    if (hasStack(config, Stack::Encoder)) {
        reuse.encoderSublayers = sameSublayers(Stack::Encoder, reuse.source, sameMask, false);
        reuse.encoderOutput = reuse.source && isWhole(Stack::Encoder, reuse.encoderSublayers);
    }
    if (!hasStack(config, Stack::Decoder)) {
        reuse.logits = hasOutputLayer(config) && reuse.encoderOutput && sameOutputLayer();
        return reuse;
    }
    if (both != hadBoth)
        return reuse;
    const bool sameInput = both ? reuse.target : reuse.source;
    const bool sameKeys = both ? m_input.maskedTarget == m_old.target.masked : sameMask;
    reuse.decoderSublayers = sameSublayers(Stack::Decoder, sameInput, sameKeys, reuse.encoderOutput && sameMask);
    reuse.decoderOutput = sameInput && isWhole(Stack::Decoder, reuse.decoderSublayers);
    reuse.logits = reuse.decoderOutput && sameOutputLayer();
    return reuse;
}

} // namespace

Reuse reuseOf(const Model &model, const Input &input, const PassOptions &options)
{
    if (!options.previous || !options.previousModel)
        return {};
    return Comparison(model, input, *options.previousModel, *options.previous).reuse();
}

} // namespace regard
