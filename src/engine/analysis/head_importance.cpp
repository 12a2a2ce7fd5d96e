#include "engine/analysis/head_importance.h"

#include <algorithm>
#include <cmath>

#include "engine/analysis/output_change.h"
#include "engine/model/attention_place.h"
#include "engine/pass/forward.h"

namespace regard {

namespace {

/// The mean over the tokens that are not masked out and whose value is finite.
double meanOverTokens(const std::vector<double> &values, const std::vector<int> &masked)
{
    double sum = 0;
    int count = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (std::find(masked.begin(), masked.end(), int(i)) != masked.end() || !std::isfinite(values[i]))
            continue;
        sum += values[i];
        ++count;
    }
    return count > 0 ? sum / count : 0;
}

HeadImportance compared(const HeadRef &head, const Model &model, const Trace &without, const Trace &with, Stack stack)
{
    HeadImportance importance{head};
    const std::vector<int> &masked = sentenceOf(with, stack).masked;
    std::vector<double> relative;
    for (const VectorChange &change : rowChanges(stackOutput(without, stack), stackOutput(with, stack)))
        relative.push_back(change.relative);
    importance.output = meanOverTokens(relative, masked);
    if (!with.vocabulary.empty())
        importance.nextToken = meanOverTokens(outputVariations(model, without, model, with), masked);
    return importance;
}

} // namespace

std::vector<HeadRef> allHeads(const ModelConfig &config)
{
    std::vector<HeadRef> heads;
    int blocks = 0;
    for (const Attention attention : attentionsOf(config))
        blocks += layersOf(config, attention);
    for (int block = 0; block < blocks; ++block) {
        const AttentionPlace place = blockPlace(config, block);
        for (int head = 0; head < headsOf(config, place.attention); ++head)
            heads.push_back({place.attention, place.layer, head});
    }
    return heads;
}

const SideTrace &sentenceOf(const Trace &trace, Stack stack)
{
    return queriesOf(trace, stack == Stack::Encoder ? Attention::Encoder : Attention::Decoder);
}

Input inputOf(const Trace &trace)
{
    return {trace.source.tokens, trace.source.masked, trace.target.tokens, trace.target.masked,
            trace.source.types,  trace.source.labels, trace.target.labels};
}

std::optional<std::vector<HeadImportance>> headImportance(const Model &model, const Trace &trace,
                                                          const ImportanceRule &rule)
{
    const Stack stack = lastStack(model.config);
    const Input input = inputOf(trace);
    PassOptions options;
    options.previous = &trace;
    options.previousModel = &model;
    options.cancelled = rule.cancelled;
    const std::vector<HeadRef> heads = allHeads(model.config);
    std::vector<HeadImportance> importance;
    importance.reserve(heads.size());
    for (const HeadRef &head : heads) {
        Model without = model;
        without.interventions.heads[head] = rule.replacement;
        const SharedTrace pass = forward(without, input, options);
        if (!pass)
            return std::nullopt;
        importance.push_back(compared(head, model, *pass, trace, stack));
        if (rule.progress)
            rule.progress(int(importance.size()), int(heads.size()));
    }
    return importance;
}

} // namespace regard
