#include "io/trace/common_mask.h"

#include <algorithm>
#include <limits>
#include <vector>

#include "engine/model/attention_place.h"

namespace regard {

namespace {

/// The keys that one state's mask forbids.
struct Forbidden {
    MaskRule rule;
    const std::vector<int> *keys; ///< sorted; null: none

    bool operator()(int query, int key) const
    {
        return rule.hides(query, key) || (keys && std::binary_search(keys->begin(), keys->end(), key));
    }
};

Forbidden forbiddenOf(const Model &model, const Trace &trace, const AttentionPlace &place, bool masksKeys)
{
    const Attention attention = place.attention;
    return {masksKeys ? MaskRule(model.config, place) : MaskRule(maskOf(model.config, attention)),
            masksKeys ? &keysOf(trace, attention).masked : nullptr};
}

} // namespace

void clearForbidden(Matrix &difference, const TraceComparison &comparison, const AttentionPlace &place, bool masksKeys)
{
    const Attention attention = place.attention;
    if (layersOf(comparison.modelBefore().config, attention) == 0)
        return;
    const Forbidden now = forbiddenOf(comparison.model(), *comparison.now(), place, masksKeys);
    const Forbidden then = forbiddenOf(comparison.modelBefore(), *comparison.before(), place, masksKeys);
    const std::vector<int> &queries = comparison.queries(attention).before;
    const std::vector<int> &keys = comparison.keys(attention).before;
    for (int query = 0; query < int(difference.rows()); ++query)
        for (int key = 0; key < int(difference.cols()); ++key)
            if (now(query, key) && then(queries[std::size_t(query)], keys[std::size_t(key)]))
                difference(query, key) = std::numeric_limits<float>::quiet_NaN();
}

} // namespace regard
