#include "engine/analysis/head_patterns.h"

#include <algorithm>
#include <array>

#include "engine/base/errors.h"
#include "engine/base/message.h"

namespace regard {

namespace {

/// What `share` says of every head of an attention, the largest first, without heads that it says nothing of.
template <typename Share>
std::vector<HeadShare> ranked(const Trace &trace, Attention attention, Share share)
{
    std::vector<HeadShare> heads;
    const std::vector<const BlockTrace *> blocks = blocksOf(trace, attention);
    for (std::size_t layer = 0; layer < blocks.size(); ++layer)
        for (std::size_t head = 0; head < blocks[layer]->heads.size(); ++head)
            if (const std::optional<double> found = share(blocks[layer]->heads.shared(head)->weights, int(layer)))
                heads.push_back({{attention, int(layer), int(head)}, *found});
    std::stable_sort(heads.begin(), heads.end(),
                     [](const HeadShare &a, const HeadShare &b) { return a.share > b.share; });
    return heads;
}

void checkPosition(int position, std::size_t count)
{
    if (position < 0 || position >= int(count))
        throw ShapeError(Message::tr("there is no token %1 among %2, which count from 0",
                                     {std::to_string(position), std::to_string(count)}));
}

} // namespace

std::vector<const BlockTrace *> blocksOf(const Trace &trace, Attention attention)
{
    std::vector<const BlockTrace *> blocks;
    for (const auto &block : trace.blocks)
        if (block->name == blockName(attention, int(blocks.size())))
            blocks.push_back(block.get());
    return blocks;
}

int allowedKeys(const SideTrace &keys, const MaskRule &mask, Eigen::Index query)
{
    const auto count = int(keys.tokens.size());
    const int far = mask.window > 0 ? mask.window : count;
    const int first = std::max(0, int(query) - far + 1);
    const int last = mask.mask == Mask::Causal ? int(query) + 1 : std::min(count, int(query) + far);
    const auto isMasked = [&](int key) { return key >= first && key < last; };
    return last - first - int(std::count_if(keys.masked.begin(), keys.masked.end(), isMasked));
}

std::optional<SinkPart> sinkPart(std::size_t key, const TokenKind &kind)
{
    if (key == 0)
        return SinkPart::First;
    if (kind.isSpecial)
        return kind.isMask ? std::nullopt : std::optional(SinkPart::Special);
    return kind.isPunctuation ? std::optional(SinkPart::Punctuation) : std::nullopt;
}

SinkShares sinkShares(const Matrix &weights, const std::vector<TokenKind> &keyKinds)
{
    std::array<double, 3> shares{};
    int rows = 0;
    for (Eigen::Index query = 0; query < weights.rows(); ++query) {
        const double sum = weights.row(query).cast<double>().sum();
        if (!(sum > 0))
            continue;
        ++rows;
        for (std::size_t key = 0; key < keyKinds.size(); ++key)
            if (const auto part = sinkPart(key, keyKinds[key]))
                shares[std::size_t(*part)] += double(weights(query, Eigen::Index(key))) / sum;
    }
    const double count = std::max(1, rows);
    return {shares[0] / count, shares[1] / count, shares[2] / count};
}

std::vector<HeadShare> headsThatSend(const Trace &trace, Attention attention, int query, int key)
{
    checkPosition(query, queriesOf(trace, attention).tokens.size());
    checkPosition(key, keysOf(trace, attention).tokens.size());
    return ranked(trace, attention,
                  [&](const Matrix &weights, int) { return std::optional<double>(weights(query, key)); });
}

std::vector<HeadShare> headsThatSendMore(const Trace &trace, Attention attention, const LayerMasks &masks, int query,
                                         int key)
{
    checkPosition(query, queriesOf(trace, attention).tokens.size());
    checkPosition(key, keysOf(trace, attention).tokens.size());
    return ranked(trace, attention, [&](const Matrix &weights, int layer) -> std::optional<double> {
        const MaskRule &mask = masks.at(layer);
        if (mask.hides(query, key))
            return 0.0; // no query has less
        double sum = 0;
        int seeing = 0;
        for (Eigen::Index row = 0; row < weights.rows(); ++row)
            if (!mask.hides(row, key)) {
                sum += double(weights(row, key));
                ++seeing;
            }
        return double(weights(query, key)) - sum / seeing;
    });
}

std::vector<HeadShare> headsByPattern(const Trace &trace, Attention attention, const LayerMasks &masks,
                                      HeadPattern pattern, const std::vector<TokenKind> &keyKinds)
{
    const SideTrace &keys = keysOf(trace, attention);
    if (keyKinds.size() != keys.tokens.size())
        throw ShapeError(Message::tr("kinds of %1 tokens are given, but the sentence has %2",
                                     {std::to_string(keyKinds.size()), std::to_string(keys.tokens.size())}));
    return ranked(trace, attention, [&](const Matrix &weights, int layer) {
        return patternShare(weights, pattern, queriesOf(trace, attention), keys, keyKinds,
                            attention == Attention::Cross, masks.at(layer));
    });
}

} // namespace regard
