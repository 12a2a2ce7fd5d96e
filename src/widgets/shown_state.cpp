#include "widgets/shown_state.h"

#include <algorithm>

#include <QCoreApplication>

#include "widgets/change_text.h"
#include "widgets/shown_matrix.h"

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
        document.shownResult(), document.shownSelection(), document.compared(), document.traceComparison(), {}};
    if (document.pinned())
        state.pinnedName = document.pinned()->name;
    return state;
}

int presentToken(const Document &document, TokenSide side, int token)
{
    const auto comparison = document.compared() == Compared::Pinned ? document.traceComparison() : nullptr;
    if (!comparison)
        return token;
    const Attention attention = document.selection().attention;
    const std::vector<int> &after =
        (side == TokenSide::Query ? comparison->queries(attention) : comparison->keys(attention)).after;
    return token >= 0 && token < static_cast<int>(after.size()) ? after[static_cast<std::size_t>(token)] : -1;
}

} // namespace regard
