#pragma once

#include <map>
#include <memory>
#include <vector>

#include <QString>

#include "document/look/selection.h"
#include "engine/analysis/trace_comparison.h"
#include "engine/model/model.h"
#include "engine/pass/trace.h"
#include "figures/heads/heads_figure.h"
#include "figures/heatmap/heatmap_figure.h"
#include "figures/links/link_figure.h"
#include "figures/sentence_figure.h"
#include "text/tokenizer.h"
#include "views/change_text.h"
#include "views/shown_matrix.h"
#include "views/shown_tokens.h"
#include "views/view_title.h"

namespace regard {

// What each figure shows, out of a result and a selection. Window and command line call the same functions, so that an
// exported figure is the figure seen. A selection that points beyond the trace (its model has just changed, the new
// trace is still being computed) is brought back to what the trace has. None of them accepts a null trace.

/// What the link view keeps for itself beside the selection.
struct LinkOptions {
    double floor = 0.04; ///< links below are hidden and counted
    bool horizontal = false;
    bool multiples = false; ///< one small picture a head instead of the overlay

    bool operator==(const LinkOptions &) const = default;
};

// With a comparison, whose `now` is the trace: the signed differences from what was before, in the tokens of now. The
// trace may be one of groups; `pair` says which attention of a pair of sentences is shown (widgets/shown_tokens.h).

/// Of a comparison, heads that are new are left out.
LinkData linkData(const Model &model, const SharedTrace &trace, const Selection &selection, const LinkOptions &options,
                  const TraceComparison *comparison = nullptr, const PairParts &pair = {});

HeatmapData heatmapData(const Model &model, const SharedTrace &trace, const Selection &selection,
                        std::shared_ptr<const HeadScores> scores = nullptr, const TraceComparison *comparison = nullptr,
                        const PairParts &pair = {});

/// Heads that are switched off or bent are marked.
HeadsData headsData(const Model &model, const SharedTrace &trace, const Selection &selection,
                    const TraceComparison *comparison = nullptr, const PairParts &pair = {});
/// What is marked in the map of heads.
HeadsMarks headsMarks(const Model &model, const Trace &trace, const Selection &selection);
/// Adds how much each head moved as notes, and with `sorts` the heads in that order, new ones last.
void addMovement(HeadsData &data, std::shared_ptr<const TraceComparison> comparison, bool sorts);

/// Adds another number of each head as notes, from 0: how much it matters. Heads that have none get no bar.
void addShares(HeadsData &data, std::map<HeadRef, double> shares, const QString &label);

/// `tokens` are those of the keys' text, for its white space; where they are not the trace's own (the sentence has just
/// changed), every token stands apart but punctuation.
SentenceData sentenceData(const Model &model, const SharedTrace &trace, const Selection &selection,
                          const Tokens &tokens, const TraceComparison *comparison = nullptr);

} // namespace regard
