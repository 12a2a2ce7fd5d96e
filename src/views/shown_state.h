#pragma once

#include <memory>
#include <vector>

#include <QString>

#include "document/document.h"
#include "figures/base/pair_parts.h"
#include "views/pair_in_focus.h"
#include "views/token_focus.h"

namespace regard {

/// What the views show this moment: the present state, the pinned one, or their difference.
struct ShownState {
    Result result;       ///< of the state that is shown; of a difference the present one
    Selection selection; ///< in the tokens of that result
    Compared compared = Compared::Now;
    std::shared_ptr<const TraceComparison> comparison; ///< null where nothing is pinned or there is no result yet
    QString pinnedName;                                ///< empty where nothing is pinned
    PairParts pair{};                                  ///< of the pictures of attention: which of a pair is shown
    HiddenTokens hidden{}; ///< of what has no groups: tokens that the token view leaves out elsewhere

    /// Whether there is a trace with attention in it.
    bool hasResult() const;
    /// The comparison where the difference is shown, else null.
    const TraceComparison *difference() const;
    /// The selection with what the result has.
    Selection within() const;
    /// What is shown, for captions: empty now, "pinned" or the name of what is pinned, "now − pinned".
    QString name() const;
    /// The title with the name of the pinned state where that is shown.
    QString titled(const QString &title) const;
    /// A sentence in place of the picture where the head in view is not in the pinned state, which is shown or compared
    /// with; else empty.
    QString newHeadText() const;
    /// The same of the heads that are on, where all of them are new.
    QString newHeadsText() const;
};

/// What the pictures of attention show, in words where the token view merges pieces.
ShownState shownState(const Document &document);
/// The same token by token, for what has no groups: steps, cells, vectors.
ShownState ungroupedState(const Document &document);

/// What the token view hides of a state's result, in the attention that is selected in it.
HiddenTokens hiddenTokens(const Document &document, Compared state, const Selection &selection);

/// The positions in the present sentence of a token or group that is shown; none where that sentence does not have it.
std::vector<int> presentTokens(const Document &document, TokenSide side, int token);

/// What is highlighted, in the tokens or groups that are shown.
std::vector<PairRef> shownPairs(const Document &document);

} // namespace regard
