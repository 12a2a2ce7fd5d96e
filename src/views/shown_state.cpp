#include "views/shown_state.h"

#include <algorithm>
#include <numeric>

#include <QCoreApplication>

#include "document/sentence/token_grouping.h"
#include "engine/analysis/token_groups.h"
#include "views/change_text.h"
#include "views/shown_matrix.h"
#include "views/shown_tokens.h"

namespace regard {

namespace {

struct Text {
    Q_DECLARE_TR_FUNCTIONS(ShownState)
};

} // namespace

bool ShownState::hasResult() const
{
    return result.model && result.trace && !result.trace->blocks.empty();
}

const TraceComparison *ShownState::difference() const
{
    return compared == Compared::Difference ? comparison.get() : nullptr;
}

Selection ShownState::within() const
{
    return withinTrace(selection, *result.model, *result.trace);
}

QString ShownState::name() const
{
    switch (compared) {
    case Compared::Now:
        return {};
    case Compared::Pinned:
        return pinnedName;
    case Compared::Difference:
        break;
    }
    return Text::tr("now − pinned");
}

QString ShownState::titled(const QString &title) const
{
    return compared == Compared::Pinned ? title + QStringLiteral(" · ") + pinnedName : title;
}

QString ShownState::newHeadText() const
{
    return comparison && compared != Compared::Now ? regard::newHeadText(*comparison, selection) : QString();
}

QString ShownState::newHeadsText() const
{
    if (!comparison || compared == Compared::Now)
        return {};
    const auto wasThere = [this](int head) { return !comparison->isNew({selection.attention, selection.layer, head}); };
    const std::vector<int> &heads = selection.heads;
    if (selection.summary == Summary::None && std::any_of(heads.begin(), heads.end(), wasThere))
        return {};
    Selection one = selection;
    if (selection.summary == Summary::None && !heads.empty() &&
        !std::binary_search(heads.begin(), heads.end(), selection.head))
        one.head = heads.front();
    // With no head on the picture has nothing to say of any, but for a layer that is new.
    if (selection.summary == Summary::None && heads.empty())
        one.head = 0;
    return regard::newHeadText(*comparison, one);
}

ShownState shownState(const Document &document)
{
    ShownState state{
        document.shownResult(), document.shownSelection(), document.compared(), document.shownComparison(), {}};
    if (document.pinned())
        state.pinnedName = document.pinned()->name;
    if (state.result.trace)
        state.pair = pairParts(document.shownTokens(Side::Source), *state.result.trace, document.tokenView().pairs);
    return state;
}

ShownState ungroupedState(const Document &document)
{
    ShownState state{
        document.ungroupedResult(), document.ungroupedSelection(), document.compared(), document.traceComparison(), {}};
    if (document.pinned())
        state.pinnedName = document.pinned()->name;
    if (state.result.model)
        state.hidden = hiddenTokens(document, state.compared, state.selection);
    return state;
}

HiddenTokens hiddenTokens(const Document &document, Compared state, const Selection &selection)
{
    const Compared of = state == Compared::Pinned ? Compared::Pinned : Compared::Now;
    const ModelConfig &config = (of == Compared::Pinned ? document.pinned()->result : document.result()).model->config;
    const auto hidden = [&](Side side) {
        return hiddenTokens(document.ungroupedTokens(of, side), document.tokenView());
    };
    return {hidden(queriesSide(config, selection.attention)), hidden(keysSide(config, selection.attention))};
}

std::vector<int> presentTokens(const Document &document, TokenSide side, int token)
{
    const Result &shown = document.shownResult();
    if (!shown.trace || token < 0)
        return {};
    const Attention attention = document.selection().attention;
    std::vector<int> tokens;
    if (const Grouping *grouping = shown.trace->grouping.get()) {
        const TokenGroups &groups = side == TokenSide::Query ? grouping->queries(attention) : grouping->keys(attention);
        if (token < static_cast<int>(groups.groups.size())) {
            const TokenGroups::Group &group = groups.groups[static_cast<std::size_t>(token)];
            tokens.resize(static_cast<std::size_t>(group.count));
            std::iota(tokens.begin(), tokens.end(), group.first);
        }
    } else {
        tokens.push_back(token);
    }
    const auto comparison = document.compared() == Compared::Pinned ? document.traceComparison() : nullptr;
    if (!comparison)
        return tokens;
    const std::vector<int> &after =
        (side == TokenSide::Query ? comparison->queries(attention) : comparison->keys(attention)).after;
    std::vector<int> present;
    for (const int each : tokens)
        if (each < static_cast<int>(after.size()) && after[static_cast<std::size_t>(each)] >= 0)
            present.push_back(after[static_cast<std::size_t>(each)]);
    return present;
}

std::vector<PairRef> shownPairs(const Document &document)
{
    std::vector<PairRef> pairs = document.highlight().pairs;
    const Result &shown = document.shownResult();
    const Grouping *grouping = shown.trace ? shown.trace->grouping.get() : nullptr;
    if (!grouping)
        return pairs;
    const Attention attention = document.selection().attention;
    const auto grouped = [](int token, const TokenGroups &groups) {
        constexpr int hidden = -2;
        return token < 0 ? token : groups.groupOf(token) < 0 ? hidden : groups.groupOf(token);
    };
    for (PairRef &pair : pairs)
        pair = {grouped(pair.query, grouping->queries(attention)), grouped(pair.key, grouping->keys(attention))};
    std::erase_if(pairs, [](const PairRef &pair) { return pair.query < -1 || pair.key < -1; });
    return pairs;
}

} // namespace regard
