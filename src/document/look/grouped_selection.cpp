#include "document/look/grouped_selection.h"

#include <algorithm>
#include <cstddef>

namespace regard {

namespace {

/// The nearest position that is not hidden, of two the later one; −1 where all are.
int visiblePosition(int position, const std::vector<bool> &hidden)
{
    const int count = int(hidden.size());
    const auto isShown = [&](int at) { return at >= 0 && at < count && !hidden[std::size_t(at)]; };
    for (int distance = 0; position >= 0 && distance < count; ++distance) {
        if (isShown(position + distance))
            return position + distance;
        if (isShown(position - distance))
            return position - distance;
    }
    return -1;
}

/// Returns each visible position once, the newest last.
std::vector<int> visiblePositions(const std::vector<int> &positions, const std::vector<bool> &hidden)
{
    std::vector<int> shown;
    for (const int position : positions) {
        const int moved = visiblePosition(position, hidden);
        std::erase(shown, moved);
        if (moved >= 0)
            shown.push_back(moved);
    }
    return shown;
}

std::vector<int> groupsOf(const std::vector<int> &tokens, const TokenGroups &groups)
{
    std::vector<int> grouped;
    for (const int token : tokens)
        if (const int group = groups.groupOf(token);
            group >= 0 && std::find(grouped.begin(), grouped.end(), group) == grouped.end())
            grouped.push_back(group);
    return grouped;
}

int firstOf(int group, const TokenGroups &groups)
{
    return group >= 0 && group < int(groups.groups.size()) ? groups.groups[std::size_t(group)].first : -1;
}

std::vector<int> firstOf(const std::vector<int> &pins, const TokenGroups &groups)
{
    std::vector<int> tokens;
    for (const int group : pins)
        if (const int token = firstOf(group, groups); token >= 0)
            tokens.push_back(token);
    return tokens;
}

template <typename Position>
Position kept(const Position &shown, const Position &shownBefore, const Position &before, const TokenGroups &groups)
{
    return shown == shownBefore ? before : firstOf(shown, groups);
}

} // namespace

Selection groupedSelection(Selection tokens, const Grouping &grouping)
{
    const TokenGroups &queries = grouping.queries(tokens.attention);
    const TokenGroups &keys = grouping.keys(tokens.attention);
    tokens.query = tokens.query < 0 ? -1 : queries.groupOf(tokens.query);
    tokens.key = tokens.key < 0 ? -1 : keys.groupOf(tokens.key);
    tokens.pinnedQueries = groupsOf(tokens.pinnedQueries, queries);
    tokens.pinnedKeys = groupsOf(tokens.pinnedKeys, keys);
    if (grouping.hasWeightsAlone())
        tokens.stage = Stage::Weights;
    return tokens;
}

Selection visibleSelection(Selection selection, const std::vector<bool> &queries, const std::vector<bool> &keys)
{
    selection.query = visiblePosition(selection.query, queries);
    selection.key = visiblePosition(selection.key, keys);
    selection.pinnedQueries = visiblePositions(selection.pinnedQueries, queries);
    selection.pinnedKeys = visiblePositions(selection.pinnedKeys, keys);
    return selection;
}

Selection ungroupedSelection(Selection shown, const Selection &before, const Grouping &grouping)
{
    const Selection shownBefore = groupedSelection(before, grouping);
    const TokenGroups &queries = grouping.queries(before.attention);
    const TokenGroups &keys = grouping.keys(before.attention);
    shown.query = kept(shown.query, shownBefore.query, before.query, queries);
    shown.key = kept(shown.key, shownBefore.key, before.key, keys);
    shown.pinnedQueries = kept(shown.pinnedQueries, shownBefore.pinnedQueries, before.pinnedQueries, queries);
    shown.pinnedKeys = kept(shown.pinnedKeys, shownBefore.pinnedKeys, before.pinnedKeys, keys);
    if (grouping.hasWeightsAlone())
        shown.stage = before.stage;
    return shown;
}

} // namespace regard
