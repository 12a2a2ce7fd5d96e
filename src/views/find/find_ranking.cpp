#include "views/find/find_ranking.h"

#include <algorithm>

#include <QCoreApplication>

#include "document/sentence/side.h"
#include "engine/analysis/token_groups.h"

namespace regard {

namespace {

struct FindRankingText {
    Q_DECLARE_TR_FUNCTIONS(Find)
};

/// What heads are ranked by in place of the trace: rows of what is moved divided by their sums, and of the sink all of
/// it. Null: the trace itself.
SharedTrace rankedTrace(const Trace &trace, const FindQuestion &question)
{
    const Grouping *grouping = trace.grouping.get();
    if (!grouping)
        return nullptr;
    GroupingRule rule = grouping->rule;
    rule.renormalises = rule.renormalises || rule.values;
    if (question.pattern == HeadPattern::Sink)
        rule.sourceSink = rule.targetSink = {};
    return rule == grouping->rule ? nullptr : groupedTrace(grouping->tokens, grouping->source, grouping->target, rule);
}

} // namespace

std::vector<HeadShare> findHeads(const Model &model, const Trace &shown, const FindQuestion &question,
                                 const Tokens &source, const Tokens &target)
{
    const ModelConfig &config = model.config;
    const SharedTrace ranked = rankedTrace(shown, question);
    const Trace &trace = ranked ? *ranked : shown;
    if (!question.pattern) {
        const auto count = [](const SideTrace &side) { return int(side.tokens.size()); };
        const bool exists = question.query >= 0 && question.query < count(queriesOf(trace, question.attention)) &&
                            question.key >= 0 && question.key < count(keysOf(trace, question.attention));
        if (!exists)
            return {};
        return question.isExcess ? headsThatSendMore(trace, question.attention, {config, question.attention},
                                                     question.query, question.key)
                                 : headsThatSend(trace, question.attention, question.query, question.key);
    }
    std::vector<HeadShare> heads;
    for (const Attention attention : attentionsOf(config)) {
        const Tokens &tokens = keysSide(config, attention) == Side::Source ? source : target;
        const std::vector<HeadShare> found = headsByPattern(trace, attention, {config, attention}, *question.pattern,
                                                            tokenKinds(keysOf(trace, attention).tokens, tokens));
        heads.insert(heads.end(), found.begin(), found.end());
    }
    std::stable_sort(heads.begin(), heads.end(),
                     [](const HeadShare &a, const HeadShare &b) { return a.share > b.share; });
    return heads;
}

QString patternName(HeadPattern pattern)
{
    switch (pattern) {
    case HeadPattern::Previous:
        return FindRankingText::tr("Previous token");
    case HeadPattern::Next:
        return FindRankingText::tr("Next token");
    case HeadPattern::SameWord:
        return FindRankingText::tr("Same word");
    case HeadPattern::First:
        return FindRankingText::tr("First token");
    case HeadPattern::Separator:
        return FindRankingText::tr("Separator");
    case HeadPattern::Punctuation:
        return FindRankingText::tr("Punctuation");
    case HeadPattern::Sink:
        return FindRankingText::tr("Sink");
    case HeadPattern::Induction:
        return FindRankingText::tr("Repeated sequence (induction)");
    case HeadPattern::Broad:
        break;
    }
    return FindRankingText::tr("Broad attention");
}

QString patternTip(HeadPattern pattern)
{
    switch (pattern) {
    case HeadPattern::Previous:
        return FindRankingText::tr("How much of its attention each head spends on the token before, on average");
    case HeadPattern::Next:
        return FindRankingText::tr("How much of its attention each head spends on the token after, on average");
    case HeadPattern::SameWord:
        return FindRankingText::tr(
            "How much each head spends on other tokens of the same text, on average over the tokens that "
            "have one");
    case HeadPattern::First:
        return FindRankingText::tr("How much of its attention each head spends on the first token, on average");
    case HeadPattern::Separator:
        return FindRankingText::tr("How much each head spends on special tokens but the first, on average");
    case HeadPattern::Punctuation:
        return FindRankingText::tr("How much each head spends on punctuation marks, on average");
    case HeadPattern::Sink:
        return FindRankingText::tr("How much each head spends on the sink: the first token, other special tokens and "
                                   "punctuation marks, on average. Point at a head for each of them, by weight and by "
                                   "value");
    case HeadPattern::Induction:
        return FindRankingText::tr(
            "Where a token stood in the sentence before: how much each head spends on what followed it "
            "then (Olsson et al. 2022)");
    case HeadPattern::Broad:
        break;
    }
    return FindRankingText::tr(
        "Entropy of each token's attention ÷ the largest that it can have, on average: 1 is uniform");
}

double findCost(const Trace &trace, const FindQuestion &question)
{
    if (!question.pattern)
        return 0;
    double cost = 0;
    for (const auto &block : trace.blocks)
        for (const HeadTrace &head : block->heads)
            cost += double(head.weights.size());
    return cost;
}

} // namespace regard
