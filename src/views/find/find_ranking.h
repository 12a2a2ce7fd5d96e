#pragma once

#include <optional>
#include <vector>

#include <QString>

#include "document/sentence/token_kinds.h"
#include "engine/analysis/head_patterns.h"
#include "engine/model/model.h"
#include "text/tokenizer.h"

namespace regard {

/// What the heads are ranked by.
struct FindQuestion {
    std::optional<HeadPattern> pattern;       ///< nothing: the weight from a query to a key
    Attention attention = Attention::Encoder; ///< of query and key; a pattern is looked for in all attentions
    int query = -1;                           ///< −1: none chosen
    int key = -1;
    bool isExcess = false; ///< of a weight: beyond the mean of all queries, which a key that all look at has

    bool operator==(const FindQuestion &) const = default;
};

/// Every head with its number, the largest first; of a trace of what is moved by rows divided by their sums. Nothing
/// where the question names tokens that the trace does not have.
std::vector<HeadShare> findHeads(const Model &model, const Trace &shown, const FindQuestion &question,
                                 const Tokens &source, const Tokens &target);

/// "Previous token", and what its number is, for a tool tip.
QString patternName(HeadPattern pattern);
QString patternTip(HeadPattern pattern);

/// About how many numbers the question reads, to decide on which thread to answer it.
double findCost(const Trace &trace, const FindQuestion &question);

} // namespace regard
