#include "document/sentence/token_grouping.h"

#include <algorithm>
#include <string>
#include <utility>

namespace regard {

namespace {

std::string labelOf(const Token &token)
{
    return token.label.empty() ? token.text : token.label;
}

/// As it was typed, from where its first piece begins to where its last one ends.
std::string typedText(const Tokens &tokens, const TokenGroups::Group &group)
{
    std::size_t begin = tokens.normalized.size();
    std::size_t end = 0;
    std::string pieces;
    for (int i = group.first; i < group.first + group.count; ++i) {
        const Token &token = tokens.tokens[static_cast<std::size_t>(i)];
        begin = std::min(begin, token.begin);
        end = std::max(end, token.end);
        pieces += labelOf(token);
    }
    end = std::min(end, tokens.normalized.size());
    const std::string text = begin < end ? tokens.normalized.substr(begin, end - begin) : std::string();
    const std::size_t first = text.find_first_not_of(" \t\n");
    return first == std::string::npos ? pieces : text.substr(first, text.find_last_not_of(" \t\n") - first + 1);
}

bool isOneWord(const Token &a, const Token &b)
{
    return a.word >= 0 && a.word == b.word && a.sentence == b.sentence && !a.isSpecial && !b.isSpecial;
}

bool isHideable(const Token &token)
{
    return token.isSpecial && !token.isMask;
}

/// The nearest position that is not hidden, of two the one after; −1 where all are.
int visiblePosition(int position, const std::vector<bool> &hidden)
{
    const int count = static_cast<int>(hidden.size());
    const auto isShown = [&](int at) { return at >= 0 && at < count && !hidden[static_cast<std::size_t>(at)]; };
    for (int distance = 0; position >= 0 && distance < count; ++distance) {
        if (isShown(position + distance))
            return position + distance;
        if (isShown(position - distance))
            return position - distance;
    }
    return -1;
}

/// Each once, the newest last.
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

bool fits(const Tokens &tokens, const SideTrace &side)
{
    if (tokens.tokens.size() != side.tokens.size())
        return false;
    for (std::size_t i = 0; i < side.tokens.size(); ++i)
        if (tokens.tokens[i].text != side.tokens[i])
            return false;
    return true;
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
    return group >= 0 && group < static_cast<int>(groups.groups.size())
               ? groups.groups[static_cast<std::size_t>(group)].first
               : -1;
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

bool hasSpecialTokens(const Tokens &tokens)
{
    return std::any_of(tokens.tokens.begin(), tokens.tokens.end(), isHideable);
}

bool isPair(const Tokens &tokens)
{
    return std::any_of(tokens.tokens.begin(), tokens.tokens.end(),
                       [](const Token &token) { return token.sentence > 0; });
}

std::vector<bool> hiddenTokens(const Tokens &tokens, const TokenView &view)
{
    std::vector<bool> hidden(tokens.tokens.size(), false);
    if (!view.hidesSpecial || std::all_of(tokens.tokens.begin(), tokens.tokens.end(), isHideable))
        return hidden;
    std::transform(tokens.tokens.begin(), tokens.tokens.end(), hidden.begin(), isHideable);
    return hidden;
}

TokenGroups tokenGroups(const Tokens &tokens, const TokenView &view)
{
    const std::vector<bool> hidden = hiddenTokens(tokens, view);
    TokenGroups groups;
    for (std::size_t i = 0; i < tokens.tokens.size(); ++i) {
        const Token &token = tokens.tokens[i];
        if (hidden[i])
            continue;
        if (view.words && i > 0 && !groups.groups.empty() && isOneWord(tokens.tokens[i - 1], token))
            ++groups.groups.back().count;
        else
            groups.groups.push_back({static_cast<int>(i), 1, labelOf(token), token.text});
    }
    for (TokenGroups::Group &group : groups.groups)
        if (group.count > 1)
            group.token = group.label = typedText(tokens, group);
    return groups;
}

Tokens groupedTokens(const Tokens &tokens, const TokenGroups &groups)
{
    Tokens grouped{tokens.normalized, {}};
    for (const TokenGroups::Group &group : groups.groups) {
        Token token = tokens.tokens[static_cast<std::size_t>(group.first)];
        token.end = std::max(token.end, tokens.tokens[static_cast<std::size_t>(group.first + group.count - 1)].end);
        token.text = group.token.empty() ? group.label : group.token;
        token.label = group.label;
        grouped.tokens.push_back(std::move(token));
    }
    return grouped;
}

SharedTrace shownTrace(const SharedTrace &trace, const Tokens &source, const Tokens &target, const TokenView &view,
                       const SharedTrace &previous)
{
    if (!trace || (!view.words && !view.hidesSpecial))
        return trace;
    const bool hasTarget = !trace->target.tokens.empty();
    if (!fits(source, trace->source) || (hasTarget && !fits(target, trace->target)))
        return trace;
    const TokenGroups sources = tokenGroups(source, view);
    const TokenGroups targets = hasTarget ? tokenGroups(target, view) : TokenGroups();
    if (sources.isPlain(static_cast<int>(source.tokens.size())) &&
        (!hasTarget || targets.isPlain(static_cast<int>(target.tokens.size()))))
        return trace;
    return groupedTrace(trace, sources, targets, view.hidesSpecial && view.renormalises, previous);
}

Selection groupedSelection(Selection tokens, const Grouping &grouping)
{
    const TokenGroups &queries = grouping.queries(tokens.attention);
    const TokenGroups &keys = grouping.keys(tokens.attention);
    tokens.query = tokens.query < 0 ? -1 : queries.groupOf(tokens.query);
    tokens.key = tokens.key < 0 ? -1 : keys.groupOf(tokens.key);
    tokens.pinnedQueries = groupsOf(tokens.pinnedQueries, queries);
    tokens.pinnedKeys = groupsOf(tokens.pinnedKeys, keys);
    if (grouping.merges())
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
    if (grouping.merges())
        shown.stage = before.stage;
    return shown;
}

} // namespace regard
