#pragma once

#include <optional>

#include <QString>

#include "document/look/selection.h"
#include "engine/analysis/token_groups.h"
#include "engine/pass/trace.h"
#include "figures/base/pair_parts.h"
#include "io/project/stored_view.h"
#include "text/tokenizer.h"

namespace regard {

// How the views show tokens, for window and command line alike.

/// Which attention of a pair a picture shows. `tokens` are those of the source as the trace has them; where they are
/// not (the sentence has just changed), or are no pair, nothing.
PairParts pairParts(const Tokens &tokens, const Trace &trace, PairFilter filter);

/// What keys that no group holds took of the heads in view, the mean over the queries that groups hold; of a rollout
/// its share, of other summaries the mean of all heads. `tokens` is a trace of tokens, the selection one of it.
/// Nothing where no head is on.
std::optional<double> hiddenShare(const SharedTrace &tokens, const TokenGroups &source, const TokenGroups &target,
                                  const Selection &selection);

/// "63 %", "less than 1 %".
QString shareText(double share);

/// What a picture of a trace of groups says of that: "words · special tokens hidden: 63 % · renormalised"; the share is
/// that of the heads in view. `isDifference`: of two states, without a share. Empty where tokens are shown as they are.
QString groupingText(const Trace &trace, const Selection &within, bool isDifference);

/// The title with what there is to say after it.
QString titledWith(const QString &title, const QString &more);

} // namespace regard
