#include "cli/export/selection_before.h"

#include <vector>

namespace regard {

namespace {

int positionBefore(const std::vector<int> &before, int position)
{
    return position >= 0 && position < int(before.size()) ? before[std::size_t(position)] : -1;
}

std::vector<int> positionsBefore(const std::vector<int> &before, const std::vector<int> &positions)
{
    std::vector<int> there;
    for (const int position : positions)
        if (const int found = positionBefore(before, position); found >= 0)
            there.push_back(found);
    return there;
}

} // namespace

Selection selectionBefore(Selection now, const TraceComparison &comparison)
{
    const std::vector<int> &queries = comparison.queries(now.attention).before;
    const std::vector<int> &keys = comparison.keys(now.attention).before;
    now.query = positionBefore(queries, now.query);
    now.key = positionBefore(keys, now.key);
    now.pinnedQueries = positionsBefore(queries, now.pinnedQueries);
    now.pinnedKeys = positionsBefore(keys, now.pinnedKeys);
    return now;
}

} // namespace regard
