#include "document/sentence/token_grouping.h"

#include <algorithm>
#include <string>
#include <utility>

#include "document/sentence/token_kinds.h"

namespace regard {

namespace {

std::string labelOf(const Token &token)
{
    return token.label.empty() ? token.text : token.label;
}

/// The text as typed, from the beginning of its first piece to the end of its last.
std::string typedText(const Tokens &tokens, const TokenGroups::Group &group)
{
    std::size_t begin = tokens.normalized.size();
    std::size_t end = 0;
    std::string pieces;
    for (int i = group.first; i < group.first + group.count; ++i) {
        const Token &token = tokens.tokens[std::size_t(i)];
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

bool fits(const Tokens &tokens, const SideTrace &side)
{
    if (tokens.tokens.size() != side.tokens.size())
        return false;
    for (std::size_t i = 0; i < side.tokens.size(); ++i)
        if (tokens.tokens[i].text != side.tokens[i])
            return false;
    return true;
}

/// What a view makes of the weights.
GroupingRule ruleOf(const Trace &trace, const std::shared_ptr<const Model> &model, const Tokens &source,
                    const Tokens &target, const TokenView &view)
{
    GroupingRule rule;
    rule.renormalises = (view.hidesSpecial && view.renormalises) || view.withoutSink;
    if (view.byValue && !trace.isImported)
        rule.values = model;
    if (view.withoutSink)
        rule.sourceSink = sinkTokens(trace.source.tokens, source);
    if (view.withoutSink && !trace.target.tokens.empty())
        rule.targetSink = sinkTokens(trace.target.tokens, target);
    return rule;
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
            groups.groups.push_back({int(i), 1, labelOf(token), token.text});
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
        Token token = tokens.tokens[std::size_t(group.first)];
        token.end = std::max(token.end, tokens.tokens[std::size_t(group.first + group.count - 1)].end);
        token.text = group.token.empty() ? group.label : group.token;
        token.label = group.label;
        grouped.tokens.push_back(std::move(token));
    }
    return grouped;
}

SharedTrace shownTrace(const SharedTrace &trace, const std::shared_ptr<const Model> &model, const Tokens &source,
                       const Tokens &target, const TokenView &view, const SharedTrace &previous, bool isAlwaysGrouped)
{
    if (!trace || !view.changesWeights())
        return trace;
    const bool hasTarget = !trace->target.tokens.empty();
    if (!isAlwaysGrouped && (!fits(source, trace->source) || (hasTarget && !fits(target, trace->target))))
        return trace;
    const TokenGroups sources = tokenGroups(source, view);
    const TokenGroups targets = hasTarget ? tokenGroups(target, view) : TokenGroups();
    const GroupingRule rule = ruleOf(*trace, model, source, target, view);
    const bool isPlain =
        sources.isPlain(int(source.tokens.size())) && (!hasTarget || targets.isPlain(int(target.tokens.size())));
    if (!isAlwaysGrouped && isPlain && !rule.values && !rule.hidesSink())
        return trace;
    return groupedTrace(trace, sources, targets, rule, previous);
}

} // namespace regard
