#include "io/trace/grouping_json.h"

namespace regard {

namespace {

std::string positionsText(const TokenGroups &groups)
{
    std::string text = "[";
    for (const TokenGroups::Group &group : groups.groups) {
        text += text.size() == 1 ? "[" : ", [";
        for (int token = group.first; token < group.first + group.count; ++token)
            text += (token == group.first ? "" : ", ") + std::to_string(token);
        text += "]";
    }
    return text + "]";
}

bool holdsAll(const TokenGroups &groups, const SideTrace &side)
{
    std::size_t count = 0;
    for (const TokenGroups::Group &group : groups.groups)
        count += std::size_t(group.count);
    return count == side.tokens.size();
}

const char *word(bool isTrue)
{
    return isTrue ? "true" : "false";
}

} // namespace

std::string groupingJson(const Grouping &grouping)
{
    const bool holdsEvery =
        holdsAll(grouping.source, grouping.tokens->source) && holdsAll(grouping.target, grouping.tokens->target);
    return std::string("{\"words\": ") + word(grouping.merges()) + ", \"special\": " + word(holdsEvery) +
           ", \"renormalised\": " + word(grouping.rule.renormalises && (!holdsEvery || grouping.rule.hidesSink())) +
           (grouping.rule.values ? ", \"by_value\": true" : "") +
           (grouping.rule.hidesSink() ? ", \"without_sink\": true" : "") +
           ", \"source\": " + positionsText(grouping.source) + ", \"target\": " + positionsText(grouping.target) + "}";
}

const char *headNumbers(const Trace &trace)
{
    return trace.grouping && trace.grouping->rule.values ? "by_value" : "weights";
}

} // namespace regard
