#include "widgets/token_focus.h"

#include <algorithm>

namespace regard {

namespace {

bool holds(const std::vector<int> &sorted, int number)
{
    return std::binary_search(sorted.begin(), sorted.end(), number);
}

void toggle(std::vector<int> &sorted, int number)
{
    const auto place = std::lower_bound(sorted.begin(), sorted.end(), number);
    if (place != sorted.end() && *place == number)
        sorted.erase(place);
    else
        sorted.insert(place, number);
}

int focusAmong(const std::vector<int> &pins, int focus)
{
    if (pins.empty())
        return -1;
    return holds(pins, focus) ? focus : pins.back();
}

} // namespace

Selection focusedOn(Selection selection, TokenSide side, int token)
{
    selection.query = side == TokenSide::Query ? token : -1;
    selection.key = side == TokenSide::Key ? token : -1;
    return selection;
}

Selection focusedOnPair(Selection selection, int query, int key)
{
    selection.query = query;
    selection.key = key;
    return selection;
}

Selection unfocused(Selection selection)
{
    selection.query = focusAmong(selection.pinnedQueries, selection.query);
    selection.key = focusAmong(selection.pinnedKeys, selection.key);
    return selection;
}

Selection pinned(Selection selection, TokenSide side, int token, bool several)
{
    std::vector<int> &pins = side == TokenSide::Query ? selection.pinnedQueries : selection.pinnedKeys;
    std::vector<int> &others = side == TokenSide::Query ? selection.pinnedKeys : selection.pinnedQueries;
    if (several) {
        toggle(pins, token);
    } else {
        const bool wasAlone = others.empty() && pins.size() == 1 && pins.front() == token;
        others.clear();
        pins.clear();
        if (!wasAlone)
            pins.push_back(token);
    }
    const bool isPinned = holds(pins, token);
    return isPinned ? focusedOn(std::move(selection), side, token) : unfocused(std::move(selection));
}

Selection pinnedPair(Selection selection, int query, int key)
{
    const std::vector<int> queries{query};
    const std::vector<int> keys{key};
    const bool wasPinned = selection.pinnedQueries == queries && selection.pinnedKeys == keys;
    selection.pinnedQueries = wasPinned ? std::vector<int>{} : queries;
    selection.pinnedKeys = wasPinned ? std::vector<int>{} : keys;
    return wasPinned ? unfocused(std::move(selection)) : focusedOnPair(std::move(selection), query, key);
}

Selection cleared(Selection selection)
{
    selection.pinnedQueries.clear();
    selection.pinnedKeys.clear();
    return unfocused(std::move(selection));
}

Selection withHead(Selection selection, int layer, int head)
{
    selection.layer = layer;
    selection.head = head;
    selection.summary = Summary::None;
    if (selection.heads.size() == 1)
        selection.heads = {head};
    else if (!holds(selection.heads, head))
        toggle(selection.heads, head);
    return selection;
}

Selection withHeadToggled(Selection selection, int head)
{
    if (selection.summary != Summary::None)
        return withSoloHead(std::move(selection), head);
    toggle(selection.heads, head);
    if (holds(selection.heads, head))
        selection.head = head;
    return selection;
}

Selection withSoloHead(Selection selection, int head)
{
    selection.heads = {head};
    selection.head = head;
    selection.summary = Summary::None;
    return selection;
}

} // namespace regard
