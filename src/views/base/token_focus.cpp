#include "views/base/token_focus.h"

#include <algorithm>
#include <utility>

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

bool isAmong(const std::vector<int> &pins, int token)
{
    return std::find(pins.begin(), pins.end(), token) != pins.end();
}

void togglePin(std::vector<int> &pins, int token)
{
    if (isAmong(pins, token))
        std::erase(pins, token);
    else
        pins.push_back(token);
}

/// The newest pin, which is the last.
int focusAmong(const std::vector<int> &pins)
{
    return pins.empty() ? -1 : pins.back();
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
    selection.query = focusAmong(selection.pinnedQueries);
    selection.key = focusAmong(selection.pinnedKeys);
    return selection;
}

Selection pinned(Selection selection, TokenSide side, int token, bool several)
{
    std::vector<int> &pins = side == TokenSide::Query ? selection.pinnedQueries : selection.pinnedKeys;
    std::vector<int> &others = side == TokenSide::Query ? selection.pinnedKeys : selection.pinnedQueries;
    if (several) {
        togglePin(pins, token);
    } else {
        const bool wasAlone = others.empty() && pins.size() == 1 && pins.front() == token;
        others.clear();
        pins.clear();
        if (!wasAlone)
            pins.push_back(token);
    }
    const bool isPinned = isAmong(pins, token);
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
    return withSoloHead(std::move(selection), head);
}

Selection withHeadAmong(Selection selection, int head)
{
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
