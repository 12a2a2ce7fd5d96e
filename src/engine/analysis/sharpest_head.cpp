#include "engine/analysis/sharpest_head.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace regard {

namespace {

/// Sums over the queries that count.
struct ShapeSums {
    double broad = 0;
    double itself = 0;
    double before = 0;
    double after = 0;
    double resting = 0;
    int queries = 0;
};

void addQuery(ShapeSums &sums, const Matrix &weights, Eigen::Index query, double broad,
              const std::vector<TokenKind> &keyKinds)
{
    ++sums.queries;
    sums.broad += broad;
    const auto on = [&](Eigen::Index key) {
        return key >= 0 && key < weights.cols() ? double(weights(query, key)) : 0.0;
    };
    sums.itself += on(query);
    sums.before += on(query - 1);
    sums.after += on(query + 1);
    for (Eigen::Index key = 0; key < weights.cols(); ++key)
        if (key == 0 || keyKinds[std::size_t(key)].isSpecial)
            sums.resting += weights(query, key);
}

/// Lower is preferred: all plain heads, the sharpest first, come before all others, the least extreme first.
double rankOf(const HeadShape &shape)
{
    const double share = std::max(shape.diagonal, shape.resting);
    return share <= largestPlainShare ? -shape.sharpness : 1 + share;
}

enum class Among { Words, NotSpecial, All };

bool counts(const TokenKind &kind, Among among)
{
    return among == Among::All || (!kind.isSpecial && (among == Among::NotSpecial || !kind.isPunctuation));
}

} // namespace

std::optional<HeadShape> headShape(const Matrix &weights, const SideTrace &keys,
                                   const std::vector<TokenKind> &queryKinds, const std::vector<TokenKind> &keyKinds,
                                   bool isCross, const MaskRule &mask, double mostNumbers)
{
    const auto step = Eigen::Index(std::max(1.0, std::ceil(double(weights.size()) / mostNumbers)));
    ShapeSums sums;
    for (Eigen::Index query = 0; query < weights.rows(); query += step) {
        if (queryKinds[std::size_t(query)].isSpecial || !(weights.row(query).sum() > 0))
            continue;
        if (const auto broad = broadness(weights, query, allowedKeys(keys, mask, query)))
            addQuery(sums, weights, query, *broad, keyKinds);
    }
    if (sums.queries == 0)
        return std::nullopt;
    const double n = sums.queries;
    return HeadShape{1 - sums.broad / n, isCross ? 0 : std::max({sums.itself, sums.before, sums.after}) / n,
                     sums.resting / n};
}

std::optional<SharpestHead> sharpestHead(const Trace &trace, Attention attention, const LayerMasks &masks,
                                         const std::vector<TokenKind> &queryKinds,
                                         const std::vector<TokenKind> &keyKinds)
{
    constexpr double mostNumbers = 4e6; // of all heads together: some 20 ms
    const std::vector<const BlockTrace *> blocks = blocksOf(trace, attention);
    std::size_t heads = 0;
    for (const BlockTrace *block : blocks)
        heads += block->heads.size();
    std::optional<SharpestHead> best;
    double bestRank = 0;
    for (std::size_t layer = 0; layer < blocks.size(); ++layer)
        for (std::size_t head = 0; head < blocks[layer]->heads.size(); ++head) {
            const auto shape =
                headShape(blocks[layer]->heads.shared(head)->weights, keysOf(trace, attention), queryKinds, keyKinds,
                          attention == Attention::Cross, masks.at(int(layer)), mostNumbers / double(heads));
            if (!shape || (best && !(rankOf(*shape) < bestRank)))
                continue;
            bestRank = rankOf(*shape);
            best = SharpestHead{{attention, int(layer), int(head)}, bestRank <= 0};
        }
    return best;
}

std::optional<AttentionLink> strongestLink(const Matrix &weights, const std::vector<TokenKind> &queryKinds,
                                           const std::vector<TokenKind> &keyKinds, bool isCross)
{
    for (const Among among : {Among::Words, Among::NotSpecial, Among::All}) {
        AttentionLink best;
        float largest = 0;
        for (Eigen::Index query = 0; query < weights.rows(); ++query)
            for (Eigen::Index key = 0; key < weights.cols(); ++key) {
                const bool isItself = among == Among::Words && !isCross && key == query;
                if (weights(query, key) > largest && !isItself && counts(queryKinds[std::size_t(query)], among) &&
                    counts(keyKinds[std::size_t(key)], among)) {
                    largest = weights(query, key);
                    best = {int(query), int(key)};
                }
            }
        if (best.query >= 0)
            return best;
    }
    return std::nullopt;
}

} // namespace regard
