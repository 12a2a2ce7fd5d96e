#include "engine/reuse.h"

#include <unordered_set>

#include "engine/input_side.h"
#include "engine/interventions.h"
#include "engine/output_layer.h"
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
    bool sameSublayer(const Sublayer &sublayer) const;
    bool sameInterventions(const Sublayer &sublayer) const;
    int sameSublayers(Stack stack, bool sameInput, bool sameKeys, bool sameCrossKeys) const;
    bool sameFinalNorm(Stack stack) const;
    bool isWhole(Stack stack, int kept) const;
    bool sameOutputLayer() const;

    const Model &m_model;
    const Input &m_input;
    const Model &m_oldModel;
    const Trace &m_old;
};

bool Comparison::sameEmbedding(const std::vector<std::string> &tokens) const
{
    std::unordered_set<std::string> seen;
    for (const std::string &token : tokens) {
        if (!seen.insert(token).second)
            continue;
        const auto now = m_model.embedding.find(token);
        const auto before = m_oldModel.embedding.find(token);
        const bool isDrawn = now == m_model.embedding.end();
        const bool wasDrawn = before == m_oldModel.embedding.end();
        if (isDrawn != wasDrawn || (isDrawn ? !sameDraws() : now->second != before->second))
            return false;
    }
    return true;
}

bool Comparison::samePositions(Stack stack) const
{
    const Position position = m_model.config.position;
    if (position != m_oldModel.config.position)
        return false;
    if (position == Position::None || position == Position::Sinusoidal)
        return m_model.config.dModel == m_oldModel.config.dModel;
    const SharedMatrix table = givenPositions(m_model, positionName(stack));
    return table == givenPositions(m_oldModel, positionName(stack)) && (table || sameDraws());
}

/// Whether everything between the tokens and the stack's first layer is as it was.
bool Comparison::sameEntry(Stack stack) const
{
    const ModelConfig &now = m_model.config;
    const ModelConfig &before = m_oldModel.config;
    if (now.embeddingScale != before.embeddingScale || now.embeddingNorm != before.embeddingNorm ||
        !samePositions(stack))
        return false;
    const auto sameNorm = [&](const char *part) {
        return m_model.weights.find(embeddingNormWeight(m_model, stack, part)) ==
               m_oldModel.weights.find(embeddingNormWeight(m_oldModel, stack, part));
    };
    return !now.embeddingNorm || (now.normEpsilon == before.normEpsilon && sameNorm("gain") && sameNorm("bias"));
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

bool Comparison::sameSublayer(const Sublayer &sublayer) const
{
    const ModelConfig &now = m_model.config;
    const ModelConfig &before = m_oldModel.config;
    if (now.dModel != before.dModel || now.bias != before.bias || now.residual != before.residual ||
        now.norm != before.norm || (now.norm != Norm::None && now.normEpsilon != before.normEpsilon))
        return false;
    if (sublayer.kind == SublayerKind::FeedForward) {
        if (now.activation != before.activation)
            return false;
    } else {
        const Attention attention = attentionOf(sublayer);
        if (headsOf(now, attention) != headsOf(before, attention) || now.dKey != before.dKey ||
            now.dValue != before.dValue || now.score != before.score ||
            now.outputProjection != before.outputProjection || maskOf(now, attention) != maskOf(before, attention))
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
           (!now.finalNorm ||
            (now.normEpsilon == before.normEpsilon && sameWeight(name + ".gain") && sameWeight(name + ".bias")));
}

bool Comparison::isWhole(Stack stack, int kept) const
{
    const auto count = static_cast<std::size_t>(kept);
    return count == sublayersOf(m_model.config, stack).size() &&
           count == sublayersOf(m_oldModel.config, stack).size() && sameFinalNorm(stack);
}

bool Comparison::sameOutputLayer() const
{
    const ModelConfig &now = m_model.config;
    const ModelConfig &before = m_oldModel.config;
    if (now.bias != before.bias || !sameWeight("output.w") || !sameWeight("output.b") ||
        vocabularyOf(m_model, m_input) != m_old.vocabulary)
        return false;
    return m_model.weights.contains("output.w") || (sameDraws() && now.initialization == before.initialization &&
                                                    now.initializationStd == before.initializationStd);
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
    reuse.source =
        m_input.tokens == m_old.source.tokens && sameEmbedding(m_input.tokens) && sameEntry(sourceStack(config));
    reuse.target = both && hadBoth && m_input.target == m_old.target.tokens && sameEmbedding(m_input.target) &&
                   sameEntry(Stack::Decoder);
    if (hasStack(config, Stack::Encoder)) {
        reuse.encoderSublayers = sameSublayers(Stack::Encoder, reuse.source, sameMask, false);
        reuse.encoderOutput = reuse.source && isWhole(Stack::Encoder, reuse.encoderSublayers);
    }
    if (!hasStack(config, Stack::Decoder) || both != hadBoth)
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
