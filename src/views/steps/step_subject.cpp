#include "views/steps/step_subject.h"

#include <algorithm>

#include "engine/model/stack.h"

namespace regard {

namespace {

/// The selected chain, or the first that the model has.
std::optional<CellPlace> chainInView(const Selection &within, const ModelConfig &config)
{
    std::vector<CellPlace> chains = cellsOf(config, Stack::Encoder);
    const std::vector<CellPlace> decoder = cellsOf(config, Stack::Decoder);
    chains.insert(chains.end(), decoder.begin(), decoder.end());
    if (chains.empty())
        return std::nullopt;
    const bool exists = std::find(chains.begin(), chains.end(), within.chain) != chains.end();
    return exists ? within.chain : chains.front();
}

bool hasAttention(const ModelConfig &config)
{
    return !attentionsOf(config).empty();
}

} // namespace

bool isChainAlone(const Selection &within, const ModelConfig &config)
{
    const std::optional<CellPlace> chain = chainInView(within, config);
    if (!chain || !hasAttention(config))
        return chain.has_value();
    return within.part == Part::Cells && within.attention != Attention::Cross;
}

std::optional<CellPlace> chainInSteps(const Selection &within, const ModelConfig &config)
{
    const bool isRead = hasAttention(config) && within.attention == Attention::Cross;
    return isRead || isChainAlone(within, config) ? chainInView(within, config) : std::nullopt;
}

Attention sentencesOfSteps(const Selection &within, const ModelConfig &config)
{
    if (!isChainAlone(within, config))
        return within.attention;
    return chainInSteps(within, config)->stack == Stack::Encoder ? Attention::Encoder : Attention::Decoder;
}

bool hasSameChain(const Selection &within, const ModelConfig &now, const ModelConfig &before)
{
    return isChainAlone(within, before) && chainInSteps(within, before) == chainInSteps(within, now);
}

int tokenInChain(const Selection &within, const Trace &trace, const ModelConfig &config)
{
    const SideTrace &side = queriesOf(trace, sentencesOfSteps(within, config));
    const int count = int(side.tokens.size());
    if (within.state >= 0 && within.state < count)
        return within.state;
    for (int token = 0; token < count; ++token)
        if (std::find(side.masked.begin(), side.masked.end(), token) == side.masked.end())
            return token;
    return 0;
}

StepSubject::StepSubject(const Model &model, const Trace &trace, const Selection &within,
                         const std::vector<std::string> &dimensions, const StepChoice &choice)
{
    const std::optional<CellPlace> chain = chainInSteps(within, model.config);
    const bool isAlone = isChainAlone(within, model.config);
    if (!isAlone)
        pair.emplace(model, trace, within, dimensions, choice);
    if (!chain)
        return;
    const int token = isAlone                          ? tokenInChain(within, trace, model.config)
                      : chain->stack == Stack::Encoder ? pair->key
                                                       : pair->query;
    cell.emplace(model, trace, within, dimensions, choice, *chain, token);
}

} // namespace regard
