#include "views/base/shown_tokens.h"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include <QCoreApplication>
#include <QStringList>

#include "document/sentence/side.h"
#include "document/sentence/token_grouping.h"
#include "engine/analysis/summaries.h"
#include "engine/analysis/value_norms.h"
#include "engine/model/attention_place.h"

namespace regard {

namespace {

struct ShownTokensText {
    Q_DECLARE_TR_FUNCTIONS(ShownTokens)
};

/// What a share was last computed for: pointing at a token asks for the same one repeatedly.
struct Asked {
    std::weak_ptr<const Trace> trace;
    TokenGroups source;
    TokenGroups target;
    Attention attention = Attention::Encoder;
    int layer = 0;
    Summary summary = Summary::None;
    std::vector<int> heads;
    GroupingRule rule; ///< without its model, which the trace was made by
    bool byValue = false;

    bool isSame(const Asked &other) const
    {
        return !trace.owner_before(other.trace) && !other.trace.owner_before(trace) && attention == other.attention &&
               layer == other.layer && summary == other.summary && heads == other.heads && source == other.source &&
               target == other.target && rule == other.rule && byValue == other.byValue;
    }
};

const BlockTrace *blockNamed(const Trace &trace, const std::string &name)
{
    for (const auto &block : trace.blocks)
        if (block->name == name)
            return block.get();
    return nullptr;
}

/// The tokens of the groups, one by one, without those of the sink.
TokenGroups withoutSink(const TokenGroups &groups, const std::vector<bool> &sink)
{
    TokenGroups left;
    for (const TokenGroups::Group &group : groups.groups)
        for (int token = group.first; token < group.first + group.count; ++token)
            if (std::size_t(token) >= sink.size() || !sink[std::size_t(token)])
                left.groups.push_back({token, 1, {}, {}});
    return left;
}

std::optional<double> workedOut(const SharedTrace &tokens, const Asked &asked, const Model *values)
{
    const Grouping grouping{tokens, asked.source, asked.target, asked.rule};
    const TokenGroups &queries = grouping.queries(asked.attention);
    const TokenGroups keys = withoutSink(grouping.keys(asked.attention), grouping.sink(asked.attention));
    if (asked.summary == Summary::Rollout && values)
        return std::nullopt;
    if (asked.summary == Summary::Rollout)
        return hiddenShare(attentionRollout(*tokens, asked.attention, asked.layer), queries, keys);
    const BlockTrace *block = blockNamed(*tokens, blockName(asked.attention, asked.layer));
    double sum = 0;
    int count = 0;
    for (int head = 0; block && head < int(block->heads.size()); ++head) {
        const bool isAsked = asked.summary != Summary::None ||
                             std::find(asked.heads.begin(), asked.heads.end(), head) != asked.heads.end();
        if (!isAsked)
            continue;
        const HeadTrace &trace = block->heads[std::size_t(head)];
        if (values) {
            Matrix moved =
                trace.weights * movedByOne(*values, {asked.attention, asked.layer, head}, trace).asDiagonal();
            divideRows(moved);
            sum += hiddenShare(moved, queries, keys);
        } else {
            sum += hiddenShare(trace.weights, queries, keys);
        }
        ++count;
    }
    return count > 0 ? std::optional(sum / count) : std::nullopt;
}

int tokensIn(const TokenGroups &groups)
{
    int count = 0;
    for (const TokenGroups::Group &group : groups.groups)
        count += group.count;
    return count;
}

} // namespace

PairParts pairParts(const ShownState &state)
{
    PairParts parts;
    const Tokens &tokens = state.tokens(Side::Source);
    const Trace &trace = *state.trace();
    const PairFilter filter = state.view.pairs;
    if (trace.architecture != Architecture::Encoder || tokens.tokens.size() != trace.source.tokens.size())
        return parts;
    std::vector<bool> second;
    second.reserve(tokens.tokens.size());
    for (std::size_t i = 0; i < tokens.tokens.size(); ++i) {
        if (tokens.tokens[i].text != trace.source.tokens[i])
            return parts;
        second.push_back(tokens.tokens[i].sentence > 0);
    }
    if (std::find(second.begin(), second.end(), true) == second.end())
        return parts;
    parts.secondQueries = second;
    parts.secondKeys = std::move(second);
    if (filter != PairFilter::All) {
        parts.from = filter == PairFilter::AToA || filter == PairFilter::AToB ? 0 : 1;
        parts.to = filter == PairFilter::AToA || filter == PairFilter::BToA ? 0 : 1;
    }
    return parts;
}

HiddenTokens hiddenTokens(const ReadResult &tokens, Attention attention, const TokenView &view)
{
    if (!tokens.result.model)
        return {};
    const ModelConfig &config = tokens.result.model->config;
    return {hiddenTokens(tokens.tokens(queriesSide(config, attention)), view),
            hiddenTokens(tokens.tokens(keysSide(config, attention)), view)};
}

HiddenTokens hiddenTokens(const ShownState &tokens)
{
    return hiddenTokens(tokens, tokens.selection.attention, tokens.view);
}

std::vector<int> presentTokens(const Shown &shown, TokenSide side, int token)
{
    const SharedTrace &trace = shown.attention.trace();
    if (!trace || token < 0)
        return {};
    const Attention attention = shown.attention.asked.attention;
    std::vector<int> tokens;
    if (const Grouping *grouping = trace->grouping.get()) {
        const TokenGroups &groups = side == TokenSide::Query ? grouping->queries(attention) : grouping->keys(attention);
        if (token < int(groups.groups.size())) {
            const TokenGroups::Group &group = groups.groups[std::size_t(token)];
            tokens.resize(std::size_t(group.count));
            std::iota(tokens.begin(), tokens.end(), group.first);
        }
    } else {
        tokens.push_back(token);
    }
    const TraceComparison *comparison = shown.tokens.comparison.get();
    if (shown.tokens.compared != Compared::Pinned || !comparison)
        return tokens;
    const std::vector<int> &after =
        (side == TokenSide::Query ? comparison->queries(attention) : comparison->keys(attention)).after;
    std::vector<int> present;
    for (const int each : tokens)
        if (each < int(after.size()) && after[std::size_t(each)] >= 0)
            present.push_back(after[std::size_t(each)]);
    return present;
}

std::vector<PairRef> shownPairs(const Shown &shown, const Highlight &highlight)
{
    std::vector<PairRef> pairs = highlight.pairs;
    const SharedTrace &trace = shown.attention.trace();
    const Grouping *grouping = trace ? trace->grouping.get() : nullptr;
    if (!grouping)
        return pairs;
    const Attention attention = shown.attention.asked.attention;
    const auto grouped = [](int token, const TokenGroups &groups) {
        constexpr int hidden = -2;
        return token < 0 ? token : groups.groupOf(token) < 0 ? hidden : groups.groupOf(token);
    };
    for (PairRef &pair : pairs)
        pair = {grouped(pair.query, grouping->queries(attention)), grouped(pair.key, grouping->keys(attention))};
    std::erase_if(pairs, [](const PairRef &pair) { return pair.query < -1 || pair.key < -1; });
    return pairs;
}

std::optional<double> hiddenShare(const SharedTrace &tokens, const TokenGroups &source, const TokenGroups &target,
                                  const Selection &selection, const GroupingRule &rule)
{
    static Asked last;
    static std::optional<double> share;
    Asked asked{tokens,
                source,
                target,
                selection.attention,
                selection.layer,
                selection.summary,
                selection.heads,
                rule,
                rule.values != nullptr};
    asked.rule.values.reset();
    if (last.trace.expired() || !asked.isSame(last)) {
        share = workedOut(tokens, asked, rule.values.get());
        last = std::move(asked);
    }
    return share;
}

QString movedName(const Model &model)
{
    return model.config.outputProjection ? QStringLiteral("‖α v W_O‖") : QStringLiteral("‖α v‖");
}

QString shareText(double share)
{
    const double percent = 100 * share;
    if (percent > 0 && percent < 0.95)
        return ShownTokensText::tr("less than 1 %");
    return ShownTokensText::tr("%1 %").arg(percent, 0, 'f', 0);
}

QString groupingText(const Trace &trace, const Selection &within, bool isDifference)
{
    if (!trace.grouping)
        return {};
    const Grouping &grouping = *trace.grouping;
    const GroupingRule &rule = grouping.rule;
    QStringList parts;
    if (rule.values)
        parts.append(rule.hasShares() || within.summary == Summary::Rollout
                         ? ShownTokensText::tr("shares of %1").arg(movedName(*rule.values))
                         : ShownTokensText::tr("by value: %1").arg(movedName(*rule.values)));
    if (grouping.merges())
        parts.append(ShownTokensText::tr("words"));
    const SideTrace &queries = queriesOf(*grouping.tokens, within.attention);
    const SideTrace &keys = keysOf(*grouping.tokens, within.attention);
    const bool hidesKeys = tokensIn(grouping.keys(within.attention)) < int(keys.tokens.size());
    const bool hides = hidesKeys || tokensIn(grouping.queries(within.attention)) < int(queries.tokens.size());
    const std::optional<double> share =
        (hidesKeys || rule.hidesSink()) && !isDifference
            ? hiddenShare(grouping.tokens, grouping.source, grouping.target, within, rule)
            : std::nullopt;
    const auto withShare = [&](const QString &said, const QString &alone) {
        return share ? said.arg(shareText(*share)) : alone;
    };
    if (hides && rule.hidesSink())
        parts.append(ShownTokensText::tr("special tokens hidden"));
    else if (hides)
        parts.append(
            withShare(ShownTokensText::tr("special tokens hidden: %1"), ShownTokensText::tr("special tokens hidden")));
    if (rule.hidesSink()) { // it takes its keys, and those that are hidden, out of each row
        parts.append(withShare(ShownTokensText::tr("without the sink: %1"), ShownTokensText::tr("without the sink")));
        parts.append(ShownTokensText::tr("rows ÷ what is left"));
    }
    if (hidesKeys && rule.renormalises && !rule.hidesSink())
        parts.append(ShownTokensText::tr("renormalised"));
    else if (grouping.rule.renormalises && hasSinks(*grouping.tokens))
        parts.append(ShownTokensText::tr("renormalised without sinks"));
    return parts.join(QStringLiteral(" · "));
}

QString titledWith(const QString &title, const QString &more)
{
    if (title.isEmpty() || more.isEmpty())
        return title + more;
    return title + QStringLiteral(" · ") + more;
}

} // namespace regard
