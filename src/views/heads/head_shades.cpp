#include "views/heads/head_shades.h"

#include <algorithm>

#include "document/sentence/side.h"
#include "engine/analysis/sharpest_head.h"
#include "engine/analysis/token_groups.h"
#include "views/base/moved_scale.h"
#include "views/find/find_ranking.h"

namespace regard {

namespace {

constexpr double mostShadeNumbers = 2e4; // of one head that are looked at, so that 144 heads take a moment
constexpr double mostShadeRead = 4e6;    // of all heads of a file

std::map<HeadRef, double> sharpnesses(const ShownState &state)
{
    const ModelConfig &config = state.model().config;
    const Trace &trace = *state.trace();
    const bool isMoved = movesByValue(trace);
    std::map<HeadRef, double> shades;
    double numbers = 0;
    for (const auto &block : trace.blocks)
        if (block->heads.source())
            numbers += double(block->heads.size()) * double(block->heads.queries() * block->heads.keys());
    if (numbers > mostShadeRead)
        return shades;
    for (const Attention attention : attentionsOf(config)) {
        const auto kindsOf = [&](const SideTrace &side, Side which) {
            return tokenKinds(side.tokens, state.tokens(which));
        };
        const SideTrace &keys = keysOf(trace, attention);
        const std::vector<TokenKind> queryKinds = kindsOf(queriesOf(trace, attention), queriesSide(config, attention));
        const std::vector<TokenKind> keyKinds = kindsOf(keys, keysSide(config, attention));
        for (int layer = 0; layer < layersOf(config, attention); ++layer) {
            const HeadTraces &heads = trace.blocks.at(std::size_t(blockIndex(config, attention, layer)))->heads;
            for (std::size_t head = 0; head < heads.size(); ++head) {
                const auto read = heads.shared(head);
                const Matrix shares = isMoved ? asShares(read->weights, trace) : Matrix();
                if (const auto shape =
                        headShape(isMoved ? shares : read->weights, keys, queryKinds, keyKinds,
                                  attention == Attention::Cross, {config, {attention, layer}}, mostShadeNumbers))
                    shades[{attention, layer, int(head)}] = shape->sharpness;
            }
        }
    }
    return shades;
}

std::map<HeadRef, double> movements(const ModelConfig &config, const TraceComparison &comparison)
{
    std::map<HeadRef, double> moved;
    for (const Attention attention : attentionsOf(config))
        for (int layer = 0; layer < layersOf(config, attention); ++layer)
            for (int head = 0; head < headsOf(config, attention); ++head)
                if (const auto by = comparison.moved({attention, layer, head}))
                    moved[{attention, layer, head}] = *by;
    return moved;
}

} // namespace

std::map<HeadRef, double> headShades(const ShownState &state, const HeadsOptions &options)
{
    std::map<HeadRef, double> numbers = options.shares;
    if (numbers.empty() && state.difference())
        numbers = movements(state.model().config, *state.difference());
    else if (numbers.empty())
        return sharpnesses(state);
    double most = 0;
    for (const auto &[head, number] : numbers)
        most = std::max(most, number);
    for (auto &[head, number] : numbers)
        number = most > 0 ? std::max(0.0, number / most) : 0;
    return numbers;
}

} // namespace regard
