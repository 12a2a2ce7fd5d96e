#include "engine/analysis/patching.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "engine/analysis/head_importance.h"
#include "engine/base/message.h"
#include "engine/kernels/in_parallel.h"
#include "engine/kernels/serial_thread.h"
#include "engine/model/attention_place.h"
#include "engine/model/recurrent.h"
#include "engine/pass/forward.h"
#include "engine/pass/output_layer.h"
#include "engine/pass/patched_rows.h"
#include "engine/pass/stream.h"

namespace regard {

namespace {

/// The least difference of the measure that is told in shares.
constexpr double leastDifference = 1e-3;

std::optional<int> counterpart(const std::vector<int> &pairs, int token)
{
    const bool isThere = token >= 0 && token < int(pairs.size()) && pairs[std::size_t(token)] >= 0;
    return isThere ? std::optional(pairs[std::size_t(token)]) : std::nullopt;
}

std::vector<int> allTokens(std::size_t count)
{
    std::vector<int> tokens(count);
    std::iota(tokens.begin(), tokens.end(), 0);
    return tokens;
}

const SideTrace &tokensOf(const Trace &trace, const PatchPlace &place)
{
    return isOfKeys(place.kind) ? keysOf(trace, place.attention) : queriesOf(trace, place.attention);
}

/// Whether a layer of the stack, from the first one on and before the last one, has a mean over the sentence's tokens
/// in place of an output.
bool hasMeanBetween(const Interventions &interventions, Stack stack, int first, int last)
{
    const auto isMean = [&](Stack its, int layer, Replacement replacement) {
        return its == stack && layer >= first && layer < last && replacement == Replacement::Mean;
    };
    return std::any_of(interventions.heads.begin(), interventions.heads.end(),
                       [&](const auto &head) {
                           return isMean(stackOf(head.first.attention), head.first.layer, head.second);
                       }) ||
           std::any_of(interventions.sublayers.begin(), interventions.sublayers.end(), [&](const auto &sublayer) {
               return isMean(sublayer.first.stack, sublayer.first.layer, sublayer.second);
           });
}

} // namespace

std::string reasonForNoPatch(const Model &now, const Model &before)
{
    const ModelConfig &a = now.config;
    const ModelConfig &b = before.config;
    bool isSame = a.architecture == b.architecture && a.dModel == b.dModel && a.dKey == b.dKey &&
                  a.dValue == b.dValue && a.outputProjection == b.outputProjection;
    bool hasLayers = false;
    for (const Stack stack : {Stack::Encoder, Stack::Decoder}) {
        isSame = isSame && isRecurrent(a, stack) == isRecurrent(b, stack) && layersOf(a, stack) == layersOf(b, stack) &&
                 headsOf(a, stack) == headsOf(b, stack) && hasFeedForward(a, stack) == hasFeedForward(b, stack);
        hasLayers = hasLayers || (hasStack(a, stack) && !isRecurrent(a, stack));
    }
    if (!isSame)
        return Message::tr(
            "The pinned state has another architecture or other sizes: rows of its passes do not fit here.");
    return hasLayers
               ? std::string()
               : Message::tr("A recurrent stack hands on states, not rows between layers: nothing can be patched.");
}

std::vector<int> pairedTokens(const TokenAlignment &alignment)
{
    if (alignment.before.size() == alignment.after.size())
        return allTokens(alignment.before.size());
    std::vector<int> pairs = alignment.before;
    std::size_t first = 0; // of a gap: the tokens between two that are in both
    int firstBefore = 0;
    for (std::size_t token = 0; token <= pairs.size(); ++token) {
        const bool isEnd = token == pairs.size();
        if (!isEnd && alignment.before[token] < 0)
            continue;
        const int before = isEnd ? int(alignment.after.size()) : alignment.before[token];
        if (before - firstBefore == int(token - first))
            for (std::size_t i = first; i < token; ++i)
                pairs[i] = firstBefore + int(i - first);
        first = token + 1;
        firstBefore = before + 1;
    }
    return pairs;
}

const Matrix &rowsAt(const ModelConfig &config, const Trace &trace, const PatchPlace &place)
{
    const Stack stack = stackOf(place.attention);
    if (place.kind == PatchKind::Stream)
        return place.layer < layersOf(config, stack)
                   ? streamBefore(config, trace, {stack, place.layer, SublayerKind::SelfAttention})
                   : streamAfter(config, trace, stack);
    if (place.kind == PatchKind::FeedForwardOutput)
        return (stack == Stack::Encoder ? trace.encoderFeedForward : trace.decoderFeedForward)
            .at(std::size_t(place.layer))
            ->output;
    const BlockTrace &block = *trace.blocks.at(std::size_t(blockIndex(config, place.attention, place.layer)));
    if (place.kind == PatchKind::AttentionOutput)
        return block.output;
    const HeadTrace &head = block.heads.at(std::size_t(place.head));
    switch (place.kind) {
    case PatchKind::Query:
        return head.q;
    case PatchKind::Key:
        return head.k;
    case PatchKind::Value:
        return head.v;
    case PatchKind::Pattern:
        return head.weights;
    case PatchKind::HeadOutput:
    case PatchKind::AttentionOutput:
    case PatchKind::FeedForwardOutput:
    case PatchKind::Stream:
        break;
    }
    return head.output;
}

Patch patchFrom(const TraceComparison &comparison, const PatchPlace &place, const std::vector<int> &tokens,
                const std::string &from)
{
    const Matrix &rows = rowsAt(comparison.modelBefore().config, *comparison.before(), place);
    const std::vector<int> keys = pairedTokens(comparison.keys(place.attention));
    const std::vector<int> pairs = isOfKeys(place.kind) ? keys : pairedTokens(comparison.queries(place.attention));
    Patch patch;
    for (const int token : tokens) {
        const std::optional<int> before = counterpart(pairs, token);
        if (!before)
            continue;
        const auto numbers = rows.row(*before);
        PatchRow row{{}, {}, from};
        if (place.kind == PatchKind::Pattern) {
            for (int key = 0; key < int(keys.size()); ++key)
                if (const std::optional<int> its = counterpart(keys, key)) {
                    row.keys.push_back(key);
                    row.numbers.push_back(numbers(*its));
                }
        } else {
            row.numbers.assign(numbers.begin(), numbers.end());
        }
        if (!row.numbers.empty())
            patch.emplace(token, std::move(row));
    }
    return patch;
}

int gridRows(const ModelConfig &config, const PatchGrid &grid)
{
    if (isOfHead(grid.kind) || grid.kind == PatchKind::AttentionOutput)
        return layersOf(config, grid.attention);
    return layersOf(config, stackOf(grid.attention)) + (grid.kind == PatchKind::Stream ? 1 : 0);
}

int gridColumns(const ModelConfig &config, const Trace &trace, const PatchGrid &grid)
{
    return isOfHead(grid.kind) ? headsOf(config, grid.attention) : int(queriesOf(trace, grid.attention).tokens.size());
}

PatchCell gridCell(const ModelConfig &, const Trace &trace, const PatchGrid &grid, int row, int column)
{
    PatchCell cell{{grid.kind, grid.attention, row, isOfHead(grid.kind) ? column : -1}, {column}};
    if (isOfHead(grid.kind))
        cell.tokens = allTokens(tokensOf(trace, cell.place).tokens.size());
    return cell;
}

bool canReach(const Model &model, const StreamCell &patched, const StreamCell &other)
{
    if (patched.stack != other.stack)
        return patched.stack == Stack::Encoder && other.layer > 0;
    if (patched.layer == other.layer)
        return patched.token == other.token;
    return patched.layer < other.layer &&
           (maskOf(model.config, selfAttentionOf(patched.stack)) != Mask::Causal || patched.token <= other.token ||
            hasMeanBetween(model.interventions, patched.stack, patched.layer, other.layer));
}

bool PatchMap::differs() const
{
    return std::abs(before - now) >= leastDifference; // not where one is no number
}

std::optional<PatchMeasure> measureBefore(const TraceComparison &comparison, const PatchMeasure &measure)
{
    PatchMeasure before = measure;
    if (!measure.logit) {
        const std::optional<int> query =
            counterpart(pairedTokens(comparison.queries(measure.head.attention)), measure.link.query);
        const std::optional<int> key =
            counterpart(pairedTokens(comparison.keys(measure.head.attention)), measure.link.key);
        if (!query || !key)
            return std::nullopt;
        before.link = {*query, *key};
        return before;
    }
    const TokenList &words = comparison.now()->vocabulary;
    const TokenList &wordsBefore = comparison.before()->vocabulary;
    const auto wordBefore = [&](int word) -> std::optional<int> {
        if (words == wordsBefore)
            return word;
        const auto found = std::find(wordsBefore.begin(), wordsBefore.end(), words[std::size_t(word)]);
        return found == wordsBefore.end() ? std::nullopt : std::optional(int(found - wordsBefore.begin()));
    };
    const std::optional<int> position = counterpart(
        pairedTokens(comparison.queries(readOutAttention(comparison.model().config))), measure.logit->position);
    const std::optional<int> word = wordBefore(measure.logit->word);
    const std::optional<int> other = measure.logit->other ? wordBefore(*measure.logit->other) : std::nullopt;
    if (!position || !word || other.has_value() != measure.logit->other.has_value())
        return std::nullopt;
    before.logit = LogitQuestion{*position, *word, other};
    return before;
}

double measured(const Model &model, const Trace &trace, const PatchMeasure &measure)
{
    if (!measure.logit) {
        const int block = blockIndex(model.config, measure.head.attention, measure.head.layer);
        const HeadTrace &head = trace.blocks.at(std::size_t(block))->heads[std::size_t(measure.head.head)];
        return double(head.weights(measure.link.query, measure.link.key));
    }
    const LogitRanges logits(model, readOutStream(trace).row(measure.logit->position), trace.vocabulary);
    const double word = double(logits.of(measure.logit->word, 1)(0, 0));
    return measure.logit->other ? word - double(logits.of(*measure.logit->other, 1)(0, 0)) : word;
}

std::optional<PatchMap> patchMap(const TraceComparison &comparison, const PatchGrid &grid, const PatchMeasure &measure,
                                 const std::atomic<bool> *cancelled)
{
    const Model &plain = comparison.model();
    const Trace &start = *comparison.now();
    PatchMap map{measured(plain, start, measure),
                 measured(comparison.modelBefore(), *comparison.before(), *measureBefore(comparison, measure))};
    if (!map.differs())
        return map;
    PassOptions options;
    options.previous = &start;
    options.previousModel = &plain;
    options.cancelled = cancelled;
    options.withoutLogits = true;
    const Input input = inputOf(start);
    map.rows = gridRows(plain.config, grid);
    map.columns = gridColumns(plain.config, start, grid);
    map.patched.assign(std::size_t(map.rows) * std::size_t(map.columns), std::numeric_limits<double>::quiet_NaN());
    std::atomic<bool> stopped = false;
    inParallel(int(map.patched.size()), [&](int index) {
        if (stopped)
            return;
        const SerialWork serial(true);
        const PatchCell cell = gridCell(plain.config, start, grid, index / map.columns, index % map.columns);
        Model patched = plain;
        patched.interventions =
            withPatch(std::move(patched.interventions), cell.place, patchFrom(comparison, cell.place, cell.tokens, {}));
        if (patched.interventions.patches.empty())
            return;
        if (const SharedTrace pass = forward(patched, input, options))
            map.patched[std::size_t(index)] = measured(patched, *pass, measure);
        else
            stopped = true;
    });
    if (stopped)
        return std::nullopt;
    return map;
}

SharedTrace withoutPatches(const Model &plain, const Model &model, const SharedTrace &trace,
                           const std::atomic<bool> *cancelled)
{
    PassOptions options;
    options.previous = trace.get();
    options.previousModel = &model;
    options.cancelled = cancelled;
    return forward(plain, inputOf(*trace), options);
}

double patchMapCost(const TraceComparison &comparison, const PatchGrid &grid)
{
    const ModelConfig &config = comparison.model().config;
    const double cells = double(gridRows(config, grid)) * gridColumns(config, *comparison.now(), grid);
    return cells / 2 * passCost(comparison.model(), inputOf(*comparison.now()));
}

} // namespace regard
